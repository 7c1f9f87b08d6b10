"""Files to write → staged beside their targets, then renamed all together; on any failure put back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

from editapply.commit.place import check_unchanged, put
from editapply.commit.restoring import Left, clear_away, flush_folders, restore
from editapply.commit.stage import missing_folders, stage_write
from editapply.commit.write import UNRECORDED, Record, Write
from editapply.errors import FileError, StateError, file_error
from editapply.folders import Folder, folder_of, opened_root
from editapply.interrupts import Interrupts, deferred_interrupts
from editapply.model import Code


def commit(root: str, writes: Sequence[Write], begin: Callable[[Sequence[Write]], Record] | None = None) -> list[Left]:
    """Write all files under `root` (a real path), or raise `FileError` and leave every one as it was.

    What is given back are temporaries and folders of removed files that could not be removed; the record
    stays open for them.
    `begin` makes the record of the commit before anything is staged; what it raises is passed on, and so
    is the `StateError` of a note that can't be made: then the commit can be made without a record.
    On the main thread signals are held off: one that ends the process leads to a roll-back, one that the
    host program handles doesn't; each takes effect afterwards.
    """
    with deferred_interrupts() as interrupts, _opened(root) as folder:
        for write in writes:
            _prepare(folder, write)
        record = begin(writes) if begin is not None else UNRECORDED
        return _commit(folder, writes, record, interrupts)


@contextlib.contextmanager
def _opened(root: str) -> Iterator[Folder]:
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(opened_root(root))
        except OSError as error:
            raise file_error(root, error) from error
        yield folder


def _prepare(root: Folder, write: Write) -> None:
    """Find out which folders must be made, before anything is."""
    try:
        write.staged, write.begun, write.torn = False, False, 0
        if write.after is not None:
            write.folders = missing_folders(root, write.path)
    except OSError as error:
        raise file_error(write.path, error) from error


def _commit(root: Folder, writes: Sequence[Write], record: Record, interrupts: Interrupts) -> list[Left]:
    at: Write | None = None
    try:
        for at in writes:
            interrupts.check(at.path)
            stage_write(root, at)
        record.staged([number for number, write in enumerate(writes) if not write.staged])
        for at in writes:
            check_unchanged(root, at.path, at.before)
        for number, at in enumerate(writes):
            interrupts.check(at.path)
            _place(root, at, number, record)
        flush_folders(root, writes)
    except BaseException as error:
        path = at.path if at else root.path
        left = _roll_back(root, writes, record)
        if left:
            record.leave()
            alone = ", ".join(one.path for one in left)
            message = f"{_reason(error, path).detail}; and these could not be put back: {alone}"
            raise FileError(Code.IO, path, message) from error
        is_gone = record.discard()
        if isinstance(error, (OSError, FileError)) or (isinstance(error, StateError) and not is_gone):
            raise _reason(error, path) from error
        raise
    with contextlib.suppress(StateError):  # else it is found out from the files
        record.placed()
    over = clear_away(root, [write for write in writes if write.after is None])
    if over:
        record.leave()
    else:
        record.done()
    return over


def _place(root: Folder, write: Write, number: int, record: Record) -> None:
    """Compare once more, and put the file in its place."""
    check_unchanged(root, write.path, write.before)

    def tell() -> None:
        record.writing(number)
        write.torn += 1

    with folder_of(root, write.path) as (folder, name):
        temporary = write.temporary if write.staged or write.after is None else None
        write.begun = True
        try:
            put(folder, name, temporary, write.before, write.after, tell)
        except FileError:  # it is another's now, and was not touched
            write.begun = False
            raise


def _roll_back(root: Folder, writes: Sequence[Write], record: Record) -> list[Left]:
    """Undo what was done; what could not be undone."""
    with contextlib.suppress(OSError, StateError):  # should this process be killed, it is finished then: whole as well
        record.undoing()
    return restore(root, writes, record)


def _reason(error: BaseException, path: str) -> FileError:
    if isinstance(error, FileError):
        return FileError(error.code, path, error.detail)
    if isinstance(error, StateError):
        return FileError(Code.IO, path, f"the journal can't be written: {error}")
    if isinstance(error, OSError):
        return file_error(path, error)
    return FileError(Code.IO, path, type(error).__name__)
