"""A quote → the windows of the file that are most like it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from editapply.matching.index import UNKNOWN, Index, Numbered
from editapply.model import Candidate
from editapply.normalize import spacing_key
from editapply.similarity.bigrams import window_dice
from editapply.similarity.edits import levenshtein_similarity
from editapply.text import Lines

Measure: TypeAlias = Callable[[str, str], float]

SHORT = 20
STEP = 0.02
IN_ORDER = 0.25
AT_END = 0.05
LACKING = 0.03
TELLING = 3
COMMON = 5
WHOLE = 60  # the weight of a line that stands once; every count up to COMMON divides it, so sums stay exact
MOST_WINDOWS = 400


def rank_candidates(index: Index, search: str, limit: int = 3, measure: Measure | None = None) -> list[Candidate]:
    """The `limit` windows nearest to `search`, best first, none overlapping a better one.

    A window is a run of whole lines, as many as `search` has or one more or fewer; the best
    size counts. Its similarity (0..1) is the bigram Dice of the raw lines with "\\n" line ends;
    of quotes under 20 characters the Levenshtein similarity; or what `measure` says.

    Dice is blind to the order of lines: a window that begins in the middle of the place may have
    as much of it. So windows are compared by the similarity, plus up to 0.25 for the rare lines of
    `search` that stand where they should in the window, plus 0.05 for each end that is the end of
    `search`, less 0.03 where it lacks a line, all in steps of 0.02; then by the rare lines in any
    order; then by the similarity.
    """
    quote = "".join(body + "\n" for body in Lines(search).bodies)
    if not quote or not len(index.lines):
        return []
    if measure is None and len(quote.strip()) < SHORT:
        measure = lambda a, b: levenshtein_similarity(a.strip(), b.strip())  # noqa: E731
    laid = _Laid(index.numbered(spacing_key), [*map(spacing_key, Lines(search).bodies)])
    windows = sorted(_windows(index, quote, measure), key=laid.order)
    chosen = _without_overlaps((window for window in windows if window.similarity > 0), limit)
    return [Candidate(index.lines.span(w.first, w.stop), w.similarity) for w in chosen]


class _Window(NamedTuple):
    """The lines (0-based) from `first` up to, not including, `stop`."""

    similarity: float
    first: int
    stop: int

    def overlaps(self, other: _Window) -> bool:
        return self.first < other.stop and other.first < self.stop


def _windows(index: Index, quote: str, measure: Measure | None) -> Iterator[_Window]:
    """Of each size the windows most like the quote."""
    lines, size = [body + "\n" for body in index.lines.bodies], quote.count("\n")
    for n in sorted({min(max(1, n), len(lines)) for n in (size, size - 1, size + 1)}):
        similarities = window_dice(lines, quote, n)
        for k in nlargest(MOST_WINDOWS, range(len(similarities)), key=lambda k: (similarities[k], -k)):
            yield _Window(measure("".join(lines[k : k + n]), quote) if measure else similarities[k], k, k + n)


class _Weights:
    """Lines of the file, ascending, and what each weighs."""

    def __init__(self, weights: Iterable[tuple[int, int]]) -> None:
        pairs = sorted(weights)
        self.lines = [line for line, _ in pairs]
        self.sums = [0, *accumulate(weight for _, weight in pairs)]

    def between(self, first: int, stop: int) -> int:
        return self.sums[bisect_left(self.lines, stop)] - self.sums[bisect_left(self.lines, first)]


NOTHING = _Weights([])


class _Laid:
    """A quote laid beside the windows of a file, line by line.

    Of its lines those count that stand in few places; where one stands n times, each weighs 1/n.
    """

    def __init__(self, numbered: Numbered, quote: Sequence[str]) -> None:
        self.numbered, self.size = numbered, len(quote)
        self.ends = tuple(numbered.numbers.get(key, UNKNOWN) for key in (quote[0], quote[-1]))
        telling = [(at, key) for at, key in enumerate(quote) if sum(map(str.isalnum, key)) >= TELLING]
        rare: dict[int, int] = {}
        by_shift: dict[int, list[tuple[int, int]]] = {}
        for at, key in telling:
            count = numbered.count(key)
            for line in numbered.places_of(numbered.numbers[key]) if 0 < count <= COMMON else ():
                rare[line] = WHOLE // count
                by_shift.setdefault(line - at, []).append((line, rare[line]))
        self.whole = WHOLE * max(1, len(telling))
        self.rare = _Weights(rare.items())
        self.by_shift = {shift: _Weights(weights) for shift, weights in by_shift.items()}

    def order(self, window: _Window) -> tuple[float, ...]:
        """A key by which the nearest window comes first."""
        more = window.stop - window.first - self.size
        bonus = IN_ORDER * self._in_order(window) + AT_END * self._at_ends(window) - LACKING * (more < 0)
        rare = self.rare.between(window.first, window.stop)
        return -round((window.similarity + bonus) / STEP), -rare, -window.similarity, abs(more), window.first

    def _in_order(self, window: _Window) -> float:
        """The share (0..1) of the quote's lines that are where the window's first line wants them.

        A window with a line more or fewer has that line anywhere: they may fit its end instead.
        """
        shifts = {window.first, window.stop - self.size}
        weights = (self.by_shift.get(shift, NOTHING) for shift in shifts)
        return min(1.0, sum(one.between(window.first, window.stop) for one in weights) / self.whole)

    def _at_ends(self, window: _Window) -> int:
        """How many of its two ends are the quote's."""
        units = self.numbered.units
        return (units[window.first] == self.ends[0]) + (units[window.stop - 1] == self.ends[1])


def _without_overlaps(windows: Iterable[_Window], limit: int) -> Sequence[_Window]:
    best: list[_Window] = []
    for window in windows:
        if len(best) == limit:
            break
        if not any(window.overlaps(other) for other in best):
            best.append(window)
    return best


def rank(before: str, search: str, limit: int = 3, measure: Measure | None = None) -> list[Candidate]:
    """The `limit` places in `before` that are most like `search`, best first.

    `measure` compares two texts (0..1) in place of bigram Dice: `similarity.token_similarity`, say.

    >>> [candidate.span for candidate in rank("one\\ntwo = 1\\nthree\\n", "two = 2", limit=1)]
    [Span(start=4, end=12)]
    """
    return rank_candidates(Index(before), search, limit, measure)
