"""`editapply explain`: a reply → how each of its blocks was looked for; nothing is written."""

from __future__ import annotations

import sys
from typing import Any

import click

from editapply.cli.given import AS_JSON, COLOR, ENCODING, MAX_TIER, ROOT, THRESHOLD, exit_status, options_under
from editapply.cli.streams import read_text, say
from editapply.errors import FileError
from editapply.workflow import plan_under_root


@click.command("explain")
@click.argument("reply", default="-", metavar="[REPLY|-]")
@ROOT
@AS_JSON
@MAX_TIER
@THRESHOLD
@ENCODING
@COLOR
def explain_command(reply: str, root: str, as_json: bool, color: str, **given: Any) -> None:
    """Tell for each block of REPLY which tiers, grades and repairs were tried, what each found, and the outcome.

    Nothing is written. The exit status is that of `apply --check`.
    """
    from editapply.explain import explain_plan, format_explained_document, format_explanation

    options = options_under(root, given)
    text = read_text(reply)
    try:
        plan = plan_under_root(text, root, options)
    except FileError as error:
        raise click.UsageError(str(error)) from None
    explained = explain_plan(plan)
    if as_json:
        say(format_explained_document(plan, explained), sys.stdout)
    else:
        say(format_explanation(plan, explained), sys.stdout, color=color)
    sys.exit(exit_status(plan))
