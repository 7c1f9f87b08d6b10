"""The journal of a folder → what was done there: listed, shown, taken back, made again, finished."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import click

from editapply.cli.given import AS_JSON, COLOR, ENCODING, REFUSED, ROOT
from editapply.cli.safety import KEEP
from editapply.cli.streams import say, say_notes
from editapply.config import load_options_or_default
from editapply.decode import decode
from editapply.errors import FileError, HistoryError, StateError
from editapply.history import list_history, read_history
from editapply.model import Change, Options, Reverted
from editapply.recovery import distrusted_journals, recover
from editapply.report.history import (
    format_failure,
    format_head,
    format_head_document,
    format_log,
    format_log_document,
    format_recovered,
    format_recovered_document,
    format_reverted,
    format_reverted_document,
)
from editapply.report.patch import format_patch
from editapply.reverting import LAST, redo, undo


@click.command("log")
@ROOT
@click.option("--limit", type=click.IntRange(1), help="The most edits that are listed.")
@AS_JSON
def log_command(root: str, limit: int | None, as_json: bool) -> None:
    """List the edits that were applied under DIR, the newest first.

    Each with its id, its time, its reply's first line, its files and how their quotes were found.
    """
    with _usage_errors():
        entries = list_history(root, limit)
        say_notes(distrusted_journals(root))
    say(format_log_document(entries) if as_json else format_log(entries), sys.stdout)


@click.command("show")
@click.argument("id", metavar="ID")
@ROOT
@ENCODING
@AS_JSON
@COLOR
def show_command(id: str, root: str, as_json: bool, color: str, **given: Any) -> None:
    """Show what the edit ID changed, as a unified diff."""
    with _usage_errors():
        say_notes(distrusted_journals(root))
        entry, sides = read_history(root, id)
    codec = _options(root, given).encoding
    texts = {path: [_text(path, data, codec) for data in both] for path, both in sides.items()}
    diff = format_patch({path: Change(before, after) for path, (before, after) in texts.items()})
    if as_json:
        say(format_head_document(entry, diff), sys.stdout)
    else:
        say(format_head(entry) + diff, sys.stdout, raw=True, color=color)


@click.command("undo")
@click.argument("id", metavar="[ID]", required=False)
@ROOT
@KEEP
@AS_JSON
def undo_command(id: str | None, root: str, as_json: bool, **given: Any) -> None:
    """Take back the edit ID, or the last one that is not undone.

    A file that has changed elsewhere since keeps that change; where it has changed at the same
    place, nothing is written. Exit status: 0 undone, 1 refused, 2 usage, or there is no such edit.
    """
    _revert(undo, id, root, as_json, given)


@click.command("redo")
@click.argument("id", metavar="[ID]", required=False)
@ROOT
@KEEP
@AS_JSON
def redo_command(id: str | None, root: str, as_json: bool, **given: Any) -> None:
    """Make the edit ID again, or the one that was undone last. Else as `undo`."""
    _revert(redo, id, root, as_json, given)


@click.command("recover")
@ROOT
@AS_JSON
def recover_command(root: str, as_json: bool) -> None:
    """Finish or take back what a killed process left half written under DIR.

    The next `apply`, `undo` or `redo` does so by itself. Exit status: 0 nothing is left half
    written, 1 something could not be recovered, 2 usage.
    """
    options = _options(root, {})
    with _usage_errors():
        found = recover(root, keep=options.keep)
        unknown = distrusted_journals(root)
    say_notes(unknown)
    text = format_recovered_document(found, unknown) if as_json else format_recovered(found, unknown)
    say(text, sys.stdout, done=bool(found))
    sys.exit(REFUSED if unknown or any(one.fault for one in found) else 0)


def _revert(
    revert: Callable[[str, str | None, Options], Reverted],
    id: str | None,
    root: str,
    as_json: bool,
    given: Mapping[str, Any],
) -> None:
    options = _options(root, given)
    with _usage_errors():
        try:
            reverted = revert(root, LAST if id is None else id, options)
        except FileError as error:
            message = f"ERROR: {error}\nNothing was written.\n"
            say(format_failure(message) if as_json else message, sys.stdout)
            sys.exit(REFUSED)
    say_notes(reverted.notes)
    say(format_reverted_document(reverted) if as_json else format_reverted(reverted), sys.stdout, done=reverted.ok)
    sys.exit(0 if reverted.ok else REFUSED)


def _options(root: str, given: Mapping[str, Any]) -> Options:
    """The options under the root; settings that can't be read don't keep anybody from taking back what broke them."""
    if not os.path.isdir(root):
        raise click.UsageError(f"--root {root!r} is not a folder")
    options, fault = load_options_or_default(root)
    say_notes([fault] if fault else [])
    return replace(options, **{name: value for name, value in given.items() if value is not None})


def _text(path: str, data: bytes | None, codec: str | None) -> str | None:
    """The text of a file, by the codec where that fits; what can't be decoded is shown as it is."""
    if data is None:
        return None
    for name in (codec, None):
        with suppress(FileError):
            return decode(data, path, name)[0]
    return data.decode("utf-8", "surrogateescape")


@contextmanager
def _usage_errors() -> Iterator[None]:
    try:
        yield
    except (HistoryError, StateError) as error:
        say_notes(error.notes if isinstance(error, HistoryError) else ())
        raise click.UsageError(str(error)) from None
