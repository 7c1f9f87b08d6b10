"""The command line: argv and standard streams → the library, and its answer with an exit status."""

from __future__ import annotations

import codecs
import json
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import click

import editapply
from editapply.config import TIERS, load_options
from editapply.errors import ConfigError, FileError
from editapply.model import Code, Options
from editapply.report.excerpt import printable
from editapply.text import body, split_lines
from editapply.workflow import Plan, apply_reply, plan_under_root

REFUSED = 1
UNREADABLE = 2


class Commands(click.Group):
    """A group that asks back where a command's name is misspelt."""

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


@program.command()
@click.argument("reply", default="-", metavar="[REPLY|-]")
@click.option("--root", default=".", metavar="DIR", help="The folder that paths are relative to (default: here).")
@click.option("--check", is_flag=True, help="Tell whether the reply would apply; write nothing.")
@click.option("--diff", is_flag=True, help="Print the change as a unified diff for `git apply`; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--partial", is_flag=True, default=None, help="Write the edits that fit although others are refused.")
@click.option("--max-tier", type=click.Choice(list(TIERS)), help="The loosest way to find a quote (default: fuzzy).")
@click.option("--threshold", type=click.FloatRange(0, 1), help="The least similarity of a fuzzy match (default: 0.75).")
@click.option("--allow-placeholder", is_flag=True, default=None, help="Take `... rest of the code ...` as meant.")
def apply(reply: str, root: str, check: bool, diff: bool, as_json: bool, **given: Any) -> None:
    """Apply the blocks of REPLY (a file, or - for standard input) to the files under DIR."""
    if diff and as_json:
        raise click.UsageError("--diff and --json can't be given together: each has standard output for itself")
    if not os.path.isdir(root):
        raise click.UsageError(f"--root {root!r} is not a folder")
    try:
        options = _with_given(load_options(root), given)
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    text = _read_reply(reply)
    act = plan_under_root if check or diff else apply_reply
    try:
        plan = act(text, root, options)
    except FileError as error:
        raise click.ClickException(str(error)) from None
    _answer(plan, diff, as_json)
    sys.exit(_exit_status(plan))


def _with_given(options: Options, given: Mapping[str, Any]) -> Options:
    """What the command line gives goes before what the folder sets."""
    said = {name: value for name, value in given.items() if value is not None}
    if "max_tier" in said:
        said["max_tier"] = TIERS[said["max_tier"]]
    return replace(options, **said)


def _answer(plan: Plan, diff: bool, as_json: bool) -> None:
    if as_json:
        _say(plan.to_json(), sys.stdout)
    elif diff:
        _say(plan.diff(), sys.stdout, raw=True)
        if not plan.ok:
            _say(plan.report(), sys.stderr)
    else:
        _say(plan.report(), sys.stdout)


def _exit_status(plan: Plan) -> int:
    if plan.ok:
        return 0
    nothing_read = all(outcome.code is Code.MALFORMED and outcome.edit is None for outcome in plan.rejected)
    return UNREADABLE if nothing_read and len(plan.rejected) == len(plan.outcomes) else REFUSED


def _read_reply(source: str) -> str:
    data = _read_source(source)
    for mark, codec in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    return data.decode("utf-8", "surrogateescape")


def _read_source(source: str) -> bytes:
    try:
        if source != "-":
            return Path(source).read_bytes()
        if sys.stdin is None:
            raise click.UsageError("standard input is closed: name a file")
        return sys.stdin.buffer.read()
    except OSError as error:
        raise click.UsageError(f"can't read {source!r}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise click.UsageError(f"can't read {source!r}: {error}") from None


MEASURES = ("dice", "lcs", "overlap", "jaccard")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@program.command("similarity")
@click.argument("measure", type=click.Choice(MEASURES))
@click.argument("a")
@click.argument("b")
@AS_JSON
def similarity_command(measure: str, a: str, b: str, as_json: bool) -> None:
    """How alike A and B are, from 0 to 1: by character pairs (dice), common subsequence (lcs),
    words of B found in A (overlap), or common words (jaccard)."""
    from editapply import similarity

    measures = {
        "dice": similarity.dice,
        "lcs": similarity.lcs_similarity,
        "overlap": similarity.overlap,
        "jaccard": similarity.jaccard,
    }
    value = round(measures[measure](a, b), 4)
    _print({"measure": measure, "similarity": value}, f"{value:g}", as_json)


@program.command("suggest")
@click.argument("name")
@click.argument("names", nargs=-1)
@click.option("--threshold", default=0.4, show_default=True, type=click.FloatRange(0, 1), help="The least similarity.")
@AS_JSON
def suggest_command(name: str, names: tuple[str, ...], threshold: float, as_json: bool) -> None:
    """The one of NAMES that NAME was probably meant to be (NAMES from standard input, a line each, if none is given).

    Exit status 1 where none is near enough.
    """
    from editapply.similarity import lcs_similarity, suggest

    known = names or tuple(body(line) for line in split_lines(_read_reply("-")))
    best = suggest(name, known, threshold)
    value = None if best is None else round(lcs_similarity(name, best), 4)
    _print({"suggestion": best, "similarity": value}, best or "", as_json)
    sys.exit(REFUSED if best is None else 0)


@program.command("extract-json")
@click.argument("source", default="-", metavar="[FILE|-]")
@AS_JSON
def extract_json_command(source: str, as_json: bool) -> None:
    """The first JSON value in a chatty text. Exit status 1 where there is none.

    With --json its span too (0-based offsets in characters).
    """
    from editapply.similarity import extract_json

    found = extract_json(_read_reply(source))
    value, span = found if found is not None else (None, None)
    text = "" if found is None else json.dumps(value, ensure_ascii=False, indent=1)
    _print({"found": found is not None, "value": value, "span": span}, text, as_json)
    sys.exit(REFUSED if found is None else 0)


def _print(document: dict[str, Any], text: str, as_json: bool) -> None:
    shown = json.dumps(document, indent=1) if as_json else text
    _say(f"{shown}\n" if shown else "", sys.stdout)


def _say(text: str, stream: TextIO | None, raw: bool = False) -> None:
    """Write text as UTF-8, whatever the locale; a reader that has gone away is no error.

    On a terminal control characters are shown as escapes. `raw` keeps undecodable bytes.
    """
    if stream is None:  # it was closed before the program began, and its number may be another file's by now
        return
    descriptor = stream.fileno()
    if os.isatty(descriptor):
        text = "".join(char if char.isprintable() or char in "\n\t" else repr(char)[1:-1] for char in text)
    data = text.encode("utf-8", "surrogateescape") if raw else printable(text).encode("utf-8")
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except BrokenPipeError:
        return
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise click.UsageError(f"the answer can't be written ({why}), but what it tells has been done") from None


def main() -> None:
    """Run the command; Ctrl-C ends the process by the signal, as it would any other."""
    try:
        program.main(prog_name="editapply", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
