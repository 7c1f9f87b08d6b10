"""The options of a command that writes: what it may expect of the files, and what the journal keeps of them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import click

from editapply.files import ABSENT

MEGABYTE = 1_000_000
_EXPECTED = re.compile(rf"(.+)=([0-9a-fA-F]{{64}}|{ABSENT})", re.DOTALL)


def read_expected(context: click.Context, option: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """`PATH=SHA256`, repeated."""
    expected: dict[str, str] = {}
    for text in given:
        found = _EXPECTED.fullmatch(text)
        if found is None:
            wanted = f"PATH=SHA256 (64 hex digits of the file's bytes, or `{ABSENT}` where there is no file)"
            raise click.BadParameter(f"{text!r} is not {wanted}", context, option)
        if expected.setdefault(found[1], found[2].lower()) != found[2].lower():
            raise click.BadParameter(f"{found[1]!r} is named twice", context, option)
    return expected


def _in_bytes(context: click.Context, option: click.Parameter, megabytes: float | None) -> int | None:
    if megabytes is not None and math.isnan(megabytes):
        raise click.BadParameter("nan is no number of megabytes", context, option)
    return None if megabytes is None else int(megabytes * MEGABYTE)


EXPECT = click.option(
    "--expect",
    multiple=True,
    callback=read_expected,
    metavar="PATH=SHA256",
    help="Refuse unless the file still has these bytes (repeatable).",
)
JOURNAL = click.option(
    "--journal/--no-journal", default=None, help="Note what is written, for `undo` and for recovery (default: yes)."
)
KEEP = click.option(
    "--keep",
    type=click.FloatRange(0, 1_000_000),
    callback=_in_bytes,
    metavar="MB",
    help="The most megabytes of edits that can be undone (default: 50).",
)
REQUIRE_JOURNAL = click.option(
    "--require-journal", is_flag=True, default=None, help="Write nothing where no journal can be kept."
)
