"""A plan → how each of its blocks was looked for: the tiers, grades and repairs that were tried, in their order."""

from editapply.explain.document import format_explained_document
from editapply.explain.step import Explained, Place, Step
from editapply.explain.story import explain_edit, explain_plan
from editapply.explain.text import format_explanation

__all__ = [
    "Explained",
    "Place",
    "Step",
    "explain_edit",
    "explain_plan",
    "format_explained_document",
    "format_explanation",
]
