"""Explained outcomes → the JSON document of the plan, with the steps of each edit in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from editapply.explain.step import Explained, Place, Step
from editapply.explain.text import format_explanation
from editapply.model import Plan
from editapply.report import format_document
from editapply.report.excerpt import printable


def format_explained_document(plan: Plan, explained: Sequence[Explained]) -> str:
    """The document of `apply --check --json`, `steps` in each edit, and the explanation as its report."""
    document = json.loads(format_document(plan))
    for edit, block in zip(document["edits"], explained, strict=True):
        edit["steps"] = [_step(step) for step in block.steps]
    document["report"] = printable(format_explanation(plan, explained))
    return json.dumps(document, indent=1) + "\n"


def _step(step: Step) -> dict[str, Any]:
    return {
        "tried": step.tried,
        "repair": step.repair or None,
        "tier": None if step.tier is None else step.tier.label,
        "grade": step.grade or None,
        "count": step.count,
        "places": [_place(place) for place in step.places],
        "note": printable(step.note),
        "skipped": step.skipped,
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "lines": [place.first, place.last],
        "similarity": round(place.similarity, 4),
        "note": printable(place.note),
    }
