"""An edit that is not made → why, where it may have been meant, and how it would fit."""

from editapply.refusal.causes import BY_GRADE
from editapply.refusal.correction import take_offered
from editapply.refusal.nested import refuse_nested
from editapply.refusal.others import with_other_blocks
from editapply.refusal.refusing import refuse, refuse_ambiguous, refuse_missing, refuse_new

__all__ = [
    "BY_GRADE",
    "refuse",
    "refuse_ambiguous",
    "refuse_missing",
    "refuse_nested",
    "refuse_new",
    "take_offered",
    "with_other_blocks",
]
