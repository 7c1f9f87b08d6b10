"""Writes of which some are made → all of them undone, or all of them finished."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Sequence
from dataclasses import dataclass

from editapply.commit.place import put
from editapply.commit.stage import make_folders, stage
from editapply.commit.torn import is_torn
from editapply.commit.write import Record, Write
from editapply.errors import FileError, StateError, file_error
from editapply.folders import READ, Folder, close, folder_of
from editapply.metadata import Metadata, read_metadata
from editapply.model import Code
from editapply.reading import read_file

IN_USE = {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT, errno.ENOTDIR, errno.EBUSY}


@dataclass(frozen=True, slots=True)
class Left:
    """A file left as it is: `fault` says what failed, None where it is what nobody of us wrote.

    Or, where it `is_over`, a temporary or a folder that could not be removed; the files are whole all the same.
    """

    path: str
    fault: str | None = None
    is_over: bool = False


def restore(root: Folder, writes: Sequence[Write], record: Record, forward: bool = False) -> list[Left]:
    """Bring every file that was begun to its bytes before (`forward`: after); those that were left alone.

    A file is touched only where it holds the bytes after (before), or a torn mix of both that was
    begun. No temporary is left, nor any folder of a file that isn't there; one that can't be removed is told as well.
    """
    numbered = list(enumerate(writes))
    _make_room(root, writes, forward)
    order = numbered if forward else reversed(numbered)
    left = [found for number, write in order if (found := _bring(root, write, number, record, forward)) is not None]
    failed = {one.path for one in left if one.fault}
    left += remove_temporaries(root, [write for write in writes if write.path not in failed])
    left += remove_folders(root, [write for write in writes if (write.after if forward else write.before) is None])
    flush_folders(root, writes)
    return left


def is_overtaken(root: Folder, write: Write) -> bool:
    """Whether somebody changed a file before its new bytes came into its place, or put it back after.

    Then those are not wanted there, nor those of the others.
    """
    if write.after is None or write.torn:
        return False
    try:
        found = read_file(root, write.path)
        with folder_of(root, write.path) as (folder, _):
            was_placed = write.staged and folder.status(write.temporary) is None
    except (FileError, OSError):
        return False
    now = found.data if found else None
    return now == write.before if was_placed else now not in (write.before, write.after)


def clear_away(root: Folder, writes: Sequence[Write]) -> list[Left]:
    """Remove what is left over where all files are in place; what can't be removed."""
    gone = [write for write in writes if write.after is None]
    return remove_temporaries(root, writes) + remove_folders(root, gone)


def remove_temporaries(root: Folder, writes: Sequence[Write]) -> list[Left]:
    """Remove what is left of them; those that can't be removed, which is no reason to give up what was written."""
    left: list[Left] = []
    for write in writes:
        try:
            with folder_of(root, write.path) as (folder, _):
                folder.unlink(write.temporary)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            outer = write.path.rpartition("/")[0]
            path = f"{outer}/{write.temporary}" if outer else write.temporary
            left.append(Left(path, file_error(path, error).detail, is_over=True))
    return left


def flush_folders(root: Folder, writes: Sequence[Write]) -> None:
    for path in {write.path.rpartition("/")[0]: write.path for write in writes}.values():
        with contextlib.suppress(OSError), folder_of(root, path) as (folder, _):
            folder.flush()


def _bring(root: Folder, write: Write, number: int, record: Record, forward: bool) -> Left | None:
    """Bring one file to where it should be; None where it is there."""
    if not write.begun:
        return None
    wanted, other = (write.after, write.before) if forward else (write.before, write.after)

    def tell() -> None:
        with contextlib.suppress(OSError, StateError):  # putting back matters more than noting it
            record.writing(number)
        write.torn += 1

    try:
        if forward and wanted is not None:
            make_folders(root, write.folders)
        found = read_file(root, write.path)
        now = found.data if found else None
        if now == wanted:
            return None
        if now != other and not (write.torn and _is_mix(now, write)):
            return Left(write.path)
        with folder_of(root, write.path) as (folder, name):
            ready = wanted is None or _is_ready(folder, name, write, now, wanted)
            put(folder, name, write.temporary if ready else None, now, wanted, tell)
    except FileError as error:
        return Left(write.path, None if error.code is Code.STALE else error.detail)
    except OSError as error:
        return Left(write.path, file_error(write.path, error).detail)
    return None


def _is_mix(now: bytes | None, write: Write) -> bool:
    if now is None or write.before is None or write.after is None:
        return False
    return is_torn(now, write.before, write.after, write.torn)


def _is_ready(folder: Folder, name: str, write: Write, now: bytes | None, wanted: bytes) -> bool:
    """Whether the temporary holds what is wanted, staged before or now; else the file is written itself."""
    if _holds(folder, name, write, wanted):
        return True
    with contextlib.suppress(FileNotFoundError):
        folder.unlink(write.temporary)
    try:
        return stage(folder, name, write.temporary, wanted, write.mode)
    except OSError:
        if now is None:
            raise
        with contextlib.suppress(OSError):
            folder.unlink(write.temporary)
        return False


def _holds(folder: Folder, name: str, write: Write, wanted: bytes) -> bool:
    """Whether the temporary is all that is wanted: its bytes are there before its mode and attributes are."""
    try:
        found = _metadata(folder, write.temporary)
        like = _metadata(folder, name) if folder.status(name) is not None else None
        has_all = found == like if like is not None else write.mode in (None, found.mode)
        return has_all and folder.read(write.temporary) == wanted
    except OSError:
        return False


def _metadata(folder: Folder, name: str) -> Metadata:
    descriptor = folder.open(name, READ)
    try:
        return read_metadata(descriptor)
    finally:
        close(descriptor)


def _make_room(root: Folder, writes: Sequence[Write], forward: bool) -> None:
    """Going back, remove what was staged first: the disk may be full."""
    if not forward:
        remove_temporaries(root, [write for write in writes if write.after is not None])


def remove_folders(root: Folder, gone: Sequence[Write]) -> list[Left]:
    """Remove the folders of files that are gone, but none that somebody uses; those that can't be removed."""
    left: list[Left] = []
    made = {folder for write in gone for folder in write.folders}
    for path in sorted(made, key=lambda path: path.count("/"), reverse=True):
        try:
            with folder_of(root, path) as (outer, name):
                outer.remove(name)
        except OSError as error:
            if error.errno not in IN_USE:
                left.append(Left(path, file_error(path, error).detail, is_over=True))
    return left
