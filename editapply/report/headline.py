"""A refused edit → the line that says what is wrong with it."""

from __future__ import annotations

from editapply.model import Cause, Code, Rejected
from editapply.report.signs import distinctive_line, visible

LONGEST_DETAIL = 400

HEADLINES = {
    Code.MALFORMED: "ERROR: a block can't be read",
    Code.NOT_FOUND: "ERROR: SEARCH text not found",
    Code.AMBIGUOUS: "ERROR: SEARCH text is ambiguous",
    Code.FILE_NOT_FOUND: "ERROR: file not found:",
    Code.FILE_EXISTS: "ERROR: SEARCH is empty, and the file exists:",
    Code.UNSAFE_PATH: "ERROR: unsafe path:",
    Code.BINARY: "ERROR: binary file:",
    Code.ENCODING: "ERROR: encoding",
    Code.STALE: "ERROR: stale:",
    Code.OVERLAP: "ERROR: the edit overlaps another one",
    Code.CONFLICT: "ERROR: conflict",
    Code.PLACEHOLDER: "ERROR: REPLACE has a placeholder",
    Code.PERMISSION: "ERROR: permission denied:",
    Code.BUDGET: "ERROR: too much work",
    Code.IO: "ERROR: can't read or write:",
}
TWICE = "ERROR: two blocks create one file:"


def headline(outcome: Rejected) -> str:
    """What is wrong, in which file, with which block, and why; on one line."""
    what = HEADLINES.get(outcome.code, f"ERROR: {outcome.code.value}")
    if outcome.code is Code.FILE_EXISTS and outcome.cause is Cause.OTHER_BLOCK:
        what = TWICE
    if not outcome.index and outcome.edit is None:
        return f"ERROR{_detail(outcome)}"
    where = f" {'' if what.endswith(':') else 'in '}{visible(outcome.path)}" if outcome.path else ""
    return f"{what}{where}{_block(outcome)}{_detail(outcome)}"


def _block(outcome: Rejected) -> str:
    """Which block it is: its number, its line in the reply, and a line of its quote."""
    if not outcome.reply_line:
        return ""
    line = distinctive_line(outcome.search)
    return f" (block {outcome.index}, reply line {outcome.reply_line}{f': `{line}`' if line else ''})"


def _detail(outcome: Rejected) -> str:
    detail = visible(outcome.detail, LONGEST_DETAIL)
    return (f": {detail}" if detail else "") + ("" if detail.endswith("?") else ".")
