"""editapply: applies the edits that a coding model writes in its reply, and never writes a wrong one."""

from editapply import similarity
from editapply.apply import apply_edits
from editapply.carry_out import apply_reply, keep_plan
from editapply.errors import ConfigError, EditapplyError, FileError, ReplyError, ResumeError, StateError
from editapply.formats import format_blocks, parse_reply
from editapply.matching import find, rank
from editapply.model import (
    Action,
    Applied,
    Candidate,
    Cause,
    Change,
    Code,
    Edit,
    Elsewhere,
    Kept,
    Match,
    Options,
    Outcome,
    Problem,
    Reading,
    Rejected,
    Result,
    Span,
    Tier,
    Unchanged,
)
from editapply.workflow import Plan, plan_reply, plan_under_root, resume_kept

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Applied",
    "Candidate",
    "Cause",
    "Change",
    "Code",
    "ConfigError",
    "Edit",
    "EditapplyError",
    "Elsewhere",
    "FileError",
    "Kept",
    "Match",
    "Options",
    "Outcome",
    "Plan",
    "Problem",
    "Reading",
    "Rejected",
    "ReplyError",
    "Result",
    "ResumeError",
    "Span",
    "StateError",
    "Tier",
    "Unchanged",
    "apply_edits",
    "apply_reply",
    "find",
    "format_blocks",
    "keep_plan",
    "parse_reply",
    "plan_reply",
    "plan_under_root",
    "rank",
    "resume_kept",
    "similarity",
]
