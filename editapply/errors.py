"""The exceptions: a reply that can't be read, and a file that can't be read or written."""

from __future__ import annotations

import errno
from collections.abc import Sequence

from editapply.model import Code, Edit, Problem

CODES = {errno.EACCES: Code.PERMISSION, errno.EPERM: Code.PERMISSION, errno.EROFS: Code.PERMISSION}
LINKED = {errno.ELOOP, errno.EMLINK}  # what systems answer where no link may be followed


class EditapplyError(Exception):
    """The root of what this package raises on purpose."""


class ReplyError(EditapplyError):
    """Some block of a reply can't be read: `problems` says why, `edits` are the others."""

    def __init__(self, problems: Sequence[Problem], edits: Sequence[Edit]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = list(problems)
        self.edits = list(edits)

    def __reduce__(self) -> tuple[type[ReplyError], tuple[list[Problem], list[Edit]]]:
        return type(self), (self.problems, self.edits)


class ResumeError(EditapplyError):
    """It can't be told which refused block a second try is about."""


class ConfigError(EditapplyError):
    """A configuration file can't be read, or sets what there isn't."""


class HistoryError(EditapplyError):
    """There is no such edit in the journal, or none to undo or redo; `notes` tell what was recovered before."""

    notes: tuple[str, ...] = ()


class FileError(EditapplyError):
    """A file can't be read or written as asked; `code` is the outcome that it leads to."""

    def __init__(self, code: Code, path: str, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.code = code
        self.path = path
        self.detail = detail

    def __reduce__(self) -> tuple[type[FileError], tuple[Code, str, str]]:
        return type(self), (self.code, self.path, self.detail)


class StateError(EditapplyError):
    """The state folder can't be used, or what lies in it can't be trusted."""


def file_error(path: str, error: OSError) -> FileError:
    """What the system says of a file, told as the outcome that it leads to."""
    if error.errno in LINKED:
        return FileError(Code.UNSAFE_PATH, path, "a link is in its place: it leads nowhere, or came there since")
    if error.errno == errno.ENOTDIR:
        return FileError(Code.IO, path, "a folder of this path is a file")
    code = CODES.get(error.errno or 0, Code.IO)
    return FileError(code, path, (error.strerror or str(error)).lower())
