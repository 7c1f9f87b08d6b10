from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply.report.excerpt import differences, excerpt, show, size_of
from editapply.report.laid import lay
from editapply.text import Lines
from tests.property.strategies import loose_texts, texts


def lines(*numbers: int) -> str:
    return "".join(f"line {number}\n" for number in numbers)


ONE_TO_TWENTY = lines(*range(1, 21))
TWENTY = Lines(ONE_TO_TWENTY)


@pytest.mark.parametrize(
    ("stop", "search", "replace", "shown"),
    [
        pytest.param(3, lines(1, 2, 3), "", ["line 1", "line 2", "line 3"], id="few lines"),
        pytest.param(
            *(20, ONE_TO_TWENTY, ""),
            [*(f"line {k}" for k in range(1, 11)), "… (10 lines)"],
            id="all are deleted",
        ),
        pytest.param(
            *(20, ONE_TO_TWENTY, ONE_TO_TWENTY),
            [*(f"line {k}" for k in range(1, 11)), "… (10 lines)"],
            id="none is changed",
        ),
        pytest.param(
            *(20, lines(*range(1, 10), 99, *range(11, 21)), lines(0, *range(2, 10), 99, *range(11, 21))),
            ["line 1", "line 2", "line 3", "… (3 lines)", *(f"line {k}" for k in range(7, 14)), "… (7 lines)"],
            id="the beginning, around the first that differs, and the changed one",
        ),
        pytest.param(
            *(20, lines(99, *range(2, 21)), lines(99, *range(2, 20), 98)),
            [*(f"line {k}" for k in range(1, 7)), "… (10 lines)", *(f"line {k}" for k in range(17, 21))],
            id="the last one is changed",
        ),
        pytest.param(
            *(20, ONE_TO_TWENTY, ONE_TO_TWENTY.replace("line 15\n", "line 15\nnew\n")),
            ["line 1", "line 2", "… (9 lines)", *(f"line {k}" for k in range(12, 20)), "… (1 line)"],
            id="beside new lines",
        ),
        pytest.param(
            *(20, ONE_TO_TWENTY, "x\n" + lines(20)),
            [*(f"line {k}" for k in range(1, 20)), "… (1 line)"],
            id="of changed lines twice as many",
        ),
    ],
)
def test_excerpt(stop: int, search: str, replace: str, shown: list[str]) -> None:
    assert excerpt(TWENTY, TWENTY.span(0, stop), search, replace) == shown


def test_the_line_to_change_is_shown_where_there_is_room_for_one() -> None:
    """24 lines fit and the 25th is the one: it comes first."""
    text = lines(*range(1, 41))
    changed = text.replace("line 25\n", "line twenty-five\n")
    laid = lay(Lines(text), Lines(text).span(0, 40), text.replace("line 3\n", "line three\n"), changed)
    assert show(laid, most=2) == ["… (2 lines)", "line 3", "… (21 lines)", "line 25", "… (15 lines)"]
    assert show(laid, most=1) == ["… (2 lines)", "line 3", "… (21 lines)", "line 25", "… (15 lines)"]


def test_lines_are_raw() -> None:
    text = Lines("\ta  \r\nit’s\u00a0\x0c\n\udcff\n")
    assert excerpt(text, text.span(0, 3), "x\n") == ["\ta  ", "it’s\u00a0\x0c", "\udcff"]


def test_a_long_line_is_cut_around_the_difference() -> None:
    text = Lines("x = [" + "1, " * 1000 + "2]\n")
    quote = "x = [" + "1, " * 900 + "3, " * 100 + "2]\n"
    assert excerpt(text, text.span(0, 1), quote) == ["[2652 characters]…" + (", 1" * 54)[:160] + "…[195 characters]"]


def test_a_long_line_is_cut_around_the_change_where_nothing_differs() -> None:
    line = "x = [" + "1, " * 1000 + "2]\n"
    text = Lines("a\n" + line)
    (_, shown) = excerpt(text, text.span(0, 2), "b\n" + line, "b\n" + line.replace("2]", "3]"))
    assert shown == "[2847 characters]…" + text.bodies[1][-160:]


def test_differences() -> None:
    assert differences(TWENTY, TWENTY.span(2, 3), "line 4\n") == ["line 3 has `line 3` where SEARCH has `line 4`"]


@given(texts(), loose_texts | texts(), loose_texts, st.integers(1, 12), st.integers(0, 200))
def test_what_is_left_out_is_counted(text: str, search: str, replace: str, most: int, room: int) -> None:
    file = Lines(text)
    laid = lay(file, file.span(0, len(file)), search, replace)
    shown = show(laid, most, room)
    gaps = [int(line[3:].split()[0]) for line in shown if line.startswith("… (")]
    assert size_of(shown) <= room
    assert not shown or sum(gaps) + len(shown) - len(gaps) == len(laid.found)
