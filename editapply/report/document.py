"""A plan → the one JSON document of `--json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from editapply.model import Applied, Candidate, Change, Outcome, Plan, Rejected, Unchanged
from editapply.report.excerpt import differences, excerpt, printable
from editapply.report.tally import tally
from editapply.report.text import describe, format_report
from editapply.report.warn import plan_warnings
from editapply.text import Lines


def format_document(plan: Plan) -> str:
    """The JSON document, in ASCII, with a final newline."""
    document = {
        "ok": plan.ok,
        "written": plan.written,
        "id": plan.id,
        "edits": [_edit(outcome, plan) for outcome in plan.outcomes],
        "files": [_file(path, plan.changes.get(path), plan) for path in _paths(plan)],
        "warnings": [printable(line) for line in plan_warnings(plan)] if plan.writable else [],
        "report": printable(format_report(plan)),
    }
    return json.dumps(document, indent=1) + "\n"


def _paths(plan: Plan) -> list[str]:
    """The files that edits name, where they can be edited at all."""
    named = dict.fromkeys(outcome.path for outcome in plan.outcomes)
    return [path for path in named if path in plan.texts or path in plan.changes]


def _edit(outcome: Outcome, plan: Plan) -> dict[str, Any]:
    lines = Lines(plan.texts.get(outcome.path, ""))
    span = None if isinstance(outcome, Rejected) else outcome.span
    applied = isinstance(outcome, Applied)
    return {
        "index": outcome.index,
        "path": printable(outcome.path) or None,
        "status": "applied" if applied else "unchanged" if isinstance(outcome, Unchanged) else "rejected",
        "code": None if isinstance(outcome, Applied) else outcome.code.value,
        "tier": outcome.tier.label if isinstance(outcome, Applied) else None,
        "similarity": round(outcome.similarity, 4) if isinstance(outcome, Applied) else None,
        "lines": list(lines.first_and_last(span)) if span is not None and len(lines) else None,
        "repairs": list(outcome.repairs) if isinstance(outcome, Applied) else [],
        "message": printable(describe(outcome, plan)),
        "candidates": _candidates(outcome, lines) if isinstance(outcome, Rejected) else [],
    }


def _candidates(outcome: Rejected, lines: Lines) -> Sequence[dict[str, Any]]:
    return [_candidate(candidate, lines, outcome.search) for candidate in outcome.candidates]


def _candidate(candidate: Candidate, lines: Lines, search: str) -> dict[str, Any]:
    return {
        "lines": list(lines.first_and_last(candidate.span)),
        "similarity": round(candidate.similarity, 4),
        "text": printable("\n".join(excerpt(lines, candidate.span, search))),
        "differs": [printable(line) for line in differences(lines, candidate.span, search)],
    }


def _file(path: str, change: Change | None, plan: Plan) -> dict[str, Any]:
    added, removed = tally(change) if change and plan.writable else (0, 0)
    created = change is not None and change.before is None
    return {
        "path": printable(path),
        "action": "created" if created else "modified",
        "added": added,
        "removed": removed,
    }
