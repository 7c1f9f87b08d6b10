"""A commit under way → its entry in the journal, that tells how far it came and whether it is still at work."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import time
from collections.abc import Callable, Sequence

from editapply.errors import StateError
from editapply.folders import BYTES, CLOEXEC, NOFOLLOW, NONBLOCK, close, write_all
from editapply.state.entry import Contents, Entry, Kind, encode
from editapply.state.journal import JOURNAL, Logged, State, list_folder, mark
from editapply.state.locks import try_lock
from editapply.state.private import create_locked, reason, temporary_beside
from editapply.state.pruning import prune

TRIES, PAUSE = 20, 0.01  # seconds
LATEST = 2**64 - 1  # of what an entry's name can tell
STAGED, PLACED, UNDOING, DONE, DISCARDED = "staged", "placed", "undoing", "done", "discarded"  # what is noted
_NOT_WAITING = CLOEXEC | NOFOLLOW | NONBLOCK


def note_in_place(number: int) -> str:
    return f"in place {number}"


def note_writing(number: int) -> str:
    return f"writing {number}"


class OpenEntry:
    """The record of a commit, in the journal. Its file is locked, so that it is known to be in use."""

    def __init__(self, logged: Logged, descriptor: int, entry: Entry, keep: int) -> None:
        self.logged = logged
        self.is_kept = False
        self.fault: str | None = None
        self._descriptor = descriptor
        self._entry = entry
        self._keep = keep

    def staged(self, in_place: Sequence[int]) -> None:
        self._note("\n".join([*map(note_in_place, in_place), STAGED]))

    def writing(self, number: int) -> None:
        self._note(note_writing(number))

    def placed(self) -> None:
        self._note(PLACED)

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
        for other in list_folder(self.logged.folder):
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


def is_in_use(logged: Logged) -> bool | None:
    """Whether a process holds an open entry; None where the system can't tell."""
    try:
        descriptor = os.open(logged.path, os.O_RDONLY | _NOT_WAITING)
    except OSError:
        return False
    try:
        is_free = try_lock(descriptor)
        return None if is_free is None else not is_free
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


def _take_name(folder: str, temporary: str) -> Logged:
    last = max((logged.stamp for logged in list_folder(folder)), default=0)
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
