"""The journal of a root: what was written to its files, with the bytes before and after, for undo and recovery.

The state of an entry is in its file's name, so that a rename changes it as a whole: `open` while
files are written, `done`, `undone`.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from editapply.errors import StateError
from editapply.folders import BYTES, CLOEXEC, NOFOLLOW, NONBLOCK, close, write_all
from editapply.state.entry import LONGEST_HEADER, Contents, Entry, decode, decode_header
from editapply.state.folder import git_trees_around, neighbour_folders, state_folders
from editapply.state.private import read_private, reason

JOURNAL = "journal"
MOST_BYTES = 2**31
MOST_NEIGHBOURS = 1000
_NAME = re.compile(r"([0-9a-f]{16})-([0-9a-f]{8})\.(open|done|undone)")


class State(str, Enum):
    """How far an entry has come."""

    OPEN = "open"
    DONE = "done"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry's file: `stamp` is its time, in nanoseconds since the epoch, never the same twice in a folder."""

    folder: str
    stamp: int
    id: str
    state: State

    @property
    def path(self) -> str:
        return self.path_as(self.state)

    def path_as(self, state: State) -> str:
        return os.path.join(self.folder, f"{self.stamp:016x}-{self.id}.{state.value}")


def list_entries(root: str) -> list[Logged]:
    """All entries of a root's journal, the newest first. Raises `StateError` where it can't be read."""
    try:
        found = [logged for folder in state_folders(root, JOURNAL) for logged in list_folder(folder)]
    except OSError as error:
        raise StateError(f"the journal can't be read: {reason(error)}") from None
    return sorted(found, key=lambda logged: logged.stamp, reverse=True)


def list_open_elsewhere(root: str, near: Iterable[str] = ()) -> list[Logged]:
    """Entries under way or cut off, of other roots that may overlap with this one.

    Those in the user's state folder, in the working trees around this root, and in those of the folders `near`.
    """
    others = neighbour_folders(JOURNAL, MOST_NEIGHBOURS)
    for tree in {*near, *git_trees_around(root)}:
        others += state_folders(tree, JOURNAL)
    found: list[Logged] = []
    for folder in set(others).difference(state_folders(root, JOURNAL)):
        with contextlib.suppress(OSError):
            found += [logged for logged in list_folder(folder) if logged.state is State.OPEN]
    return found


def read_entry(logged: Logged) -> tuple[Entry, list[Contents], list[str]]:
    """An entry with the bytes of its files and its notes; raises `StateError`."""
    found = read_private(logged.path, MOST_BYTES)
    if found is None:
        raise StateError("it is gone")
    try:
        entry, contents, notes = decode(found[0])
    except MemoryError:
        raise StateError("it takes more memory than there is") from None
    return _placed(entry, logged), contents, notes


def read_header(logged: Logged) -> Entry:
    """An entry without the bytes; raises `StateError`."""
    found = read_private(logged.path, LONGEST_HEADER, first_line=True)
    if found is None:
        raise StateError("it is gone")
    return _placed(decode_header(found[0]), logged)


def _placed(entry: Entry, logged: Logged) -> Entry:
    """The entry with its real root: a journal in git's own folder goes where the tree goes."""
    return replace(entry, root=os.path.realpath(os.path.join(logged.folder, entry.root)))


def add_note(logged: Logged, text: str) -> None:
    """Append a note to an entry that is closed; raises `OSError`."""
    descriptor = os.open(logged.path, os.O_WRONLY | os.O_APPEND | BYTES | CLOEXEC | NOFOLLOW | NONBLOCK)
    try:
        write_all(descriptor, f"\n{text}\n".encode("ascii"))
    finally:
        close(descriptor)


def mark(logged: Logged, state: State) -> None:
    """Give an entry another state, as of now; one that is gone is no error. Raises `OSError`."""
    with contextlib.suppress(FileNotFoundError):
        os.rename(logged.path, logged.path_as(state))
        with contextlib.suppress(OSError):  # the time only orders what is undone
            os.utime(logged.path_as(state))


def marked_at(logged: Logged) -> int:
    """When an entry came to its state, in nanoseconds since the epoch."""
    try:
        return os.stat(logged.path).st_mtime_ns
    except OSError:
        return 0


def list_folder(folder: str) -> list[Logged]:
    """The entries in one folder, in no order. Raises `OSError`."""
    found = [match for name in os.listdir(folder) if (match := _NAME.fullmatch(name))]
    return [Logged(folder, int(match[1], 16), match[2], State(match[3])) for match in found]
