"""Files to write → all of them written, or the tree as it was."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from editapply.errors import FileError
from editapply.interrupts import deferred_interrupts
from editapply.model import Code
from editapply.paths import resolve
from editapply.reading import file_error, read_bytes, stale


@dataclass(slots=True)
class Write:
    """One file to write: its bytes before (None: it doesn't exist) and after."""

    path: str
    before: bytes | None
    after: bytes
    mode: int | None
    temporary: str = ""
    folders: list[str] = field(default_factory=list)
    done: bool = False


def commit(root: str, writes: Sequence[Write]) -> None:
    """Stage every file beside its target, then rename them all; on any failure put everything back.

    Signals that end a process are held off while files are replaced: they lead to a roll-back, and
    take effect after it.
    """
    at: Write | None = None
    with deferred_interrupts() as interrupts:
        try:
            for at in writes:
                interrupts.check(at.path)
                _check_unchanged(root, at)
                _stage_file(root, at)
            for at in writes:
                interrupts.check(at.path)
                _check_unchanged(root, at)
                _put_in_place(root, at)
            for folder in sorted({os.path.dirname(os.path.join(root, write.path)) for write in writes}):
                _flush_folder(folder)
        except BaseException as error:
            failed = roll_back(root, writes)
            path = at.path if at else root
            if failed:
                raise FileError(
                    Code.IO, path, f"{error}; and these could not be put back: {', '.join(failed)}"
                ) from error
            if isinstance(error, OSError):
                raise file_error(path, error) from error
            raise
        finally:
            _remove_temporaries(writes)


def _check_unchanged(root: str, write: Write) -> None:
    """Compare the file with the bytes that the plan was made from."""
    if resolve(root, write.path) != write.path:
        raise stale(write.path)
    found = read_bytes(os.path.join(root, write.path), write.path)
    if (found[0] if found else None) != write.before:
        raise stale(write.path)


def _stage_file(root: str, write: Write) -> None:
    target = os.path.join(root, write.path)
    _make_folders(os.path.dirname(target), write.folders)
    write.temporary = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.editapply.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    _write_bytes(os.open(write.temporary, flags, 0o666 if write.mode is None else 0o600), write.after, write.mode)


def _write_bytes(descriptor: int, data: bytes, mode: int | None) -> None:
    with open(descriptor, "wb") as file:
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        file.write(data)
        file.flush()
        os.fsync(descriptor)


def _make_folders(folder: str, made: list[str]) -> None:
    """Make the missing folders, and note each in `made` as soon as it is there, the innermost first."""
    missing: list[str] = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for new in reversed(missing):
        with contextlib.suppress(FileExistsError):
            os.mkdir(new)
            made.insert(0, new)


def _put_in_place(root: str, write: Write) -> None:
    target = os.path.join(root, write.path)
    if write.before is None:
        _create(write.temporary, target, write.path)
    else:
        os.replace(write.temporary, target)
        write.temporary = ""
    write.done = True


def _create(temporary: str, target: str, path: str) -> None:
    """Give a new file its name, and take no name that another program has taken meanwhile."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise stale(path) from None
    except OSError:
        if os.path.lexists(target):
            raise stale(path) from None
        os.rename(temporary, target)


def roll_back(root: str, writes: Sequence[Write]) -> list[str]:
    """Put back every file that was written and remove what is new; the paths for which that failed."""
    failed: list[str] = []
    for write in reversed(writes):
        try:
            _put_back(os.path.join(root, write.path), write)
        except OSError:
            failed.append(write.path)
    _remove_temporaries(writes)
    for folder in (folder for write in reversed(writes) for folder in write.folders):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
    return failed


def _put_back(target: str, write: Write) -> None:
    if write.done and write.before is None:
        os.unlink(target)
    elif write.done and write.before is not None:
        write.temporary = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.editapply.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        _write_bytes(os.open(write.temporary, flags, 0o600), write.before, write.mode)
        os.replace(write.temporary, target)
        write.temporary = ""
    write.done = False


def _remove_temporaries(writes: Sequence[Write]) -> None:
    """A temporary that can't be removed is no reason to give up what was written."""
    for write in writes:
        if write.temporary:
            with contextlib.suppress(OSError):
                os.unlink(write.temporary)
            write.temporary = ""


def _flush_folder(folder: str) -> None:
    """Make renames last through a power cut, where the system can flush a folder."""
    with contextlib.suppress(OSError), _opened(folder) as descriptor:
        os.fsync(descriptor)


@contextlib.contextmanager
def _opened(folder: str) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
