"""editapply: applies the edits that a coding model writes in its reply, and never writes a wrong one."""

from editapply import similarity
from editapply.apply import apply_edits
from editapply.errors import ConfigError, EditapplyError, FileError, ReplyError
from editapply.formats import format_blocks, parse_reply
from editapply.matching import find, rank
from editapply.model import (
    Action,
    Applied,
    Candidate,
    Change,
    Code,
    Edit,
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
from editapply.workflow import Plan, apply_reply, plan_reply, plan_under_root

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Applied",
    "Candidate",
    "Change",
    "Code",
    "ConfigError",
    "Edit",
    "EditapplyError",
    "FileError",
    "Match",
    "Options",
    "Outcome",
    "Plan",
    "Problem",
    "Reading",
    "Rejected",
    "ReplyError",
    "Result",
    "Span",
    "Tier",
    "Unchanged",
    "apply_edits",
    "apply_reply",
    "find",
    "format_blocks",
    "parse_reply",
    "plan_reply",
    "plan_under_root",
    "rank",
    "similarity",
]
