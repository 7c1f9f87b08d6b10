"""The outcomes of a whole reply → those refusals told better of which another block of it is the cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from editapply.matching import Index, find_exact
from editapply.model import Cause, Code, Edit, Outcome, Rejected, Unchanged

WEAK = (None, Cause.BELOW_RULE, Cause.ALREADY_APPLIED)
MOST_NAMED = 5
MOST_COMPARED = 200


def with_other_blocks(outcomes: Sequence[Outcome], so_far: Mapping[str, Index]) -> list[Outcome]:
    """The outcomes, with the other block named where a quote fits only after it, or where others are made already.

    `so_far` holds the texts with all edits made that fit.
    """
    refused = [outcome for outcome in outcomes if isinstance(outcome, Rejected) and outcome.code is Code.NOT_FOUND]
    told: dict[int, Rejected] = {}
    for refusal in refused[:MOST_COMPARED]:
        others = [other for other in outcomes if other.path == refusal.path and other is not refusal]
        better = _after_another(refusal, others, so_far) or _others_made(refusal, others)
        if better is not None:
            told[id(refusal)] = better
    return [told.get(id(outcome), outcome) for outcome in outcomes]


def _after_another(refusal: Rejected, others: Sequence[Outcome], so_far: Mapping[str, Index]) -> Rejected | None:
    """The quote stands in what another block writes: one that comes later, or was refused itself."""
    edit = refusal.edit
    if edit is None or not edit.search.strip():
        return None
    writers = [other for other in others[:MOST_COMPARED] if other.edit is not None and _writes(other.edit, edit)]
    later = [other.index for other in writers if not isinstance(other, Rejected) and other.index > refusal.index]
    failed = [other.index for other in writers if isinstance(other, Rejected)]
    if later and refusal.path in so_far and find_exact(so_far[refusal.path], edit):
        return _behind(refusal, f"it fits only after block {later[0]}: put it behind")
    if failed:
        return _behind(refusal, f"it quotes what block {failed[0]} writes, and that block was refused")
    return None


def _behind(refusal: Rejected, detail: str) -> Rejected:
    """The places of the file before are none of this quote's."""
    offered = tuple(replace(place, fits=False) for place in refusal.candidates)
    return replace(refusal, cause=Cause.OTHER_BLOCK, detail=detail, correction=None, candidates=offered)


def _writes(other: Edit, edit: Edit) -> bool:
    quoted, written = (text.replace("\r\n", "\n") for text in (edit.search, other.replace))
    return quoted in written and bool(find_exact(Index(written), edit))


def _others_made(refusal: Rejected, others: Sequence[Outcome]) -> Rejected | None:
    made = [o.index for o in others if isinstance(o, Unchanged) and o.code is Code.ALREADY_APPLIED]
    if not made or refusal.cause not in WEAK:
        return None
    named = ", ".join(map(str, made[:MOST_NAMED]))
    blocks = f"block {named} of this reply is" if len(made) == 1 else f"blocks {named} of this reply are"
    why = f"; {refusal.detail}" if refusal.detail else ""
    return replace(refusal, cause=Cause.HALF_APPLIED, detail=f"{blocks} made already{why}")
