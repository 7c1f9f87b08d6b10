"""What becomes of the edits of one text, through `apply_edits`."""

from __future__ import annotations

import pytest

import editapply
from editapply.model import Applied, Code, Edit, Reading, Rejected, Span, Unchanged

case = pytest.param
TWO = [Span(0, 2), Span(2, 4)]


def edit(search: str, replace: str, **fields: object) -> Edit:
    return Edit("a", search, replace, **fields)  # type: ignore[arg-type]


def pair(search: str, replace: str, count: int | None = 1) -> Edit:
    return Edit("a", search, replace, whole_lines=False, count=count)


@pytest.mark.parametrize(
    ("before", "edits", "after"),
    [
        case("a\nb\nc\n", [edit("b", "B")], "a\nB\nc\n", id="replaced"),
        case("a\nb\nc\n", [edit("a\n", "")], "b\nc\n", id="deleted"),
        case("a\nc\n", [edit("a", "a\nb")], "a\nb\nc\n", id="inserted"),
        case("a\nb\nc\n", [edit("c", "C"), edit("a", "A")], "A\nb\nC\n", id="any order"),
        case("a\nb\n", [edit("a", "x"), edit("x", "y")], "y\nb\n", id="dependent"),
        case("a\nb\n", [edit("a", "x\nz"), edit("z\nb", "Z")], "x\nZ\n", id="dependent across the border"),
        case("a\nb\nc\n", [edit("a\nb", "A\nb"), edit("b\nc", "b\nC")], "A\nb\nC\n", id="overlap merged"),
        case("a\nb\n", [edit("a", "b"), edit("b", "a")], "b\na\n", id="swapped"),
        case("a\nb\n", [edit("a", "a\nx"), edit("b", "y\nb")], "a\nx\ny\nb\n", id="two insertions, two anchors"),
        case("a\na\n", [edit("a", "b", hint=(2, 2))], "a\nb\n", id="hint"),
        case("a\na\n", [edit("a", "b", count=None)], "b\nb\n", id="all places"),
        case("a\na\n", [edit("a", "b", count=2)], "b\nb\n", id="as many as counted"),
        case("a\na\na\n", [edit("a\na", "b", count=None)], "b\na\n", id="all places, none twice"),
        case("", [edit("", "a")], "a\n", id="empty file filled"),
        case("a\nc\n", [edit("", "b", hint=(2, 2))], "a\nb\nc\n", id="inserted at a hint"),
        case("a\n", [edit("", "b", hint=(2, 2))], "a\nb\n", id="inserted behind the last line"),
        case("x = 1; y = 1\n", [pair("y = 1", "y = 2")], "x = 1; y = 2\n", id="pair inside a line"),
        case("a\r\nb\r\n", [pair("a\nb", "c\nd")], "c\r\nd\r\n", id="pair over lines"),
        case("f(a, a)\n", [pair("a", "b", count=None)], "f(b, b)\n", id="pair at all places"),
    ],
)
def test_edits_that_fit(before: str, edits: list[Edit], after: str) -> None:
    result = editapply.apply_edits(before, edits)
    assert (result.after, [type(outcome) for outcome in result.outcomes]) == (after, [Applied] * len(edits))


@pytest.mark.parametrize("before", ["", "\n", " \n\t\n"])
def test_fuzz_the_span_of_a_filled_file_is_all_of_it(before: str) -> None:
    """Found by fuzzing: the blank lines that a new text takes the place of lay outside of the span."""
    outcome = editapply.apply_edits(before, [edit("", "a")]).outcomes[0]
    assert isinstance(outcome, Applied)
    assert outcome.span == Span(0, len(before))


@pytest.mark.parametrize(
    ("before", "edits", "code", "spans"),
    [
        case("a\na\n", [edit("a", "b")], Code.AMBIGUOUS, TWO, id="two places"),
        case("a\na\n", [edit("a", "b", hint=(1, 2))], Code.AMBIGUOUS, TWO, id="wide hint"),
        case("a\na\nb\n", [edit("a", "b", hint=(3, 3))], Code.AMBIGUOUS, TWO, id="far hint"),
        case("a\na\n", [edit("a", "b", count=3)], Code.AMBIGUOUS, TWO, id="count too high"),
        case("ab\n", [edit("bb", "c")], Code.NOT_FOUND, [Span(0, 3)], id="nowhere"),
        case("aa\n", [edit("a", "b")], Code.NOT_FOUND, [Span(0, 3)], id="part of a line"),
        case("discount = 1\n", [pair("count = 1", "x")], Code.NOT_FOUND, [Span(3, 12)], id="part of a word"),
        case("a\nb\n", [edit("a", "x"), edit("a", "y")], Code.OVERLAP, [Span(0, 2)], id="two ways"),
        case("a\nb\n", [edit("a\nb", ""), edit("b", "c")], Code.OVERLAP, [Span(0, 4)], id="deleted and changed"),
        case("a\nb\n", [edit("a", "a\nx"), edit("a\nb", "a\ny\nb")], Code.OVERLAP, [Span(2, 2)], id="insertions"),
        case("a\n", [edit("", "b")], Code.FILE_EXISTS, [], id="creation of what exists"),
        case("a\n", [edit("", "b", hint=(3, 3))], Code.NOT_FOUND, [], id="hint behind the end"),
        case("a\udce9\nb\n", [edit("b", "ü")], Code.ENCODING, [], id="not UTF-8, edit not ASCII"),
        case("a\n", [edit("a", "\ud800")], Code.ENCODING, [], id="lone surrogate"),
    ],
)
def test_edits_that_are_refused(before: str, edits: list[Edit], code: Code, spans: list[Span]) -> None:
    result = editapply.apply_edits(before, edits)
    last = result.outcomes[-1]
    assert isinstance(last, Rejected)
    assert result.after == before
    assert (last.code, [candidate.span for candidate in last.candidates]) == (code, spans)


