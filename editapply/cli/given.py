"""What commands share: the options that several take, what the folder sets, and the exit status of a plan."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from editapply.charsets import find_codec
from editapply.cli.streams import ALWAYS, AUTO, NEVER
from editapply.config import TIERS, load_options
from editapply.errors import ConfigError
from editapply.model import Code, Options, Plan

REFUSED = 1
UNREADABLE = 2


def read_encoding(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """The codec's own name."""
    try:
        return None if given is None else find_codec(given)
    except ValueError as error:
        raise click.BadParameter(str(error), context, option) from None


ROOT = click.option("--root", default=".", metavar="DIR", help="The folder that paths are relative to (default: here).")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
COLOR = click.option(
    "--color", type=click.Choice((AUTO, ALWAYS, NEVER)), default=AUTO, help="When to use colours (default: auto)."
)
MAX_TIER = click.option(
    "--max-tier", type=click.Choice(list(TIERS)), help="The loosest way to find a quote (default: fuzzy)."
)
THRESHOLD = click.option(
    "--threshold", type=click.FloatRange(0, 1), help="The least similarity of a fuzzy match (default: 0.75)."
)

ENCODING = click.option(
    "--encoding",
    callback=read_encoding,
    metavar="NAME",
    help="The encoding of files that are neither UTF-8 nor marked by a byte order mark.",
)


def options_under(root: str, given: Mapping[str, Any]) -> Options:
    """The options for the files under `root`: what the command line gives goes before what the folder sets."""
    if not os.path.isdir(root):
        raise click.UsageError(f"--root {root!r} is not a folder")
    try:
        options = load_options(root)
    except ConfigError as error:
        raise click.UsageError(str(error)) from None
    said = {name: value for name, value in given.items() if value is not None}
    if said.get("threshold") != said.get("threshold"):
        raise click.UsageError("--threshold can't be nan: give a number from 0 to 1")
    if "max_tier" in said:
        said["max_tier"] = TIERS[said["max_tier"]]
    return replace(options, **said)


def exit_status(plan: Plan) -> int:
    """0 where every edit was applied or unchanged, 2 where no block can be read, else 1."""
    if plan.ok:
        return 0
    nothing_read = all(outcome.code is Code.MALFORMED and outcome.edit is None for outcome in plan.rejected)
    return UNREADABLE if nothing_read and len(plan.rejected) == len(plan.outcomes) else REFUSED
