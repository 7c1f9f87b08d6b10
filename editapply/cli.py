"""The command line: argv and standard streams → the library, and its answer with an exit status."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path

import click

import editapply
from editapply.errors import FileError
from editapply.model import Code, Options
from editapply.report.excerpt import printable
from editapply.workflow import Plan, apply_reply, plan_under_root

REFUSED = 1
UNREADABLE = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(editapply.__version__, prog_name="editapply")
def program() -> None:
    """Apply the edits that a coding model writes in its reply (SEARCH/REPLACE blocks) to files.

    Exit status: 0 all applied or unchanged, 1 some edit was refused (then nothing is
    written), 2 usage, or no block of the reply can be read.
    """


@program.command()
@click.argument("reply", default="-", metavar="[REPLY|-]")
@click.option("--root", default=".", metavar="DIR", help="The folder that paths are relative to (default: here).")
@click.option("--check", is_flag=True, help="Tell whether the reply would apply; write nothing.")
@click.option("--diff", is_flag=True, help="Print the change as a unified diff for `git apply`; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--partial", is_flag=True, help="Write the edits that fit although others are refused.")
def apply(reply: str, root: str, check: bool, diff: bool, as_json: bool, partial: bool) -> None:
    """Apply the blocks of REPLY (a file, or - for standard input) to the files under DIR."""
    if diff and as_json:
        raise click.UsageError("--diff and --json can't be given together: each has standard output for itself")
    if not os.path.isdir(root):
        raise click.UsageError(f"--root {root!r} is not a folder")
    text = _read_reply(reply)
    act = plan_under_root if check or diff else apply_reply
    try:
        plan = act(text, root, Options(partial=partial))
    except FileError as error:
        raise click.ClickException(str(error)) from None
    _answer(plan, diff, as_json)
    sys.exit(_exit_status(plan))


def _answer(plan: Plan, diff: bool, as_json: bool) -> None:
    if as_json:
        _say(plan.to_json(), sys.stdout.fileno())
    elif diff:
        _say(plan.diff(), sys.stdout.fileno(), raw=True)
        if not plan.ok:
            _say(plan.report(), sys.stderr.fileno())
    else:
        _say(plan.report(), sys.stdout.fileno())


def _exit_status(plan: Plan) -> int:
    if plan.ok:
        return 0
    nothing_read = all(outcome.code is Code.MALFORMED and outcome.edit is None for outcome in plan.rejected)
    return UNREADABLE if nothing_read and len(plan.rejected) == len(plan.outcomes) else REFUSED


def _read_reply(source: str) -> str:
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise click.UsageError(f"can't read the reply {source!r}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise click.UsageError(f"can't read the reply {source!r}: {error}") from None
    for mark, codec in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    return data.decode("utf-8", "surrogateescape")


def _say(text: str, descriptor: int, raw: bool = False) -> None:
    """Write text as UTF-8, whatever the locale; a reader that has gone away is no error.

    On a terminal control characters are shown as escapes. `raw` keeps undecodable bytes.
    """
    if os.isatty(descriptor):
        text = "".join(char if char.isprintable() or char in "\n\t" else repr(char)[1:-1] for char in text)
    data = text.encode("utf-8", "surrogateescape") if raw else printable(text).encode("utf-8")
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except BrokenPipeError:
            return


def main() -> None:
    program(prog_name="editapply")
