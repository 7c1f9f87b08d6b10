"""The edit as it would fit: the file's own lines as SEARCH, the change carried over to them as REPLACE."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply.apply import apply_edits, plan_edits
from editapply.matching import Index
from editapply.model import Applied, Code, Edit, Rejected, Span, Tier
from editapply.refusal.correction import correct, unique_context
from editapply.text import Lines

FILE = "[a]\nsize = 10\nname = 'x'\n\n[b]\nsize = 10\nname = 'y'\n"


def corrected(before: str, search: str, written: str, path: str = "a.py", **more: bool) -> Edit | None:
    outcome = plan_edits([Edit(path, search, written, **more)], {path: before}.get).outcomes[0]  # type: ignore[arg-type]
    assert isinstance(outcome, Rejected)
    return outcome.correction


def after(before: str, edit: Edit | None) -> str:
    assert edit is not None
    result = apply_edits(before, [edit])
    assert isinstance(result.outcomes[0], Applied)
    assert result.outcomes[0].tier is Tier.EXACT
    return result.after


def test_changed_lines_come_whole_and_the_others_stay() -> None:
    before = "a = 1  # one\nb = 2\nc = 3\n"
    assert (
        after(before, corrected(before, "a = 1\nb = 4\nc = 3\n", "a = 1\nb = 5\nc = 3\n"))
        == "a = 1  # one\nb = 5\nc = 3\n"
    )


def test_it_comes_in_the_files_indentation() -> None:
    before = "class A:\n\tdef f(self):\n\t\tx = compute(self.a)\n\t\treturn x\n"
    edit = corrected(
        before, "def f(self):\n    x = compute(self.b)\n    return x\n", "def f(self):\n    x = 1\n    return x\n"
    )
    assert after(before, edit) == before.replace("compute(self.a)", "1")


def test_it_is_lengthened_until_it_stands_once() -> None:
    edit = corrected(FILE, "[b]\nsize = 11\n", "[b]\nsize = 12\n", "a.toml")
    assert after(FILE, edit) == FILE.replace("[b]\nsize = 10", "[b]\nsize = 12")


def test_line_ends_are_the_files_own() -> None:
    before = "timeout = 10\r\nother = 1\r\n"
    assert after(before, corrected(before, "timeout = 5\n", "timeout = 30\n")) == "timeout = 30\r\nother = 1\r\n"


def test_a_last_line_without_an_end_stays_without() -> None:
    before = "other = 1\ntimeout = 10"
    assert after(before, corrected(before, "timeout = 5\n", "timeout = 30\n")) == "other = 1\ntimeout = 30"


def test_a_pair_stays_a_pair() -> None:
    before = "other = 1\ntimeout = 10\n"
    edit = corrected(before, "timeout = 5", "timeout = 30", whole_lines=False)
    assert edit is not None
    assert (edit.search, edit.replace, edit.whole_lines) == ("timeout = 10", "timeout = 30", False)


@pytest.mark.parametrize(
    ("before", "search", "written"),
    [
        pytest.param("a = 1\nb = 2\n", "a = 1\nx\ny\nb = 3\n", "a = 1\nx\nz\nb = 3\n", id="lines do not go one to one"),
        pytest.param("x = 5\n", "x = 1\n", "x = 5\n", id="made already"),
        pytest.param("{\n  'a': 5,\n}\n", "{\n  'a': 2\n}\n", "{\n  'a': 3\n}\n", id="a comma would be lost"),
        pytest.param("\udc80 = 10\n", "x = 5\n", "x = 30\n", id="bytes that no reply can hold"),
    ],
)
def test_none_is_better_than_a_guess(before: str, search: str, written: str) -> None:
    assert corrected(before, search, written, "a.js") is None


def test_fuzz_a_correction_is_none_where_it_would_be_refused_as_encoding() -> None:
    """Found by fuzzing: a line in UTF-8 of a file that is not UTF-8 elsewhere can't be quoted."""
    before = "size = 10  # größe\n\udcff = 1\n"
    assert corrected(before, "size = 5  # gr\n", "size = 30  # gr\n") is None
    assert corrected(before.replace("\udcff", "x"), "size = 5  # gr\n", "size = 30  # gr\n") is not None


