"""Bytes ↔ a file of a private folder: written whole or not at all, read with suspicion."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from collections.abc import Callable

from editapply.errors import StateError
from editapply.folders import close, write_all

PRIVATE_FILE = 0o600
WRITABLE_BY_OTHERS = 0o022
TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")
_PLAIN = getattr(os, "O_PLAIN", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN
_READ = os.O_RDONLY | _PLAIN | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def is_ours(found: os.stat_result) -> bool:
    """Whether a file or folder belongs to the user of this process, where the system knows users."""
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()


def reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def create_private(path: str, data: bytes = b"") -> None:
    """Make a file that only its owner can read, whatever the umask.

    Raises `OSError` where the name is taken or the file can't be written, and then there is none of ours.
    """
    close(create_locked(path, data, lambda descriptor: None))


def create_locked(path: str, data: bytes, lock: Callable[[int], object]) -> int:
    """As `create_private`, but the file is locked and stays open, to be appended to."""
    descriptor = os.open(path, _NEW | os.O_APPEND, PRIVATE_FILE)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, PRIVATE_FILE)
        lock(descriptor)
        write_all(descriptor, data)
        os.fsync(descriptor)
    except BaseException:
        close(descriptor)
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise
    return descriptor


def write_private(path: str, data: bytes) -> None:
    """Put a private file with these bytes in the place of `path`; raises `OSError`, and then `path` is as it was."""
    temporary = temporary_beside(path)
    try:
        create_private(temporary, data)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def temporary_beside(path: str) -> str:
    return os.path.join(os.path.dirname(path), f".{secrets.token_hex(8)}.tmp")


def read_private(path: str, most: int, first_line: bool = False) -> tuple[bytes, float] | None:
    """The bytes and the modification time of a file, None where there is none; `first_line`: that alone.

    Raises `StateError` with the bare reason for anything but a regular file of ours, that
    nobody else can write and that has at most `most` bytes. Nothing else is waited for.
    """
    try:
        descriptor = os.open(path, _READ)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StateError("it is a link" if os.path.islink(path) else reason(error)) from None
    try:
        found = os.fstat(descriptor)
        _check(found)
        if found.st_size > most and not first_line:
            raise StateError("it is too large")
        with open(descriptor, "rb", closefd=False) as file:
            data = file.readline(most + 1) if first_line else file.read(found.st_size + 1)
    except OSError as error:
        raise StateError(reason(error)) from None
    except MemoryError:
        raise StateError("it takes more memory than there is") from None
    finally:
        close(descriptor)
    if len(data) > most:
        raise StateError("it is too large")
    return data, found.st_mtime


def _check(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise StateError("it is not a regular file")
    if not is_ours(found):
        raise StateError("it belongs to another user")
    if hasattr(os, "geteuid") and found.st_mode & WRITABLE_BY_OTHERS:
        raise StateError("other users can write it; `chmod go-w` forbids it")
