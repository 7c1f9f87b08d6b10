"""The journal of a root: what was written to its files, with the bytes before and after, for undo and recovery.

The state of an entry is in its file's name, so that a rename changes it as a whole: `open` while
files are written, `done`, `undone`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from editapply.errors import StateError
from editapply.folders import BYTES, CLOEXEC, NOFOLLOW, NONBLOCK, close, write_all
from editapply.state.entry import LONGEST_HEADER, Contents, Entry, Kind, decode, decode_header, encode
from editapply.state.folder import neighbour_folders, state_folders
from editapply.state.locks import try_lock
from editapply.state.private import TEMPORARY, create_locked, read_private, reason, temporary_beside

JOURNAL = "journal"
MOST_BYTES = 2**31
NEIGHBOURS = 10
TRIES, PAUSE = 20, 0.01  # seconds
HOUR, DAY_NS = 3600, 86_400 * 10**9
LATEST = 2**64 - 1  # of what an entry's name can tell
STAGED, UNDOING, DONE, DISCARDED = "staged", "undoing", "done", "discarded"  # what is noted
_NOT_WAITING = CLOEXEC | NOFOLLOW | NONBLOCK
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
    """All entries of a root's journal, the newest first."""
    found = [logged for folder in state_folders(root, JOURNAL) for logged in _listed(folder)]
    return sorted(found, key=lambda logged: logged.stamp, reverse=True)


def read_entry(logged: Logged) -> tuple[Entry, list[Contents], list[str]]:
    """An entry with the bytes of its files and its notes; raises `StateError`."""
    found = read_private(logged.path, MOST_BYTES)
    if found is None:
        raise StateError("it is gone")
    return decode(found[0])


def read_header(logged: Logged) -> Entry:
    """An entry without the bytes; raises `StateError`."""
    found = read_private(logged.path, LONGEST_HEADER, first_line=True)
    if found is None:
        raise StateError("it is gone")
    return decode_header(found[0])


def mark(logged: Logged, state: State) -> None:
    """Give an entry another state, as of now; one that is gone is no error. Raises `OSError`."""
    with contextlib.suppress(FileNotFoundError):
        os.rename(logged.path, logged.path_as(state))
        with contextlib.suppress(OSError):  # the time only orders what is undone
            os.utime(logged.path_as(state))


class OpenEntry:
    """The record of a commit, in the journal. Its file is locked, so that it is known to be in use."""

    def __init__(self, logged: Logged, descriptor: int, entry: Entry, keep: int) -> None:
        self.logged = logged
        self.is_kept = False
        self.fault: str | None = None
        self._descriptor = descriptor
        self._entry = entry
        self._keep = keep

    def staged(self) -> None:
        self._note(STAGED)

    def writing(self, number: int) -> None:
        self._note(f"writing {number}")

    def undoing(self) -> None:
        self._note(UNDOING)

    def done(self) -> None:
        """Close the entry. Where that fails, it is noted that there is nothing left to do but that."""
        try:
            if self._entry.kind is Kind.EDIT:
                mark(self.logged, State.DONE)
                self.is_kept = prune(self.logged.folder, self._keep, self.logged.id)
            else:
                self._mark_other(State.UNDONE if self._entry.kind is Kind.UNDO else State.DONE)
                os.unlink(self.logged.path)
        except OSError as error:
            self.fault = reason(error)
            self._note_if_possible(DONE)
        self._close()

    def discard(self) -> bool:
        """Remove the entry, and tell whether it is gone; where it isn't, that nothing is left to do is noted."""
        try:
            os.unlink(self.logged.path)
        except FileNotFoundError:
            pass
        except OSError:
            self._note_if_possible(DISCARDED)
            return False
        finally:
            self._close()
        return True

    def leave(self) -> None:
        """Let go of an entry that stays open."""
        self._close()

    def _mark_other(self, state: State) -> None:
        for other in _listed(self.logged.folder):
            if other.id == self._entry.of:
                mark(other, state)

    def _note_if_possible(self, text: str) -> None:
        with contextlib.suppress(StateError):
            self._note(text)

    def _note(self, text: str) -> None:
        """A note has a line of its own, even where the one before it was cut off."""
        try:
            write_all(self._descriptor, f"\n{text}\n".encode("ascii"))
            os.fsync(self._descriptor)
        except OSError as error:
            raise StateError(reason(error)) from None

    def _close(self) -> None:
        if self._descriptor >= 0:
            close(self._descriptor)
            self._descriptor = -1


