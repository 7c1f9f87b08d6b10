"""Texts and the room there is → what of them is kept, with what is left out counted."""

from __future__ import annotations

from collections.abc import Sequence

COUNTING = 30  # room for the line that counts what is left out


def clipped(text: str, room: int) -> str:
    """The beginning of a text that is too long.

    >>> clipped("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"[:room]


def fitting_lines(lines: Sequence[str], room: int) -> list[str]:
    """The first lines that fit, each with a line end, and the number of the others.

    >>> fitting_lines(["a" * 20, "b" * 20, "c" * 20], 60)
    ['aaaaaaaaaaaaaaaaaaaa', '… (2 more lines)']
    """
    if sum(len(line) + 1 for line in lines) <= room:
        return list(lines)
    kept: list[str] = []
    left = room - COUNTING
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    more = len(lines) - len(kept)
    return [*kept, f"… ({more} more line{'' if more == 1 else 's'})"] if room >= COUNTING else []


def share(wanted: Sequence[int], room: int) -> list[int]:
    """What each gets of the room: what it wants, or as much as any other that wants more than there is.

    >>> share([10, 100, 100], 110)
    [10, 50, 50]
    """
    given = [0] * len(wanted)
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    for place, k in enumerate(order):
        given[k] = max(0, min(wanted[k], room // (len(order) - place)))
        room -= given[k]
    return given
