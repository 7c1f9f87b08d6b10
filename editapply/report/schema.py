"""The JSON Schema of the document that `--json` prints."""

from __future__ import annotations

from importlib.resources import files


def load_schema() -> str:
    """The schema (JSON Schema, draft 2020-12) as text."""
    return files("editapply.report").joinpath("schema.json").read_text("utf-8")
