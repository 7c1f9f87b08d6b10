"""The report, compared whole."""

from __future__ import annotations

import pytest

import editapply
from editapply.model import Options

FILES = {
    "src/app.py": "import os\n\nPORT = 80\nHOST = 'a'\n",
    "b.py": "x\nx\n",
    "empty.py": "",
    "tab.go": "\tx := 1\u00a0\n",
}


def report(*blocks: tuple[str, str, str], partial: bool = False) -> str:
    text = "".join(
        f"{path}\n```\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n```\n"
        for path, search, replace in blocks
    )
    return editapply.plan_reply(text, FILES, Options(partial=partial)).report()


def test_success() -> None:
    assert report(
        ("src/app.py", "PORT = 80\n", "PORT = 8080\n"),
        ("b.py:1", "x\n", "y\nz\n"),
        ("new/c.py", "", "a\n"),
        ("src/app.py", "HOST = 'a'\n", "HOST = 'a'\n"),
        ("src/app.py", "import os\n\n", ""),
    ) == (
        "src/app.py:3-3  exact      +1 -1\n"
        "b.py:1-1        exact      +2 -1\n"
        "new/c.py        created    +1 -0\n"
        "src/app.py:4-4  unchanged  no-change: SEARCH and REPLACE are equal\n"
        "src/app.py:1-2  exact      +0 -2\n"
        "4 edits would be applied to 3 files, 1 unchanged; nothing was written\n"
    )


def test_nothing_to_do() -> None:
    assert report(("src/app.py", "PORT = 80\n", "PORT = 80\n")) == (
        "src/app.py:3-3  unchanged  no-change: SEARCH and REPLACE are equal\nnothing to write: 1 edit unchanged\n"
    )


REFUSALS = [
    pytest.param(
        [("src/app.py", "PRT = 80\n", "PORT = 1\n")],
        "ERROR: SEARCH text not found in src/app.py (block 1, reply line 3: `PRT = 80`): "
        "a line that the edit changes is not there as quoted; a line beside the change differs; "
        "a line that differs equals one that the edit removes or adds.\n"
        "Closest matches (ranked by similarity):\n"
        "\n"
        "  [0.89] lines 3-3:\n"
        "    PORT = 80\n"
        "  differs: line 3 has `PORT ` where SEARCH has `PRT `\n"
        "\n"
        "  [0.40] lines 4-4:\n"
        "    HOST = 'a'\n"
        "  differs: line 4 has `HOST = 'a'` where SEARCH has `PRT = 80`\n"
        "\n"
        "  [0.11] lines 1-1:\n"
        "    import os\n"
        "  differs: line 1 has `import os` where SEARCH has `PRT = 80`\n"
        "\n"
        "Nothing was written.\n"
        "Send block 1 again, quoting the lines of the file as they are.\n",
        id="not-found",
    ),
    pytest.param(
        [("src/app.py", "import os\nPORT = 81\n", "")],
        "ERROR: SEARCH text not found in src/app.py (block 1, reply line 3: `import os`): "
        "a line that the edit changes is not there as quoted; a line beside the change differs; "
        "a line that differs equals one that the edit removes or adds.\n"
        "Closest matches (ranked by similarity):\n"
        "\n"
        "  [0.90] lines 1-3:\n"
        "    import os\n"
        "    \n"
        "    PORT = 80\n"
        "  differs: line 2 has `` where SEARCH has `PORT = 81`\n"
        "  differs: line 3 `PORT = 80` is not in SEARCH\n"
        "\n"
        "  [0.21] lines 4-4:\n"
        "    HOST = 'a'\n"
        "  differs: line 4 has `HOST = 'a'` where SEARCH has `import os`\n"
        "  differs: SEARCH has a line `PORT = 81` that isn't there (before line 5)\n"
        "\n"
        "Nothing was written.\n"
        "Send block 1 again, quoting the lines of the file as they are.\n",
        id="not-found over lines",
    ),
    pytest.param(
        [("empty.py", "zzz\n", "y\n")],
        "ERROR: SEARCH text not found in empty.py (block 1, reply line 3: `zzz`).\n"
        "\n"
        "Nothing was written.\n"
        "Send block 1 again, quoting the lines of the file as they are.\n",
        id="not-found without a candidate",
    ),
    pytest.param(
        [("b.py", "x\n", "y\n")],
        "ERROR: SEARCH text is ambiguous in b.py (block 1, reply line 3: `x`): it stands at 2 places.\n"
        "It stands at lines 1-1, 2-2.\n"
        "\n"
        "Nothing was written.\n"
        "Send block 1 again, with enough lines around the place to make SEARCH unique.\n",
        id="ambiguous",
    ),
    pytest.param(
        [("c.py", "x\n", "y\n")],
        "ERROR: file not found: c.py (block 1, reply line 3: `x`): nothing is there, and SEARCH has text.\n"
        "\n"
        "Nothing was written.\n"
        "Send block 1 again with the right path, or with an empty SEARCH to create the file.\n",
        id="file-not-found",
    ),
    pytest.param(
        [("b.py", "", "y\n")],
        "ERROR: SEARCH is empty, and the file exists: b.py (block 1, reply line 3): "
        "it has 2 lines.\n"
        "\n"
        "Nothing was written.\n"
        "Send block 1 again, quoting in SEARCH the lines to change.\n",
        id="file-exists",
    ),
    pytest.param(
        [("src/app.py", "PORT = 80\n", "PORT = 8080\n"), ("src/app.py", "PORT = 80\n", "PORT = 1\n")],
        "ERROR: the edit overlaps another one in src/app.py (block 2, reply line 11: `PORT = 80`): "
        "block 1 changes lines 3-3 too, in another way.\n"
        "\n"
        "Nothing was written. Block 1 fits.\n"
        "Send one block for both changes in place of block 2.\n",
        id="overlap",
    ),
    pytest.param(
        [("src/app.py", "PORT = 80\n", "PORT = 1\n"), ("src/app.py", "", ""), ("b.py", "q\n", "r\n")],
        "ERROR: a block can't be read in src/app.py (block 2, reply line 11): "
        "both sides are empty: nothing to find and nothing to write.\n"
        "\n"
        "ERROR: SEARCH text not found in b.py (block 3, reply line 17: `q`).\n"
        "\n"
        "Nothing was written. Block 1 fits.\n"
        "Send block 2 again, whole: a line with the path, then every marker on its own line.\n"
        "Send block 3 again, quoting the lines of the file as they are.\n",
        id="malformed and not-found",
    ),
]


