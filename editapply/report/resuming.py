"""A refused plan that is kept → the commands of a second try that sends only what failed."""

from __future__ import annotations

import shlex

from editapply.model import Code, Kept, Plan, Rejected
from editapply.report.numbers import blocks
from editapply.report.signs import printable
from editapply.report.view import acceptable

LONGEST_ROOT = 300


def resume_lines(plan: Plan) -> list[str]:
    """How to send only the failed blocks, and how to do without sending; nothing where the plan isn't kept."""
    failed = sorted({outcome.index for outcome in plan.rejected if outcome.index})
    if plan.kept is None or not failed:
        return []
    how = "" if len(failed) == 1 else ", in this order (or each with `(block N)` before its path)"
    rest = len({outcome.index for outcome in plan.outcomes}) - len(failed)
    others = "; the others are kept" if rest and not plan.written else ""
    return [f"Send only {blocks(failed)}{how}: `{command(plan.kept)} -`{others}.", _without_sending(plan, failed)]


def _without_sending(plan: Plan, failed: list[int]) -> str:
    offered = next((outcome for outcome in plan.rejected if acceptable(outcome)), None)
    number = str(failed[0]) if len(failed) == 1 else "N"
    drop = f"`--drop {number}` to give block {number} up"
    accept = f"{_accepting(offered)}, or " if offered else ""
    return f"Add {accept}{drop}; leave `-` out where no block is sent."


def _accepting(outcome: Rejected) -> str:
    if outcome.code is Code.AMBIGUOUS:
        return f"`--accept {outcome.index}=2` to take the second place for block {outcome.index}"
    number = acceptable(outcome)
    return f"`--accept {outcome.index}={number}` to take candidate {number} for block {outcome.index}"


def accept_line(plan: Plan, outcome: Rejected) -> str:
    """How to take the first candidate without a corrected block; empty where it can't be."""
    if plan.kept is None or acceptable(outcome) != 1:
        return ""
    return f"To take candidate 1 as it is: `{command(plan.kept)} --accept {outcome.index}=1`"


def command(kept: Kept) -> str:
    """The command that takes a kept plan up again."""
    root = printable(kept.root) if len(kept.root) <= LONGEST_ROOT else "DIR"
    where = "" if root == "." else f" --root {shlex.quote(root)}"
    return f"editapply apply{where} --resume {kept.id}"
