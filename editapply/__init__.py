"""editapply: applies the edits that a coding model writes in its reply, and never writes a wrong one."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from editapply import similarity
from editapply.apply import apply_edits
from editapply.carry_out import apply_reply, keep_plan
from editapply.errors import (
    ConfigError,
    EditapplyError,
    FileError,
    HistoryError,
    ReplyError,
    ResumeError,
    StateError,
)
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
    Logged,
    LoggedFile,
    Match,
    Options,
    Outcome,
    Problem,
    Reading,
    Recovered,
    Rejected,
    Result,
    Reverted,
    Span,
    Tier,
    Unchanged,
)
from editapply.recovery import recover
from editapply.workflow import Plan, plan_reply, plan_under_root, resume_kept

if TYPE_CHECKING:
    from editapply.history import list_history, read_history
    from editapply.reverting import redo, undo

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
    "HistoryError",
    "Kept",
    "Logged",
    "LoggedFile",
    "Match",
    "Options",
    "Outcome",
    "Plan",
    "Problem",
    "Reading",
    "Recovered",
    "Rejected",
    "ReplyError",
    "Result",
    "ResumeError",
    "Reverted",
    "Span",
    "StateError",
    "Tier",
    "Unchanged",
    "apply_edits",
    "apply_reply",
    "find",
    "format_blocks",
    "keep_plan",
    "list_history",
    "parse_reply",
    "plan_reply",
    "plan_under_root",
    "rank",
    "read_history",
    "recover",
    "redo",
    "resume_kept",
    "similarity",
    "undo",
]

_LATER = {"list_history": "history", "read_history": "history", "redo": "reverting", "undo": "reverting"}
"""Functions that applying doesn't need, and their modules, imported when they are asked for."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"editapply.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
