"""Folders of files → locks on them, that the kernel releases when their holder dies.

In a git working tree one lock is for all of it; elsewhere each folder has its own, by its real
path, so that roots that lie in each other exclude each other too.
"""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from editapply.errors import StateError
from editapply.folders import close
from editapply.state.folder import git_places, home_places, key_of, make_folder
from editapply.state.private import PRIVATE_FILE, reason

with contextlib.suppress(ImportError):  # Windows has none
    import fcntl

LOCKS = "locks"
WAIT = 30.0  # seconds
PAUSES = (0.002, 0.02)  # seconds between two tries
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


class Busy(StateError):
    """Another process holds the lock, and went on holding it."""


@dataclass(frozen=True, slots=True)
class Locks:
    """The lock files that are held; `fault` says why there are none where that is so."""

    files: frozenset[str]
    fault: str | None = None


@contextlib.contextmanager
def locked(folders: Iterable[str], wait: float = WAIT) -> Iterator[Locks]:
    """Hold the locks of these folders (real paths); raises `Busy` after `wait` seconds.

    Where the system has no locks, or no lock file can be made, nothing is held and the fault is told.
    """
    held: dict[str, int] = {}
    fault: str | None = None
    deadline = time.monotonic() + wait
    try:
        try:
            for path in sorted(lock_files(folders)):  # in one order, so that no two wait for each other
                held[path] = _acquire(path, deadline, wait)
        except OSError as error:
            fault = reason(error)
        except StateError as error:
            if isinstance(error, Busy):
                raise
            fault = str(error)
        yield Locks(frozenset(held), fault)
    finally:
        for path, descriptor in held.items():
            _release(path, descriptor)


def lock_files(folders: Iterable[str]) -> set[str]:
    """The lock files of these folders, in folders that are made where they are missing."""
    return {_lock_file(folder) for folder in set(folders)}


def _lock_file(folder: str) -> str:
    faults: list[str] = []
    for place in git_places(folder):
        if os.path.realpath(folder) != folder:
            break  # it became a link: that tree is none of ours, and nothing will be written here
        with contextlib.suppress(OSError):
            return os.path.join(make_folder(place, LOCKS), "tree")
    for place in home_places():
        try:
            return os.path.join(make_folder(place, LOCKS), key_of(folder))
        except OSError as error:
            faults.append(reason(error))
    raise StateError("; ".join(faults) or "no folder for them can be made")


def try_lock(descriptor: int) -> bool | None:
    """Lock an open file without waiting; None where the system can't lock it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (OSError, NameError):
        return None
    return True


def _acquire(path: str, deadline: float, wait: float) -> int:
    """A descriptor that holds the lock; whoever releases it removes the file, so it must still be there."""
    while True:
        descriptor = os.open(path, _OPEN, PRIVATE_FILE)
        try:
            got = try_lock(descriptor)
            if got and _is_still(path, descriptor):
                kept, descriptor = descriptor, -1
                return kept
        finally:
            if descriptor >= 0:
                close(descriptor)
        if got is None:
            raise StateError("the file system has no locks")
        if time.monotonic() > deadline:
            raise Busy(f"another editapply has been at work on these files for {wait:g} seconds: try again later")
        if not got:
            time.sleep(random.uniform(*PAUSES))


def _is_still(path: str, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _release(path: str, descriptor: int) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
    close(descriptor)
