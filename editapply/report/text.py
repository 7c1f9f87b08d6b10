"""A plan → the report on standard output, written for a model that will send the next try."""

from __future__ import annotations

from editapply.model import Outcome, Plan, Rejected
from editapply.report.fit import clipped
from editapply.report.headline import headline
from editapply.report.signs import printable
from editapply.report.table import cells_of, summary, table_lines
from editapply.report.view import View


def format_report(plan: Plan) -> str:
    """What became of every block, what was written, and what to send next.

    At most `plan.options.max_report` characters, of which one refused edit gets a quarter.
    """
    view = View(plan)
    room = max(0, plan.options.max_report - 1)
    text = _done(view, room) if plan.ok else _refused(view, room)
    return printable(clipped(text, room)) + "\n"


def describe(outcome: Outcome, plan: Plan) -> str:
    """One outcome in a line."""
    return describe_in(outcome, View(plan))


def describe_in(outcome: Outcome, view: View) -> str:
    """The same, for a caller that describes many."""
    return headline(outcome) if isinstance(outcome, Rejected) else "  ".join(cells_of(outcome, view))


def _done(view: View, room: int) -> str:
    end = summary(view)
    return "\n".join([*table_lines(view, room - len(end)), end])


def _refused(view: View, room: int) -> str:
    from editapply.report.refused import format_refused

    return format_refused(view, room)
