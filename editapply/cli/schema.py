"""`editapply schema`: the JSON Schema of the document that `--json` prints."""

from __future__ import annotations

import sys

import click

from editapply.cli.streams import say


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of the document of `apply --json`."""
    from editapply.report.schema import load_schema

    text = load_schema()
    say(text if text.endswith("\n") else text + "\n", sys.stdout)
