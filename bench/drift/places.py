"""A case and the places that are offered for its quote → whether the true one is the first, or among them."""

from collections.abc import Sequence

from .oracle import Case

# first and last line, 1-based and inclusive
Offered = tuple[int, int]


def places_of(case: Case) -> list[tuple[int, ...]]:
    """The lines of the true place; where there are two equal ones, of each."""
    if case.kind != "two-places":
        return [case.place]
    lines = case.before.split("\n")
    wanted, size = [lines[number - 1] for number in case.place], len(case.place)
    starts = (at for at in range(len(lines) - size + 1) if lines[at : at + size] == wanted)
    return [tuple(range(at + 1, at + 1 + size)) for at in starts]


def is_at(offered: Offered, place: Sequence[int]) -> bool:
    """Whether the offered lines hold more than half of the place's lines."""
    return 2 * sum(offered[0] <= line <= offered[1] for line in place) > len(place)


def is_first(case: Case, ranked: Sequence[Offered]) -> bool:
    """Whether the first of the ranked is the true place, or one of two equal ones."""
    return bool(ranked) and any(is_at(ranked[0], place) for place in places_of(case))


def are_among(case: Case, ranked: Sequence[Offered]) -> bool:
    """Whether the true place is among the ranked; of two equal ones, both."""
    return all(any(is_at(offered, place) for offered in ranked) for place in places_of(case))


def lines_between(text: str, start: int, end: int) -> Offered:
    """The first and last line of the characters from `start` up to, not including, `end`."""
    return text.count("\n", 0, start) + 1, text.count("\n", 0, max(start, end - 1)) + 1
