"""A change of a file's bytes, and the bytes that the file has by now → the change made to these, or the conflicts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from editapply.diff import Run, diff_lines

MOST_WORK = 20_000_000
"""The most changes times lines that are looked at; beyond that all changes are refused."""

MOST_CODES = 0x110000
_START, _END = "\0", "\1"


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged bytes, or None and first and last line (1-based, in `ours`) of each place that is in conflict.

    An empty place has the line that it comes before, or else the last line, as both.
    """

    data: bytes | None
    conflicts: tuple[tuple[int, int], ...] = ()


class _Place(NamedTuple):
    """Lines `[start, stop)` of `ours`."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class _Pair:
    """A file once and now, a character for each line, and the lines that stand once in both.

    `marks` are their positions in `old`, ascending; `last` and `first` tell for each number n of
    marks the last position in `now` among the first n, and the first one among the others.
    """

    old: str
    now: str
    marks: list[int]
    last: list[int]
    first: list[int]


def merge(base: bytes, ours: bytes, theirs: bytes) -> Merged:
    """`ours` with the change from `base` to `theirs` made in it: every run of lines that differs, or nothing.

    A run is replaced only where its place in `ours` is certain:

    1. The run is quoted from `base` with the lines around it: as many as it takes for the quote to
       stand there once, the same number before and after, at least one. The quote must stand in `ours`
       once, too. Where it reaches the start or the end of the file, it must do so in `ours`, but that
       alone doesn't tell it from the same lines elsewhere.
    2. No other change touches it: a comparison of `base` and `ours` has the run at the same place, with
       no differing line directly before, in or behind it.
    3. Nothing may have moved across it: no line that stands once in both files is before the quote in
       one and after it in the other, and between the nearest such lines no line became fewer on one
       side of the quote and more on the other.

    A run that could as well lie some lines further up or down takes in these lines, for both changes.
    A run is done already where `ours` has changed just these lines to the same ones as `theirs`, and
    these have a certain place in `ours`. Where both, old and new lines, have one, it is in conflict.

    >>> merge(b"a\\nb\\nc\\n", b"new\\na\\nb\\nc\\n", b"a\\nB\\nc\\n").data
    b'new\\na\\nB\\nc\\n'
    >>> merge(b"a\\nb\\nc\\n", b"a\\nb\\nC\\n", b"a\\nB\\nc\\n")
    Merged(data=None, conflicts=((2, 3),))
    """
    if base == ours:
        return Merged(theirs)
    if theirs in (base, ours):
        return Merged(ours)
    sides = tuple(map(_split, (base, ours, theirs)))
    coded = _coded(*sides)
    if coded is None:
        return Merged(None, ((1, max(1, len(sides[1]) - 2)),))
    old, now, new = coded
    runs = _runs(old, new)
    changed = _runs(old, now)
    places = _places(coded, runs, changed)
    conflicts = [_region(changed, run) for run, place in zip(runs, places, strict=True) if place is None]
    if conflicts:
        return Merged(None, tuple(_numbers(region, len(sides[1]) - 2) for region in conflicts))
    return Merged(_made(sides[1], sides[2], runs, [place for place in places if place is not None]))


def _split(data: bytes) -> list[bytes]:
    """The lines with their ends, between two empty ones that stand for the start and the end of the file."""
    *lines, rest = data.split(b"\n")
    return [b"", *(line + b"\n" for line in lines), *([rest] if rest else []), b""]


def _coded(*sides: list[bytes]) -> list[str] | None:
    """Each side with a character for each line, so that looking for lines is looking for a text."""
    codes: dict[bytes, int] = {}
    numbers = [[codes.setdefault(line, len(codes) + 2) for line in lines[1:-1]] for lines in sides]
    if len(codes) + 2 > MOST_CODES:
        return None
    return ["".join((_START, *map(chr, side), _END)) for side in numbers]


def _runs(old: str, new: str) -> list[Run]:
    """The runs that differ, each with the lines over which it can slide, joined where they then touch."""
    runs: list[Run] = []
    for found in diff_lines(old, new):
        run = _with_slide(old, new, found)
        if runs and run.a_start <= runs[-1].a_stop:
            before = runs.pop()
            run = Run(before.a_start, max(before.a_stop, run.a_stop), before.b_start, max(before.b_stop, run.b_stop))
        runs.append(run)
    return runs


def _with_slide(old: str, new: str, run: Run) -> Run:
    """What was put in or taken out can lie further up or down if the lines there repeat it: `a[ba]b`, `[ab]ab`."""
    i, i_stop, j, j_stop = run
    if i < i_stop and j < j_stop:
        return run
    side, start, stop = (new, j, j_stop) if i == i_stop else (old, i, i_stop)
    up = down = 0
    while side[start - up - 1] == side[stop - up - 1] and old[i - up - 1] == new[j - up - 1]:
        up += 1
    while side[start + down] == side[stop + down] and old[i_stop + down] == new[j_stop + down]:
        down += 1
    return Run(i - up, i_stop + down, j - up, j_stop + down)


def _places(coded: list[str], runs: list[Run], changed: list[Run]) -> list[_Place | None]:
    """The lines of `ours` that each run replaces; None for a conflict."""
    if len(runs) * sum(map(len, coded)) > MOST_WORK:
        return [None] * len(runs)
    old, now, new = coded
    todo, done = _pair(old, now), _pair(new, now)
    places: list[_Place | None] = []
    for run in runs:
        region = _region(changed, run)
        before, after = _place(todo, run.a_start, run.a_stop), _place(done, run.b_start, run.b_stop)
        is_todo = before == region and after is None
        is_done = after == region and before is None and Run(run.a_start, run.a_stop, *region) in changed
        places.append(region if is_todo or is_done else None)
    # Two runs have a line between them that both quote: it must be between their places, too.
    crossed = {k for k, (a, b) in enumerate(pairwise(places)) if a is not None and b is not None and a.stop >= b.start}
    return [None if {k, k - 1} & crossed else place for k, place in enumerate(places)]


def _pair(old: str, now: str) -> _Pair:
    in_old, in_now = Counter(old), Counter(now)
    marks = [i for i, line in enumerate(old) if in_old[line] == 1 == in_now[line]]
    at = {line: j for j, line in enumerate(now)}
    ends = [at[old[i]] for i in marks]
    last = list(accumulate(ends, max, initial=0))
    first = list(accumulate(reversed(ends), min, initial=len(now) - 1))[::-1]
    return _Pair(old, now, marks, last, first)


def _place(pair: _Pair, start: int, stop: int) -> _Place | None:
    """Where the lines `[start, stop)` of the old file stand now, if that is certain."""
    most = max(start, len(pair.old) - stop)
    around = 1 + bisect_left(
        range(1, most), True, key=lambda n: _find_once(pair.old, _quote(pair.old, start, stop, n)) is not None
    )
    quote = _quote(pair.old, start, stop, around)
    at = _find_once(pair.now, quote)
    first = max(0, start - around)
    if at is None or _is_crossed(pair, first, at, len(quote)):
        return None
    return _Place(at + start - first, at + stop - first)


def _quote(text: str, start: int, stop: int, around: int) -> str:
    return text[max(0, start - around) : stop + around]


def _find_once(text: str, quote: str) -> int | None:
    """Where a quote stands; None too if its lines, without the start or end of the file, stand elsewhere as well."""
    bare = quote.strip(_START + _END)
    at = text.find(bare)
    if at < 0 or text.find(bare, at + 1) >= 0:
        return None
    at -= quote.startswith(_START)
    return at if text.startswith(quote, at) else None


def _is_crossed(pair: _Pair, first: int, at: int, length: int) -> bool:
    """Whether lines may have moved across the quote, which stands at `first` in the old file and at `at` now."""
    before, after = bisect_left(pair.marks, first), bisect_left(pair.marks, first + length)
    if pair.last[before] > at or pair.first[after] < at + length - 1:
        return True
    left = pair.marks[before - 1] if before else 0
    right = pair.marks[after] if after < len(pair.marks) else len(pair.old)
    old = Counter(pair.old[left:first]), Counter(pair.old[first + length : right])
    now = Counter(pair.now[pair.last[before] : at]), Counter(pair.now[at + length : pair.first[after]])
    return bool((old[0] - now[0]) & (now[1] - old[1]) or (now[0] - old[0]) & (old[1] - now[1]))


def _made(ours: list[bytes], theirs: list[bytes], runs: list[Run], places: list[_Place]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for run, place in zip(runs, places, strict=True):
        parts += [*ours[at : place.start], *theirs[run.b_start : run.b_stop]]
        at = place.stop
    return b"".join([*parts, *ours[at:]])


def _region(changed: list[Run], run: Run) -> _Place:
    """The lines of `ours` between those that are paired with the lines before and behind a run."""
    return _Place(_bound(changed, run.a_start).start, _bound(changed, run.a_stop).stop)


def _bound(changed: list[Run], i: int) -> _Place:
    """Where the border before line `i` of the old side is now: a place without lines, or the change that it touches."""
    k = bisect_right(changed, i, key=lambda run: run.a_start)
    if k == 0:
        return _Place(i, i)
    run = changed[k - 1]
    if i <= run.a_stop:
        return _Place(run.b_start, run.b_stop)
    return _Place(i + run.b_stop - run.a_stop, i + run.b_stop - run.a_stop)


def _numbers(region: _Place, lines: int) -> tuple[int, int]:
    """First and last line; the one for the start of the file is line 0, so a position is a number already."""
    first = max(1, min(region.start, lines))
    return first, max(first, region.stop - 1)
