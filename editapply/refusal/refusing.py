"""An edit that is not made → the refusal, with all that the next try needs to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from editapply.locate import Missing
from editapply.matching import Index
from editapply.matching.fuzzy import MARGIN
from editapply.model import Candidate, Cause, Code, Edit, Match, Options, Rejected, Span
from editapply.refusal.causes import find_cause
from editapply.refusal.correction import correct, take, unique_context
from editapply.refusal.question import Told
from editapply.text import is_encodable

MOST_CONTEXTS = 5
SOMEWHAT = 0.5
MUCH = 0.6


def refuse(
    edit: Edit,
    code: Code,
    detail: str,
    candidates: tuple[Candidate, ...] = (),
    cause: Cause | None = None,
    correction: Edit | None = None,
) -> Rejected:
    return Rejected(
        index=edit.index,
        path=edit.path,
        reply_line=edit.reply_line,
        code=code,
        detail=detail,
        candidates=candidates,
        edit=edit,
        search=edit.search,
        cause=cause,
        correction=correction,
    )


def refuse_new(edit: Edit, lines: int, filler: int | None, before: str | None) -> Rejected:
    """A text for a file that has one, of so many lines: that of the block `filler`, or that before."""
    if filler is None:
        return refuse(edit, Code.FILE_EXISTS, f"it has {lines} line{'' if lines == 1 else 's'}")
    does = "creates" if before is None else "fills"
    detail = f"block {filler} of this reply {does} it, with another text"
    return refuse(edit, Code.FILE_EXISTS, detail, cause=Cause.OTHER_BLOCK)


def refuse_ambiguous(edit: Edit, original: Index, index: Index, places: Sequence[Match]) -> Rejected:
    """All places of a quote that stands at too many of them, and what would tell the first ones apart."""
    asked = f", not at {edit.count}" if edit.count != 1 else ""
    if index is not original:
        detail = f"it stands at {len(places)} places of what earlier blocks made"
        return refuse(edit, Code.AMBIGUOUS, detail, cause=Cause.AMBIGUOUS)
    contexts = [_context(index, place.span) for place in places[:MOST_CONTEXTS]]
    contexts += [None] * (len(places) - len(contexts))
    offered = [Candidate(p.span, p.similarity, context) for p, context in zip(places, contexts, strict=True)]
    detail = f"it stands at {len(places)} places{asked}"
    return refuse(edit, Code.AMBIGUOUS, detail, tuple(offered), Cause.AMBIGUOUS)


def _context(index: Index, span: Span) -> Span | None:
    around = unique_context(index, span)
    return around if around != span else None


def refuse_missing(edit: Edit, index: Index, options: Options, unit: str, missing: Missing) -> Rejected:
    """A quote that stands nowhere: why, the nearest places, and the edit as it would fit the first of them."""
    told = find_cause(edit, index, options, missing)
    if told.cause is Cause.ALREADY_APPLIED:
        offered = tuple(replace(place, fits=False) for place in told.candidates)
        return refuse(edit, Code.NOT_FOUND, told.detail, offered, told.cause)
    offered = tuple(replace(place, fits=place.fits and _fits(edit, index, place, unit)) for place in told.candidates)
    correction = correct(index, told.edit or edit, offered[0].span, unit) if _is_likely(told) else None
    return refuse(edit, Code.NOT_FOUND, told.detail, offered, told.cause, correction)


def _fits(edit: Edit, index: Index, place: Candidate, unit: str) -> bool:
    """Whether the caller may take a place: it is somewhat like the quote, and the change can be carried over."""
    if place.similarity < SOMEWHAT or not is_encodable(index.lines.text[place.span.start : place.span.end]):
        return False
    return not isinstance(take(index, edit, place.span, unit), str)


def _is_likely(told: Told) -> bool:
    """Whether the first place is the one that was meant: the cause says so, or it is much like the quote, and alone."""
    if not told.candidates or told.tied:
        return False
    best, *others = (place.similarity for place in told.candidates)
    if told.cause not in (None, Cause.BELOW_RULE):
        return True
    return best >= MUCH and not any(other > best - MARGIN for other in others)
