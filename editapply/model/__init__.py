"""The nouns: what a reply asks for, where it fits, and what came of it."""

from editapply.model.codes import Action, Cause, Code, Tier
from editapply.model.edits import LEAST_REPORT, Edit, Options, Problem, Reading, Span
from editapply.model.history import Logged, LoggedFile, Recovered, Reverted
from editapply.model.outcomes import Applied, Candidate, Elsewhere, Match, Outcome, Rejected, Unchanged
from editapply.model.plans import Change, Kept, Pending, Plan, Read, Result

__all__ = [
    "LEAST_REPORT",
    "Action",
    "Applied",
    "Candidate",
    "Cause",
    "Change",
    "Code",
    "Edit",
    "Elsewhere",
    "Kept",
    "Logged",
    "LoggedFile",
    "Match",
    "Options",
    "Outcome",
    "Pending",
    "Plan",
    "Problem",
    "Read",
    "Reading",
    "Recovered",
    "Rejected",
    "Result",
    "Reverted",
    "Span",
    "Tier",
    "Unchanged",
]
