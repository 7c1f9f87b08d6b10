"""An edit of several changes of which some have been made → which, and what is left of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from editapply.diff import diff_lines
from editapply.matching import Index
from editapply.model import Candidate, Edit, Span
from editapply.normalize import spacing_key
from editapply.text import Lines

MOST_LINES = 400
MOST_CHANGES = 12
REACH = 3


class Half(NamedTuple):
    """What is left: the edit quoting the lines as they are now, its place, and the lines that are made."""

    edit: Edit
    span: Span
    done: list[Span]


class _Change(NamedTuple):
    """One change of an edit: the lines that SEARCH has before it, those it takes away, those it puts there."""

    between: list[str]
    old: list[str]
    new: list[str]


def find_half(index: Index, edit: Edit, candidates: Sequence[Candidate]) -> Half | None:
    """Where, near a candidate, every change of the edit is either made or not made, and both occur.

    Only lines that were put there count as made: a change that takes lines away leaves none.
    """
    search, written = Lines(edit.search).bodies, Lines(edit.replace).bodies
    if not edit.whole_lines or len(search) + len(written) > MOST_LINES:
        return None
    changes, tail = _changes(search, written)
    if not 2 <= len(changes) <= MOST_CHANGES:
        return None
    for candidate in candidates:
        first, last = index.lines.first_and_last(candidate.span)
        for start in range(max(0, first - 1 - REACH), min(len(index.lines), first + REACH)):
            found = index.lines.bodies[start : last + len(written) + REACH]
            made = _made(changes, tail, _keys(found))
            if made is not None:
                return _half(index, edit, changes, tail, start, made)
    return None


def _changes(search: Sequence[str], written: Sequence[str]) -> tuple[list[_Change], list[str]]:
    """The changes in order, and the lines behind the last one."""
    changes: list[_Change] = []
    at = 0
    for run in diff_lines(_keys(search), _keys(written)):
        old, new = search[run.a_start : run.a_stop], written[run.b_start : run.b_stop]
        changes.append(_Change([*search[at : run.a_start]], [*old], [*new]))
        at = run.a_stop
    return changes, [*search[at:]]


def _keys(bodies: Sequence[str]) -> list[str]:
    return [spacing_key(body) for body in bodies]


def _made(changes: Sequence[_Change], tail: Sequence[str], found: Sequence[str]) -> tuple[bool, ...] | None:
    """For each change whether the lines `found` have it, from the first on; None unless some do and some don't."""

    def behind(at: int, bodies: Sequence[str]) -> list[int]:
        keys = _keys(bodies)
        return [at + len(keys)] if list(found[at : at + len(keys)]) == keys else []

    ways: list[tuple[int, tuple[bool, ...]]] = [(0, ())]
    for change in changes:
        ways = [
            (stop, (*made, is_made))
            for at, made in ways
            for middle in behind(at, change.between)
            for lines, is_made in ((change.new, True), (change.old, False))
            for stop in behind(middle, lines)
        ][:MOST_LINES]
    mixed = [made for at, made in ways if behind(at, tail) and any(made) and not all(made)]
    return mixed[0] if len(mixed) == 1 else None


def _half(
    index: Index, edit: Edit, changes: Sequence[_Change], tail: Sequence[str], start: int, made: Sequence[bool]
) -> Half | None:
    bodies: list[str] = []
    done: list[Span] = []
    for change, is_made in zip(changes, made, strict=True):
        bodies += change.between
        if is_made and change.new:
            done.append(index.lines.span(start + len(bodies), start + len(bodies) + len(change.new)))
        bodies += change.new if is_made else change.old
    bodies += tail
    quote = "".join(body + "\n" for body in bodies)
    return Half(replace(edit, search=quote), index.lines.span(start, start + len(bodies)), done) if done else None
