"""A reply and a root → its plan, made and written while the files are held; refused, it is kept for a second try."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from editapply.apply import plan_edits
from editapply.errors import FileError
from editapply.files import Expect, Tree, absolute
from editapply.model import Applied, Code, Edit, Kept, Options, Outcome, Rejected
from editapply.resume import pending_of
from editapply.workflow import (
    Again,
    Plan,
    commit_plan,
    parse_for,
    plan_for,
    resume_for,
    title_of,
    tree_for,
    with_traces,
)
from editapply.writing import held


def apply_reply(reply: str, root: str, options: Options | None = None, expect: Expect | None = None) -> Plan:
    """Plan a reply for the files under `root` and write it, all of it or nothing.

    A refusal is in the plan's outcomes, of files that can't be written too. The files are held
    from reading to writing: of two processes one waits for the other. `expect` as in
    `plan_under_root`. Raises `FileError` where `root` is not a folder.
    """
    tree = tree_for(root, options, expect)
    parsed = parse_for(tree, reply)

    def make() -> Plan:
        return plan_for(tree, parsed, root, options, title_of(reply))

    return _carry_out(tree, parsed.edits, options or Options(), make)


def apply_kept(
    id: str,
    root: str,
    again: Again,
    options: Callable[[Options], Options] = lambda options: options,
    expect: Expect | None = None,
) -> Plan:
    """As `apply_reply`, for a plan that was refused and kept: it is forgotten once it is written.

    Raises `StateError` where there is no such plan, `ResumeError` where it can't be told which block is meant.
    """
    from editapply.state.kept import discard, load

    pending = load(id, root)
    chosen = options(pending.options)
    tree = tree_for(root, chosen, expect)
    edits = [*pending.edits, *(parse_for(tree, again.reply).edits if again.reply else ())]
    plan = _carry_out(tree, edits, chosen, lambda: resume_for(tree, pending, root, again, chosen))
    if plan.ok or plan.written:
        discard(id, root)
    return plan


def keep_plan(plan: Plan) -> Plan:
    """A refused plan kept in the state folder for a second try; raises `StateError` where it can't be.

    One that was written in part is not: its refused blocks are a reply of their own.
    """
    from editapply.state.kept import keep

    pending = pending_of(plan)
    if plan.ok or plan.written or plan.root is None or not pending.edits or not pending.failed or _is_stale(plan):
        return plan
    named = plan.named if plan.named is not None and absolute(plan.named) == plan.root else plan.root
    return replace(plan, kept=Kept(keep(pending, plan.root), named))


def _carry_out(tree: Tree, edits: Iterable[Edit], options: Options, make: Callable[[], Plan]) -> Plan:
    """Make and write a plan while its files are held; a failure becomes the outcome of that file's edits."""
    plan: Plan | None = None
    try:
        with held(tree.root, _paths(tree, edits), options) as hold:
            plan = replace(make(), notes=hold.told)
            if plan.writable:
                plan = commit_plan(plan, tree, hold)
    except FileError as error:
        plan = _with_failure(make() if plan is None else plan, error)
    if plan.written and not plan.ok:
        plan = _seen_again(plan)
    return with_traces(plan)


def _paths(tree: Tree, edits: Iterable[Edit]) -> list[str]:
    """The files that may be written; one that can't be is refused when it is read."""
    paths: list[str] = []
    for path in {edit.path for edit in edits}:
        try:
            paths.append(tree.canonical(path))
        except FileError:
            continue
    return paths


def _seen_again(plan: Plan) -> Plan:
    """A plan written in part, with the refused edits as they are seen in the files as they are now."""
    refused = [outcome.edit for outcome in plan.rejected if outcome.edit is not None and outcome.path in plan.changes]
    now = {path: change.after for path, change in plan.changes.items() if change.after is not None}
    seen = {o.index: o for o in plan_edits(refused, now.get, plan.options).outcomes}
    return replace(plan, outcomes=tuple(_now(o, seen.get(o.index)) for o in plan.outcomes))


def _now(outcome: Outcome, seen: Outcome | None) -> Outcome:
    """A refused edit of a file that was written: as it is refused now, or without the places that were."""
    if not isinstance(outcome, Rejected) or seen is None:
        return outcome
    if isinstance(seen, Rejected):
        return seen
    detail = "it would fit now that the others are written: send it again"
    return replace(outcome, detail=detail, cause=None, candidates=(), correction=None)


def _is_stale(plan: Plan) -> bool:
    return all(outcome.code is Code.STALE for outcome in plan.rejected)


def _with_failure(plan: Plan, error: FileError) -> Plan:
    """The plan after a commit that failed: the edits of that file are refused, nothing is written."""
    outcomes = [_failed(outcome, error) if outcome.path == error.path else outcome for outcome in plan.outcomes]
    if not any(isinstance(outcome, Rejected) for outcome in outcomes):
        outcomes = [_failed(outcome, error) for outcome in outcomes]
    return replace(plan, outcomes=tuple(outcomes), options=replace(plan.options, partial=False))


def _failed(outcome: Outcome, error: FileError) -> Outcome:
    if not isinstance(outcome, Applied):
        return outcome
    edit = outcome.edit
    return Rejected(edit.index, edit.path, edit.reply_line, error.code, error.detail, edit=edit, search=edit.search)
