from __future__ import annotations

import difflib
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply.diff import MOST_DIFFERENCES, Run, diff_lines, equal_pairs
from tests.property.strategies import few_symbols


@pytest.mark.parametrize(
    ("a", "b", "runs"),
    [
        ("", "", []),
        ("abc", "abc", []),
        ("", "ab", [Run(0, 0, 0, 2)]),
        ("ab", "", [Run(0, 2, 0, 0)]),
        ("abc", "axc", [Run(1, 2, 1, 2)]),
        ("abc", "abxc", [Run(2, 2, 2, 3)]),
        ("abcd", "bcda", [Run(0, 1, 0, 0), Run(4, 4, 3, 4)]),
        ("aab", "ab", [Run(1, 2, 1, 1)]),
        ("abcabc", "axcaxc", [Run(1, 2, 1, 2), Run(4, 5, 4, 5)]),
        ("xaya", "axay", [Run(0, 0, 0, 1), Run(3, 4, 4, 4)]),
    ],
)
def test_diff_lines(a: str, b: str, runs: list[Run]) -> None:
    assert rebuilt(a, b, diff_lines(a, b)) == b
    assert diff_lines(a, b) == runs


def rebuilt(a: Sequence[str], b: Sequence[str], runs: list[Run]) -> str:
    parts, at = [], 0
    for run in runs:
        parts += [*a[at : run.a_start], *b[run.b_start : run.b_stop]]
        at = run.a_stop
    return "".join([*parts, *a[at:]])


@given(few_symbols, few_symbols)
def test_the_runs_turn_one_side_into_the_other(a: str, b: str) -> None:
    runs = diff_lines(a, b)
    assert rebuilt(a, b, runs) == b
    assert all(run.a_start < run.a_stop or run.b_start < run.b_stop for run in runs)
    assert all(one.a_stop < other.a_start for one, other in pairwise(runs))


@given(few_symbols, few_symbols)
def test_pairs_are_equal_and_ascend(a: str, b: str) -> None:
    pairs = equal_pairs(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))


@given(few_symbols, few_symbols)
def test_without_anchors_it_finds_no_fewer_pairs_than_difflib(a: str, b: str) -> None:
    a, b = a * 2, b * 2
    blocks = difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    assert len(equal_pairs(a, b)) >= sum(block.size for block in blocks)


@given(st.integers(1, 3))
def test_beyond_the_bound_a_run_counts_as_replaced(copies: int) -> None:
    a, b = ["a", "b"] * MOST_DIFFERENCES * copies, ["c", "b", "d", "b"] * MOST_DIFFERENCES * copies
    assert rebuilt(a, b, diff_lines(a, b)) == "".join(b)
