"""A reply, a root and options → a plan, that its caller reviews and writes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TypeAlias

from editapply import model
from editapply.apply import plan_edits
from editapply.errors import FileError, ResumeError
from editapply.files import Expect, Tree, absolute
from editapply.formats import Parsed, parse
from editapply.lacking import refuse_lacking
from editapply.model import Applied, Edit, Options, Pending, Read, Rejected
from editapply.nearest import paths_ending_with
from editapply.report import format_document, format_patch, format_report
from editapply.resume import pending_of, resume
from editapply.writing import About, Hold, held, write_files

LONGEST_TITLE = 80
LONGEST_START = 10_000
MOST_LOST = 5  # the edits whose quote is looked for in other files and older versions


Files: TypeAlias = "Mapping[str, str] | Callable[[str], str | None]"


@dataclass(frozen=True, slots=True)
class Plan(model.Plan):
    """What a caller reviews: the plan's data, and what can be done with it.

    `root` is the folder that it was made for (an absolute path), `named` as the caller named it;
    `files` are the texts where it was made for none. `title` is the first line of its reply.
    """

    root: str | None = None
    title: str = ""
    files: Files | None = field(default=None, repr=False, compare=False)
    named: str | None = field(default=None, repr=False, compare=False)

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
        """Write what was reviewed under `root`; the plan as written, with the journal's id.

        Raises `FileError` where a file has changed since, can't be written, or is held by another
        process for too long; then nothing has been written. Nor has it where the plan isn't `writable`.
        """
        if not self.writable:
            return self
        tree = tree_for(root, self.options)
        with held(tree.root, self.changes, self.options) as hold:
            return commit_plan(replace(self, root=absolute(root), named=root), tree, hold)

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
            tree = tree_for(self.root, self.options)
            plan = with_traces(resume_for(tree, pending, self.root, Again(reply, accept, drop)))
            return replace(plan, named=self.named)
        parsed = None if reply is None or not reply.strip() else parse(reply)
        texts = self.files or self.texts
        return _wrapped(resume(pending, _reader(texts), parsed, accept, drop), files=texts)

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


def plan_under_root(reply: str, root: str, options: Options | None = None, expect: Expect | None = None) -> Plan:
    """Plan a reply for the files under `root`; nothing is written.

    `expect` maps paths to the SHA-256 (hex) of the file's bytes as the model saw them, "none"
    where there was no file: another file there is `stale`, also where it isn't edited. Raises
    `FileError` where `root` is not a folder, or a path of `expect` can't be under it.
    """
    tree = tree_for(root, options, expect)
    return with_traces(plan_for(tree, parse_for(tree, reply), root, options, title_of(reply)))


def tree_for(root: str, options: Options | None, expect: Expect | None = None) -> Tree:
    """The files under a root, read as the options say. Raises `FileError`."""
    return Tree(root, options.encoding if options else None, expect or {})


def parse_for(tree: Tree, reply: str) -> Parsed:
    """The edits of a reply, with the names of the real files."""
    return _for_tree(parse(reply), tree)


def plan_for(tree: Tree, parsed: Parsed, root: str, options: Options | None, title: str) -> Plan:
    """The plan of edits for a tree, without what the rest of the tree knows of its refusals."""
    read = tree.expecting({edit.path for edit in parsed.edits})
    plan = refuse_lacking(plan_edits(parsed.edits, read, options, parsed.problems), tree)
    return replace(_wrapped(plan, root=root), title=title)


def title_of(reply: str) -> str:
    """The first line of a reply that isn't blank, cut at 80 characters."""
    lines = (line.strip() for line in reply[:LONGEST_START].split("\n"))
    return next((line for line in lines if line), "")[:LONGEST_TITLE]


def commit_plan(plan: Plan, tree: Tree, hold: Hold) -> Plan:
    """Write a plan whose files are held. Raises `FileError`."""
    tiers: dict[str, dict[str, None]] = {}
    for outcome in plan.outcomes:
        if isinstance(outcome, Applied):
            tiers.setdefault(outcome.path, {})[outcome.tier.label] = None
    about = About(plan.title, {path: tuple(labels) for path, labels in tiers.items()})
    written = write_files(tree.root, tree.writes(plan.changes), about, plan.options)
    return replace(plan, written=bool(plan.changes), id=written.id, notes=hold.notes(written))


@dataclass(frozen=True, slots=True)
class Again:
    """How a refused plan is taken up again: corrected blocks, choices by block number, blocks given up."""

    reply: str | None = None
    accept: Mapping[int, int] | None = None
    drop: Collection[int] = ()


def resume_for(tree: Tree, pending: Pending, root: str, again: Again, options: Options | None = None) -> Plan:
    """The plan of all blocks again for a tree, without what the rest of the tree knows of its refusals."""
    pending = replace(pending, edits=tuple(_for_tree(Parsed(pending.edits, ()), tree).edits))
    reply = again.reply or ""
    parsed = parse_for(tree, reply) if reply.strip() else None
    read = tree.expecting({edit.path for edit in (*pending.edits, *(parsed.edits if parsed else ()))})
    plan = refuse_lacking(resume(pending, read, parsed, again.accept, again.drop, options), tree)
    return replace(_wrapped(plan, root=root), title=title_of(reply))


def resume_kept(
    id: str,
    root: str,
    reply: str | None = None,
    accept: Mapping[int, int] | None = None,
    drop: Collection[int] = (),
    options: Callable[[Options], Options] = lambda options: options,
    expect: Expect | None = None,
) -> Plan:
    """As `Plan.resume`, for a plan that another process kept; nothing is written.

    `options` may change those that the plan was made with. Raises `StateError` where there is no such plan.
    """
    from editapply.state.kept import load

    pending = load(id, root)
    chosen = options(pending.options)
    tree = tree_for(root, chosen, expect)
    return with_traces(resume_for(tree, pending, root, Again(reply, accept, drop), chosen))


def _reader(files: Files) -> Read:
    return files if callable(files) else files.get


def with_traces(plan: Plan) -> Plan:
    """The plan with what the rest of the tree knows of the first quotes that aren't where they should be."""
    if plan.ok or plan.root is None:
        return plan
    from editapply.tracing import is_lost, trace

    try:
        root = Tree(plan.root).root
    except FileError:  # it can't be read any more: what is known is told
        return plan
    lost = [id(outcome) for outcome in plan.rejected if is_lost(outcome)][:MOST_LOST]
    outcomes = (trace(o, root) if isinstance(o, Rejected) and id(o) in lost else o for o in plan.outcomes)
    return replace(plan, outcomes=tuple(outcomes))


def _wrapped(plan: model.Plan, root: str | None = None, files: Files | None = None) -> Plan:
    values = {field.name: getattr(plan, field.name) for field in fields(model.Plan)}
    return Plan(**values, root=None if root is None else absolute(root), files=files, named=root)


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
