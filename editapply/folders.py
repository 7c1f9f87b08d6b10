"""A folder held open → what can be done in it, so that no link swapped in leads anywhere else.

Every name is resolved from an open folder, one part at a time, and no link is followed (openat
style). Where the system can't do that (Windows), paths are joined instead.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

BYTES = getattr(os, "O_BINARY", 0)  # Windows would change line ends
CLOEXEC = getattr(os, "O_CLOEXEC", 0)
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
NONBLOCK = getattr(os, "O_NONBLOCK", 0)  # a FIFO is never waited for
READ = os.O_RDONLY | BYTES | NOFOLLOW | NONBLOCK | CLOEXEC
UPDATE = os.O_RDWR | BYTES | NOFOLLOW | NONBLOCK | CLOEXEC
NEW = os.O_WRONLY | BYTES | os.O_CREAT | os.O_EXCL | NOFOLLOW | CLOEXEC
CHUNK = 1 << 20
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | NOFOLLOW | CLOEXEC
_PASS = _FOLDER | getattr(os, "O_PATH", 0)  # a folder that may be searched but not read will do
_FROM_FOLDERS = {os.open, os.stat, os.mkdir, os.rmdir, os.unlink, os.link, os.rename} <= os.supports_dir_fd


@dataclass(frozen=True, slots=True)
class Folder:
    """An open folder: `descriptor`, or None where only its `path` can be used. Names have no "/"."""

    path: str
    descriptor: int | None

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        return os.open(self._place(name), flags, mode, dir_fd=self.descriptor)

    def read(self, name: str) -> bytes:
        """The bytes of a file; raises `OSError`."""
        descriptor = self.open(name, READ)
        try:
            return read_all(descriptor)
        finally:
            close(descriptor)

    def status(self, name: str) -> os.stat_result | None:
        """What stands under a name, the link itself where it is one; None for nothing."""
        try:
            return os.stat(self._place(name), dir_fd=self.descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def is_writable(self, name: str) -> bool:
        return os.access(self._place(name), os.W_OK, dir_fd=self.descriptor)

    def replace(self, name: str, by: str) -> None:
        """Put the file `by` in the place of `name`."""
        here = self.descriptor
        os.replace(self._place(by), self._place(name), src_dir_fd=here, dst_dir_fd=here)

    def link(self, name: str, new: str) -> None:
        """Give the file `name` a second name; raises `FileExistsError` where that is taken."""
        here = self.descriptor
        follow = os.link not in os.supports_follow_symlinks
        os.link(self._place(name), self._place(new), src_dir_fd=here, dst_dir_fd=here, follow_symlinks=follow)

    def unlink(self, name: str) -> None:
        os.unlink(self._place(name), dir_fd=self.descriptor)

    def make(self, name: str) -> None:
        os.mkdir(self._place(name), dir_fd=self.descriptor)

    def remove(self, name: str) -> None:
        """Remove an empty folder."""
        os.rmdir(self._place(name), dir_fd=self.descriptor)

    def flush(self) -> None:
        """Make renames last through a power cut, where the system can flush a folder."""
        with contextlib.suppress(OSError):
            descriptor = os.open(self._place("."), _FOLDER, dir_fd=self.descriptor)
            try:
                os.fsync(descriptor)
            finally:
                close(descriptor)

    def _place(self, name: str) -> str:
        return name if self.descriptor is not None else os.path.join(self.path, name)


@contextlib.contextmanager
def opened_root(root: str) -> Iterator[Folder]:
    """Hold the folder `root` open (a real path); raises `OSError`."""
    if not _FROM_FOLDERS:
        yield Folder(root, None)
        return
    descriptor = os.open(root, _PASS)
    try:
        yield Folder(root, descriptor)
    finally:
        close(descriptor)


@contextlib.contextmanager
def opened_below(root: Folder, parts: Sequence[str]) -> Iterator[Folder]:
    """Hold the folder open to which the names `parts` lead from `root`, none of them a link.

    Raises `FileNotFoundError` where one is missing, `NotADirectoryError` where one is a file, and
    `OSError` with `ELOOP` where one is a link.
    """
    path = os.path.join(root.path, *parts)
    if root.descriptor is None:
        if os.path.realpath(path) != path:
            raise OSError(errno.ELOOP, "a link leads away from here")
        if not stat.S_ISDIR(os.stat(path).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        yield Folder(path, None)
        return
    descriptor = os.dup(root.descriptor)
    try:
        for part in parts:
            outer, descriptor = descriptor, _enter(descriptor, part)
            close(outer)
        yield Folder(path, descriptor)
    finally:
        close(descriptor)


def _enter(folder: int, name: str) -> int:
    try:
        return os.open(name, _PASS, dir_fd=folder)
    except NotADirectoryError:
        if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
        raise


@contextlib.contextmanager
def folder_of(root: Folder, path: str) -> Iterator[tuple[Folder, str]]:
    """Hold the folder of a file open, and give the file's own name; `path` is relative, with "/"."""
    *parts, name = path.split("/")
    with opened_below(root, parts) as folder:
        yield folder, name


def close(descriptor: int) -> None:
    """Let go of an open file or folder: it is gone even where that fails, and what was written is flushed before."""
    with contextlib.suppress(OSError):
        os.close(descriptor)


def read_all(descriptor: int) -> bytes:
    """The bytes of an open file from where it stands."""
    parts: list[bytes] = []
    while part := os.read(descriptor, CHUNK):
        parts.append(part)
    return b"".join(parts)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all bytes, however many calls that takes."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view[:CHUNK]) :]
