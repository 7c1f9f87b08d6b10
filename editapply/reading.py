"""A path under the root → the bytes of a regular file, or why it can't be edited."""

from __future__ import annotations

import errno
import os
import stat

from editapply.errors import FileError
from editapply.model import Code

MOST_BYTES = 256 * 1024 * 1024
WRITE_BITS = 0o222
CODES = {errno.EACCES: Code.PERMISSION, errno.EPERM: Code.PERMISSION, errno.EROFS: Code.PERMISSION}


def read_bytes(absolute: str, path: str) -> tuple[bytes, int] | None:
    """The bytes and the mode bits of a file, None where there is none.

    A FIFO or a device is never waited for. Raises `FileError`.
    """
    try:
        descriptor = os.open(absolute, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        raise FileError(Code.IO, path, "a folder of this path is a file") from None
    except OSError as error:
        raise file_error(path, error) from None
    try:
        found = os.fstat(descriptor)
        _check_editable(absolute, path, found)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(), stat.S_IMODE(found.st_mode)
    except OSError as error:
        raise file_error(path, error) from None
    finally:
        os.close(descriptor)


def _check_editable(absolute: str, path: str, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise FileError(Code.IO, path, "it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise FileError(Code.IO, path, "it is not a regular file")
    if found.st_size > MOST_BYTES:
        raise FileError(Code.BUDGET, path, f"the file has {found.st_size} bytes, more than {MOST_BYTES}")
    if not found.st_mode & WRITE_BITS or not os.access(absolute, os.W_OK):
        raise FileError(Code.PERMISSION, path, "the file is write-protected")


def stale(path: str) -> FileError:
    return FileError(Code.STALE, path, "the file has changed since it was read")


def file_error(path: str, error: OSError) -> FileError:
    code = CODES.get(error.errno or 0, Code.IO)
    return FileError(code, path, (error.strerror or str(error)).lower())
