"""The report on edits that fit, and how the parts of a report come together."""

from __future__ import annotations

from dataclasses import replace

import pytest

import editapply
from editapply.model import Applied, Change, Code, Edit, Options, Tier, Unchanged
from editapply.report import format_report
from editapply.report.text import describe
from tests.plans import not_found, plan_of, rejected, reply_of

FILES = {
    "src/app.py": "import os\n\nPORT = 80\nHOST = 'a'\n",
    "b.py": "x\nx\n",
    "loose.py": "def f(a):\n    x = 'it’s'  # old note\n    y = call(a,  b)\n    z = receive_all(a)\n    return z\n",
}


def report(*blocks: tuple[str, str, str], partial: bool = False) -> str:
    return editapply.plan_reply(reply_of(*blocks), FILES, Options(partial=partial)).report()


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


def test_what_was_not_as_quoted() -> None:
    assert report(
        ("loose.py", "  x = 'it's'  # old note\n  y = call(a, b)\n", "  x = 'it's'  # old note\n  y = call(a, c)\n"),
        ("src/app.py", "3 | PORT = 80\n4 | HOST = 'a'\n", "3 | PORT = 81\n4 | HOST = 'a'\n"),
    ) == (
        "loose.py:2-3    whitespace  +1 -1\n"
        "  not as quoted: lines 2-3 in indentation, line 2 in look-alike characters, line 3 in blanks inside the line\n"
        "src/app.py:3-4  exact       +1 -1\n"
        "  repaired: line numbers\n"
        "2 edits would be applied to 2 files; nothing was written\n"
    )


def test_what_differed_beyond_blanks() -> None:
    quote = "    x = 'it’s'  # old note\n    y = call(a,  b)\n    z = recieve_all(a)\n    return z\n"
    assert report(("loose.py", quote, quote.replace("call(a,  b)", "call(b)"))) == (
        "loose.py:2-5  fuzzy  +1 -1\n"
        "  not as quoted: line 4 in the spelling of a name\n"
        "  differs: line 4 has `receive_all` where SEARCH has `recieve_all`\n"
        "1 edit would be applied to 1 file; nothing was written\n"
    )


ACCEPTED = Applied(
    edit=Edit("src/app.py", "PRT = 80\n", "PORT = 1\n"),
    span=not_found().candidates[0].span,
    tier=Tier.FUZZY,
    similarity=0.89,
    added=1,
    removed=1,
    accepted=1,
)


def test_an_accepted_edit_is_shown_with_its_diff() -> None:
    before = "PORT = 80\nHOST = 'a'\n"
    accepted = replace(ACCEPTED, span=type(ACCEPTED.span)(0, 10))
    change = Change(before, before.replace("80", "1"))
    plan = plan_of(accepted, texts={"src/app.py": before}, changes={"src/app.py": change}, written=True)
    assert format_report(plan) == (
        "src/app.py:1-1  fuzzy accepted  +1 -1\n"
        "  not as quoted: line 1 in other text\n"
        "  differs: line 1 has `PORT` where SEARCH has `PRT`\n"
        "diff --git a/src/app.py b/src/app.py\n"
        "--- a/src/app.py\n"
        "+++ b/src/app.py\n"
        "@@ -1,2 +1,2 @@\n"
        "-PORT = 80\n"
        "+PORT = 1\n"
        " HOST = 'a'\n"
        "1 edit applied to 1 file\n"
    )


def test_warnings_come_before_the_last_line() -> None:
    assert report(("b.py:1", "x\n", "f(\n")) == (
        "b.py:1-1  exact  +1 -1\n"
        "warning: b.py: brackets were balanced before and are not after: 1 `(` without its partner\n"
        "1 edit would be applied to 1 file; nothing was written\n"
    )


def test_partial_tells_both() -> None:
    assert report(("src/app.py", "PORT = 80\n", "PORT = 1\n"), ("c.py", "q\n", "r\n"), partial=True) == (
        "src/app.py:3-3  exact  +1 -1\n"
        "\n"
        "ERROR: file not found: c.py (block 2, reply line 11: `q`): nothing is there, and SEARCH has text.\n"
        "\n"
        "Nothing was written. Block 1 fits. "
        "Send block 2 again with the right path, or with an empty SEARCH to create the file.\n"
    )


def test_what_was_written_in_part() -> None:
    plan = editapply.plan_reply(
        reply_of(("src/app.py", "PORT = 80\n", "PORT = 1\n"), ("c.py", "q\n", "r\n"), ("b.py:1", "x\n", "y\n")),
        FILES,
        Options(partial=True),
    )
    said = replace(plan, written=True).report()
    assert "\nBlocks 1 and 3 were written. Send block 2 again with the right path" in said


def test_unchanged_edits_are_not_written() -> None:
    fits = Unchanged(Edit("a.py", "x\n", "x\n", index=1), Code.NO_CHANGE, None, "SEARCH and REPLACE are equal")
    said = format_report(plan_of(fits, rejected(Code.STALE), written=True))
    assert "\nNothing was written. Read the file again, then send block 2 again.\n" in said


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
    blocks = [(f"n{k}.py", "zz\n" if k in refused else "", "x\n") for k in range(1, 6)]
    assert f"\nNothing was written. {sentence} " in editapply.plan_reply(reply_of(*blocks), {}).report()


def test_control_characters_in_names_are_escaped() -> None:
    said = editapply.plan_reply("File: a\x1b[31m.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n", {}).report()
    assert "\x1b" not in said
    assert "a\\x1b[31m.py" in said


def test_undecodable_bytes_are_shown_as_replacement_characters() -> None:
    said = format_report(plan_of(not_found(), texts={"src/auth/service.ts": "\udcff\n" * 9}))
    assert "\n    \ufffd\n" in said


def test_an_outcome_in_a_line() -> None:
    plan = editapply.plan_reply(reply_of(("b.py:1", "x\n", "y\n"), ("c.py", "q\n", "r\n")), FILES)
    assert [describe(outcome, plan) for outcome in plan.outcomes] == [
        "b.py:1-1  exact  +1 -1",
        "ERROR: file not found: c.py (block 2, reply line 11: `q`): nothing is there, and SEARCH has text.",
    ]