@pytest.mark.parametrize(
    ("before", "edits", "detail"),
    [
        case("", [edit("", "a"), edit("", "b")], "block 1 of this reply fills it, with another text", id="twice"),
        case("a\n", [edit("", "b")], "it has 1 line", id="one line"),
        case("a\n", [edit("a", "a\nb"), edit("", "c")], "it has 2 lines", id="lines of an earlier block"),
        case("a\n", [edit("", "b", hint=(3, 3))], "the file has no line 3, its last is line 1", id="hint"),
        case(
            "a\n",
            [edit("a", "a\nb\nc"), edit("", "d", hint=(3, 3))],
            "the file has no line 3, its last is line 1",
            id="hint at a line of an earlier block",
        ),
    ],
)
def test_why_a_text_with_an_empty_quote_is_refused(before: str, edits: list[Edit], detail: str) -> None:
    """Told by a tester: the first block of a reply was taken for the file."""
    [*_, last] = editapply.apply_edits(before, edits).outcomes
    assert isinstance(last, Rejected)
    assert last.detail == detail


@pytest.mark.parametrize(
    ("before", "edits", "code"),
    [
        case("a\nb\n", [edit("a", "a")], Code.NO_CHANGE, id="equal sides"),
        case("a\na\n", [edit("a", "a")], Code.NO_CHANGE, id="equal sides at two places"),
        case("a\nB\nc\n", [edit("a\nb\nc", "a\nB\nc")], Code.ALREADY_APPLIED, id="between kept lines"),
        case("a\nB\n", [edit("a\nb", "a\nB")], Code.ALREADY_APPLIED, id="kept line on one side"),
        case("a\nx\nb\n", [edit("a", "a\nx")], Code.ALREADY_APPLIED, id="insertion made before"),
        case("a\n", [edit("", "a")], Code.ALREADY_APPLIED, id="file made before"),
    ],
)
def test_edits_with_nothing_left_to_do(before: str, edits: list[Edit], code: Code) -> None:
    result = editapply.apply_edits(before, edits)
    outcome = result.outcomes[-1]
    assert isinstance(outcome, Unchanged)
    assert (result.after, outcome.code) == (before, code)


@pytest.mark.parametrize(
    ("before", "edits"),
    [
        case("B\n", [edit("b", "B")], id="no kept line"),
        case("a\nB\na\nB\n", [edit("a\nb", "a\nB")], id="REPLACE at two places"),
        case("a\nb\nc\n", [edit("a\nx\nc", "a\nc")], id="a deletion is never already applied"),
        case("\nB\n", [edit("\nb", "\nB")], id="the kept line is blank"),
    ],
)
def test_what_is_no_proof_that_an_edit_was_made(before: str, edits: list[Edit]) -> None:
    outcome = editapply.apply_edits(before, edits).outcomes[0]
    assert isinstance(outcome, Rejected)
    assert outcome.code is Code.NOT_FOUND


def test_an_insertion_of_a_line_that_search_has_is_made() -> None:
    assert editapply.apply_edits("a\na\nb\n", [edit("a\nb", "a\na\nb")]).after == "a\na\na\nb\n"


def test_the_same_edit_twice_is_done_once() -> None:
    result = editapply.apply_edits("a\nb\n", [edit("a", "a\nx"), edit("a", "a\nx")])
    assert result.after == "a\nx\nb\n"
    assert [type(outcome) for outcome in result.outcomes] == [Applied, Unchanged]


def test_a_new_line_never_makes_a_later_block_ambiguous() -> None:
    result = editapply.apply_edits("a\nx\nc\n", [edit("c", "a\nc"), edit("a", "A")])
    assert result.after == "A\nx\na\nc\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        case("a\nb\n=======\nc\n", "A\n", id="the long SEARCH stands"),
        case("a\nb\nc\n", None, id="only the short one: it would write a divider"),
        case("x\n", None, id="none"),
    ],
)
def test_a_block_with_several_dividers(before: str, after: str | None) -> None:
    """The file decides which of the dividers divides."""
    readings = (Reading("a\nb\n", "c\n=======\nA\n", False), Reading("a\nb\n=======\nc\n", "A\n", True))
    result = editapply.apply_edits(before, [edit("a\nb", "c\n=======\nA", readings=readings)])
    assert result.after == (before if after is None else after)
    assert result.ok == (after is not None)


