from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply.diff import Run
from editapply.hunks import Hunk, add_hunks, fold, hunk_of_run, shifts, splice
from editapply.model import Span
from editapply.text import Lines
from tests.property.strategies import few_symbols, hunks_on


def replaces(start: int, end: int, text: str, even: bool = False) -> Hunk:
    return Hunk(Span(start, end), text, even=even)


def inserts(at: int, text: str, after: bool = False, before: bool = False) -> Hunk:
    return Hunk(Span(at, at), text, after, before)


@pytest.mark.parametrize(
    ("hunks", "after"),
    [
        ([], "abcd"),
        ([replaces(1, 2, "X")], "aXcd"),
        ([inserts(0, "<"), replaces(0, 4, ""), inserts(4, ">")], "<>"),
        ([replaces(0, 1, "AA"), replaces(3, 4, "")], "AAbc"),
    ],
)
def test_splice(hunks: list[Hunk], after: str) -> None:
    assert splice("abcd", hunks) == after


@pytest.mark.parametrize(
    ("text", "run", "new", "after"),
    [
        pytest.param("a\nb\nc\n", Run(1, 2, 0, 1), ["B"], "a\nB\nc\n", id="one for one"),
        pytest.param("a\nb\nc\n", Run(1, 2, 0, 0), [], "a\nc\n", id="deleted"),
        pytest.param("a\nb\n", Run(1, 1, 0, 2), ["x", "y"], "a\nx\ny\nb\n", id="inserted"),
        pytest.param("a\r\nb\nc\r\n", Run(1, 2, 0, 2), ["x", "y"], "a\r\nx\ny\nc\r\n", id="end of the line replaced"),
        pytest.param("a\r\nb\nc\n", Run(0, 2, 0, 3), list("xyz"), "x\r\ny\nz\nc\n", id="each its own end"),
        pytest.param("a\r\nb\n", Run(1, 1, 0, 1), ["x"], "a\r\nx\r\nb\n", id="inserted: the end of the line above"),
        pytest.param("a\r\nb\n", Run(0, 0, 0, 1), ["x"], "x\r\na\r\nb\n", id="inserted at the top"),
        pytest.param("a\nb", Run(1, 2, 0, 1), ["B"], "a\nB", id="last line without an end"),
        pytest.param("a\r\nb", Run(1, 2, 0, 2), ["B", "c"], "a\r\nB\r\nc", id="two for a last line without an end"),
        pytest.param("a\r\nb", Run(2, 2, 0, 2), ["c", "d"], "a\r\nb\r\nc\r\nd", id="behind a last line without an end"),
        pytest.param("a", Run(1, 1, 0, 1), ["b"], "a\nb", id="behind the only line"),
        pytest.param("a\nb", Run(0, 1, 0, 1), ["A"], "A\nb", id="above a last line without an end"),
    ],
)
def test_hunk_of_run(text: str, run: Run, new: list[str], after: str) -> None:
    hunk = hunk_of_run(Lines(text), run, new, Span(0, 9))
    assert splice(text, [hunk]) == after


@pytest.mark.parametrize(
    ("run", "new", "told"),
    [
        (Run(1, 1, 0, 1), ["x"], (False, True, False)),
        (Run(3, 3, 0, 1), ["x"], (True, False, False)),
        (Run(2, 2, 0, 1), ["x"], (True, True, False)),
        (Run(1, 2, 0, 1), ["x"], (False, True, True)),
        (Run(1, 3, 0, 1), ["x"], (False, False, False)),
    ],
)
def test_a_hunk_tells_which_neighbours_its_edit_names(run: Run, new: list[str], told: tuple[bool, bool, bool]) -> None:
    hunk = hunk_of_run(Lines("a\nb\nc\nd\n"), run, new, Span(1, 3))
    assert (hunk.after, hunk.before, hunk.even) == told


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(replaces(0, 2, "X"), replaces(2, 4, "Y"), id="neighbours"),
        pytest.param(replaces(0, 2, "X"), inserts(3, "Y"), id="apart"),
        pytest.param(inserts(2, "X", after=True), inserts(2, "Y", before=True), id="insertions from adjacent anchors"),
        pytest.param(inserts(2, "X", after=True), replaces(2, 3, "Y"), id="insertion behind the line above"),
        pytest.param(inserts(2, "X", before=True), replaces(1, 2, "Y"), id="insertion before the line below"),
        pytest.param(inserts(2, "X", before=True), replaces(2, 3, "Y", even=True), id="anchor changed line for line"),
    ],
)
def test_hunks_that_go_together(first: Hunk, second: Hunk) -> None:
    for one, other in ((first, second), (second, first)):
        hunks: list[Hunk] = []
        assert add_hunks(hunks, [one]) is None
        assert add_hunks(hunks, [other]) is None
        assert set(hunks) == {first, second}
        assert hunks == sorted(hunks, key=lambda hunk: hunk.order)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(replaces(0, 2, "X"), replaces(1, 3, "Y"), id="overlap"),
        pytest.param(replaces(0, 2, "X"), replaces(0, 2, "Y"), id="same lines in another way"),
        pytest.param(replaces(0, 4, "X"), replaces(1, 2, "Y"), id="inside"),
        pytest.param(replaces(0, 4, "X"), inserts(2, "Y", after=True, before=True), id="insertion inside"),
        pytest.param(inserts(2, "X", after=True), inserts(2, "Y", after=True), id="insertions from the same anchor"),
        pytest.param(inserts(2, "X", before=True), inserts(2, "Y", before=True), id="the same from below"),
        pytest.param(inserts(2, "X", before=True), replaces(2, 3, "Y"), id="anchor below replaced"),
        pytest.param(inserts(2, "X", after=True), replaces(1, 2, "Y"), id="anchor above replaced"),
        pytest.param(replaces(0, 2, "X"), replaces(0, 2, ""), id="changed and deleted"),
    ],
)
def test_hunks_that_contradict_each_other(first: Hunk, second: Hunk) -> None:
    for one, other in ((first, second), (second, first)):
        hunks = [one]
        assert add_hunks(hunks, [other]) == one
        assert hunks == [one]


def test_a_contradiction_leaves_the_other_hunks_of_its_edit_out() -> None:
    hunks = [replaces(4, 6, "X")]
    assert add_hunks(hunks, [replaces(0, 1, "A"), replaces(5, 6, "Y")]) == replaces(4, 6, "X")
    assert hunks == [replaces(4, 6, "X")]


def test_the_same_hunk_is_added_once() -> None:
    hunks = [replaces(0, 2, "X")]
    assert add_hunks(hunks, [replaces(0, 2, "X"), replaces(3, 4, "Y")]) is None
    assert hunks == [replaces(0, 2, "X"), replaces(3, 4, "Y")]


def test_shifts() -> None:
    hunks = [inserts(0, "<<"), replaces(1, 3, ""), replaces(5, 6, "YY")]
    assert [shift.span for shift in shifts(hunks)] == [Span(0, 2), Span(3, 3), Span(5, 7)]


@given(few_symbols, st.data())
def test_fold_makes_one_list_of_two_steps(text: str, data: st.DataObject) -> None:
    """Splicing the folded list is splicing the first list and then the later hunk."""
    hunks = data.draw(hunks_on(text))
    so_far = splice(text, hunks)
    later = data.draw(hunks_on(so_far, most=1))
    for hunk in later:
        held = fold(text, hunks, hunk)
        assert held in hunks
    assert splice(text, hunks) == splice(so_far, later)
    assert hunks == sorted(hunks, key=lambda hunk: hunk.span)
