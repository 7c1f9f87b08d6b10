"""Bytes found after a kill → whether they are a mix of what a file held before and was to hold after."""

from __future__ import annotations

BLOCK = 512  # what a disk writes whole


def is_torn(found: bytes, before: bytes, after: bytes, times: int = 1) -> bool:
    """Whether writing one of two sides over the other, cut off anywhere, `times` in all, can have left `found`.

    Block by block it is one or the other, or empty beyond the old end; within blocks one turns into
    the other no more often than writing was begun.
    """
    size = len(found)
    if not min(len(before), len(after)) <= size <= max(len(before), len(after)):
        return False
    old, new = (side[:size].ljust(size, b"\0") for side in (before, after))
    turns = 0
    for start in range(0, size, BLOCK):
        end = start + BLOCK
        needed = _turns(found[start:end], old[start:end], new[start:end])
        if needed is None:
            return False
        turns += needed
    return turns <= times


def _turns(found: bytes, old: bytes, new: bytes) -> int | None:
    """How often one must go over to the other side, at least, to read what was found; None where that can't be."""
    if found in (old, new):
        return 0
    at, turns = 0, 0
    while (reached := max(_agreeing(found, side, at) for side in (old, new))) < len(found):
        if reached == at:
            return None
        at, turns = reached, turns + 1
    return turns


def _agreeing(found: bytes, side: bytes, at: int) -> int:
    """Where the two begin to differ, from `at` on."""
    return next((k for k in range(at, len(found)) if found[k] != side[k]), len(found))
