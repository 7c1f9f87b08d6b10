"""The journal of a root → the edits that were made there, for people to look at and to choose from."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from editapply.errors import HistoryError, StateError
from editapply.model import Logged, LoggedFile
from editapply.state import journal
from editapply.state.entry import Contents, Entry, Item
from editapply.state.folder import existing_root
from editapply.state.journal import State, add_note, list_entries, read_entry, read_header

SHORTEST_ID = 4
_MODE = re.compile(r"mode (\d{1,9}) ([0-7]{1,4})")


@dataclass(frozen=True, slots=True)
class Found:
    """An edit in the journal: its file there, and its entry with paths under the root that was asked for.

    `fault` says why the entry can't be read, where it can't: then nothing is known of its files.
    """

    logged: journal.Logged
    entry: Entry
    fault: str | None = None

    def read(self) -> tuple[list[Contents], dict[int, int]]:
        """The bytes of its files before and after, and by number the modes of those that an undo removed.

        Raises `HistoryError`.
        """
        try:
            _, contents, notes = read_entry(self.logged)
        except StateError as error:
            raise HistoryError(f"the edit {self.logged.id} can't be read: {error}") from None
        found = [match for note in notes if (match := _MODE.fullmatch(note))]
        return contents, {int(match[1]): int(match[2], 8) for match in found}

    def note_mode(self, number: int, mode: int) -> None:
        """Keep the mode of a file that is removed, for when it comes back."""
        with suppress(OSError):
            add_note(self.logged, f"mode {number} {mode:o}")

    def describe(self) -> Logged:
        """What is known of it without the bytes."""
        files = tuple(LoggedFile(item.path, _action(item), item.tiers) for item in self.entry.items)
        return Logged(self.logged.id, self.logged.stamp / 1e9, self.entry.title, files, self.is_undone, self.fault)

    @property
    def is_undone(self) -> bool:
        return self.logged.state is State.UNDONE

    @property
    def paths(self) -> list[str]:
        return [item.path for item in self.entry.items]


def find_edits(root: str, *states: State) -> Iterator[Found]:
    """The edits in these states all of whose files lie under `root`, or that can't be read, the newest first.

    They are read one by one, as they are taken. Raises `HistoryError`.
    """
    real = _real(root)
    return _under(real, [logged for logged in _entries(real) if logged.state in states])


def find_undone(root: str) -> Iterator[Found]:
    """The edits under `root` that are undone, the one that was undone last comes first. Else as `find_edits`."""
    real = _real(root)
    undone = [logged for logged in _entries(real) if logged.state is State.UNDONE]
    return _under(real, sorted(undone, key=journal.marked_at, reverse=True))


def paths_at_work(root: str) -> list[str]:
    """The files of edits under way in this root's journal, relative to the root, wherever they lie."""
    real = _real(root)
    paths: list[str] = []
    for logged in _entries(real):
        if logged.state is State.OPEN:
            with suppress(StateError):
                entry = read_header(logged)
                paths += [os.path.relpath(os.path.join(entry.root, item.path), real) for item in entry.items]
    return paths


def choose(root: str, id: str) -> Found:
    """The edit under `root` with this id, or the only one whose id begins so; raises `HistoryError`."""
    real = _real(root)
    named = [logged for logged in _entries(real) if len(id) >= SHORTEST_ID and logged.id.startswith(id)]
    fitting = list(_under(real, [logged for logged in named if logged.state is not State.OPEN]))
    if len(fitting) != 1:
        several = f"{len(fitting)} edits have an id that begins with {id!r}: give more of it"
        none = f"no edit {id!r} in the journal of this folder: `editapply log` lists those that there are"
        raise HistoryError(several if fitting else none)
    return fitting[0]


def list_history(root: str, limit: int | None = None) -> list[Logged]:
    """The edits that were made under `root` and are in its journal, the newest first, at most `limit`.

    Raises `HistoryError`.
    """
    return [found.describe() for found in islice(find_edits(root, State.DONE, State.UNDONE), limit)]


def read_history(root: str, id: str) -> tuple[Logged, dict[str, tuple[bytes | None, bytes | None]]]:
    """One edit, and the bytes of its files before and after, None where there was no file. Raises `HistoryError`."""
    found = choose(root, id)
    sides = [(content.before, content.after) for content in found.read()[0]]
    return found.describe(), dict(zip(found.paths, sides, strict=True))


def _real(root: str) -> str:
    try:
        return existing_root(root)
    except StateError as error:
        raise HistoryError(str(error)) from None


def _entries(real: str) -> list[journal.Logged]:
    try:
        return list_entries(real)
    except StateError as error:
        raise HistoryError(str(error)) from None


def _under(real: str, entries: Iterable[journal.Logged]) -> Iterator[Found]:
    return (found for logged in entries if (found := _read(logged, real)) is not None)


def _read(logged: journal.Logged, real: str) -> Found | None:
    try:
        entry = read_header(logged)
    except StateError as error:
        return Found(logged, Entry(real, "", ()), str(error)) if os.path.exists(logged.path) else None
    items = tuple(_rebased(item, entry.root, real) for item in entry.items)
    return Found(logged, replace(entry, items=items)) if all(item.path for item in items) else None


def _rebased(item: Item, root: str, real: str) -> Item:
    folders = tuple(folder for made in item.folders if (folder := _below(real, root, made)))
    return replace(item, path=_below(real, root, item.path), folders=folders)


def _below(real: str, root: str, path: str) -> str:
    """A path under `root` as one under `real`; empty where it isn't."""
    relative = os.path.relpath(os.path.join(root, path), real).replace(os.sep, "/")
    return "" if relative.split("/")[0] == ".." else relative


def _action(item: Item) -> str:
    if item.before is None:
        return "created"
    return "deleted" if item.after is None else "modified"
