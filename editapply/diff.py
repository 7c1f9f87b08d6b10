"""Two sequences of lines → the runs in which they differ.

Common ends are set aside, then lines that stand once on both sides anchor the rest (patience
diff), and what lies between anchors is compared by Myers' greedy algorithm with a bounded
number of differences. Beyond that bound a run counts as replaced as a whole, so the work stays
near linear whatever the input.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

MOST_DIFFERENCES = 200


class Run(NamedTuple):
    """Lines `[a_start, a_stop)` on the left became `[b_start, b_stop)` on the right."""

    a_start: int
    a_stop: int
    b_start: int
    b_stop: int


def diff_lines(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[Run]:
    """The runs in which `a` and `b` differ, in order; between them the lines are equal.

    >>> diff_lines("abcd", "axcd")
    [Run(a_start=1, a_stop=2, b_start=1, b_stop=2)]
    """
    runs: list[Run] = []
    i = j = 0
    for i_next, j_next in [*equal_pairs(a, b), (len(a), len(b))]:
        if i < i_next or j < j_next:
            runs.append(Run(i, i_next, j, j_next))
        i, j = i_next + 1, j_next + 1
    return runs


def equal_pairs(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of positions with equal lines, ascending on both sides."""
    pairs: list[tuple[int, int]] = []
    todo = [Run(0, len(a), 0, len(b))]
    while todo:
        run, ends = _trim(a, b, todo.pop())
        pairs += ends
        if run.a_start == run.a_stop or run.b_start == run.b_stop:
            continue
        anchors = _anchors(a, b, run)
        if anchors:
            pairs += anchors
            todo += _between(run, anchors)
        else:
            pairs += _myers(a, b, run)
    return sorted(pairs)


def _trim(a: Sequence[Hashable], b: Sequence[Hashable], run: Run) -> tuple[Run, list[tuple[int, int]]]:
    """The run without its equal first and last lines, and the pairs these make."""
    i, i_stop, j, j_stop = run
    pairs: list[tuple[int, int]] = []
    while i < i_stop and j < j_stop and a[i] == b[j]:
        pairs.append((i, j))
        i, j = i + 1, j + 1
    while i < i_stop and j < j_stop and a[i_stop - 1] == b[j_stop - 1]:
        i_stop, j_stop = i_stop - 1, j_stop - 1
        pairs.append((i_stop, j_stop))
    return Run(i, i_stop, j, j_stop), pairs


def _anchors(a: Sequence[Hashable], b: Sequence[Hashable], run: Run) -> list[tuple[int, int]]:
    """Lines that stand once on both sides, the longest ascending choice of them."""
    once_a = _once(a, run.a_start, run.a_stop)
    once_b = _once(b, run.b_start, run.b_stop)
    return _ascending([(i, once_b[line]) for line, i in once_a.items() if line in once_b])


def _once(lines: Sequence[Hashable], start: int, stop: int) -> dict[Hashable, int]:
    counts = Counter(lines[k] for k in range(start, stop))
    return {lines[k]: k for k in range(start, stop) if counts[lines[k]] == 1}


def _ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that ascends on the right too (patience sorting)."""
    tops: list[int] = []
    top_pairs: list[int] = []
    before: list[int] = []
    for k, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        before.append(top_pairs[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [j]
        top_pairs[pile : pile + 1] = [k]
    chain: list[tuple[int, int]] = []
    k = top_pairs[-1] if top_pairs else -1
    while k >= 0:
        chain.append(pairs[k])
        k = before[k]
    return chain[::-1]


def _between(run: Run, anchors: list[tuple[int, int]]) -> Iterator[Run]:
    i, j = run.a_start, run.b_start
    for i_anchor, j_anchor in anchors:
        yield Run(i, i_anchor, j, j_anchor)
        i, j = i_anchor + 1, j_anchor + 1
    yield Run(i, run.a_stop, j, run.b_stop)


def _myers(a: Sequence[Hashable], b: Sequence[Hashable], run: Run) -> list[tuple[int, int]]:
    """Equal pairs by the greedy algorithm of E. Myers, 'An O(ND) difference algorithm' (1986)."""
    n, m = run.a_stop - run.a_start, run.b_stop - run.b_start
    reach = {1: 0}
    trail: list[dict[int, int]] = []
    for d in range(min(n + m, MOST_DIFFERENCES) + 1):
        trail.append(dict(reach))
        for k in range(-d, d + 1, 2):
            down = k == -d or (k != d and reach[k - 1] < reach[k + 1])
            x = reach[k + 1] if down else reach[k - 1] + 1
            while x < n and x - k < m and a[run.a_start + x] == b[run.b_start + x - k]:
                x += 1
            reach[k] = x
            if x >= n and x - k >= m:
                return [(run.a_start + i, run.b_start + j) for i, j in _walk_back(trail, n, m)]
    return []


def _walk_back(trail: list[dict[int, int]], x: int, y: int) -> Iterator[tuple[int, int]]:
    for d in range(len(trail) - 1, -1, -1):
        reach, k = trail[d], x - y
        down = k == -d or (k != d and reach[k - 1] < reach[k + 1])
        from_k = k + 1 if down else k - 1
        from_x = reach[from_k]
        from_y = from_x - from_k
        while x > max(from_x, 0) and y > max(from_y, 0):
            x, y = x - 1, y - 1
            yield x, y
        x, y = from_x, from_y
