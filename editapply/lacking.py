"""A plan → the plan with those edits refused whose new text the encoding of their file lacks."""

from __future__ import annotations

from dataclasses import replace

from editapply.errors import FileError
from editapply.files import Tree
from editapply.model import Applied, Outcome, Plan, Rejected


def refuse_lacking(plan: Plan, tree: Tree) -> Plan:
    """Tell before anything is written; only an encoding that was named (`Tree.codec`) lacks characters.

    The edits that hold such a character are refused; all of the file where it is none of them,
    or where the others would be written without them.
    """
    if tree.codec is None:
        return plan
    for path, change in plan.changes.items():
        problem = _problem(tree, path, change.after or "")
        if problem is not None:
            plan = _without(plan, path, problem, tree)
    return plan


def _without(plan: Plan, path: str, problem: FileError, tree: Tree) -> Plan:
    made = [outcome for outcome in plan.outcomes if isinstance(outcome, Applied) and outcome.path == path]
    own = {outcome.index: _problem(tree, path, outcome.edit.replace) for outcome in made}
    all_of_them = plan.options.partial or not any(own.values())
    errors = {index: error or (problem if all_of_them else None) for index, error in own.items()}
    outcomes = tuple(_refused(outcome, errors.get(outcome.index)) for outcome in plan.outcomes)
    changes = {other: change for other, change in plan.changes.items() if other != path}
    return replace(plan, outcomes=outcomes, changes=changes)


def _problem(tree: Tree, path: str, text: str) -> FileError | None:
    try:
        tree.check(path, text)
    except FileError as error:
        return error
    return None


def _refused(outcome: Outcome, error: FileError | None) -> Outcome:
    if error is None or not isinstance(outcome, Applied):
        return outcome
    edit = outcome.edit
    return Rejected(edit.index, edit.path, edit.reply_line, error.code, error.detail, edit=edit, search=edit.search)
