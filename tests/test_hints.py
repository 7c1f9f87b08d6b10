"""The lines that a block names: as they are read, where they settle, and where they limit."""

from __future__ import annotations

import pytest

import editapply
from editapply.model import Applied, Code, Edit, Rejected

case = pytest.param
LOW_CANDIDATES = pytest.mark.xfail(strict=True, reason="a place below the threshold counts as something near the hint")
BLOCK = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"


@pytest.mark.parametrize(
    ("reply", "hint"),
    [
        case("a.py:12\n" + BLOCK, (12, 12), id="behind the path"),
        case("a.py:12-20\n" + BLOCK, (12, 20), id="a range behind the path"),
        case("`a.py:12`\n" + BLOCK, (12, 12), id="in a code span"),
        case("a.py lines 12-20\n" + BLOCK, (12, 20), id="lines"),
        case("a.py (lines 12-20)\n" + BLOCK, (12, 20), id="lines in brackets"),
        case("a.py\n" + BLOCK.replace("old", ":start_line:12\n-------\nold"), (12, 12), id="start_line"),
        case("a.py\n" + BLOCK.replace("old", ":start_line: 12\nold"), (12, 12), id="start_line without a rule"),
        case(
            "a.py\n" + BLOCK.replace("old", ":start_line:12\n:end_line:20\n-------\nold"),
            (12, 20),
            id="start_line and end_line",
        ),
        case("a.py:3\n" + BLOCK.replace("old", ":start_line:12\n-------\nold"), (12, 12), id="the block's own first"),
        case("a.py\n<<<<<<< SEARCH:12\n" + BLOCK.split("\n", 1)[1], (12, 12), id="behind the marker"),
        case("a.py\n<<<<<<< SEARCH :12\n" + BLOCK.split("\n", 1)[1], (12, 12), id="behind the marker, with a blank"),
        case("a.py\n" + BLOCK, None, id="none"),
    ],
)
def test_a_hint_that_is_read(reply: str, hint: tuple[int, int] | None) -> None:
    assert editapply.parse_reply(reply) == [Edit("a.py", "old", "new", hint, reply_line=2)]


@pytest.mark.parametrize(
    "lines", [":end_line:20\n", ":start_line:0\n", ":start_line:9\n:end_line:3\n", ":start_line:x\n", "start_line:12\n"]
)
def test_noop_what_is_no_hint_is_text(lines: str) -> None:
    assert editapply.parse_reply("a.py\n" + BLOCK.replace("old\n", lines + "old\n")) == [
        Edit("a.py", lines + "old\n", "new\n", reply_line=2)
    ]


def drifted(text: str, hint: tuple[int, int] | None, search: str, replace: str) -> tuple[bool, str]:
    result = editapply.apply_edits(text, [Edit("a.py", search, replace, hint)])
    return result.ok, result.after


@pytest.mark.parametrize(
    ("hint", "after"),
    [
        (None, None),
        ((2, 2), "x\n  b \nx\n  a \n"),
        ((4, 9), "x\n  a \nx\n  b \n"),
        ((1, 4), None),
        ((3, 3), None),
    ],
)
def test_a_hint_settles_between_drifted_places(hint: tuple[int, int] | None, after: str | None) -> None:
    text = "x\n  a \nx\n  a \n"
    assert drifted(text, hint, "a\n", "b\n") == (after is not None, text if after is None else after)


@pytest.mark.parametrize("hint", [(1, 1), (500, 500)])
def test_noop_a_wrong_hint_on_a_place_that_is_unique(hint: tuple[int, int]) -> None:
    assert drifted("x\n  a \n", hint, "a\n", "b\n") == (True, "x\n  b \n")


FILLER = "".join(f"filler_{k}(value)\n" for k in range(40))
PLACE = "first(value)  # one\nsecond(value)\nthird(value)\n"
QUOTE = PLACE.replace("# one", "# 1")


@pytest.mark.parametrize(
    ("first", "fits"),
    [
        case(41, True, id="there"),
        case(31, True, id="ten lines above"),
        case(53, True, id="ten lines below"),
        case(1, True, id="far, but nothing is near it", marks=LOW_CANDIDATES),
        case(500, True, id="behind the end"),
    ],
)
def test_fuzzy_near_a_hint(first: int, fits: bool) -> None:
    text = FILLER + PLACE + FILLER
    ok, after = drifted(text, (first, first), QUOTE, QUOTE.replace("third", "last"))
    assert (ok, after) == (fits, text.replace("third", "last") if fits else text)


def test_fuzzy_far_from_a_hint_where_something_is_near_it() -> None:
    """A place like the quote is near the hint, and another one fits: which one was meant isn't certain."""
    near = PLACE.replace("third(value)", "fifth(value, value)")
    text = near + FILLER + PLACE
    edit = Edit("a.py", QUOTE, QUOTE.replace("third", "last"), (2, 2))
    result = editapply.apply_edits(text, [edit])
    outcome = result.outcomes[0]
    assert isinstance(outcome, Rejected)
    assert (result.after, outcome.code, outcome.detail) == (
        text,
        Code.NOT_FOUND,
        "the place is far from the lines that the block names",
    )
    assert isinstance(editapply.apply_edits(text, [Edit("a.py", QUOTE, edit.replace)]).outcomes[0], Applied)


def test_uniqueness_is_judged_over_the_whole_file_whatever_the_hint() -> None:
    text = PLACE + FILLER + PLACE.replace("# one", "# two")
    assert drifted(text, (2, 2), QUOTE, QUOTE.replace("third", "last")) == (False, text)
