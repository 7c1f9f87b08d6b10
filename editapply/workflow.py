"""A reply, a root and options → a plan, written where it may be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TypeAlias

from editapply import model
from editapply.apply import plan_edits
from editapply.errors import FileError, ResumeError
from editapply.files import Tree
from editapply.formats import Parsed, parse
from editapply.lacking import refuse_lacking
from editapply.model import Applied, Code, Edit, Kept, Options, Outcome, Pending, Read, Rejected
from editapply.nearest import paths_ending_with
from editapply.report import format_document, format_patch, format_report
from editapply.resume import pending_of, resume

MOST_LOST = 5  # the edits whose quote is looked for in other files and older versions


Files: TypeAlias = "Mapping[str, str] | Callable[[str], str | None]"


@dataclass(frozen=True, slots=True)
class Plan(model.Plan):
    """What a caller reviews: the plan's data, and what can be done with it.

    `root` is the folder that it was made for, `files` the texts where it was made for none.
    """

    root: str | None = None
    files: Files | None = field(default=None, repr=False, compare=False)

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
        Tree(root, self.options.encoding).write(self.changes)
        return replace(self, written=bool(self.changes), root=root)

    def resume(
        self, reply: str | None = None, accept: Mapping[int, int] | None = None, drop: Collection[int] = ()
    ) -> Plan:
        """Plan again, with only the refused blocks sent once more; nothing is written.

        The blocks of `reply` stand for the refused ones, in order where the counts agree, else by
        `(block N)` in front of the path. `accept` takes by block number an offered candidate (from
        1), `drop` gives blocks up. A file that has changed since makes its edits `stale`. Raises
        `ResumeError` where it can't be told which block is meant.
        """
        if self.written:
            raise ResumeError("what fits is written: send the refused blocks as a reply of their own")
        pending = pending_of(self)
        if self.root is not None:
            return _resume_under_root(pending, self.root, reply, accept, drop)
        parsed = None if reply is None or not reply.strip() else parse(reply)
        plan = resume(pending, _reader(self.files or self.texts), parsed, accept, drop)
        return _wrapped(plan, files=self.files or self.texts)

    def __reduce__(self) -> tuple[Callable[..., Plan], tuple[object, ...]]:
        """A function that reads is not taken along where the plan is pickled."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        if not isinstance(self.files, Mapping):
            values["files"] = None
        return type(self), tuple(values.values())


def plan_reply(reply: str, files: Files, options: Options | None = None) -> Plan:
    """The plan of a reply for files that are given as texts, or by a function; no I/O."""
    parsed = parse(reply)
    return _wrapped(plan_edits(parsed.edits, _reader(files), options, parsed.problems), files=files)


def apply_reply(reply: str, root: str, options: Options | None = None) -> Plan:
    """Plan a reply for the files under `root` and write it, all of it or nothing.

    A refusal is in the plan's outcomes, of files that can't be written too. Raises
    `FileError` where `root` is not a folder.
    """
    return write(plan_under_root(reply, root, options))


def write(plan: Plan) -> Plan:
    """Write a plan under the root that it was made for; a failure becomes the outcome of that file's edits."""
    if plan.root is None:
        return plan
    try:
        written = plan.commit(plan.root)
    except FileError as error:
        return _with_failure(plan, error)
    return written if written.ok or not written.written else _seen_again(written)


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


def plan_under_root(reply: str, root: str, options: Options | None = None) -> Plan:
    """Plan a reply for the files under `root`; nothing is written."""
    tree = Tree(root, options.encoding if options else None)
    parsed = _for_tree(parse(reply), tree)
    return _under_root(plan_edits(parsed.edits, tree.read, options, parsed.problems), tree, root)


def _resume_under_root(
    pending: Pending,
    root: str,
    reply: str | None,
    accept: Mapping[int, int] | None,
    drop: Collection[int],
    options: Options | None = None,
) -> Plan:
    tree = Tree(root, (options or pending.options).encoding)
    pending = replace(pending, edits=tuple(_for_tree(Parsed(pending.edits, ()), tree).edits))
    parsed = None if reply is None or not reply.strip() else _for_tree(parse(reply), tree)
    return _under_root(resume(pending, tree.read, parsed, accept, drop, options), tree, root)


def keep_plan(plan: Plan) -> Plan:
    """A refused plan kept in the state folder for a second try; raises `StateError` where it can't be.

    One that was written in part is not: its refused blocks are a reply of their own.
    """
    from editapply.state.kept import keep

    pending = pending_of(plan)
    if plan.ok or plan.written or plan.root is None or not pending.edits or not pending.failed or _is_stale(plan):
        return plan
    return replace(plan, kept=Kept(keep(pending, plan.root), plan.root))


def resume_kept(
    id: str,
    root: str,
    reply: str | None = None,
    accept: Mapping[int, int] | None = None,
    drop: Collection[int] = (),
    options: Callable[[Options], Options] = lambda options: options,
) -> Plan:
    """As `Plan.resume`, for a plan that another process kept; nothing is written.

    `options` may change those that the plan was made with. Raises `StateError` where there is no such plan.
    """
    from editapply.state.kept import load

    pending = load(id, root)
    return _resume_under_root(pending, root, reply, accept, drop, options(pending.options))


def forget_plan(id: str, root: str) -> None:
    """Remove a kept plan that is done with; none is no error."""
    from editapply.state.kept import discard

    discard(id, root)


def _reader(files: Files) -> Read:
    return files if callable(files) else files.get


def _under_root(plan: model.Plan, tree: Tree, root: str) -> Plan:
    plan = refuse_lacking(plan, tree)
    return _wrapped(plan if plan.ok else _traced(plan, tree.root), root=root)


def _traced(plan: model.Plan, root: str) -> model.Plan:
    """The plan with what the rest of the tree knows of the first quotes that aren't where they should be."""
    from editapply.tracing import is_lost, trace

    lost = [id(outcome) for outcome in plan.rejected if is_lost(outcome)][:MOST_LOST]
    outcomes = (trace(o, root) if isinstance(o, Rejected) and id(o) in lost else o for o in plan.outcomes)
    return replace(plan, outcomes=tuple(outcomes))


def _wrapped(plan: model.Plan, root: str | None = None, files: Files | None = None) -> Plan:
    values = {field.name: getattr(plan, field.name) for field in fields(model.Plan)}
    return Plan(**values, root=root, files=files)


def _is_stale(plan: model.Plan) -> bool:
    return all(outcome.code is Code.STALE for outcome in plan.rejected)


def _for_tree(parsed: Parsed, tree: Tree) -> Parsed:
    """The edits with the names of the real files."""
    edits = (_with_real_mentions(replace(edit, path=_canonical(tree, edit.path)), tree) for edit in parsed.edits)
    return replace(parsed, edits=tuple(edits))


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
