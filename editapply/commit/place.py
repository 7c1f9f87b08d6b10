"""A file and its staged bytes → the file in its place, if it is still the one that was read."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable

from editapply.errors import FileError
from editapply.folders import UPDATE, Folder, close, read_all, write_all
from editapply.metadata import give_metadata, read_metadata
from editapply.reading import IS_FOLDER, IS_IRREGULAR, check_editable, read_file, stale

UNMOVABLE = {errno.EBUSY, errno.EXDEV, errno.EPERM, errno.EACCES}  # mounted files, folders of others with a sticky bit


def check_unchanged(root: Folder, path: str, expected: bytes | None) -> None:
    """Raise `stale` where a file doesn't hold these bytes (None: where there is one)."""
    try:
        found = read_file(root, path)
    except FileError as error:
        raise stale(path) if error.detail in (IS_FOLDER, IS_IRREGULAR) else error from None
    if (found.data if found else None) != expected:
        raise stale(path)


def put(
    folder: Folder, name: str, temporary: str | None, now: bytes | None, wanted: bytes | None, tell: Callable[[], None]
) -> None:
    """Make the file `name`, that holds `now`, hold `wanted`; `temporary` has that staged, None where it can't be.

    A file that must go is renamed to `temporary`, so that it can come back. `tell` is called
    before the file itself is written. Raises `OSError`, and `FileError` where it doesn't hold `now`.
    """
    if wanted is None and temporary is not None:
        folder.replace(temporary, by=name)
    elif wanted is not None and now is None and temporary is not None:
        _create(folder, temporary, name)
    elif wanted is not None and now is not None and (temporary is None or not _replace(folder, temporary, name)):
        tell()
        _write_in_place(folder, name, now, wanted)


def _create(folder: Folder, temporary: str, name: str) -> None:
    """Give a new file its name, and take no name that another program has taken meanwhile."""
    try:
        folder.link(temporary, name)
    except FileExistsError:
        raise stale(name) from None
    except OSError:  # a file system without hard links
        if folder.status(name) is not None:
            raise stale(name) from None
        folder.replace(name, by=temporary)
    else:
        folder.unlink(temporary)


def _replace(folder: Folder, temporary: str, name: str) -> bool:
    """Rename; False where this file can't be moved, and then the temporary is gone."""
    try:
        folder.replace(name, by=temporary)
    except OSError as error:
        if error.errno not in UNMOVABLE:
            raise
        folder.unlink(temporary)
        return False
    return True


def _write_in_place(folder: Folder, name: str, now: bytes, wanted: bytes) -> None:
    descriptor = folder.open(name, UPDATE)
    metadata = None
    try:
        check_editable(os.fstat(descriptor), name)
        if read_all(descriptor) != now:
            raise stale(name)
        with contextlib.suppress(OSError):  # it keeps what it has, but for what writing takes away
            metadata = read_metadata(descriptor)
        os.lseek(descriptor, 0, os.SEEK_SET)
        write_all(descriptor, wanted)
        os.ftruncate(descriptor, len(wanted))
        if metadata is not None:
            give_metadata(descriptor, metadata)
        os.fsync(descriptor)
    finally:
        close(descriptor)
