"""A path from a reply → the real file under the root, or a refusal."""

from __future__ import annotations

import contextlib
import errno
import os
import re

from editapply.errors import FileError, file_error
from editapply.model import Code
from editapply.xdg import is_state

LONGEST_PATH = 4000
LONGEST_NAME = 255
NO_LINK = {errno.ENOENT, errno.ENOTDIR, errno.EINVAL}  # what `readlink` says of all else
_DRIVE = re.compile(r"[A-Za-z]:")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_IGNORABLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
FORBIDDEN = {".git", "git~1"}  # the second is what Windows calls the first


def resolve(root: str, path: str) -> str:
    """The path of the real file (links followed), relative to the real `root`, with "/".

    The file need not exist. Raises `FileError` (`unsafe-path`) where the path can't be a
    file inside the root: before anything is opened.
    """
    real_root = _found(root, path)
    _check_name(path)
    if "\\" in path and not os.path.lexists(os.path.join(real_root, path)):
        path = path.replace("\\", "/")
        _check_name(path)
    real = _found(os.path.join(real_root, path), path)
    relative = os.path.relpath(real, real_root)
    if relative == os.curdir:
        raise _unsafe(path, "it is the root folder itself")
    if relative.split(os.sep, 1)[0] == os.pardir or os.path.isabs(relative):
        raise _unsafe(path, "it leads out of the root folder")
    relative = relative.replace(os.sep, "/")
    if names_git(path) or names_git(relative):
        raise _unsafe(path, "git's own folder is never edited")
    if is_state(real):
        raise _unsafe(path, "the state folder of editapply is never edited")
    if not path.isprintable() and not os.path.lexists(real):
        raise _unsafe(path, "it holds characters that can't be seen")
    return relative


def _found(absolute: str, path: str) -> str:
    try:
        return real_path(absolute)
    except OSError as error:
        raise file_error(path, error) from None


def real_path(absolute: str) -> str:
    """The path without links, of a file that need not exist; raises `OSError` where a name can't be looked at.

    `os.path.realpath` takes such a name for no link (unless strict, and then nothing may be missing).
    """
    missing: list[str] = []
    while True:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            real = os.path.normpath(os.path.join(os.path.realpath(absolute, strict=True), *missing))
            return real if os.pardir not in missing else real_path(real)
        folder, name = os.path.split(absolute)
        try:
            absolute = os.path.join(folder, os.readlink(absolute))  # to where there is nothing yet
        except OSError as error:
            if error.errno not in NO_LINK or folder == absolute:
                raise
            absolute = folder
            missing.insert(0, name)


def lies_in(real: str, folder: str) -> bool:
    """Whether an absolute path is a folder or lies in it; letter case is ignored, as some file systems do."""
    return os.path.join(real, "").casefold().startswith(os.path.join(folder, "").casefold())


def _check_name(path: str) -> None:
    if not path.strip():
        raise _unsafe(path, "the path is empty")
    if "\0" in path:
        raise _unsafe(path, "it holds a NUL character")
    if path.startswith("~"):
        raise _unsafe(path, "`~` is not expanded: give a path inside the root folder")
    if _DRIVE.match(path) or path.startswith(("\\\\", "//")):
        raise _unsafe(path, "it names a drive or a share: give a path inside the root folder")
    if _ADDRESS.match(path):
        raise _unsafe(path, "it is an address: give a path inside the root folder")
    if len(os.fsencode(_encodable(path))) > LONGEST_PATH:
        raise _unsafe(path, "the path is too long")
    if any(len(os.fsencode(_encodable(part))) > LONGEST_NAME for part in path.split("/")):
        raise _unsafe(path, "a name in the path is too long")


def _encodable(path: str) -> str:
    """A path that holds lone surrogates which stand for no byte can't be a file's name."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise _unsafe(path, "it holds characters that no file name can have") from None
    return path


def names_git(path: str) -> bool:
    """Whether some file system would take a name in this path for `.git`: letter case, streams (`:`), ends of it."""
    return any(
        name.partition(":")[0].rstrip(" .") in FORBIDDEN for name in _IGNORABLE.sub("", path).casefold().split("/")
    )


def _unsafe(path: str, detail: str) -> FileError:
    return FileError(Code.UNSAFE_PATH, path, detail)
