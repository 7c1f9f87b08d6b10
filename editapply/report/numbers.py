"""Numbers of blocks and lines → how people name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_RUNS = 20


def blocks(numbers: Iterable[int]) -> str:
    """Blocks by their numbers, neighbours as a run.

    >>> blocks([2]), blocks([3, 1]), blocks([1, 2, 3, 7])
    ('block 2', 'blocks 1 and 3', 'blocks 1-3 and 7')
    """
    return _named("block", numbers)


def lines(numbers: Iterable[int]) -> str:
    """Lines by their numbers, neighbours as a run.

    >>> lines([5]), lines([3, 5]), lines(range(3, 10))
    ('line 5', 'lines 3 and 5', 'lines 3-9')
    """
    return _named("line", numbers)


def counted(number: int, noun: str) -> str:
    """How many there are of something.

    >>> counted(1, "edit"), counted(2, "edit")
    ('1 edit', '2 edits')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(parts: Sequence[str]) -> str:
    """An enumeration.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + f" and {parts[-1]}"


def runs_of(numbers: Iterable[int]) -> list[range]:
    """Neighbouring numbers as one run.

    >>> runs_of([1, 2, 7])
    [range(1, 3), range(7, 8)]
    """
    runs: list[range] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1].stop:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return runs


def _named(noun: str, numbers: Iterable[int]) -> str:
    runs = runs_of(numbers)
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs[:MOST_RUNS]]
    more = sum(map(len, runs[MOST_RUNS:]))
    text = listed([*parts, f"{more} more"] if more else parts)
    return f"{noun} {text}" if text.isdigit() else f"{noun}s {text}"
