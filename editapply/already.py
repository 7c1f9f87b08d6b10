"""Whether what an edit asks for is there already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from editapply.diff import Run, diff_lines
from editapply.indent import indent_of, is_uniform, unit_of
from editapply.locate import Located
from editapply.matching import Index, find_exact, find_whitespace
from editapply.matching.fuzzy import NEAR
from editapply.model import Edit, Span
from editapply.normalize import spacing_key
from editapply.text import Lines, is_blank

UNIFORM = ("blanks at line ends", "look-alike characters", "indentation")


class Already(NamedTuple):
    """Where an edit has been made before: its REPLACE, and the lines of it that the edit put in."""

    span: Span
    new: list[Span]


def find_already(index: Index, edit: Edit, located: Located | None) -> Already | None:
    """The place where the edit has been made before, or None.

    `located` is where SEARCH stands. REPLACE stands exactly once, with a line that the edit
    leaves as it is; and SEARCH stands nowhere, or only inside of that place while the edit
    only inserts lines that SEARCH hasn't.
    """
    if not edit.whole_lines or edit.search == edit.replace:
        return None
    search, written = ([*map(spacing_key, Lines(side).bodies)] for side in (edit.search, edit.replace))
    runs = diff_lines(search, written)
    new = {line for run in runs for line in written[run.b_start : run.b_stop] if _says_something(line)}
    if not new or all(is_blank(line) for line in set(search) & set(written)):
        return None
    standing = places_of_replace(index, edit)
    if len(standing) != 1:
        return None
    quoted = [place.span for place in located.places] if located else []
    only_inserts = all(run.a_start == run.a_stop for run in runs) and not new & set(search)
    inside = len(quoted) == 1 and only_inserts and _holds(standing[0], quoted[0])
    if (quoted and not inside) or not _near(index, standing[0], edit.hint):
        return None
    return Already(standing[0], _lines_put_in(index, standing[0], runs, len(written)))


def _near(index: Index, span: Span, hint: tuple[int, int] | None) -> bool:
    """Whether a place is within ten lines of the hint, if there is one."""
    first, last = index.lines.first_and_last(span)
    return hint is None or (first <= hint[1] + NEAR and hint[0] - NEAR <= last)


def _lines_put_in(index: Index, span: Span, runs: Sequence[Run], size: int) -> list[Span]:
    first, last = index.lines.first_and_last(span)
    if last - first + 1 != size:
        return [span]
    return [
        index.lines.span(first - 1 + run.b_start, first - 1 + run.b_stop) for run in runs if run.b_start < run.b_stop
    ]


def _says_something(key: str) -> bool:
    return any(char.isalnum() for char in key)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def places_of_replace(index: Index, edit: Edit) -> list[Span]:
    """Where REPLACE stands, exactly or moved as a whole; a blank REPLACE stands nowhere."""
    if is_blank(edit.replace):
        return []
    asked = replace(edit, search=edit.replace, replace="")
    places = find_exact(index, asked)
    if places:
        return [place.span for place in places]
    loose = find_whitespace(index, replace(asked, whole_lines=True))
    return [place.span for place in loose if place.grade in UNIFORM and _moved_as_one(index, edit.replace, place.span)]


def _moved_as_one(index: Index, text: str, span: Span) -> bool:
    first, last = index.lines.first_and_last(span)
    written, found = Lines(text).bodies, index.lines.bodies[first - 1 : last]
    pairs = [(indent_of(a), indent_of(b)) for a, b in zip(written, found, strict=True) if a.strip()]
    return is_uniform(pairs, written, unit_of(index.lines.bodies))