@pytest.mark.parametrize(("blocks", "text"), REFUSALS)
def test_refusals(blocks: list[tuple[str, str, str]], text: str) -> None:
    assert report(*blocks) == text


def test_invisible_differences_are_made_visible() -> None:
    said = report(("tab.go", "    xy := 1 \n", "y\n"))
    assert "  differs: line 1 has `\\tx := 1\\xa0` where SEARCH has `    xy := 1 `\n" in said


def test_partial_tells_both() -> None:
    said = report(("src/app.py", "PORT = 80\n", "PORT = 1\n"), ("b.py", "q\n", "r\n"), partial=True)
    assert said.startswith("src/app.py:3-3  exact  +1 -1\n\nERROR: SEARCH text not found in b.py (block 2,")


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        ([2], "Blocks 1 and 3-5 fit."),
        ([1], "Blocks 2-5 fit."),
        ([1, 3], "Blocks 2 and 4-5 fit."),
        ([1, 3, 5], "Blocks 2 and 4 fit."),
        ([1, 2, 3, 4], "Block 5 fits."),
    ],
)
def test_which_blocks_fit(refused: list[int], sentence: str) -> None:
    blocks = [("n" + str(k), "zz\n" if k in refused else "", "x\n") for k in range(1, 6)]
    text = "".join(f"File: {path}\n<<<<<<< SEARCH\n{s}=======\n{r}>>>>>>> REPLACE\n" for path, s, r in blocks)
    assert f"Nothing was written. {sentence}\n" in editapply.plan_reply(text, {}).report()


def test_what_the_model_sent_is_not_repeated() -> None:
    said = report(("b.py", "short secret\nsecret " * 200 + "\n", "secret\n"))
    assert said.count("secret") == 1


@pytest.mark.parametrize("count", [1, 5, 50, 500])
def test_the_report_is_bounded(count: int) -> None:
    long = "".join(f"{'word ' * 50}{k}\n" for k in range(12))
    said = report(*[("src/app.py", f"{long}{k}\n", "x\n") for k in range(count)])
    assert len(said) <= 8000
    assert "Nothing was written.\n" in said


def test_one_refusal_is_bounded() -> None:
    text = "x.js\n<<<<<<< SEARCH\n" + "ab, " * 5000 + "\n=======\nx\n>>>>>>> REPLACE\n"
    said = editapply.plan_reply(text, {"x.js": ("ab, " * 3000 + "\n") * 30}).report()
    assert len(said) <= 2600


def test_control_characters_in_names_are_escaped() -> None:
    said = editapply.plan_reply("File: a\x1b[31m.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n", {}).report()
    assert "\x1b" not in said
    assert "a\\x1b[31m.py" in said
