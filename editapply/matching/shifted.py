"""A quote that was laid beside a place → whether it fits as well some lines before or behind.

A place that overlaps the best one is none of the candidates; in a text that repeats itself (rows of
a table, closing tags) it can be meant as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nsmallest

from editapply.diff import Run
from editapply.matching.index import UNKNOWN, Index, Numbered
from editapply.matching.rules import CHEAP, MANY, Comparison
from editapply.normalize import spacing_key

NEAREST = 16
MOST_LINES = 5000


def fits_shifted(index: Index, best: Comparison) -> bool:
    """Whether the lines to change may be others that read the same: there the quote differs in no more."""
    numbered = index.numbered(spacing_key)
    quote = [numbered.numbers.get(spacing_key(line), UNKNOWN) for line in best.search]
    shifts = [shift for run in best.runs for shift in _shifts(numbered, best, run)]
    if best.stale and any(abs(shift) == 1 for shift in shifts):
        return True  # the line that differs may be one more, or one less, than it seems
    nearest = nsmallest(NEAREST, set(shifts), key=abs)
    like = [shift for shift in nearest if _is_like(numbered.units, quote, best.first + shift)]
    if len(like) * len(quote) > MOST_LINES:
        return True  # too long to be laid beside each
    return any(
        other.targets != best.targets and _differs_in_no_more(other, best)
        for shift in like
        for other in _laid(index, best, shift)
    )


def _differs_in_no_more(other: Comparison, best: Comparison) -> bool:
    """That a line which differs is an unlikely one doesn't count here: it is as unlikely that it is missing."""
    counts = (len(c.stale) + len(c.cut) + len(c.typos) for c in (other, best))
    return all(holds(other) for holds in CHEAP) and next(counts) <= next(counts)


def _shifts(numbered: Numbered, best: Comparison, run: Run) -> set[int]:
    """By how many lines the place must move for a change to be at lines that read the same."""
    own = {k: best.first + pair.file.start for pair in best.pairs if pair.single for k in pair.quote}
    whole = range(max(0, run.a_start - 1), min(len(best.search), run.a_stop + 1))
    parts = [range(run.a_start, run.a_stop), range(whole.start, run.a_start), range(run.a_stop, whole.stop)]
    for around in ([whole], parts):  # a line beside may be spelt otherwise
        found = {
            at - own.get(part.start, best.first + part.start)
            for part in around
            for at in numbered.runs(spacing_key(best.search[k]) for k in part)
        }
        if found:
            return found - {0}
    return set()


def _is_like(units: Sequence[int], quote: Sequence[int], start: int) -> bool:
    """Whether nearly all lines of the quote are where it wants them, or a line or two off."""
    around = (units[max(0, start + k - 2) : max(0, start + k + 3)] for k in range(len(quote)))
    return sum(unit not in near for unit, near in zip(quote, around, strict=True)) <= MANY


def _laid(index: Index, best: Comparison, shift: int) -> Iterator[Comparison]:
    """The quote beside the windows there: that of the place's own size first, then a line more or fewer than quoted."""
    bodies, size = index.lines.bodies, len(best.search)
    for n in dict.fromkeys((len(best.found), size, size - 1, size + 1)):
        for at in (0, -1, 1):
            first = max(0, best.first + shift + at)
            yield Comparison(index, best.path, best.search, best.replace, first, bodies[first : first + n])
