"""Entries of the journal that a kill left open → their files brought to wholly before or wholly after."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from editapply.commit import Left, Write, clear_away, is_overtaken, restore
from editapply.errors import StateError, file_error
from editapply.folders import opened_root
from editapply.model import Options, Recovered
from editapply.paths import lies_in, names_git, real_path
from editapply.state.entry import Contents, Entry
from editapply.state.folder import distrusted_folders, existing_root, state_folders
from editapply.state.journal import JOURNAL, Logged, State, list_entries, list_open_elsewhere, read_entry, read_header
from editapply.state.locks import WAIT, Busy, Locks, lock_files, locked
from editapply.state.private import reason
from editapply.state.record import (
    DISCARDED,
    DONE,
    PLACED,
    STAGED,
    UNDOING,
    OpenEntry,
    is_in_use,
    note_in_place,
    note_writing,
    reopen,
)


@dataclass(frozen=True, slots=True)
class Ready:
    """Files that may be read and written now: their locks, what was recovered before, and why not all could be."""

    locks: Locks
    recovered: tuple[Recovered, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        return (*(one.describe() for one in self.recovered), *self.notes)


def folders_of(root: str, paths: Iterable[str]) -> set[str]:
    """The real folders in which files are, or would be made: by them files are locked.

    Where a link leads out of the root by now, the root stands for it: nothing is done out there.
    """
    nearest = {_nearest(os.path.dirname(os.path.join(root, path))) for path in paths}
    return {folder if lies_in(folder, root) else root for folder in nearest}


def recover(root: str, wait: float = WAIT, keep: int = Options().keep) -> list[Recovered]:
    """Recover every edit of this root's journal whose process is gone, also where no lock can tell that."""
    real = existing_root(root)
    due = [logged for logged in list_entries(real) if logged.state is State.OPEN]
    due += [logged for logged in list_open_elsewhere(real) if _overlaps(logged, real)]
    due = [logged for logged in due if not is_in_use(logged)]
    return [found for logged in due if (found := _recover_one(logged, wait, keep, force=True)) is not None]


@contextmanager
def recovered(root: str, paths: Iterable[str], wait: float, keep: int) -> Iterator[Ready]:
    """Hold the locks of these files, with nothing left half done that touches them.

    What is found open is recovered under its own locks; then the locks are taken anew. Raises `Busy`, and
    `FileError` where a folder can't be looked at.
    """
    found: list[Recovered] = []
    notes: list[str] = []
    handled: set[str] = set()
    try:
        folders = folders_of(root, paths)
    except OSError as error:
        raise file_error(root, error) from None
    while True:
        with locked(folders, wait) as locks:
            try:
                due = [logged for logged in _due(root, folders, locks) if logged.id not in handled]
                notes = distrusted_journals(root)
            except StateError as error:
                due, notes = [], [f"whether an edit was cut off here isn't known: {error}"]
            if not due:
                yield Ready(locks, tuple(found), tuple(notes))
                return
        for logged in due:
            handled.add(logged.id)
            one = _recover_one(logged, wait, keep)
            found += [one] if one is not None else []


def distrusted_journals(root: str) -> list[str]:
    """What is to be told of journals that are there and not used."""
    return [f"a journal is not used, {why}" for why in distrusted_folders(root, JOURNAL)]


def _due(root: str, folders: Iterable[str], locks: Locks) -> list[Logged]:
    own = [logged for logged in list_entries(root) if _is_due(logged, locks)]
    return own + [logged for logged in list_open_elsewhere(root, folders) if _touches(logged, locks)]


def _is_due(logged: Logged, locks: Locks) -> bool:
    """Whether an entry must be recovered first: nobody is at work on it, or nobody can be, since its locks are held."""
    if logged.state is not State.OPEN:
        return False
    return is_in_use(logged) is False or _touches(logged, locks)


def _touches(logged: Logged, locks: Locks) -> bool:
    """Whether an entry is about files whose locks are held."""
    try:
        header = read_header(logged)
        _check(header, logged)
        return not locks.files.isdisjoint(lock_files(_folders(header)))
    except (StateError, OSError):
        return False


