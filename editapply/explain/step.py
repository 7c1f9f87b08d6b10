"""The nouns of an explanation: a block's steps, and the places that each found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editapply.matching import Index
from editapply.model import Candidate, Match, Outcome, Span, Tier

MOST_PLACES = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Lines `first` to `last` (1-based, inclusive), and what speaks against them."""

    first: int
    last: int
    similarity: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One try to find the quote.

    `tried` names it, `repair` what of the quote was repaired first. `tier` and `grade` are those
    of the match that locating takes from here; without one, the search went on behind it.
    `places` are the first of `count` places. `skipped`: it was not tried, as `note` says.
    """

    tried: str
    repair: str = ""
    tier: Tier | None = None
    grade: str = ""
    places: tuple[Place, ...] = ()
    count: int = 0
    note: str = ""
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """An outcome of the plan, and the steps that led to it; none where no quote was looked for."""

    outcome: Outcome
    steps: tuple[Step, ...] = ()


def place_at(index: Index, span: Span, similarity: float, note: str = "") -> Place:
    return Place(*index.lines.first_and_last(span), similarity, note)


def places_in(index: Index, found: Sequence[Match | Candidate]) -> tuple[Place, ...]:
    """The first places of those that were found, as lines."""
    return tuple(place_at(index, place.span, place.similarity) for place in found[:MOST_PLACES])
