"""A quote that stands nowhere → the windows of the file that are most like it."""

from __future__ import annotations

from editapply.matching.index import Index
from editapply.model import Candidate
from editapply.similarity import window_dice
from editapply.text import Lines


def rank_candidates(index: Index, search: str, limit: int = 3) -> list[Candidate]:
    """The `limit` windows nearest to `search`, best first, none overlapping a better one.

    A window is a run of as many whole lines as `search` has; its similarity is the bigram
    Dice (0..1) of the raw lines with "\\n" line ends. Windows that share nothing are left out.
    """
    quote = [body + "\n" for body in Lines(search).bodies]
    size = min(len(quote), len(index.lines))
    if not size:
        return []
    similarities = window_dice([body + "\n" for body in index.lines.bodies], "".join(quote), size)
    best: list[tuple[int, float]] = []
    for first in sorted(range(len(similarities)), key=lambda k: -similarities[k]):
        if len(best) == limit or similarities[first] == 0:
            break
        if all(abs(first - other) >= size for other, _ in best):
            best.append((first, similarities[first]))
    return [Candidate(index.lines.span(first, first + size), similarity) for first, similarity in best]


def rank(before: str, search: str, limit: int = 3) -> list[Candidate]:
    """The `limit` places in `before` that are most like `search`, best first.

    >>> [candidate.span for candidate in rank("one\\ntwo = 1\\nthree\\n", "two = 2")]
    [Span(start=4, end=12)]
    """
    return rank_candidates(Index(before), search, limit)