def _overlaps(logged: Logged, root: str) -> bool:
    """Whether the root of an entry lies in `root`, or the other way round."""
    try:
        other = read_header(logged).root
    except StateError:
        return False
    return lies_in(other, root) or lies_in(root, other)


def _folders(entry: Entry) -> set[str]:
    return folders_of(entry.root, (item.path for item in entry.items))


def _recover_one(logged: Logged, wait: float, keep: int, force: bool = False) -> Recovered | None:
    """Recover one entry; None where its process is still at work, or it is recovered by now."""
    found = Recovered(logged.id, False)
    try:
        header = read_header(logged)
        found = Recovered(header.of or logged.id, False, kind=header.kind.value)
        _check(header, logged)
        with locked(_folders(header), wait):
            record = reopen(logged, header, keep, force)
            return None if record is None else _settle(logged, record, found)
    except (StateError, OSError) as error:
        if not os.path.exists(logged.path):
            return None
        if isinstance(error, Busy):
            return replace(found, fault=f"{error}")
        why = reason(error) if isinstance(error, OSError) else error
        return replace(found, fault=f"{logged.path}: {why}")


def _check(entry: Entry, logged: Logged) -> None:
    """A journal comes along with a tree that is unpacked or copied: it may only tell what to do in that tree."""
    if not os.path.isdir(entry.root):
        raise StateError(f"the folder that it is about isn't there: {entry.root}")
    if not _is_journal_of(entry.root, logged.folder):
        raise StateError(f"it is about another folder, {entry.root}: nothing is done there")
    if any(names_git(item.path) for item in entry.items):
        raise StateError("git's own folder is never edited")


def _is_journal_of(root: str, journal: str) -> bool:
    return os.path.realpath(journal) in map(os.path.realpath, state_folders(root, JOURNAL))


def _settle(logged: Logged, record: OpenEntry, found: Recovered) -> Recovered | None:
    try:
        entry, contents, notes = read_entry(logged)
        if DONE in notes or DISCARDED in notes:
            _close_at_last(record, DONE in notes)
            return None
        writes = _writes(entry, contents, notes)
        forward = STAGED in notes and UNDOING not in notes
        with opened_root(entry.root) as root:
            if PLACED in notes:
                return _closed(record, replace(found, finished=True), clear_away(root, writes))
            found = replace(found, paths=tuple(write.path for write in writes))
            if forward and any(is_overtaken(root, write) for write in writes):
                record.undoing()
                forward = False
            left = restore(root, writes, record, forward)
            if forward and any(one.fault for one in left if not one.is_over):
                record.undoing()
                forward, left = False, restore(root, writes, record)
    except BaseException:
        record.leave()
        raise
    return _closed(record, replace(found, finished=forward), left)


def _close_at_last(record: OpenEntry, done: bool) -> None:
    """What could not be closed in its time; its files are whole, and may be others by now."""
    if done:
        record.done()
    else:
        record.discard()


def _closed(record: OpenEntry, found: Recovered, left: Sequence[Left]) -> Recovered:
    failed = [f"{one.path}: {one.fault}" for one in left if one.fault]
    if failed:
        record.leave()
        return replace(found, fault="; ".join(failed))
    if found.finished:
        record.done()
    else:
        record.discard()
    return replace(found, foreign=tuple(one.path for one in left))


def _writes(entry: Entry, contents: Sequence[Contents], notes: Sequence[str]) -> list[Write]:
    begun = STAGED in notes
    return [
        Write(
            item.path,
            content.before,
            content.after,
            item.mode,
            temporary=item.temporary,
            folders=item.folders,
            staged=begun and note_in_place(k) not in notes,
            begun=begun,
            torn=notes.count(note_writing(k)),
        )
        for k, (item, content) in enumerate(zip(entry.items, contents, strict=True))
    ]


def _nearest(folder: str) -> str:
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return real_path(folder)