def test_partial_keeps_what_fits() -> None:
    edits = [edit("a", "A"), edit("x", "X")]
    assert editapply.apply_edits("a\n", edits).after == "a\n"
    assert editapply.apply_edits("a\n", edits, editapply.Options(partial=True)).after == "A\n"


def test_outcomes_come_in_the_order_of_the_edits() -> None:
    outcomes = editapply.apply_edits("a\nb\n", [edit("b", "B"), edit("x", ""), edit("a", "A")]).outcomes
    assert [(type(outcome), outcome.index) for outcome in outcomes] == [(Applied, 1), (Rejected, 2), (Applied, 3)]


def test_counts_and_places() -> None:
    outcome = editapply.apply_edits("a\nb\nc\n", [edit("a\nb\nc", "a\nx\ny\nc")]).outcomes[0]
    assert isinstance(outcome, Applied)
    assert (outcome.span, outcome.added, outcome.removed) == (Span(0, 6), 2, 1)


def test_a_new_files_form_feed_is_no_line_break() -> None:
    outcome = editapply.apply_edits("", [edit("", "a\x0cb\u2028c")]).outcomes[0]
    assert isinstance(outcome, Applied)
    assert outcome.added == 1


def test_what_another_edit_deletes_is_not_already_there() -> None:
    """Found by the law of untouched spans: `b` is lost although the second edit asks for it."""
    result = editapply.apply_edits("b\na\n", [edit("b\n", ""), edit("a", "b\na")])
    assert not result.ok or result.after == "b\na\n"


def test_the_same_line_at_one_point_from_two_anchors_is_told_as_it_is_done() -> None:
    """Found by the law of untouched spans: both were told as applied, and one line put in."""
    result = editapply.apply_edits("a\nc\n", [edit("a", "a\nb"), edit("c", "b\nc")])
    added = sum(outcome.added for outcome in result.outcomes if isinstance(outcome, Applied))
    assert result.after.count("b\n") == added


@pytest.mark.parametrize(
    ("text", "after"),
    [
        case("a\n", "b\n", id="without the indentation"),
        case("  a\n", "  b\n", id="with it"),
        case("a\nx\n  a\n", None, id="both stand"),
        case("x\n", None, id="neither stands"),
    ],
)
def test_markers_that_alone_are_indented(text: str, after: str | None) -> None:
    reply = "a.py\n  <<<<<<< SEARCH\n  a\n  =======\n  b\n  >>>>>>> REPLACE\n"
    assert applied(reply, {"a.py": text}) == ({} if after is None else {"a.py": after})


def test_a_pair_beside_bytes_that_are_no_text_is_refused() -> None:
    result = editapply.apply_edits("\udce9 = 1\n", [pair("= 1", "= 2")])
    assert [outcome.code for outcome in result.outcomes if isinstance(outcome, Rejected)] == [Code.ENCODING]


def test_two_places_of_what_an_earlier_edit_made() -> None:
    result = editapply.apply_edits("a\n", [edit("a", "b\nb"), edit("b", "c")])
    assert [outcome.code for outcome in result.outcomes if isinstance(outcome, Rejected)] == [Code.AMBIGUOUS]


def applied(reply: str, files: dict[str, str]) -> dict[str, str | None]:
    return {path: change.after for path, change in editapply.plan_reply(reply, files).changes.items()}


@pytest.mark.parametrize(
    "before",
    [
        "",
        "<<<<<<< SEARCH\nb = 1\n=======\nb = 2\n>>>>>>> REPLACE\n",
    ],
)
def test_a_fence_closed_before_the_end_marker_is_not_written(before: str) -> None:
    """Found by swapping neighbouring lines of the scenarios' replies; the fence was opened outside of the block."""
    reply = f"a.py\n```python\n{before}<<<<<<< SEARCH\na = 1\n=======\na = 2\n```\n>>>>>>> REPLACE\n"
    assert "```" not in str(applied(reply, {"a.py": "a = 1\nb = 1\n"}))


def test_a_divider_written_twice_is_not_written_into_a_new_file() -> None:
    """Found by doubling lines of the scenarios' replies."""
    reply = "a.py\n<<<<<<< SEARCH\n=======\n=======\na = 1\n>>>>>>> REPLACE\n"
    assert "=======" not in str(applied(reply, {}))


def test_a_heading_s_underline_is_not_the_missing_divider() -> None:
    """All lines of the block stand in the file as they are: no reading says what to change."""
    text = "Title\n=======\nold text\n"
    assert applied(f"a.md\n<<<<<<< SEARCH\n{text}>>>>>>> REPLACE\n", {"a.md": text}) == {}
