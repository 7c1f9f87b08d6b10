"""A plan → what may have gone wrong in the reply although every edit has its place."""

from __future__ import annotations

from collections.abc import Iterator

from editapply.model import Change, Plan
from editapply.report.signs import visible
from editapply.similarity.braces import KNOWN_SUFFIXES, Balance, balance


def plan_warnings(plan: Plan) -> list[str]:
    """A warning for each file whose brackets were balanced and no longer are: a REPLACE may be cut short."""
    return [warning for path, change in plan.changes.items() for warning in _unbalanced(path, change)]


def _unbalanced(path: str, change: Change) -> Iterator[str]:
    suffix = path.rsplit(".", 1)[-1].lower()
    if suffix not in KNOWN_SUFFIXES or not balance(change.before or "", suffix).is_balanced:
        return
    after = balance(change.after or "", suffix)
    if not after.is_balanced:
        yield f"warning: {visible(path)}: brackets were balanced before and are not after: {_describe(after)}"


def _describe(after: Balance) -> str:
    kinds = (("()", after.parens), ("[]", after.brackets), ("{}", after.braces))
    counts = [f"{abs(n)} `{pair[n < 0]}` without its partner" for pair, n in kinds if n]
    return ", ".join(counts) or "a closing one meets an opening one of another kind"
