"""A change → how many lines it adds and removes."""

from __future__ import annotations

from editapply.diff import diff_lines
from editapply.model import Change
from editapply.text import split_lines


def tally(change: Change) -> tuple[int, int]:
    """The lines added and removed, as `diff` counts them."""
    runs = diff_lines(split_lines(change.before or ""), split_lines(change.after or ""))
    return sum(run.b_stop - run.b_start for run in runs), sum(run.a_stop - run.a_start for run in runs)
