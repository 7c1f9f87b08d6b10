"""A plan → what a model, a person or a program reads about it."""

from editapply.report.document import format_document
from editapply.report.patch import format_patch
from editapply.report.text import format_report

__all__ = ["format_document", "format_patch", "format_report"]
