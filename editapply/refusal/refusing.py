"""An edit that is not made → the refusal, with all that the next try needs to know."""

from __future__ import annotations

from collections.abc import Sequence

from editapply.locate import Missing
from editapply.matching import Index
from editapply.model import Candidate, Cause, Code, Edit, Match, Options, Rejected, Span
from editapply.refusal.causes import find_cause
from editapply.refusal.correction import correct, unique_context

MOST_CONTEXTS = 5


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
    offered = told.candidates[:1] if told.cause is not Cause.ALREADY_APPLIED else ()
    corrections = [correct(index, told.edit or edit, place.span, unit) for place in offered]
    correction = corrections[0] if corrections else None
    return refuse(edit, Code.NOT_FOUND, told.detail, told.candidates, told.cause, correction)
