"""Edits and a way to read files → the plan: where each edit goes and what each file becomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from editapply.budget import Budget
from editapply.draft import Draft
from editapply.errors import FileError
from editapply.model import (
    Change,
    Code,
    Edit,
    Options,
    Outcome,
    Plan,
    Problem,
    Read,
    Rejected,
    Result,
)
from editapply.refusal import refuse_nested, with_other_blocks


def plan_edits(
    edits: Sequence[Edit],
    read: Read,
    options: Options | None = None,
    problems: Iterable[Problem] = (),
    accept: Mapping[int, int] = MappingProxyType({}),
) -> Plan:
    """Locate every edit in the file that it names, all problems at once; nothing is written.

    `read` gives a file's text, or None where there is no such file; a `FileError` that it
    raises becomes the outcome of the edits of that file. `accept` tells by block number which
    candidate (from 1) to take where the edit would be refused.
    """
    drafts: dict[str, Draft | FileError] = {}
    options = options or Options()
    budget = Budget()
    outcomes: list[Outcome] = [_rejected(problem) for problem in problems]
    for edit in edits:
        other = next((path for path in edit.mentions if _exists(path, read)), None)
        if other is not None:
            outcomes.append(_rejected_for_mention(edit, other))
            continue
        draft = drafts.get(edit.path) or drafts.setdefault(edit.path, _open(edit.path, read, budget, options))
        outcomes.append(
            _refused(edit, draft) if isinstance(draft, FileError) else draft.add(edit, accept.get(edit.index))
        )
    outcomes.sort(key=lambda outcome: outcome.index)
    opened = {path: draft for path, draft in drafts.items() if isinstance(draft, Draft)}
    outcomes = with_other_blocks(outcomes, {path: draft.so_far for path, draft in opened.items()})
    files = {path: draft.before is None for path, draft in opened.items() if draft.exists}
    outcomes, nested = refuse_nested(outcomes, files)
    changed = {path: draft for path, draft in opened.items() if draft.changed and path not in nested}
    return Plan(
        outcomes=tuple(outcomes),
        changes={path: Change(draft.before, draft.after) for path, draft in changed.items()},
        texts={path: draft.before for path, draft in opened.items() if draft.before is not None},
        options=options,
    )


def apply_edits(before: str, edits: Sequence[Edit], options: Options | None = None) -> Result:
    """Make the edits on one text, whatever their paths say; nothing is read or written.

    >>> apply_edits("a\\nb\\n", [Edit(path="x", search="b", replace="c")]).after
    'a\\nc\\n'
    """
    path = edits[0].path if edits else ""
    numbered = [replace(edit, path=path, index=k, mentions=()) for k, edit in enumerate(edits, start=1)]
    plan = plan_edits(numbered, {path: before}.get, options)
    change = plan.changes.get(path) if plan.writable else None
    return Result(before if change is None or change.after is None else change.after, plan.outcomes)


def _open(path: str, read: Read, budget: Budget, options: Options) -> Draft | FileError:
    try:
        return Draft(path, read(path), budget, options)
    except FileError as error:
        return error


def _exists(path: str, read: Read) -> bool:
    try:
        return read(path) is not None
    except FileError as error:
        return error.code in (Code.BINARY, Code.ENCODING, Code.PERMISSION, Code.STALE)


def _rejected(problem: Problem) -> Rejected:
    return Rejected(
        problem.index, problem.path, problem.reply_line, Code.MALFORMED, problem.message, search=problem.search
    )


def _rejected_for_mention(edit: Edit, other: str) -> Rejected:
    detail = (
        f"no file name on this block: the block before is for `{edit.path}`, but `{other}` is named in between; "
        "write the path on the line above the block"
    )
    return Rejected(edit.index, edit.path, edit.reply_line, Code.MALFORMED, detail, edit=edit, search=edit.search)


def _refused(edit: Edit, error: FileError) -> Rejected:
    return Rejected(edit.index, edit.path, edit.reply_line, error.code, error.detail, edit=edit, search=edit.search)
