"""The command line: argv and standard streams → the library, and its answer with an exit status."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

import editapply

COMMANDS = {
    "apply": ("apply", "apply_command"),
    "explain": ("explain", "explain_command"),
    "extract-json": ("measures", "extract_json_command"),
    "find": ("find", "find_command"),
    "log": ("history", "log_command"),
    "recover": ("history", "recover_command"),
    "redo": ("history", "redo_command"),
    "schema": ("schema", "schema_command"),
    "show": ("history", "show_command"),
    "similarity": ("measures", "similarity_command"),
    "suggest": ("measures", "suggest_command"),
    "undo": ("history", "undo_command"),
}
"""The module of each command, and its name there; imported when it is called, for the sake of a quick start."""

GIVEN = "editapply.given"


class Commands(click.Group):
    """A group that asks back where a command's name is misspelt, and answers usage errors in JSON where asked to."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, own = COMMANDS[name]
        command: click.Command = getattr(import_module(f"editapply.cli.{module}"), own)
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        given = tuple(args)
        try:
            context = super().make_context(info_name, args, parent, **extra)
        except click.ClickException as error:
            _answer_in_json(error, given)
            raise
        context.meta[GIVEN] = given
        return context

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except click.ClickException as error:
            _answer_in_json(error, context.meta[GIVEN])
            raise

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        known = self.list_commands(context)
        if args and args[0] not in known and not args[0].startswith("-"):
            from editapply.similarity import did_you_mean

            raise click.UsageError(did_you_mean(f"no such command {args[0]!r}", args[0], known), context)
        return super().resolve_command(context, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(editapply.__version__, prog_name="editapply")
def program() -> None:
    """Apply the edits that a coding model writes in its reply (SEARCH/REPLACE blocks) to files.

    Exit status: 0 all applied or unchanged, 1 some edit was refused (then nothing is
    written), 2 usage, or no block of the reply can be read.
    """


def _answer_in_json(error: click.ClickException, args: Sequence[str]) -> None:
    from editapply.cli.failure import answer_in_json

    answer_in_json(error, args)


def main() -> None:
    """Run the command; Ctrl-C ends the process by the signal, as it would any other."""
    try:
        program.main(prog_name="editapply", standalone_mode=False)
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
