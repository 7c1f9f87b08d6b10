"""A refused plan ↔ a document in the state folder, where it waits a day for its failed blocks to be sent again."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
import time

from editapply.errors import StateError
from editapply.model import Pending
from editapply.state.document import decode, encode
from editapply.state.folder import neighbour_folders, real_root, state_folders, writable_folder
from editapply.state.private import TEMPORARY, create_private, read_private, reason, write_private

PLANS = "plans"
MOST_BYTES_EACH = 4_000_000
MOST_BYTES = 20_000_000
MOST_PLANS = 50
DAY = 86_400.0
HOUR = 3_600.0
NEIGHBOURS = 100
_ID = re.compile(r"[0-9a-f]{8}")
_FILE = re.compile(r"[0-9a-f]{8}\.json")
_AGAIN = "send the whole reply again"


def keep(pending: Pending, root: str) -> str:
    """Keep a refused plan for a day; the id under which `load` finds it.

    Raises `StateError` where it is too large or nothing can be written. Older plans make room.
    """
    data = _data(pending, real_root(root))
    folder = writable_folder(root, PLANS)
    try:
        id = _take_id(folder)
        _write(os.path.join(folder, f"{id}.json"), data)
    except OSError as error:
        raise StateError(f"the plan isn't kept: {reason(error)}") from None
    now = time.time()
    for other in {folder, *state_folders(root, PLANS), *neighbour_folders(PLANS, NEIGHBOURS)}:
        prune(other, now, spare=f"{id}.json")
    return id


def load(id: str, root: str, now: float | None = None) -> Pending:
    """The plan that was kept for this root under this id; `now` is seconds since the epoch.

    Raises `StateError` that says what to do where there is none, or its document can't be trusted.
    """
    if not _ID.fullmatch(id):
        raise StateError(f"that is no id of a kept plan: give the 8 characters that the report named, or {_AGAIN}")
    real = real_root(root)
    for folder in state_folders(root, PLANS):
        try:
            found = read_private(os.path.join(folder, f"{id}.json"), MOST_BYTES_EACH)
            kept = decode(found[0]) if found else None
        except StateError as error:
            raise StateError(f"the kept plan {id} can't be read: {error}; {_AGAIN}") from None
        if found and kept:
            return _checked(id, *kept, real=real, age=(time.time() if now is None else now) - found[1])
    raise StateError(f"no kept plan {id} here: it is kept for a day and only for the folder it was made for; {_AGAIN}")


def discard(id: str, root: str) -> None:
    """Remove a kept plan; none, or one that can't be removed, is no error."""
    if not _ID.fullmatch(id):
        return
    with contextlib.suppress(StateError):
        for folder in state_folders(root, PLANS):
            _remove(folder, f"{id}.json")


def prune(folder: str, now: float, spare: str = "") -> None:
    """Remove plans older than a day, all but the newest 50 or 20 MB, and temporaries that somebody left behind.

    `spare` is the file that counts as the newest. What other processes remove meanwhile is no error.
    """
    plans: list[tuple[bool, int, str, os.stat_result]] = []
    for name, found in _entries(folder):
        if TEMPORARY.fullmatch(name) and abs(now - found.st_mtime) > HOUR:
            _remove(folder, name)
        elif _FILE.fullmatch(name):
            plans.append((name == spare, found.st_mtime_ns, name, found))
    left = MOST_BYTES
    for k, (spared, _, name, found) in enumerate(sorted(plans, key=lambda plan: plan[:3], reverse=True)):
        left -= found.st_size
        if not spared and (k >= MOST_PLANS or left < 0 or abs(now - found.st_mtime) > DAY):
            _remove(folder, name)


def _entries(folder: str) -> list[tuple[str, os.stat_result]]:
    found: list[tuple[str, os.stat_result]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                found.append((entry.name, entry.stat(follow_symlinks=False)))
    return [(name, status) for name, status in found if not stat.S_ISDIR(status.st_mode)]


def _remove(folder: str, name: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(os.path.join(folder, name))


def _data(pending: Pending, real: str) -> bytes:
    try:
        data = encode(real, pending)
    except StateError as error:
        raise StateError(f"the plan isn't kept: {error}") from None
    if len(data) > MOST_BYTES_EACH:
        raise StateError(f"the plan isn't kept: it takes {len(data)} bytes, more than {MOST_BYTES_EACH}")
    return data


def _take_id(folder: str) -> str:
    """An id that no other plan has, held by an empty file so that no other process takes it."""
    while True:
        id = secrets.token_hex(4)
        try:
            create_private(os.path.join(folder, f"{id}.json"))
        except FileExistsError:
            continue
        return id


def _write(path: str, data: bytes) -> None:
    try:
        write_private(path, data)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise


def _checked(id: str, root: str, pending: Pending, *, real: str, age: float) -> Pending:
    if abs(age) > DAY:
        raise StateError(f"the kept plan {id} is older than a day; {_AGAIN}")
    if root != real:
        raise StateError(f"the kept plan {id} was made for another folder: name that one as the root, or {_AGAIN}")
    return pending
