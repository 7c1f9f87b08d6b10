"""A journal and its bound → the journal without what is too old, and without what nobody can come back to."""

from __future__ import annotations

import contextlib
import os
import time

from editapply.errors import StateError
from editapply.state.folder import neighbour_folders
from editapply.state.journal import JOURNAL, Logged, State, list_folder, read_header
from editapply.state.private import TEMPORARY

NEIGHBOURS = 10
HOUR, MONTH_NS = 3600, 30 * 86_400 * 10**9


def prune(folder: str, keep: int, id: str = "") -> bool:
    """Remove the oldest entries beyond `keep` bytes, and what a kill left of new ones; whether `id` is still there."""
    _forget_temporaries(folder)
    left = keep
    removed = set()
    for logged in _newest_first(folder):
        if logged.state is State.OPEN:
            continue
        with contextlib.suppress(OSError):
            size = os.stat(logged.path).st_size
            left -= size if size <= keep else 0  # one that never fits takes no room from the others
            if left < 0 or size > keep:
                os.unlink(logged.path)
                removed.add(logged.id)
    _forget_lost_roots()
    return id not in removed


def _newest_first(folder: str) -> list[Logged]:
    with contextlib.suppress(OSError):
        return sorted(list_folder(folder), key=lambda logged: logged.stamp, reverse=True)
    return []


def _forget_temporaries(folder: str) -> None:
    with contextlib.suppress(OSError):
        for name in filter(TEMPORARY.fullmatch, os.listdir(folder)):
            path = os.path.join(folder, name)
            if abs(time.time() - os.stat(path).st_mtime) > HOUR:
                os.unlink(path)


def _forget_lost_roots() -> None:
    """Remove journals in the user's state folder that are empty or have lost their root, a month after their last use.

    One that holds what was cut off stays: a disk may come back.
    """
    for folder in neighbour_folders(JOURNAL, NEIGHBOURS):
        with contextlib.suppress(OSError, StateError):
            entries = sorted(list_folder(folder), key=lambda logged: logged.stamp)
            used = entries[-1].stamp if entries else os.stat(folder).st_mtime_ns
            is_old = time.time_ns() - used > MONTH_NS
            is_needed = any(logged.state is State.OPEN for logged in entries)
            if is_old and not is_needed and (not entries or not os.path.isdir(read_header(entries[-1]).root)):
                for logged in entries:
                    os.unlink(logged.path)
                os.rmdir(folder)
