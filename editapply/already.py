"""Whether what an edit asks for is there already."""

from __future__ import annotations

from editapply.diff import diff_lines
from editapply.matching import Index, find_places
from editapply.model import Edit, Span
from editapply.text import Lines, is_blank


def is_there_already(index: Index, edit: Edit) -> Span | None:
    """The place where the edit has been made before, or None.

    REPLACE stands exactly once, with a line that the edit leaves as it is; and SEARCH stands
    nowhere, or only inside of that place while the edit only inserts lines that SEARCH hasn't.
    """
    if not edit.whole_lines or edit.search == edit.replace:
        return None
    search, written = Lines(edit.search).bodies, Lines(edit.replace).bodies
    runs = diff_lines(search, written)
    new = [line for run in runs for line in written[run.b_start : run.b_stop] if line.strip()]
    kept = len(written) - sum(run.b_stop - run.b_start for run in runs)
    if not new or not kept or all(is_blank(line) for line in set(search) & set(written)):
        return None
    standing = places_of_replace(index, edit)
    if len(standing) != 1:
        return None
    quoted = [place.span for place in find_places(index, edit)]
    only_inserts = all(run.a_start == run.a_stop for run in runs) and not set(new) & set(search)
    inside = len(quoted) == 1 and only_inserts and _holds(standing[0], quoted[0])
    return standing[0] if inside or not quoted else None


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def places_of_replace(index: Index, edit: Edit) -> list[Span]:
    """Where REPLACE stands; a blank REPLACE stands nowhere."""
    if is_blank(edit.replace):
        return []
    return [place.span for place in find_places(index, Edit(edit.path, edit.replace, "", whole_lines=edit.whole_lines))]
