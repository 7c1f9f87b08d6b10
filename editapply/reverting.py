"""An edit in the journal → undone, or done again, in the files as they are now."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile

from editapply.commit import Write
from editapply.config import load_options_or_default
from editapply.errors import FileError, HistoryError, StateError
from editapply.files import Tree
from editapply.history import Found, choose, find_edits, find_undone, paths_at_work
from editapply.merge import merge
from editapply.model import Options, Recovered, Reverted
from editapply.reading import read_bytes
from editapply.state.entry import Item, Kind
from editapply.state.journal import State, list_entries, mark, marked_at
from editapply.state.private import reason
from editapply.text import lines_of
from editapply.writing import About, Hold, held, write_files

LAST = "last"  # in place of an id


def undo(root: str, id: str | None = LAST, options: Options | None = None) -> Reverted:
    """Take back an edit that was applied under `root`, by default the last one that is not undone.

    `id` is a `Plan.id`: None, of a plan that is not in the journal, is an error.
    Where a file has changed elsewhere since, that change stays; where it has changed at the same
    place, nothing is written and the conflict is told. Raises `HistoryError` where there is no such
    edit, `FileError` where a file can't be written.
    """
    return _revert(root, id, Kind.UNDO, options)


def redo(root: str, id: str | None = LAST, options: Options | None = None) -> Reverted:
    """Make an edit again that was undone, by default the one that was undone last. Else as `undo`."""
    return _revert(root, id, Kind.REDO, options)


def _revert(root: str, id: str | None, kind: Kind, options: Options | None) -> Reverted:
    if id is None:
        raise HistoryError("an edit without an id is not in the journal: nothing was written, or no journal was kept")
    tree = Tree(root)
    told: dict[str, None] = {}
    if options is None:
        options, fault = load_options_or_default(tree.root)
        told |= dict.fromkeys([fault] if fault else [])
    while True:
        meant = _meant(tree, id, kind)
        with held(tree.root, [*meant, *paths_at_work(tree.root)], options) as hold:
            told |= dict.fromkeys(hold.told)
            hold = replace(hold, told=tuple(told))
            with _telling(hold):
                if (done := _finished(hold, id, kind)) is not None:
                    return _as_done(choose(tree.root, done.id), kind, hold)
                if set(_meant(tree, id, kind)) <= set(meant):  # an edit that was under way may be the last one now
                    return _reverted(tree, _chosen(tree.root, id, kind), kind, options, hold)


@contextmanager
def _telling(hold: Hold) -> Iterator[None]:
    """What was recovered is told where there is nothing to undo, too."""
    try:
        yield
    except HistoryError as error:
        error.notes = hold.told
        raise


def _finished(hold: Hold, id: str, kind: Kind) -> Recovered | None:
    """The same, of this edit or of whichever was the last, that was cut off and has been finished just now."""
    done = (one for one in hold.recovered if one.finished and one.fault is None and one.kind == kind.value)
    return next((one for one in done if id == LAST or one.id.startswith(id)), None)


def _as_done(found: Found, kind: Kind, hold: Hold) -> Reverted:
    actions: dict[str, str] = {}
    for item in found.entry.items:
        goes, comes = (item.before, item.after) if kind is Kind.UNDO else (item.after, item.before)
        actions[item.path] = "removed" if goes is None else "created" if comes is None else "restored"
    return Reverted(found.logged.id, found.entry.title, kind is Kind.REDO, actions, notes=hold.told)


def _meant(tree: Tree, id: str, kind: Kind) -> list[str]:
    """The files of the edit that would be taken now; none where there is none."""
    try:
        return _chosen(tree.root, id, kind).paths
    except HistoryError:
        return []


def _chosen(root: str, id: str, kind: Kind) -> Found:
    if id != LAST:
        found = choose(root, id)
        if found.is_undone is (kind is Kind.UNDO):
            state = "undone already: `editapply redo`" if found.is_undone else "not undone: `editapply undo`"
            raise HistoryError(f"the edit {found.logged.id} is {state} takes its id")
        return found
    if kind is Kind.UNDO:
        done = next(find_edits(root, State.DONE), None)
        if done is None:
            raise HistoryError("nothing to undo here: `editapply log` lists the edits of this folder")
        return _readable(done)
    return _readable(_last_undone(root))


def _readable(last: Found) -> Found:
    """No other is taken for the last one because that can't be read."""
    if last.fault is None:
        return last
    why = f"the last edit, {last.logged.id}, can't be read: {last.fault}"
    raise HistoryError(f"{why}; `editapply log` lists the ids by which to take another")


