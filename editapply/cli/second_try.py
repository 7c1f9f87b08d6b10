"""The options of a second try → a kept plan taken up again; and a refused plan → kept for one."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from editapply.carry_out import apply_kept, keep_plan
from editapply.cli.streams import say_notes
from editapply.errors import ResumeError, StateError
from editapply.model import Options
from editapply.workflow import Again, Plan, resume_kept

# What tells places apart must be as it was, or a number would name another candidate.
FIXED = ("max_tier", "threshold", "encoding")


_CHOICE = re.compile(r"([0-9]{1,9})=([0-9]{1,9})")


def read_choices(context: click.Context, option: click.Parameter, given: Sequence[str]) -> dict[int, int]:
    """`N=K`, repeated: candidate K for block N."""
    choices: dict[int, int] = {}
    for text in given:
        found = _CHOICE.fullmatch(text)
        if found is None:
            raise click.BadParameter(f"{text!r} is not N=K, as 5=1 for candidate 1 of block 5", context, option)
        if int(found[1]) in choices:
            raise click.BadParameter(f"block {int(found[1])} is named twice", context, option)
        choices[int(found[1])] = int(found[2])
    return choices


RESUME = click.option(
    "--resume", metavar="ID", help="Take up a refused plan again: REPLY holds the corrected blocks alone."
)
ACCEPT = click.option(
    "--accept",
    multiple=True,
    callback=read_choices,
    metavar="N=K",
    help="With --resume: take candidate K for block N (repeatable).",
)
DROP = click.option(
    "--drop",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="N",
    help="With --resume: give block N up (repeatable).",
)


def check_given(resume: str | None, accept: Mapping[int, int], drop: Collection[int]) -> None:
    """Refuse what makes no sense without a plan to resume."""
    if resume is None and (accept or drop):
        raise click.UsageError(f"{'--accept' if accept else '--drop'} needs --resume ID, as the report gave it")


def resume_plan(
    id: str, root: str, again: Again, given: Mapping[str, Any], expect: Mapping[str, str], writing: bool
) -> Plan:
    """Plan again what was kept under `id`, and write it where asked to.

    Options are those that it was made with, but for what may be said anew.
    """
    said = {name: value for name, value in given.items() if value is not None}
    fixed = next((name for name in FIXED if name in said), None)
    if fixed is not None:
        raise click.UsageError(f"--{fixed.replace('_', '-')} can't be given with --resume: it would be another plan")

    def options(kept: Options) -> Options:
        return replace(kept, **said)

    try:
        if writing:
            return apply_kept(id, root, again, options, expect)
        return resume_kept(id, root, again.reply, again.accept, again.drop, options, expect)
    except (ResumeError, StateError) as error:
        raise click.UsageError(str(error)) from None


def keep_or_say(plan: Plan) -> Plan:
    """The plan as kept; where it can't be, that is said on standard error, and all else stands."""
    try:
        return keep_plan(plan)
    except StateError as error:
        say_notes([f"no --resume for this reply: {error}"])
        return plan
