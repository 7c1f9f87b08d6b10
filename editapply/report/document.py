"""A plan → the one JSON document of `--json`; its schema is in `schema.json`."""

from __future__ import annotations

import json
from typing import Any

from editapply.model import Applied, Candidate, Change, Code, Outcome, Plan, Rejected, Span, Unchanged
from editapply.report.corrected import corrected_block
from editapply.report.differs import tell_differences
from editapply.report.excerpt import show
from editapply.report.fit import clipped
from editapply.report.learned import learn
from editapply.report.signs import printable, visible
from editapply.report.tally import tally
from editapply.report.text import describe_in, format_report
from editapply.report.view import View
from editapply.report.warn import plan_warnings
from editapply.text import Lines

MOST_SHOWN = 100
MOST_CANDIDATES = 20
MOST_PLACES = 20
MOST_WARNINGS = 100
LONGEST_NOTE = 300
LONGEST_DETAIL = 400
UNQUOTED = (Code.OVERLAP, Code.AMBIGUOUS)  # their places don't differ from the quote, or are not meant to be it


def format_document(plan: Plan) -> str:
    """The JSON document, in ASCII, with a final newline."""
    view = View(plan)
    document = {
        "ok": plan.ok,
        "written": plan.written,
        "id": plan.id,
        "resume": plan.kept.id if plan.kept else None,
        "edits": _edits(view),
        "files": [_file(path, plan.changes.get(path), plan) for path in _paths(plan)],
        "warnings": _warnings(plan),
        "report": format_report(plan),
    }
    return json.dumps(document, indent=1) + "\n"


def _paths(plan: Plan) -> list[str]:
    """The files that edits name, where they can be edited at all."""
    named = dict.fromkeys(outcome.path for outcome in plan.outcomes)
    return [path for path in named if path in plan.texts or path in plan.changes]


def _warnings(plan: Plan) -> list[str]:
    warnings = [*plan_warnings(plan), *plan.notes][:MOST_WARNINGS] if plan.writable else []
    return [printable(clipped(warning, LONGEST_NOTE)) for warning in warnings]


def _edits(view: View) -> list[dict[str, Any]]:
    """All edits; of refused ones beyond the first 100 the candidates' lines are not shown."""
    shown = {id(outcome) for outcome in view.plan.rejected[:MOST_SHOWN]}
    return [_edit(outcome, view, id(outcome) in shown) for outcome in view.plan.outcomes]


def _edit(outcome: Outcome, view: View, shown: bool) -> dict[str, Any]:
    """The same keys whatever came of the edit."""
    common = {
        "index": outcome.index,
        "path": printable(outcome.path) or None,
        "message": printable(describe_in(outcome, view)),
    }
    if isinstance(outcome, Applied):
        return common | _nothing_refused() | _applied(outcome, view)
    if isinstance(outcome, Unchanged):
        return common | _nothing_refused() | _unchanged(outcome, view)
    return common | _rejected(outcome, view, shown)


def _nothing_refused() -> dict[str, Any]:
    return {"code": None, "cause": None, "candidates": [], "correction": None, "elsewhere": [], "nearest": []}


def _not_applied() -> dict[str, Any]:
    return {"tier": None, "similarity": None, "repairs": [], "accepted": False, "differs": []}


def _applied(outcome: Applied, view: View) -> dict[str, Any]:
    learned = learn(outcome, view.lines(outcome.path))
    return {
        "status": "applied",
        "tier": outcome.tier.label,
        "similarity": round(outcome.similarity, 4),
        "lines": _lines(outcome.span, view.lines(outcome.path)),
        "repairs": list(outcome.repairs),
        "accepted": outcome.accepted > 0,
        "differs": [printable(told) for told in (*learned.kinds, *learned.details)],
        "detail": "",
    }


def _unchanged(outcome: Unchanged, view: View) -> dict[str, Any]:
    return _not_applied() | {
        "status": "unchanged",
        "code": outcome.code.value,
        "lines": _lines(outcome.span, view.lines(outcome.path)),
        "detail": visible(outcome.detail, LONGEST_DETAIL),
    }


def _rejected(outcome: Rejected, view: View, shown: bool) -> dict[str, Any]:
    correction = corrected_block(outcome, view.plan)
    offered = outcome.candidates[:MOST_CANDIDATES] if view.now(outcome.path) is not None else ()
    return _not_applied() | {
        "status": "rejected",
        "code": outcome.code.value,
        "cause": outcome.cause.value if outcome.cause else None,
        "lines": None,
        "detail": visible(outcome.detail, LONGEST_DETAIL),
        "candidates": [_candidate(candidate, outcome, view, shown) for candidate in offered],
        "correction": correction if correction and len(correction) <= view.plan.options.max_report else None,
        "elsewhere": [
            {"path": printable(place.path), "lines": [place.first, place.last]}
            for place in outcome.elsewhere[:MOST_PLACES]
        ],
        "nearest": [printable(path) for path in outcome.nearest[:MOST_PLACES]],
    }


def _candidate(candidate: Candidate, outcome: Rejected, view: View, shown: bool) -> dict[str, Any]:
    lines = view.now(outcome.path)
    laid = view.laid(outcome, candidate) if shown else None
    told = tell_differences(laid) if laid and outcome.code not in UNQUOTED else []
    return {
        "lines": _lines(candidate.span, lines),
        "similarity": round(candidate.similarity, 4),
        "text": printable("\n".join(show(laid))) if laid else "",
        "differs": [printable(text) for text in told],
        "context": _lines(candidate.context, lines),
    }


def _lines(span: Span | None, lines: Lines | None) -> list[int] | None:
    return list(lines.first_and_last(span)) if span is not None and lines is not None and len(lines) else None


def _file(path: str, change: Change | None, plan: Plan) -> dict[str, Any]:
    added, removed = tally(change) if change and plan.writable else (0, 0)
    return {"path": printable(path), "action": _action(change), "added": added, "removed": removed}


def _action(change: Change | None) -> str:
    if change is not None and change.before is None:
        return "created"
    return "deleted" if change is not None and change.after is None else "modified"
