"""`editapply apply`: a reply → its edits written, and the report."""

from __future__ import annotations

import sys
from typing import Any

import click

from editapply.carry_out import apply_reply
from editapply.cli.given import AS_JSON, COLOR, ENCODING, MAX_TIER, ROOT, THRESHOLD, exit_status, options_under
from editapply.cli.safety import EXPECT, JOURNAL, KEEP, REQUIRE_JOURNAL
from editapply.cli.second_try import ACCEPT, DROP, RESUME, check_given, keep_or_say, resume_plan
from editapply.cli.streams import STDIN, is_terminal, read_text, say, say_notes
from editapply.errors import FileError
from editapply.model import LEAST_REPORT
from editapply.report.patch import format_compact
from editapply.workflow import Again, Plan, plan_under_root


@click.command("apply")
@click.argument("reply", required=False, metavar="[REPLY|-]")
@ROOT
@click.option("--check", is_flag=True, help="Tell whether the reply would apply; write nothing.")
@click.option("--diff", is_flag=True, help="Print the change as a unified diff for `git apply`; write nothing.")
@AS_JSON
@click.option("--partial", is_flag=True, default=None, help="Write the edits that fit although others are refused.")
@MAX_TIER
@THRESHOLD
@ENCODING
@click.option("--allow-placeholder", is_flag=True, default=None, help="Take `... rest of the code ...` as meant.")
@RESUME
@ACCEPT
@DROP
@EXPECT
@JOURNAL
@KEEP
@REQUIRE_JOURNAL
@click.option(
    "--max-report",
    type=click.IntRange(min=LEAST_REPORT),
    metavar="N",
    help="The most characters of a report (default: 8000).",
)
@COLOR
def apply_command(
    reply: str | None,
    root: str,
    check: bool,
    diff: bool,
    as_json: bool,
    resume: str | None,
    accept: dict[int, int],
    drop: tuple[int, ...],
    expect: dict[str, str],
    color: str,
    **given: Any,
) -> None:
    """Apply the blocks of REPLY (a file, or - for standard input) to the files under DIR."""
    if diff and as_json:
        raise click.UsageError("--diff and --json can't be given together: each has standard output for itself")
    check_given(resume, accept, drop)
    if given["journal"] is False and given["require_journal"]:
        raise click.UsageError("--no-journal and --require-journal can't be given together")
    options = options_under(root, given)
    text = None if reply is None and (accept or drop) else read_text(reply or STDIN)
    writing = not (check or diff)
    try:
        if resume is not None:
            plan = resume_plan(resume, root, Again(text, accept, drop), given, expect, writing)
        elif writing:
            plan = apply_reply(text or "", root, options, expect)
        else:
            plan = plan_under_root(text or "", root, options, expect)
    except FileError as error:
        raise click.UsageError(str(error)) from None
    if writing and not plan.ok:
        plan = keep_or_say(plan)
    say_notes(plan.notes)
    _answer(plan, diff, as_json, color)
    sys.exit(exit_status(plan))


def _answer(plan: Plan, diff: bool, as_json: bool, color: str) -> None:
    if as_json:
        say(plan.to_json(), sys.stdout, done=plan.written)
    elif diff:
        say(plan.diff(), sys.stdout, raw=True, color=color)
        if not plan.ok:
            say(plan.report(), sys.stderr, color=color)
    else:
        changes = plan.changes if plan.written and is_terminal(sys.stdout) else {}
        say(
            plan.report() + ("\n" + format_compact(changes) if changes else ""),
            sys.stdout,
            color=color,
            done=plan.written,
        )
