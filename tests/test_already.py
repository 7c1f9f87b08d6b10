from __future__ import annotations

import pytest

import editapply
from editapply.already import Already, find_already, places_of_replace
from editapply.locate import locate_as_written
from editapply.matching import Index
from editapply.model import Applied, Code, Edit, Options, Rejected, Span, Unchanged

case = pytest.param


def already(text: str, search: str, replace: str) -> Already | None:
    index, edit = Index(text), Edit("a.txt", search, replace)
    return find_already(index, edit, locate_as_written(edit, [index], Options()))


@pytest.mark.parametrize(
    ("text", "search", "replace", "expected"),
    [
        case("a\nB\nc\n", "a\nb\nc", "a\nB\nc", Already(Span(0, 6), [Span(2, 4)]), id="replaced"),
        case("a\nx\nc\n", "a\nc", "a\nx\nc", Already(Span(0, 6), [Span(2, 4)]), id="inserted"),
        case("a\nx\n", "a", "a\nx", Already(Span(0, 4), [Span(2, 4)]), id="inserted behind"),
        case("x\na\n", "a", "x\na", Already(Span(0, 4), [Span(0, 2)]), id="inserted in front"),
        case("a \nB\n", "a\nb", "a\nB", Already(Span(0, 5), [Span(3, 5)]), id="with drift"),
        case("a\n\nB\n", "a\nb", "a\nB", None, id="with a blank line more"),
        case("B\n", "b", "B", None, id="no line of context"),
        case("\nB\n", "\nb", "\nB", None, id="blank context"),
        case("a\nB\na\nB\n", "a\nb", "a\nB", None, id="at two places"),
        case("a\nb\na\nB\n", "a\nb", "a\nB", None, id="SEARCH is there too"),
        case("a\nc\n", "a\nb\nc", "a\nc", None, id="a deletion"),
        case("a\na\nb\n", "a\nb", "a\na\nb", None, id="an insertion of a line of SEARCH"),
        case("a\nx\nb\na\n", "a", "a\nx", None, id="SEARCH elsewhere too"),
        case("a\n}\nb\n", "a\nb", "a\n}\nb", None, id="an insertion that says nothing"),
        case("a\nb\n", "a\nb", "a\nb", None, id="equal sides"),
    ],
)
def test_find_already(text: str, search: str, replace: str, expected: Already | None) -> None:
    assert already(text, search, replace) == expected


@pytest.mark.parametrize(
    ("text", "replace", "spans"),
    [("a\nb\na\n", "a", [Span(0, 2), Span(4, 6)]), (" a\n", "a", [Span(0, 3)]), ("a\n", "", []), ("\n", "\n", [])],
)
def test_places_of_replace(text: str, replace: str, spans: list[Span]) -> None:
    assert places_of_replace(Index(text), Edit("a", "x", replace)) == spans


def test_without_context_it_is_not_found_and_the_report_says_where_replace_stands() -> None:
    outcome = editapply.apply_edits("x\nnew\n", [Edit("a", "old", "new")]).outcomes[0]
    assert isinstance(outcome, Rejected)
    assert (outcome.code, outcome.detail) == (
        Code.NOT_FOUND,
        "REPLACE stands at line 2: was this edit made already?",
    )


@pytest.mark.parametrize(
    ("text", "search", "replace"),
    [
        ("a\nb\nc\n", "a\nb\nc", "a\nB\nc"),
        ("  a\n  c\n", "a\nc", "a\nx\nc"),
        ("f(\n  a,\n)\nb\n", "f(a)\nb", "f(a)\nc"),
        ("“a”\nb\n", '"a"\nb', '"a"\nc'),
        ("a\nc\n", "```\na\nc\n```", "```\na\nx\nc\n```"),
    ],
)
def test_nothing_is_applied_twice(text: str, search: str, replace: str) -> None:
    once = editapply.apply_edits(text, [Edit("a.c", search, replace)])
    assert [type(outcome) for outcome in once.outcomes] == [Applied]
    twice = editapply.apply_edits(once.after, [Edit("a.c", search, replace)])
    assert twice.after == once.after
    assert not isinstance(twice.outcomes[0], Applied)


def test_a_second_edit_of_what_is_there_already_overlaps() -> None:
    edits = [Edit("a", "a\nb", "a\nB", index=1), Edit("a", "B", "C", index=2)]
    result = editapply.apply_edits("a\nB\n", edits)
    assert [type(outcome) for outcome in result.outcomes] == [Unchanged, Rejected]
    assert result.after == "a\nB\n"


@pytest.mark.parametrize(
    ("text", "search", "replace", "after"),
    [
        ("if a:\n    go()\n    x()\n", "    go()\n", "    go()\nx()\n", "if a:\n    go()\nx()\n    x()\n"),
        ("- a\n  - b\n", "- a\n", "- a\n- b\n", "- a\n- b\n  - b\n"),
    ],
)
def test_an_insertion_at_another_depth_is_not_there_already(text: str, search: str, replace: str, after: str) -> None:
    """A false `unchanged`: the line that stands there is in the block, the new one is behind it."""
    assert editapply.apply_edits(text, [Edit("a.py", search, replace)]).after == after


def test_a_place_that_is_only_like_the_quote_is_not_taken_where_replace_stands() -> None:
    """Found by the long form of the drift benchmark: the edit was made twice, once at a place that was not meant."""
    catch = "  } catch (error) {\n    report(error);\n  }\n}\n"
    other = catch.replace("}\n}\n", "}\n")
    search, replace = catch, catch.replace("report(error)", "report(error, true)")
    text = f"first() {{\n  try {{\n{other}  more();\n}}\nsecond() {{\n  try {{\n{replace}"
    [outcome] = editapply.apply_edits(text, [Edit("a.js", search, replace)]).outcomes
    assert isinstance(outcome, Rejected)
    assert outcome.detail == "REPLACE stands at lines 10-13: was this edit made already?"
