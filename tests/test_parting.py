"""Lines of the file that SEARCH lacks, in the midst of those that the edit changes, are not lost."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from editapply.align import align
from editapply.apply import apply_edits, plan_edits
from editapply.diff import Run, diff_lines
from editapply.matching import Index
from editapply.model import Applied, Edit, Rejected
from editapply.parting import UNQUOTED, part_run
from editapply.refusal.correction import STRAY, take
from editapply.text import Lines
from tests.property.strategies import quoted

case = pytest.param


@pytest.mark.parametrize(
    ("quote", "replace", "file", "expected"),
    [
        case("a(1)|b(1)", "a(2)|b(2)", "a(1)|b(1)", [Run(0, 2, 0, 2)], id="nothing more"),
        case("a(1)|b(1)", "a(2)|b(2)", "a(1)|x|b(1)", [Run(0, 1, 0, 1), Run(1, 2, 1, 2)], id="one to one"),
        case("a(1)|b(1)", "a(2)|b(2)|x", "a(1)||b(1)", [Run(0, 1, 0, 1), Run(1, 2, 1, 3)], id="new ones behind"),
        case("a(1)|b(1)", "a(2)|x|b(2)", "a(1)||b(1)", UNQUOTED, id="new ones where it stands"),
        case("a(1)|b(1)", "c[2]|d[2]", "a(1)|x|b(1)", UNQUOTED, id="wholly other lines"),
        case("a(1)|b(1)", "b(2)|a(2)", "a(1)|x|b(1)", UNQUOTED, id="the other way round"),
        case("a(1)|b(1)", "a(2)", "a(1)|x|b(1)", UNQUOTED, id="a line less"),
        case("a(1)|b(1)", "", "a(1)|x|b(1)", UNQUOTED, id="deleted around another line"),
        case("a(1)|b(1)", "", "a(1)||b(1)", [Run(0, 2, 0, 1)], id="in place of two"),
    ],
)
def test_part_run(quote: str, replace: str, file: str, expected: list[Run] | str) -> None:
    search, written, found = (side.split("|") for side in (quote, replace, file))
    written = [] if written == [""] else written
    expected = [Run(0, 2, 0, 0)] if not written and not isinstance(expected, str) else expected
    (run,) = diff_lines(search, written)
    assert part_run(run, align(search, found), search, written, found) == expected


PYTHON = "def t():\n    setup(db)\n    insert_row(db)\n    check_row(db)\n"
HTML = "<div>\n  <a>one</a>\n  <b>two</b>\n  <c>three</c>\n</div>\n"
KEPT = [
    case("t.py", PYTHON, "    setup(db)\n    check_row(db)\n", "(db", "(db, 2", id="a call"),
    case("t.html", HTML, "  <a>one</a>\n  <c>three</c>\n", "e</", "e!</", id="an element"),
    case("t.py", PYTHON.replace("insert_row(db)", "# note"), "    setup(db)\n    check_row(db)\n", "(db", "(db, 2"),
]


@pytest.mark.parametrize(("path", "before", "search", "old", "new"), KEPT)
def test_a_line_between_two_changed_ones_is_kept(path: str, before: str, search: str, old: str, new: str) -> None:
    edit = Edit(path, search, search.replace(old, new))
    outcome = plan_edits([edit], {path: before}.get).outcomes[0]
    assert isinstance(outcome, Rejected)
    wanted = before
    for line in search.splitlines():
        wanted = wanted.replace(line, line.replace(old, new))
    assert outcome.correction is not None
    assert apply_edits(before, [outcome.correction]).after == wanted
    assert taken(before, edit, 1) == wanted


def test_where_it_is_not_certain_there_is_no_correction_and_no_accept() -> None:
    edit = Edit("t.py", "    setup(db)\n    check_row(db)\n", "    with all_of(it) as this:\n        pass\n")
    outcome = plan_edits([edit], {"t.py": PYTHON}.get).outcomes[0]
    assert isinstance(outcome, Rejected)
    assert outcome.correction is None
    assert taken(PYTHON, edit, 1) == PYTHON


@pytest.mark.parametrize(
    ("before", "search", "replace", "after"),
    [
        case("a = 1\n\n\nb = 1\n", "a = 1\nb = 1\n", "a = 2\nb = 2\n", "a = 2\n\n\nb = 2\n", id="between"),
        case(
            "a = 1\n\nb = 1\n\nc = 1\n", "a = 1\nb = 1\nc = 1\n", "a = 2\nb = 2\nc = 2\n", "a = 2\n\nb = 2\n\nc = 2\n"
        ),
        case("a = 1\n\n\nb = 1\nc\n", "a = 1\nb = 1\nc\n", "c\n", "c\n", id="deleted"),
        case("a = 1\n\n\nb = 1\n", "a = 1\nb = 1\n", "new()\n", None, id="one for two"),
        case("a = 1\n\nb = 1\nc = 1\nd\n", "a = 1\nb = 1\nc = 1\nd\n", "c = 1\nd\na = 1\nb = 1\n", None, id="moved"),
        case("f(\n  a,\n\n  b\n)\n", "f(a, b)\n", "f(a, c)\n", None, id="inside of brackets"),
    ],
)
def test_blank_lines_go_only_with_what_is_deleted(before: str, search: str, replace: str, after: str | None) -> None:
    assert apply_edits(before, [Edit("a.c", search, replace)]).after == (before if after is None else after)


def taken(before: str, edit: Edit, number: int) -> str:
    plan = plan_edits([edit], {edit.path: before}.get, accept={edit.index: number})
    outcome = plan.outcomes[0]
    after = plan.changes[edit.path].after if isinstance(outcome, Applied) and plan.changes else before
    assert after is not None
    return after


def test_a_line_in_the_place_of_one_that_stands_further_on_is_not_written_over() -> None:
    before = "insert_row(db)\nsetup(db)\ncheck_row(db)\n# note\nx = 1\n@cached\n"
    edit = Edit("a.py", "setup(db)\n@cached\n", "setup(db)\n@cached(2)\n")
    assert taken(before, edit, 1) == before
    assert take(Index(before), edit, Lines(before).span(1, 3), "") == STRAY


LINES = ["setup(db)", "insert_row(db)", "check_row(db)", "# note", "@cached", "x = 1", "y = 1", "<b>two</b>", "end"]


@st.composite
def lacking(draw: st.DrawFn) -> tuple[str, Edit, list[str]]:
    """A file, an edit that changes lines one by one and whose quote lacks some, and the file's other lines."""
    filled = st.lists(st.sampled_from(LINES), min_size=2, max_size=8, unique=True)
    bodies = [line for body in draw(filled) for line in (body, *[""] * draw(st.sampled_from([0, 0, 1, 2])))]
    in_quote = draw(st.lists(st.booleans(), min_size=len(bodies), max_size=len(bodies)))
    search = [line for line, there in zip(bodies, in_quote, strict=True) if there]
    assume(any(search))
    mark = draw(st.sampled_from([", 2", "  # changed", " + other(z)"]))
    replace = [f"{line[:-1]}{mark}{line[-1:]}" if line and draw(st.booleans()) else line for line in search]
    others = [line for line, there in zip(bodies, in_quote, strict=True) if not there]
    path = draw(st.sampled_from(["a.py", "a.html", "a.txt"]))
    return quoted(bodies), Edit(path, quoted(search), quoted(replace)), others


def is_kept(others: list[str], after: str) -> bool:
    rest = iter(after.split("\n"))
    return all(line in rest for line in others)


@settings(max_examples=300)
@given(lacking())
@example((PYTHON, Edit("t.py", "    setup(db)\n    check_row(db)\n", "    a(db)\n    b(db)\n"), ["    insert_row(db)"]))
def test_no_line_that_the_quote_lacks_is_lost(made: tuple[str, Edit, list[str]]) -> None:
    """On a first try, by the corrected block when it is sent back, and by accept."""
    before, edit, others = made
    result = apply_edits(before, [edit])
    assert is_kept(others, result.after)
    outcome = result.outcomes[0]
    if isinstance(outcome, Rejected):
        if outcome.correction is not None:
            assert is_kept(others, apply_edits(before, [outcome.correction]).after)
        for number in range(1, len(outcome.candidates) + 1):
            assert is_kept(others, taken(before, edit, number))