def _last_undone(root: str) -> Found:
    """The edit that was undone last, if none was made since."""
    undone = next(find_undone(root), None)
    if undone is None:
        raise HistoryError("nothing to redo here: no edit of this folder is undone")
    last = next(find_edits(root, State.DONE), None)
    if last is not None and last.logged.stamp > marked_at(undone.logged):
        raise HistoryError(
            f"the edit {last.logged.id} was made since {undone.logged.id} was undone: "
            f"`editapply redo {undone.logged.id}` redoes that all the same"
        )
    return undone


def _reverted(tree: Tree, found: Found, kind: Kind, options: Options, hold: Hold) -> Reverted:
    contents, modes = found.read()
    actions: dict[str, str] = {}
    conflicts: dict[str, str] = {}
    writes: list[Write] = []
    for number, (item, content) in enumerate(zip(found.entry.items, contents, strict=True)):
        base, wanted = (content.after, content.before) if kind is Kind.UNDO else (content.before, content.after)
        write = _write(tree, item, base, wanted, modes.get(number, item.mode))
        if isinstance(write, str):
            conflicts[item.path] = write
            continue
        actions[item.path] = _action(write, wanted)
        if write.after is None and write.mode is not None:
            found.note_mode(number, write.mode)
        writes += [write] if write.before != write.after else []
    reverted = Reverted(found.logged.id, found.entry.title, kind is Kind.REDO, actions, conflicts, notes=hold.told)
    if conflicts:
        return _with_later(reverted, tree, found)
    about = About(found.entry.title, kind=kind, of=found.logged.id)
    notes = hold.notes(write_files(tree.root, writes, about, options)) + _close(tree, found, kind)
    return Reverted(found.logged.id, found.entry.title, kind is Kind.REDO, actions, notes=notes)


def _write(tree: Tree, item: Item, base: bytes | None, wanted: bytes | None, mode: int | None) -> Write | str:
    """What must be written to one file, or why it can't be brought to where it was.

    `mode` is for one that comes back; one that goes has its own.
    """
    path = item.path
    try:
        if tree.canonical(path) != path:
            return "it is a link now"
        found = read_bytes(tree.root, path)
    except FileError as error:
        return error.detail
    now = found.data if found else None
    if now in (base, wanted):
        own = stat.S_IMODE(found.status.st_mode) if found and wanted is None else mode
        return Write(path, now, wanted, own, folders=item.folders)
    if now is None:
        return "it is gone"
    if base is None:
        return "there is another file by now"
    if wanted is None:
        return "the edit created it, and it has changed since"
    merged = merge(base, now, wanted)
    if merged.data is None:
        places = " and ".join(lines_of(*place) for place in merged.conflicts)
        return f"it has changed since at the same place, or the place isn't certain any more ({places})"
    return Write(path, now, merged.data)


def _action(write: Write, wanted: bytes | None) -> str:
    if write.before == write.after:
        return "unchanged"
    if write.after is None:
        return "removed"
    if write.before is None:
        return "created"
    return "restored" if write.after == wanted else "merged"


def _with_later(reverted: Reverted, tree: Tree, found: Found) -> Reverted:
    touched = set(reverted.conflicts)
    later = takewhile(lambda other: other.logged.stamp > found.logged.stamp, find_edits(tree.root, State.DONE))
    after = tuple(other.logged.id for other in later if touched & set(other.paths))
    return Reverted(reverted.id, reverted.title, reverted.redone, {}, reverted.conflicts, after, reverted.notes)


def _close(tree: Tree, found: Found, kind: Kind) -> tuple[str, ...]:
    """Note that the edit is undone (or not any more), where the commit hasn't; what is to be told of that."""
    wanted = State.UNDONE if kind is Kind.UNDO else State.DONE
    try:
        for logged in list_entries(tree.root):
            if logged.id == found.logged.id and logged.state is not wanted:
                mark(logged, wanted)
    except (OSError, StateError) as error:
        done = "undone" if kind is Kind.UNDO else "redone"
        why = reason(error) if isinstance(error, OSError) else error
        return (f"the journal can't tell that the edit {found.logged.id} is {done}, and will take it again: {why}",)
    return ()
