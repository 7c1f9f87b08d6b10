"""A quote → the windows of the file that are most like it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import nlargest
from typing import TypeAlias

from editapply.matching.index import Index
from editapply.model import Candidate
from editapply.normalize import spacing_key
from editapply.similarity.bigrams import window_dice
from editapply.similarity.edits import levenshtein_similarity
from editapply.text import Lines

Measure: TypeAlias = Callable[[str, str], float]

SHORT = 20
STEP = 0.02
TELLING = 3
COMMON = 5
MOST_WINDOWS = 400


def rank_candidates(index: Index, search: str, limit: int = 3, measure: Measure | None = None) -> list[Candidate]:
    """The `limit` windows nearest to `search`, best first, none overlapping a better one.

    A window is a run of whole lines, as many as `search` has or one more or fewer; the best
    size counts. Its similarity (0..1) is the bigram Dice of the raw lines with "\\n" line ends;
    of quotes under 20 characters the Levenshtein similarity; or what `measure` says. Windows
    are compared in steps of 0.02, then by the rare lines of `search` that they hold.
    """
    quote = "".join(body + "\n" for body in Lines(search).bodies)
    size = quote.count("\n")
    if not size or not len(index.lines):
        return []
    if measure is None and len(quote.strip()) < SHORT:
        measure = lambda a, b: levenshtein_similarity(a.strip(), b.strip())  # noqa: E731
    rare = _Rare(index, search)
    lines = [body + "\n" for body in index.lines.bodies]
    windows: list[tuple[float, int, int]] = []
    for n in sorted({min(max(1, n), len(lines)) for n in (size, size - 1, size + 1)}):
        similarities = window_dice(lines, quote, n)
        best = nlargest(MOST_WINDOWS, range(len(similarities)), key=lambda k: (similarities[k], -k))
        if measure is not None:
            windows += [(measure("".join(lines[k : k + n]), quote), k, n) for k in best]
        else:
            windows += [(similarities[k], k, n) for k in best]
    windows.sort(key=lambda w: (-round(w[0] / STEP), -rare.held(w[1], w[2]), -w[0], abs(w[2] - size), w[1]))
    chosen = _without_overlaps(((similarity, first, n) for similarity, first, n in windows if similarity > 0), limit)
    return [Candidate(index.lines.span(first, first + n), similarity) for similarity, first, n in chosen]


class _Rare:
    """The lines of a quote that stand in few places of the file, and how much each says."""

    def __init__(self, index: Index, search: str) -> None:
        numbered = index.numbered(spacing_key)
        self.weights: list[tuple[int, float]] = []
        for key in dict.fromkeys(map(spacing_key, Lines(search).bodies)):
            count = numbered.count(key)
            if 0 < count <= COMMON and sum(char.isalnum() for char in key) >= TELLING:
                self.weights += [(place, 1 / count) for place in numbered.places_of(numbered.numbers[key])]
        self.weights.sort()

    def held(self, first: int, size: int) -> float:
        return sum(weight for line, weight in self.weights if first <= line < first + size)


def _without_overlaps(windows: Iterable[tuple[float, int, int]], limit: int) -> Sequence[tuple[float, int, int]]:
    best: list[tuple[float, int, int]] = []
    for window in windows:
        if len(best) == limit:
            break
        if all(window[1] >= other[1] + other[2] or other[1] >= window[1] + window[2] for other in best):
            best.append(window)
    return best


def rank(before: str, search: str, limit: int = 3, measure: Measure | None = None) -> list[Candidate]:
    """The `limit` places in `before` that are most like `search`, best first.

    `measure` compares two texts (0..1) in place of bigram Dice: `similarity.token_similarity`, say.

    >>> [candidate.span for candidate in rank("one\\ntwo = 1\\nthree\\n", "two = 2", limit=1)]
    [Span(start=4, end=12)]
    """
    return rank_candidates(Index(before), search, limit, measure)
