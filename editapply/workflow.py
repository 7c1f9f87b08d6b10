"""A reply, a root and options → a plan, written where it may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace

from editapply import model
from editapply.apply import plan_edits
from editapply.errors import FileError
from editapply.files import Tree
from editapply.formats import parse
from editapply.model import Applied, Code, Edit, Options, Outcome, Read, Rejected
from editapply.nearest import nearest_paths, paths_ending_with
from editapply.report import format_document, format_patch, format_report

MOST_LOST = 5  # the edits for which nearest files are looked for


@dataclass(frozen=True, slots=True)
class Plan(model.Plan):
    """What a caller reviews: the plan's data, and what can be done with it."""

    def diff(self) -> str:
        """The changes that may be written, as a unified diff that `git apply` accepts."""
        return format_patch(self.changes) if self.writable else ""

    def report(self) -> str:
        """The report for a model or a person."""
        return format_report(self)

    def to_json(self) -> str:
        """The document of `--json`."""
        return format_document(self)

    def commit(self, root: str) -> Plan:
        """Write what was reviewed under `root`; the plan as written.

        Raises `FileError` where a file has changed since, or can't be written; then nothing
        has been. A plan that isn't `writable` writes nothing.
        """
        if not self.writable:
            return self
        Tree(root).write(self.changes)
        return replace(self, written=bool(self.changes))


def plan_reply(
    reply: str, files: Mapping[str, str] | Callable[[str], str | None], options: Options | None = None
) -> Plan:
    """The plan of a reply for files that are given as texts, or by a function; no I/O."""
    read: Read = files if callable(files) else files.get
    parsed = parse(reply)
    return _wrapped(plan_edits(parsed.edits, read, options, parsed.problems))


def apply_reply(reply: str, root: str, options: Options | None = None) -> Plan:
    """Plan a reply for the files under `root` and write it, all of it or nothing.

    A refusal is in the plan's outcomes, of files that can't be written too. Raises
    `FileError` where `root` is not a folder.
    """
    plan = plan_under_root(reply, root, options)
    try:
        return plan.commit(root)
    except FileError as error:
        return _with_failure(plan, error)


def plan_under_root(reply: str, root: str, options: Options | None = None) -> Plan:
    """Plan a reply for the files under `root`; nothing is written."""
    tree = Tree(root)
    parsed = parse(reply)
    edits = [_with_real_mentions(replace(edit, path=_canonical(tree, edit.path)), tree) for edit in parsed.edits]
    plan = _wrapped(plan_edits(edits, tree.read, options, parsed.problems))
    lost = [outcome for outcome in plan.outcomes if _is_lost(outcome)][:MOST_LOST]
    return replace(plan, outcomes=tuple(_with_nearest(o, tree) if o in lost else o for o in plan.outcomes))


def _wrapped(plan: model.Plan) -> Plan:
    return Plan(**{field.name: getattr(plan, field.name) for field in fields(model.Plan)})


def _canonical(tree: Tree, path: str) -> str:
    """The real file's name; a path that can't be resolved is refused when it is read."""
    try:
        return tree.canonical(path)
    except FileError:
        return path


def _with_real_mentions(edit: Edit, tree: Tree) -> Edit:
    """An edit without a name of its own, with the files that words in between may mean: `config.py` `src/config.py`."""
    if not edit.mentions:
        return edit
    meant = [path for mention in edit.mentions for path in [mention, *paths_ending_with(tree.root, mention)]]
    return replace(edit, mentions=tuple(path for path in dict.fromkeys(meant) if path != edit.path))


def _is_lost(outcome: Outcome) -> bool:
    """Whether an edit was refused because its file isn't known."""
    if not isinstance(outcome, Rejected):
        return False
    return outcome.code is Code.FILE_NOT_FOUND or bool(outcome.search and not outcome.path)


def _with_nearest(outcome: Outcome, tree: Tree) -> Outcome:
    if not isinstance(outcome, Rejected):
        return outcome
    return replace(outcome, nearest=tuple(nearest_paths(tree.root, outcome.path, outcome.search)))


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
