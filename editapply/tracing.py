"""A refused edit → the same refusal with what the rest of the tree, and git, know of its quote."""

from __future__ import annotations

from dataclasses import replace

from editapply.elsewhere import find_elsewhere, fits_version
from editapply.model import Cause, Code, Rejected
from editapply.nearest import nearest_paths

# Causes that the file's own text gave, and that what other files or versions tell goes before.
WEAK = (None, Cause.BELOW_RULE, Cause.CUT_SHORT, Cause.ELIDED)


MOST_NEAREST = 3


def is_lost(refusal: Rejected) -> bool:
    """Whether a quote is known whose file isn't, or doesn't hold it."""
    if not refusal.search.strip():
        return refusal.code is Code.FILE_NOT_FOUND
    no_file = refusal.code is Code.FILE_NOT_FOUND or not refusal.path
    return no_file or (refusal.code is Code.NOT_FOUND and refusal.cause in WEAK)


def trace(refusal: Rejected, root: str) -> Rejected:
    """Where the quote stands in other files, which version of its own it fits, and the paths like one that is wrong."""
    elsewhere = tuple(find_elsewhere(root, refusal.path, refusal.search))
    found = replace(refusal, elsewhere=elsewhere)
    if refusal.code is not Code.NOT_FOUND:
        holding = [place.path for place in elsewhere]
        nearest = tuple(dict.fromkeys([*holding, *nearest_paths(root, refusal.path, refusal.search)]))[:MOST_NEAREST]
        return replace(found, nearest=nearest, cause=_cause_without_file(found, nearest))
    stale = fits_version(root, refusal.path, refusal.search)
    if stale is not None:
        return replace(found, cause=Cause.STALE_QUOTE, detail=stale.describe())
    if elsewhere:
        return replace(found, cause=Cause.OTHER_FILE, detail="the quote stands in another file", correction=None)
    return found


def _cause_without_file(refusal: Rejected, nearest: tuple[str, ...]) -> Cause | None:
    if refusal.elsewhere:
        return Cause.OTHER_FILE
    return Cause.MISSPELT_PATH if nearest and refusal.path else refusal.cause
