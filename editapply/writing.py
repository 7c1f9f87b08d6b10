"""Texts after, of files that are locked → the files written, noted in the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from editapply.commit import Left, Record, Write, commit
from editapply.errors import FileError, StateError
from editapply.model import Code, Options, Recovered
from editapply.recovery import recovered
from editapply.state.entry import Contents, Entry, Item, Kind
from editapply.state.folder import root_from, writable_folder
from editapply.state.journal import JOURNAL
from editapply.state.locks import WAIT, Busy
from editapply.state.record import OpenEntry, begin


@dataclass(frozen=True, slots=True)
class About:
    """What the journal tells of an edit: its reply's first line, and by which tiers each file's quotes were found."""

    title: str = ""
    tiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kind: Kind = Kind.EDIT
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The journal's id of what was written, None where it is not in there; and what was not as usual."""

    id: str | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hold:
    """Files that are held: what was recovered first, and why they are not locked, where they aren't."""

    told: tuple[str, ...] = ()
    recovered: tuple[Recovered, ...] = ()
    fault: str | None = None

    def notes(self, written: Written) -> tuple[str, ...]:
        """What is to be told of a writing; that there is neither lock nor journal is one note."""
        unlocked = f"files are compared but not locked while they are written: {self.fault}"
        missing = [*([unlocked] if self.fault is not None else []), *written.notes]
        return (*self.told, "; ".join(missing)) if missing else self.told


@contextmanager
def held(root: str, paths: Iterable[str], options: Options, wait: float = WAIT) -> Iterator[Hold]:
    """Hold the locks of files from reading to writing; what was found cut off is recovered before, and told.

    Raises `FileError` where another process holds them for too long.
    """
    try:
        with recovered(root, paths, wait, options.keep) as ready:
            yield Hold(ready.told, ready.recovered, ready.locks.fault)
    except Busy as error:
        raise FileError(Code.IO, root, str(error)) from None


def write_files(root: str, writes: Sequence[Write], about: About, options: Options) -> Written:
    """Write all files or none, and note it in the journal where `options` want that; raises `FileError`.

    Where the journal can't be written, files are written all the same, and that is told, unless
    `require_journal` refuses it.
    """
    if not writes:
        return Written(None)
    if not options.journal and not options.require_journal:
        return Written(None, _told(commit(root, writes)))
    journal = _Journal(root, about, options)
    try:
        over = commit(root, writes, journal.begin)
    except StateError as error:
        if options.require_journal:
            raise FileError(Code.IO, root, f"nothing is written without a journal: {error}") from None
        over = commit(root, writes)
        return Written(None, (f"no undo and no recovery for this edit: {error}", *_told(over)))
    return journal.written(over)


def _told(over: Sequence[Left]) -> tuple[str, ...]:
    return tuple(f"{one.path} could not be removed: {one.fault}" for one in over)


class _Journal:
    """Makes the record of one commit."""

    def __init__(self, root: str, about: About, options: Options) -> None:
        self._root = root
        self._about = about
        self._options = options
        self._entry: OpenEntry | None = None

    def begin(self, writes: Sequence[Write]) -> Record:
        folder = writable_folder(self._root, JOURNAL)
        root, items = root_from(self._root, folder), tuple(map(self._item, writes))
        entry = Entry(root, self._about.title, items, self._about.kind, self._about.of)
        contents = [Contents(write.before, write.after) for write in writes]
        self._entry = begin(folder, entry, contents, self._options.keep, self._check)
        return self._entry

    def written(self, over: Sequence[Left]) -> Written:
        entry = self._entry
        if over:
            return Written(None, tuple(f"{note}; the next start tries again" for note in _told(over)))
        if entry is None or self._about.kind is not Kind.EDIT:
            return Written(None)
        if entry.fault is not None:
            return Written(None, (f"no undo for this edit: its entry in the journal can't be closed: {entry.fault}",))
        if not entry.is_kept:
            return Written(None, (f"no undo for this edit: it takes more than {self._options.keep} bytes",))
        return Written(entry.logged.id)

    def _check(self, size: int) -> None:
        if self._options.require_journal and size > self._options.keep:
            raise StateError(f"the edit takes {size} bytes, more than the {self._options.keep} that are kept")

    def _item(self, write: Write) -> Item:
        tiers = self._about.tiers.get(write.path, ())
        return Item(write.path, write.temporary, None, None, write.mode, write.folders, tiers)
