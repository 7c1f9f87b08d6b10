"""A usage error of a command with `--json` → the one document that is printed for it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from editapply.cli.streams import Unwritten, say
from editapply.report.excerpt import printable

PLANNING = ("apply", "explain")


def answer_in_json(error: click.ClickException, args: Sequence[str]) -> None:
    """Print the document where `--json` is among the arguments, and standard output can be written to."""
    if _asks_for_json(args) and not isinstance(error, Unwritten):
        with suppress(Unwritten):
            say(format_failure(_command_in(args), error.format_message()), sys.stdout)


def format_failure(command: str, message: str) -> str:
    """The document of the command for an error before there was any plan."""
    return json.dumps(_document(command, printable(message)), indent=1) + "\n"


def _document(command: str, message: str) -> dict[str, Any]:
    if command not in PLANNING:
        return {"error": message}
    nothing: dict[str, Any] = {"ok": False, "written": False, "id": None, "resume": None}
    return nothing | {"edits": [], "files": [], "warnings": [], "report": message}


def _asks_for_json(args: Sequence[str]) -> bool:
    options = args[: args.index("--")] if "--" in args else args
    return any(arg == "--json" or arg.startswith("--json=") for arg in options)


def _command_in(args: Sequence[str]) -> str:
    """The command's name: no option in front of it takes a value."""
    return next((arg for arg in args if not arg.startswith("-")), "")
