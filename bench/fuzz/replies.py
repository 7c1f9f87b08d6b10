"""Target: a reply and the files that it is for; the whole way to the report."""

from __future__ import annotations

import json

import editapply
from editapply.explain import explain_plan, format_explanation
from editapply.model import Applied, Rejected

from .laws import check_outside
from .pieces import read_settings, split

OTHER = "b.md"


def check_replies(data: bytes) -> None:
    """The input: settings, the text of two files, a reply."""
    head, text, reply = split(data, 3)
    settings = read_settings(head)
    files = {settings.path: text, OTHER: text}
    plan = editapply.plan_reply(reply, files, settings.options)
    for path, change in plan.changes.items():
        spans = [outcome.span for outcome in plan.outcomes if isinstance(outcome, Applied) and outcome.path == path]
        assert change.before == files.get(path)
        assert change.after is not None
        assert spans or change.before is None
        check_outside(change.before or "", change.after, spans)
    assert plan.changes or not any(isinstance(outcome, Applied) for outcome in plan.outcomes) or plan.diff() == ""
    check_told(plan)


def check_told(plan: editapply.Plan) -> None:
    """What is told of a plan: within the limit, as JSON, the same twice, and the refused ones again alone."""
    report = plan.report()
    assert 0 < len(report) <= plan.options.max_report
    document = json.loads(plan.to_json())
    assert (document["ok"], len(document["edits"])) == (plan.ok, len(plan.outcomes))
    assert plan.writable or plan.diff() == ""
    assert format_explanation(plan, explain_plan(plan))
    refused = [outcome.index for outcome in plan.rejected if outcome.edit is not None]
    if refused and not any(isinstance(o, Rejected) and o.edit is None for o in plan.outcomes):
        assert plan.resume(drop=refused).ok
