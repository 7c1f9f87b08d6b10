"""A file's new bytes → a temporary beside it that is in all else like the file, or the finding that none can be."""

from __future__ import annotations

import contextlib
import errno
import os

from editapply.commit.write import Write
from editapply.folders import NEW, READ, Folder, close, folder_of, opened_below, write_all
from editapply.metadata import Metadata, give_metadata, read_metadata

PRIVATE = 0o600  # until it has the mode of the file
PUBLIC = 0o666  # less what the umask takes away
CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS}  # a folder in which no file can be made


def missing_folders(root: Folder, path: str) -> tuple[str, ...]:
    """The folders that must be made for a file, the outermost first."""
    parts = path.split("/")[:-1]
    there = next(k for k in range(len(parts), -1, -1) if _is_there(root, parts[:k]))
    return tuple("/".join(parts[: k + 1]) for k in range(there, len(parts)))


def _is_there(root: Folder, parts: list[str]) -> bool:
    try:
        with opened_below(root, parts):
            return True
    except FileNotFoundError:
        return not parts


def make_folders(root: Folder, folders: tuple[str, ...]) -> None:
    for path in folders:
        with folder_of(root, path) as (outer, name), contextlib.suppress(FileExistsError):
            outer.make(name)


def stage_write(root: Folder, write: Write) -> None:
    """Write what the file will be beside it, flushed; where that can't be, it is left to be written in place."""
    if write.after is None:
        return
    make_folders(root, write.folders)
    with folder_of(root, write.path) as (folder, name):
        write.staged = stage(folder, name, write.temporary, write.after, write.mode)


def stage(folder: Folder, name: str, temporary: str, data: bytes, mode: int | None) -> bool:
    """Write the temporary; False, and none is left, where it could not be all that the file `name` is.

    That is where other names lead to the same file, where it is mounted by itself, where the folder
    can't be written, and where owner, group or attributes can't be read or given. Raises `OSError`.
    """
    try:
        old = folder.open(name, READ)
    except FileNotFoundError:
        _write(folder.open(temporary, NEW, PUBLIC), data, mode)
        return True
    try:
        if os.fstat(old).st_nlink > 1:
            return False
        metadata = _metadata(old)
        if metadata is None:
            return False
        try:
            new = folder.open(temporary, NEW, PRIVATE)
        except OSError as error:
            if error.errno in CLOSED:
                return False
            raise
        if _write(new, data, None, metadata):
            return True
    finally:
        close(old)
    folder.unlink(temporary)
    return False


def _metadata(descriptor: int) -> Metadata | None:
    try:
        return read_metadata(descriptor)
    except OSError:
        return None


def _write(descriptor: int, data: bytes, mode: int | None, like: Metadata | None = None) -> bool:
    """Fill and flush a new file; whether it has all the metadata asked for."""
    try:
        write_all(descriptor, data)
        kept = like is None or give_metadata(descriptor, like)
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        os.fsync(descriptor)
        return kept
    finally:
        close(descriptor)
