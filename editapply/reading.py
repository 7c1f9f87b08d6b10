"""A path under an opened root → the bytes of a regular file, or why it can't be edited."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass

from editapply.errors import FileError, file_error
from editapply.folders import CHUNK, READ, Folder, close, folder_of, opened_root, read_all
from editapply.model import Code

MOST_BYTES = 256 * 1024 * 1024
WRITE_BITS = 0o222
IS_FOLDER = "it is a folder"
IS_IRREGULAR = "it is not a regular file"


@dataclass(frozen=True, slots=True)
class Found:
    """A file as it was read: its bytes and what the system knows of it."""

    data: bytes
    status: os.stat_result


def read_bytes(root: str, path: str) -> Found | None:
    """A file under `root` (a real path), None where there is none; `path` is one that `resolve` gave.

    Raises `FileError` for what can't be edited. No link is followed, a FIFO or a device is never waited for.
    """
    try:
        with opened_root(root) as folder:
            return read_file(folder, path)
    except OSError as error:
        raise file_error(path, error) from None


def read_file(root: Folder, path: str) -> Found | None:
    """As `read_bytes`, under a root that is held open."""
    try:
        with folder_of(root, path) as (folder, name):
            return _read(folder, name, path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise file_error(path, error) from None


def _read(folder: Folder, name: str, path: str) -> Found:
    descriptor = folder.open(name, READ)
    try:
        status = os.fstat(descriptor)
        check_editable(status, path)
        if not folder.is_writable(name):
            raise protected(path)
        return Found(read_all(descriptor), status)
    finally:
        close(descriptor)


def read_digest(root: str, path: str) -> str | None:
    """The SHA-256 (hex) of a file, None where there is none; `root` and `path` as in `read_bytes`.

    Whether it could be edited doesn't matter: it may be binary, too large or write-protected.
    Raises `FileError` where it is no regular file, or can't be read.
    """
    try:
        with opened_root(root) as top:
            return _digest(top, path)
    except OSError as error:
        raise file_error(path, error) from None


def _digest(root: Folder, path: str) -> str | None:
    try:
        with folder_of(root, path) as (folder, name):
            descriptor = folder.open(name, READ)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        check_regular(os.fstat(descriptor), path)
        digest = hashlib.sha256()
        while part := os.read(descriptor, CHUNK):
            digest.update(part)
        return digest.hexdigest()
    finally:
        close(descriptor)


def check_regular(status: os.stat_result, path: str) -> None:
    """Raise `FileError` where this is no regular file."""
    if stat.S_ISDIR(status.st_mode):
        raise FileError(Code.IO, path, IS_FOLDER)
    if not stat.S_ISREG(status.st_mode):
        raise FileError(Code.IO, path, IS_IRREGULAR)


def check_editable(status: os.stat_result, path: str) -> None:
    """Raise `FileError` where this is no regular file, is too large, or has no write bit (for root too)."""
    check_regular(status, path)
    if status.st_size > MOST_BYTES:
        raise FileError(Code.BUDGET, path, f"the file has {status.st_size} bytes, more than {MOST_BYTES}")
    if not status.st_mode & WRITE_BITS:
        raise protected(path)


def protected(path: str) -> FileError:
    return FileError(Code.PERMISSION, path, "the file is write-protected")


def stale(path: str) -> FileError:
    return FileError(Code.STALE, path, "the file has changed since it was read")
