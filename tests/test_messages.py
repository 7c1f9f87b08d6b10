"""What a refusal says, for each code, compared whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

import editapply
from editapply.model import Code, Kept, Unchanged
from editapply.report import format_report
from editapply.report.headline import HEADLINES
from editapply.report.steps import NEXT_STEPS
from tests.plans import CORRECTION, SERVICE, candidate, not_found, plan_of, refused_by_file, rejected, reply_of

REJECTING = [code for code in Code if code not in (Code.NO_CHANGE, Code.ALREADY_APPLIED)]
FILES = {"src/app.py": "import os\n\nPORT = 80\nHOST = 'a'\n", "b.py": "x\nx\n", "raw.txt": "caf\udce9\n"}

BLOCK = "(block 2, reply line 31: `if (user.expiresAt <= Date.now()) {`)"


@pytest.mark.parametrize("code", REJECTING)
def test_every_code_has_its_words(code: Code) -> None:
    assert code in HEADLINES
    assert "{block}" in NEXT_STEPS[code]


TWINS = (
    "class A:\n    def f(self):\n        pass\nclass B:\n    def f(self):\n        pass\n    # end\n    def f(self):\n"
)
PLACES = (
    candidate(TWINS, 2, 2, around=(1, 2)),
    candidate(TWINS, 5, 5, around=(4, 6)),
    candidate(TWINS, 8, 8),
)


def test_ambiguous_with_what_makes_each_place_unique() -> None:
    outcome = rejected(
        Code.AMBIGUOUS, "it stands at 3 places", path="a.py", search="    def f(self):\n", candidates=PLACES
    )
    assert format_report(plan_of(outcome, texts={"a.py": TWINS})) == (
        "ERROR: SEARCH text is ambiguous in a.py (block 2, reply line 31: `def f(self):`): it stands at 3 places.\n"
        "It stands at:\n"
        "  1. line 2 (unique with line 1 above: `class A:`)\n"
        "  2. line 5 (unique with line 4 above and line 6 below)\n"
        "  3. line 8\n"
        "\n"
        "Nothing was written. "
        "Send block 2 again, with the lines around the place that make SEARCH unique, as named above.\n"
    )


def test_ambiguous_at_many_places() -> None:
    text = "x\ny\n" * 25
    places = tuple(candidate(text, k, k + 1) for k in range(1, 51, 2))
    outcome = rejected(Code.AMBIGUOUS, "it stands at 25 places", path="a.py", search="x\ny\n", candidates=places)
    numbers = ", ".join(f"{k}-{k + 1}" for k in range(1, 41, 2))
    assert format_report(plan_of(outcome, texts={"a.py": text})) == (
        "ERROR: SEARCH text is ambiguous in a.py (block 2, reply line 31: `x`): it stands at 25 places.\n"
        f"It stands at lines {numbers} and 5 more.\n"
        "\n"
        "Nothing was written. Send block 2 again, with enough lines around the place to make SEARCH unique.\n"
    )


def test_conflict() -> None:
    detail = "the indentation of the quote contradicts the file's, and new lines depend on it"
    assert format_report(plan_of(not_found(code=Code.CONFLICT, detail=detail, correction=None))) == (
        f"ERROR: conflict in src/auth/service.ts {BLOCK}: {detail}.\n"
        "The file has there:\n"
        "  lines 2-3:\n"
        "      if (user.tokenExpiresAt < Date.now()) {\n"
        "        await this.refreshToken(user);\n"
        "  differs: line 2 has `tokenExpiresAt <` where SEARCH has `expiresAt <=`\n"
        "\n"
        "Nothing was written. Send block 2 again, quoting the lines of the file as they are.\n"
    )


def test_overlap_shows_the_lines_of_the_other_edit_without_comparing_them() -> None:
    detail = "block 1 changes line 2 too, in another way"
    outcome = rejected(Code.OVERLAP, detail, candidates=(candidate(SERVICE, 2, 2),))
    assert format_report(plan_of(outcome)) == (
        f"ERROR: the edit overlaps another one in src/auth/service.ts {BLOCK}: {detail}.\n"
        "The file has there:\n"
        "  line 2:\n"
        "      if (user.tokenExpiresAt < Date.now()) {\n"
        "\n"
        "Nothing was written. Send one block for both changes in place of block 2, "
        "and leave the overlapped one out (`--drop`).\n"
    )


def test_file_not_found_with_nearest_paths() -> None:
    outcome = rejected(Code.FILE_NOT_FOUND, "nothing is there, and SEARCH has text", nearest=("src/a.ts", "b\x1b.ts"))
    assert format_report(plan_of(outcome, texts={})) == (
        f"ERROR: file not found: src/auth/service.ts {BLOCK}: "
        "nothing is there, and SEARCH has text.\n"
        "Nearest paths: src/a.ts, b\\x1b.ts.\n"
        "\n"
        "Nothing was written. Send block 2 again with the right path, or with an empty SEARCH to create the file.\n"
    )


def test_budget() -> None:
    assert format_report(plan_of(rejected(Code.BUDGET, "too many blocks to look for"))) == (
        f"ERROR: too much work in src/auth/service.ts {BLOCK}: "
        "too many blocks to look for.\n"
        "\n"
        "Nothing was written. Send block 2 again with a shorter SEARCH, or in a reply with fewer blocks.\n"
    )


REAL = [
    pytest.param(
        [("src/app.py", "", "")],
        "ERROR: a block can't be read in src/app.py (block 1, reply line 3): "
        "both sides are empty: nothing to find and nothing to write.\n"
        "\n"
        "Nothing was written. "
        "Send block 1 again, whole: a line with the path, then every marker on its own line.\n",
        id="malformed",
    ),
    pytest.param(
        [("c.py", "x\n", "y\n")],
        "ERROR: file not found: c.py (block 1, reply line 3: `x`): nothing is there, and SEARCH has text.\n"
        "\n"
        "Nothing was written. Send block 1 again with the right path, or with an empty SEARCH to create the file.\n",
        id="file-not-found",
    ),
    pytest.param(
        [("b.py", "", "y\n")],
        "ERROR: SEARCH is empty, and the file exists: b.py (block 1, reply line 3): it has 2 lines.\n"
        "\n"
        "Nothing was written. Send block 1 again, quoting in SEARCH the lines to change.\n",
        id="file-exists",
    ),
    pytest.param(
        [("n.py", "", "x\n"), ("n.py", "", "y\n")],
        "ERROR: two blocks create one file: n.py (block 2, reply line 10): "
        "block 1 of this reply creates it, with another text.\n"
        "\n"
        "Nothing was written. Block 1 fits. "
        "Send one block with the whole file in place of block 2, and leave the other one out (`--drop`).\n",
        id="file created twice",
    ),
    pytest.param(
        [("n.x", "", "x\n"), ("n.x/a.py", "", "y\n")],
        "ERROR: conflict in n.x/a.py (block 2, reply line 10): "
        "block 1 creates n.x as a file, so it can't be a folder.\n"
        "\n"
        "Nothing was written. Block 1 fits. "
        "Send block 2 again with another path, or leave one of the two out (`--drop`).\n",
        id="file and folder",
    ),
    pytest.param(
        [("raw.txt", "café\n", "the\n")],
        "ERROR: encoding in raw.txt (block 1, reply line 3: `café`): "
        "the file is not UTF-8: only edits in plain ASCII are made to it, so that its other bytes stay.\n"
        "\n"
        "Nothing was written. Send block 1 again in plain ASCII, away from such bytes, or convert the file first.\n",
        id="encoding",
    ),
    pytest.param(
        [("src/app.py", "PORT = 80\nHOST = 'a'\n", "PORT = 1\n# ... rest of the code ...\n")],
        "ERROR: REPLACE has a placeholder in src/app.py (block 1, reply line 3: `PORT = 80`): "
        "`# ... rest of the code ...` stands for lines that would be lost.\n"
        "\n"
        "Nothing was written. Send block 1 again, with the lines themselves in REPLACE.\n",
        id="placeholder",
    ),
    pytest.param(
        [("src/app.py", "PORT = 80\n", "PORT = 8080\n"), ("src/app.py", "PORT = 80\n", "PORT = 1\n")],
        "ERROR: the edit overlaps another one in src/app.py (block 2, reply line 11: `PORT = 80`): "
        "block 1 changes line 3 too, in another way.\n"
        "The file has there:\n"
        "  line 3:\n"
        "    PORT = 80\n"
        "\n"
        "Nothing was written. Block 1 fits. Send one block for both changes in place of block 2, "
        "and leave the overlapped one out (`--drop`).\n",
        id="overlap",
    ),
    pytest.param(
        [("src/app.py", "PORT = 80\n", "PORT = 1\n"), ("src/app.py", "", ""), ("c.py", "q\n", "r\n")],
        "ERROR: a block can't be read in src/app.py (block 2, reply line 11): "
        "both sides are empty: nothing to find and nothing to write.\n"
        "\n"
        "ERROR: file not found: c.py (block 3, reply line 17: `q`): nothing is there, and SEARCH has text.\n"
        "\n"
        "Nothing was written. Block 1 fits.\n"
        "Send block 2 again, whole: a line with the path, then every marker on its own line.\n"
        "Send block 3 again with the right path, or with an empty SEARCH to create the file.\n",
        id="several codes at once",
    ),
]


@pytest.mark.parametrize(("blocks", "text"), REAL)
def test_of_a_reply(blocks: list[tuple[str, str, str]], text: str) -> None:
    assert editapply.plan_reply(reply_of(*blocks), FILES).report() == text


def test_a_reply_without_a_block() -> None:
    assert editapply.plan_reply("I'll do that.\n", {}).report() == (
        "ERROR: no SEARCH/REPLACE block in the reply: write the file's path on a line, then `<<<<<<< SEARCH`, "
        "the lines of the file, `=======`, the new lines and `>>>>>>> REPLACE`, each marker on its own line.\n"
        "\n"
        "Nothing was written.\n"
    )


@pytest.mark.parametrize(
    ("code", "head", "step"),
    [
        (Code.UNSAFE_PATH, "unsafe path:", "Send block 1 again with a path inside the root folder."),
        (Code.BINARY, "binary file:", "Leave block 1 out: binary files are not edited."),
        (
            *(Code.ENCODING, "encoding in"),
            "Send block 1 again in plain ASCII, away from such bytes, or convert the file first.",
        ),
        (Code.STALE, "stale:", "Read the file again, then send block 1 again."),
        (Code.PERMISSION, "permission denied:", "Make the file writable, or leave block 1 out."),
        (Code.IO, "can't read or write:", "See to the reason given, then send block 1 again."),
    ],
)
def test_a_file_that_cannot_be_read(code: Code, head: str, step: str) -> None:
    assert refused_by_file(code, "so it is").report() == (
        f"ERROR: {head} data/x.bin (block 1, reply line 3: `a`): so it is.\n\nNothing was written. {step}\n"
    )


def test_the_commands_where_several_blocks_were_refused() -> None:
    ambiguous = rejected(
        Code.AMBIGUOUS, "it stands at 3 places", path="a.py", search="    def f(self):\n", candidates=PLACES, index=5
    )
    fits = Unchanged(replace(CORRECTION, index=1), Code.NO_CHANGE, None)
    missing = rejected(Code.FILE_NOT_FOUND, "nothing is there", search="q\n", path="c.py")
    plan = plan_of(fits, missing, ambiguous, texts={"a.py": TWINS}, kept=Kept("1a2b3c4d", "my dir"))
    assert format_report(plan) == (
        "ERROR: file not found: c.py (block 2, reply line 31: `q`): nothing is there.\n"
        "\n"
        "ERROR: SEARCH text is ambiguous in a.py (block 5, reply line 31: `def f(self):`): it stands at 3 places.\n"
        "It stands at:\n"
        "  1. line 2 (unique with line 1 above: `class A:`)\n"
        "  2. line 5 (unique with line 4 above and line 6 below)\n"
        "  3. line 8\n"
        "\n"
        "Nothing was written. Block 1 fits.\n"
        "Send block 2 again with the right path, or with an empty SEARCH to create the file.\n"
        "Send block 5 again, with the lines around the place that make SEARCH unique, as named above.\n"
        "Send only blocks 2 and 5, in this order (or each with `(block N)` before its path): "
        "`editapply apply --root 'my dir' --resume 1a2b3c4d -`; the others are kept.\n"
        "Add `--accept 5=2` to take the second place for block 5, or `--drop N` to give block N up; "
        "leave `-` out where no block is sent.\n"
    )
