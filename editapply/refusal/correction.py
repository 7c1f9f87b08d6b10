"""A refused edit and a place offered for it → what taking that place would do, and the edit as it would fit there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from editapply.already import find_already
from editapply.carry import merge_line
from editapply.hunks import Hunk, splice
from editapply.locate import Located, locate_as_written, locate_repaired
from editapply.matching import Index, find_exact
from editapply.matching.exact import exact_key
from editapply.model import Candidate, Edit, Options, Span
from editapply.normalize import spacing_key
from editapply.rewrite import Rebased, Write, rebase, write_whole
from editapply.settle import encoding_problem, rebase_places
from editapply.text import Lines, is_encodable

EVERY_TIER = Options()
MOST_CONTEXT = 12
STRAY = "a line to change stands as quoted elsewhere in the file, and another one here"
UNFIT = "it is too little like the quote, or only a part of longer words"


def take(index: Index, edit: Edit, span: Span, unit: str, changed: Write = write_whole) -> Rebased | str:
    """The edit made at a place that the caller chose, or why it can't be carried over to it.

    Where the quote stands there in a tier below fuzzy, this is that match. Otherwise the lines to
    change must align one to one with lines of the place: `changed` tells what is written for one
    that differs (REPLACE's line, whole; a pair of strings may be a part of one), and everything
    else stays as the file has it.
    """
    for locate in (_as_written, locate_repaired):
        located = locate(edit, index, EVERY_TIER)
        places = [place for place in located.places if place.span == span] if isinstance(located, Located) else []
        if isinstance(located, Located) and places:
            return rebase_places(located, places, unit)
    if not edit.whole_lines and edit.search.endswith("\n") is not edit.replace.endswith("\n"):
        return "one of the two strings ends with a line break, and the other one doesn't"
    return _carried_over(
        index, replace(edit, whole_lines=True), span, unit, changed if edit.whole_lines else merge_line
    )


def _carried_over(index: Index, edit: Edit, span: Span, unit: str, changed: Write) -> Rebased | str:
    """No line is written over where the one that the quote has in its place stands elsewhere: it may be that one."""
    stray: list[str] = []

    def written_over(quoted: str, written: str, found: str) -> str | None:
        if any(map(str.isalnum, quoted)) and index.numbered(spacing_key).count(spacing_key(quoted)):
            stray.append(quoted)
            return None
        return changed(quoted, written, found)

    rebased = rebase(index.lines, edit, span, unit, written_over)
    return STRAY if stray and isinstance(rebased, str) else rebased


def take_offered(index: Index, edit: Edit, place: Candidate, unit: str) -> Rebased | str:
    """As `take`, for a place of a refusal; one that is not said to fit is never taken."""
    rebased = take(index, edit, place.span, unit)
    return rebased if place.fits or isinstance(rebased, str) else UNFIT


def _as_written(edit: Edit, index: Index, options: Options) -> Located | None:
    return locate_as_written(edit, [index], options)


def correct(index: Index, edit: Edit, span: Span, unit: str) -> Edit | None:
    """The edit as it fits: the lines of the place as SEARCH, and the change carried over to them as REPLACE.

    None where the change can't be carried over, where nothing would change, where no few lines
    around the place make it the only one, or where a line holds what no reply can.
    """
    rebased = take(index, edit, span, unit, merge_line) if edit.count == 1 else "it is meant for several places"
    around = unique_context(index, span)
    if isinstance(rebased, str) or not rebased.hunks or around is None:
        return None
    before = index.lines.text[around.start : around.end]
    moved = [replace(hunk, span=_moved(hunk, around.start)) for hunk in rebased.hunks]
    if not all(0 <= hunk.span.start <= hunk.span.end <= len(before) for hunk in moved):
        return None
    corrected = _in_dialect(edit, before.replace("\r\n", "\n"), splice(before, moved).replace("\r\n", "\n"))
    if Lines(corrected.search).bodies == Lines(corrected.replace).bodies:  # line ends stay the file's
        return None
    if encoding_problem(corrected, not is_encodable(index.lines.text)):
        return None
    places = find_exact(index, corrected)
    if len(places) != 1 or places[0].span.start < around.start:
        return None
    return None if find_already(index, corrected, Located(corrected, index, places)) else corrected


def _moved(hunk: Hunk, by: int) -> Span:
    return Span(hunk.span.start - by, hunk.span.end - by)


def _in_dialect(edit: Edit, search: str, written: str) -> Edit:
    """Both sides as the edit had them: whole lines, or a pair without the last line break."""
    plain = replace(edit, hint=None, count=1, readings=(), mentions=())
    if edit.whole_lines or not written.endswith("\n"):
        return replace(plain, search=search, replace=written)
    return replace(plain, search=search.removesuffix("\n"), replace=written.removesuffix("\n"))


def unique_context(index: Index, span: Span) -> Span | None:
    """The shortest run of whole lines around a place that stands once in the file; None where it is too long.

    >>> unique_context(Index("a\\nx\\nb\\nx\\n"), Span(6, 8))
    Span(start=4, end=8)
    """
    first, last = index.lines.first_and_last(span)
    start, bodies = first - 1, index.lines.bodies
    others = {
        _alike(bodies, start, last, place) for place in index.runs(bodies[start:last], exact_key) if place != start
    }
    for more in range(MOST_CONTEXT + 1):
        for above in range(more, -1, -1):
            below = more - above
            inside = start >= above and last + below <= len(bodies)
            if inside and not any(up >= above and down >= below for up, down in others):
                return index.lines.span(start - above, last + below)
    return None


def _alike(bodies: Sequence[str], start: int, stop: int, place: int) -> tuple[int, int]:
    """How many lines above and below an equal run at `place` has in common with the lines from `start` to `stop`."""
    size = stop - start
    above, below = range(1, MOST_CONTEXT + 1), range(MOST_CONTEXT)
    up = next((k - 1 for k in above if min(start, place) < k or bodies[start - k] != bodies[place - k]), MOST_CONTEXT)
    room = len(bodies) - max(stop, place + size)
    down = next((k for k in below if k >= room or bodies[stop + k] != bodies[place + size + k]), MOST_CONTEXT)
    return up, down
