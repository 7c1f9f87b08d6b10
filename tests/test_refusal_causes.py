"""Why a quote stands nowhere: one named cause, told in a sentence."""

from __future__ import annotations

import pytest

from editapply.apply import plan_edits
from editapply.model import Applied, Cause, Code, Edit, Options, Outcome, Rejected, Tier, Unchanged

LINES = "def Foo(a, b):\n    total = add(a, b)\n    log(total)\n    return total\n\n\ndef bar():\n    return 1\n"


def outcomes(before: str, *edits: Edit, options: Options | None = None) -> tuple[Outcome, ...]:
    return plan_edits(edits, {"a.py": before}.get, options).outcomes


def refusal(
    before: str, search: str, written: str, options: Options | None = None, whole_lines: bool = True
) -> Rejected:
    found = outcomes(before, Edit("a.py", search, written, whole_lines=whole_lines), options=options)[0]
    assert isinstance(found, Rejected)
    assert found.code is Code.NOT_FOUND
    return found


CASES = [
    pytest.param(
        LINES,
        "def foo(a, b):\n    total = add(a, b)\n",
        "def foo(a, b):\n    total = 1\n",
        Cause.LETTER_CASE,
        "only the letter case differs",
        id="letter case",
    ),
    pytest.param(
        LINES,
        "    log(total)\n    total = add(a, b)\n    return total\n",
        "    log(total)\n    total = add(a, b)\n    return 2\n",
        Cause.LINE_ORDER,
        "the same lines stand there in another order",
        id="line order",
    ),
    pytest.param(
        LINES,
        "def Foo(a\n    total = add(a, b)\n",
        "def Foo(a\n    total = 0\n",
        Cause.CUT_SHORT,
        "SEARCH has only a part of line 1: quote whole lines",
        id="cut short",
    ),
    pytest.param(
        LINES,
        "def Foo(a, b):\n    # ...\n    return nothing\n",
        "def Foo(a, b):\n    # ...\n    return 2\n",
        Cause.ELIDED,
        "`# ...` in SEARCH stands for lines that are left out: quote them",
        id="elided",
    ),
    pytest.param(
        "if a < b:\n    y()\n",
        "if a &lt; b:\n    y()\n",
        "if a < c:\n    y()\n",
        Cause.ESCAPES,
        "SEARCH has HTML entities where the file has the signs themselves, and REPLACE doesn't go with that",
        id="entities on one side",
    ),
    pytest.param(
        LINES,
        "3|    log(total)\n4|    return total\n",
        "3|    log(total)\n7|    return 2\n",
        Cause.LINE_NUMBERS,
        "SEARCH has line numbers in front of its lines, and REPLACE doesn't go with that",
        id="line numbers that don't ascend",
    ),
    pytest.param(
        "x = 5\ny = 2\nz = 3\n",
        "x = 1\ny = 2\nz = 3\n",
        "x = 5\ny = 2\nz = 6\n",
        Cause.HALF_APPLIED,
        "a part of it is made already: line 1 as REPLACE has it",
        id="half of it made",
    ),
    pytest.param(
        "x = 5\n",
        "x = 1\n",
        "x = 5\n",
        Cause.ALREADY_APPLIED,
        "REPLACE stands at line 1: was this edit made already?",
        id="made without context",
    ),
    pytest.param(
        "timeout = 10\n",
        "timeout = 5\n",
        "timeout = 30\n",
        Cause.BELOW_RULE,
        "a line that the edit changes is not there as quoted",
        id="stale target",
    ),
    pytest.param("timeout = 10\n", "wholly_other()\n", "z\n", None, "", id="nothing like it"),
]


@pytest.mark.parametrize(("before", "search", "written", "cause", "detail"), CASES)
def test_one_cause_is_named(before: str, search: str, written: str, cause: Cause | None, detail: str) -> None:
    found = refusal(before, search, written)
    assert (found.cause, found.detail) == (cause, detail)


LIMITED = [
    pytest.param(Tier.EXACT, "  log(total)\n  return total\n", Cause.INDENTATION, "indentation", id="indentation"),
    pytest.param(Tier.EXACT, "    log(total)  \n", Cause.WHITESPACE, "blanks at line ends", id="line ends"),
    pytest.param(Tier.EXACT, "    log(total)\u200b\n", Cause.LOOKALIKES, "look-alike characters", id="look-alikes"),
    pytest.param(
        Tier.EXACT, "3|    log(total)\n4|    return total\n", Cause.LINE_NUMBERS, "line numbers", id="numbers"
    ),
]