def test_fuzz_a_correction_is_none_where_it_is_made_already() -> None:
    """Found by fuzzing: `import sys` stands behind the line that differs from the quote."""
    before = "imporT os\nimport sys\n\nrun()\n"
    assert corrected(before, "import os\n", "import os\nimport sys\n") is None
    assert corrected(before, "import os\n", "import os\nimport re\n") is not None


def test_a_place_among_equal_ones_that_no_few_lines_tell_apart() -> None:
    index = Index("x = 1\n" * 100)
    assert correct(index, Edit("a", "x = 2\n", "x = 3\n"), index.lines.span(50, 51), "") is None


def test_unique_context_is_the_shortest() -> None:
    lines = Lines(FILE)
    assert unique_context(Index(FILE), lines.span(1, 2)) == lines.span(0, 2)
    assert unique_context(Index(FILE), lines.span(5, 6)) == lines.span(4, 6)
    assert unique_context(Index(FILE), lines.span(2, 3)) == lines.span(2, 3)
    assert unique_context(Index("a\na\n"), Span(0, 2)) == Span(0, 4)


LINE = st.sampled_from(["a = 1", "b = 2", "    c = 3", "}", "", "call(a, b)", "# note"])
TEXT = st.lists(LINE, min_size=1, max_size=12).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(TEXT, TEXT, TEXT)
def test_a_correction_fits_exactly(before: str, search: str, written: str) -> None:
    outcome = plan_edits([Edit("a.py", search, written)], {"a.py": before}.get).outcomes[0]
    if isinstance(outcome, Rejected) and outcome.correction is not None:
        assert after(before, outcome.correction) != before


@given(TEXT, TEXT, TEXT)
def test_a_candidate_that_is_said_to_fit_can_be_taken(before: str, search: str, written: str) -> None:
    edit = Edit("a.py", search, written)
    outcome = plan_edits([edit], {"a.py": before}.get).outcomes[0]
    if not isinstance(outcome, Rejected) or outcome.code is not Code.NOT_FOUND:
        return
    for number, place in enumerate(outcome.candidates, start=1):
        if place.fits:
            assert plan_edits([edit], {"a.py": before}.get, accept={edit.index: number}).ok


CARRIED = [
    pytest.param("wait(5)", "wait(9)", "wait(7)  # s", "wait(9)  # s", id="a comment stays"),
    pytest.param("for a in", "for b in", "for a in items:", "for b in items:", id="a cut line stays whole"),
    pytest.param("x = f(self.b)", "x = 1", "x = f(self.a)", "x = 1", id="what is taken away may differ"),
    pytest.param("c(host, t=20)", "c(host, t=20, r=1)", "c(host, t=30, v=True)", None, id="changes that touch"),
    pytest.param("wait(5)", "wait(9)", "wait(7, now)", None, id="more than what is taken away"),
]


@pytest.mark.parametrize(("quoted", "written", "found", "carried"), CARRIED)
def test_the_change_is_carried_over(quoted: str, written: str, found: str, carried: str | None) -> None:
    before = f"first_line = 1\n{found}\nlast_line = 2\n"
    edit = corrected(before, *(f"first_line = 1\n{line}\nlast_line = 2\n" for line in (quoted, written)))
    if carried is None:
        assert edit is None
    else:
        assert after(before, edit) == before.replace(found, carried)


PART_OF_LINES = [
    pytest.param("discount = 1\n", "count = 1", "count = 2", id="inside of a word"),
    pytest.param("v = f(alpha, beta)  # c\n", "f(alpha, bata)", "f(alpha, gamma)", id="a part of a line"),
    pytest.param("    if a and b:\n        return x\n", "b:\n        return y", "c:\n        return y", id="two lines"),
]


@pytest.mark.parametrize(("before", "search", "written"), PART_OF_LINES)
def test_of_a_pair_nothing_of_the_line_is_lost(before: str, search: str, written: str) -> None:
    assert corrected(before, search, written, whole_lines=False) is None


@pytest.mark.parametrize(
    ("before", "search"),
    [
        pytest.param("l1\nl2\nt = 1\nm1\n", "nothing like it here\n", id="nothing alike"),
        pytest.param(
            "def a(u):\n    go(u)\n\n\ndef b(g):\n    go(g)\n", "def c(t):\n    go(t)\n", id="two about alike"
        ),
    ],
)
def test_no_place_is_better_than_an_unlikely_one(before: str, search: str) -> None:
    assert corrected(before, search, search + "more(t)\n") is None