def begin(
    folder: str, entry: Entry, contents: Sequence[Contents], keep: int, check: Callable[[int], None]
) -> OpenEntry:
    """Write an entry, whole and flushed, before any file is touched; raises `StateError`, and then there is none.

    `check` is given its size in bytes and may refuse it.
    """
    data = encode(entry, contents)
    check(len(data))
    temporary = temporary_beside(os.path.join(folder, JOURNAL))
    try:
        descriptor = create_locked(temporary, data, try_lock)
        try:
            logged = _take_name(folder, temporary)
        except BaseException:
            close(descriptor)
            raise
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise StateError(reason(error)) from None
    return OpenEntry(logged, descriptor, entry, keep)


def is_in_use(logged: Logged) -> bool:
    """Whether a process holds an open entry; where the system can't tell, it may."""
    try:
        descriptor = os.open(logged.path, os.O_RDONLY | _NOT_WAITING)
    except OSError:
        return False
    try:
        return not try_lock(descriptor)
    finally:
        close(descriptor)


def reopen(logged: Logged, entry: Entry, keep: int, force: bool = False) -> OpenEntry | None:
    """Take over an entry whose process is gone; None where it is in use, or no lock can tell (`force`: even so).

    Raises `OSError` where it can't be written.
    """
    try:
        descriptor = os.open(logged.path, os.O_WRONLY | os.O_APPEND | BYTES | _NOT_WAITING)
    except FileNotFoundError:
        return None
    is_free = try_lock(descriptor)
    for _ in range(TRIES):  # somebody may be looking whether it is in use
        if is_free is False:
            time.sleep(PAUSE)
            is_free = try_lock(descriptor)
    if (is_free or (is_free is None and force)) and os.path.exists(logged.path):
        return OpenEntry(logged, descriptor, entry, keep)
    close(descriptor)
    return None


def prune(folder: str, keep: int, id: str = "") -> bool:
    """Remove the oldest entries beyond `keep` bytes, and what a kill left of new ones; whether `id` is still there."""
    _forget_temporaries(folder)
    left = keep
    kept = set()
    for logged in sorted(_listed(folder), key=lambda logged: logged.stamp, reverse=True):
        if logged.state is State.OPEN:
            continue
        with contextlib.suppress(OSError):
            left -= os.stat(logged.path).st_size
            if left < 0:
                os.unlink(logged.path)
            else:
                kept.add(logged.id)
    _forget_lost_roots()
    return id in kept


def _forget_temporaries(folder: str) -> None:
    with contextlib.suppress(OSError):
        for name in filter(TEMPORARY.fullmatch, os.listdir(folder)):
            path = os.path.join(folder, name)
            if abs(time.time() - os.stat(path).st_mtime) > HOUR:
                os.unlink(path)


def _take_name(folder: str, temporary: str) -> Logged:
    last = max((logged.stamp for logged in _listed(folder)), default=0)
    if last >= LATEST:
        raise OSError(errno.EOVERFLOW, "an entry of the journal has a time after which there is none")
    logged = Logged(folder, max(time.time_ns(), last + 1), secrets.token_hex(4), State.OPEN)
    os.rename(temporary, logged.path)
    _flush(folder)
    return logged


def _flush(folder: str) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            close(descriptor)


def _listed(folder: str) -> list[Logged]:
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    found = [match for name in names if (match := _NAME.fullmatch(name))]
    return [Logged(folder, int(match[1], 16), match[2], State(match[3])) for match in found]


def _forget_lost_roots() -> None:
    """Remove journals in the user's state folder that are empty or have lost their root, a day after their last use."""
    for folder in neighbour_folders(JOURNAL, NEIGHBOURS):
        entries = sorted(_listed(folder), key=lambda logged: logged.stamp)
        with contextlib.suppress(OSError, StateError):
            used = entries[-1].stamp if entries else os.stat(folder).st_mtime_ns
            is_old = time.time_ns() - used > DAY_NS
            if is_old and (not entries or not os.path.isdir(read_header(entries[-1]).root)):
                for logged in entries:
                    os.unlink(logged.path)
                os.rmdir(folder)
