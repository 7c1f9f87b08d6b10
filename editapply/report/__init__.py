"""A plan → what a model, a person or a program reads about it."""

from editapply.model import Plan
from editapply.report.patch import format_patch
from editapply.report.text import format_report

__all__ = ["format_document", "format_patch", "format_report"]


def format_document(plan: Plan) -> str:
    """The JSON document of `--json`, in ASCII, with a final newline."""
    from editapply.report import document

    return document.format_document(plan)