@pytest.mark.parametrize(("most", "search", "cause", "what"), LIMITED)
def test_what_a_looser_tier_would_forgive_is_the_cause(most: Tier, search: str, cause: Cause, what: str) -> None:
    written = search.replace("log", "write")
    found = refusal(LINES, search, written, Options(max_tier=most))
    assert found.cause is cause
    assert found.detail == f"the quote differs in nothing but {what}, and the loosest tier allowed is exact"
    assert LINES[found.candidates[0].span.start :].startswith("    log(total)")


def test_a_match_of_a_tier_that_is_not_allowed() -> None:
    search = "def Foo(a, b):\n    total = add(a, b)\n    log(totl)\n    return total\n"
    found = refusal(LINES, search.replace("totl", "totals_of"), search, Options(max_tier=Tier.WHITESPACE))
    assert found.cause is Cause.BELOW_RULE


def test_a_pair_that_stands_inside_of_words_only() -> None:
    found = refusal("discount = 1\n", "count = 1", "count = 2", whole_lines=False)
    assert found.detail == "it stands only inside of longer words there: quote whole words"


def test_a_block_that_fits_only_after_a_later_one() -> None:
    first = Edit("a.py", "def baz():\n    return 2\n", "def baz():\n    return 3\n", index=1)
    second = Edit("a.py", "def bar():\n", "def baz():\n    return 2\n\n\ndef bar():\n", index=2)
    found = outcomes(LINES, first, second)
    assert isinstance(found[0], Rejected)
    assert (found[0].cause, found[0].detail) == (Cause.OTHER_BLOCK, "it fits only after block 2: put it behind")


def test_a_block_that_quotes_what_a_refused_one_writes() -> None:
    first = Edit("a.py", "def nowhere():\n", "def baz():\n    return 2\n", index=1)
    second = Edit("a.py", "def baz():\n    return 2\n", "def baz():\n    return 3\n", index=2)
    found = outcomes(LINES, first, second)[1]
    assert isinstance(found, Rejected)
    assert found.cause is Cause.OTHER_BLOCK
    assert found.detail == "it quotes what block 1 writes, and that block was refused"
    assert found.correction is None


def test_a_reply_that_was_made_in_part() -> None:
    made = Edit("a.py", "def bar():\n    return 0\n", "def bar():\n    return 1\n", index=1)
    other = Edit("a.py", "    totally = other(thing)\n", "    x\n", index=2)
    found = outcomes(LINES, made, other)
    assert isinstance(found[0], Unchanged)
    assert isinstance(found[1], Rejected)
    assert found[1].cause is Cause.HALF_APPLIED
    assert found[1].detail.startswith("block 1 of this reply is made already")


def test_other_blocks_are_not_named_where_they_have_nothing_to_do_with_it() -> None:
    fits = Edit("a.py", "def bar():\n", "def qux():\n", index=1)
    other = Edit("a.py", "    totally = other(thing)\n", "    x\n", index=2)
    found = outcomes(LINES, fits, other)
    assert isinstance(found[0], Applied)
    assert isinstance(found[1], Rejected)
    assert found[1].cause is not Cause.HALF_APPLIED
    assert found[1].cause is not Cause.OTHER_BLOCK


def test_a_placeholder_is_an_elision() -> None:
    found = outcomes(LINES, Edit("a.py", LINES, "def Foo(a, b):\n    # ... rest of the code ...\n"))[0]
    assert isinstance(found, Rejected)
    assert (found.code, found.cause) == (Code.PLACEHOLDER, Cause.ELIDED)


def test_contradicting_indentation_is_named() -> None:
    before = "if a:\n    if b:\n        x\ny\n"
    found = outcomes(before, Edit("a.py", "if a:\n  if b:\n      x\n  y\n", "if a:\n  if b:\n      x\n      z\n  y\n"))[
        0
    ]
    assert isinstance(found, Rejected)
    assert (found.code, found.cause) == (Code.CONFLICT, Cause.INDENTATION)
