from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply.report.fit import clipped, fitting_lines, share

LONG = "x" * 40


@pytest.mark.parametrize(("room", "shown"), [(0, ""), (1, "…"), (3, "ab…"), (4, "abcd"), (9, "abcd")])
def test_clipped(room: int, shown: str) -> None:
    assert clipped("abcd", room) == shown


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        pytest.param(123, [LONG, LONG, LONG], id="all"),
        pytest.param(122, [LONG, LONG, "… (1 more line)"], id="all but one"),
        pytest.param(71, [LONG, "… (2 more lines)"], id="one"),
        pytest.param(70, ["… (3 more lines)"], id="none"),
        pytest.param(29, [], id="not even their number"),
    ],
)
def test_fitting_lines(room: int, shown: list[str]) -> None:
    assert fitting_lines([LONG, LONG, LONG], room) == shown


@given(st.lists(st.text("ab", max_size=40)), st.integers(0, 400))
def test_fitting_lines_fit(lines: list[str], room: int) -> None:
    assert sum(len(line) + 1 for line in fitting_lines(lines, room)) <= room


@pytest.mark.parametrize(
    ("wanted", "room", "given"),
    [
        ([], 10, []),
        ([3, 4], 10, [3, 4]),
        ([10, 100, 100], 110, [10, 50, 50]),
        ([100, 10, 100], 111, [50, 10, 51]),
        ([5, 5], -3, [0, 0]),
    ],
)
def test_share(wanted: list[int], room: int, given: list[int]) -> None:
    assert share(wanted, room) == given


@given(st.lists(st.integers(0, 50)), st.integers(0, 500))
def test_shares_use_the_room_and_no_more(wanted: list[int], room: int) -> None:
    assert sum(share(wanted, room)) == min(room, sum(wanted))
