"""An edit that is not made → why, where it may have been meant, and how it would fit."""

from editapply.refusal.causes import BY_GRADE
from editapply.refusal.correction import take_offered
from editapply.refusal.others import with_other_blocks
from editapply.refusal.refusing import refuse, refuse_ambiguous, refuse_missing

__all__ = ["BY_GRADE", "refuse", "refuse_ambiguous", "refuse_missing", "take_offered", "with_other_blocks"]
