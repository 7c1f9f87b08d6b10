"""A folder → git's own folder for the working tree around it, found as git finds it, without running it."""

from __future__ import annotations

import os
import re
import stat

from editapply.folders import close

LONGEST_POINTER = 8192
_HEAD = re.compile(rb"ref:\s*refs/|[0-9a-fA-F]{40}")


def find_git_folder(root: str) -> str | None:
    """The real path of git's own folder for the working tree that holds `root`.

    For a linked worktree or a submodule it is the folder that `.git` points to. None where there
    is none, and inside of a git folder or a bare repository, which are no working trees.
    """
    try:
        folder = os.path.realpath(root)
        return _search_upwards(folder, os.stat(folder).st_dev)
    except (OSError, ValueError):
        return None


def is_git_folder(folder: str) -> bool:
    """Whether git would take a folder for one of its own, whatever its name."""
    try:
        return _is_git_folder(folder)
    except (OSError, ValueError):
        return False


def is_git_folder_around(folder: str) -> bool:
    """Whether a real path is a folder of git's own, or lies in one."""
    while not is_git_folder(folder):
        if os.path.dirname(folder) == folder:
            return False
        folder = os.path.dirname(folder)
    return True


def _search_upwards(folder: str, device: int) -> str | None:
    """Like git, stop where another file system begins."""
    while os.stat(folder).st_dev == device:
        named = os.path.join(folder, ".git")
        if os.path.isfile(named):
            return _pointed_at(named)  # one that leads nowhere ends the search
        if _is_git_folder(named):
            return os.path.realpath(named)
        if _is_git_folder(folder) or os.path.dirname(folder) == folder:
            return None
        folder = os.path.dirname(folder)
    return None


def _pointed_at(pointer: str) -> str | None:
    """The folder that a file `.git` names, relative to the folder that this file is in."""
    text = _read_short(pointer) or b""
    name = os.fsdecode(text.removeprefix(b"gitdir: ").rstrip(b"\r\n"))
    folder = os.path.join(os.path.dirname(pointer), name)
    if not (text.startswith(b"gitdir: ") and name and _is_git_folder(folder)):
        return None
    return os.path.realpath(folder)


def _is_git_folder(folder: str) -> bool:
    """Whether git would take it for one; that of a linked worktree has its objects in a common folder."""
    common = (_read_short(os.path.join(folder, "commondir")) or b"").rstrip(b"\r\n")
    holder = os.path.join(folder, os.fsdecode(common))
    return _has_head(folder) and all(os.path.isdir(os.path.join(holder, name)) for name in ("objects", "refs"))


def _has_head(folder: str) -> bool:
    head = os.path.join(folder, "HEAD")
    if os.path.islink(head) and os.readlink(head).startswith("refs/"):
        return True
    return _HEAD.match(_read_short(head) or b"") is not None


def _read_short(path: str) -> bytes | None:
    """The bytes of a small regular file; a FIFO is never waited for."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (OSError, ValueError):
        return None
    try:
        regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        data = os.read(descriptor, LONGEST_POINTER + 1) if regular else b""
    except OSError:
        return None
    finally:
        close(descriptor)
    return data if regular and len(data) <= LONGEST_POINTER else None
