"""The tree that is edited: files of every kind, a reply that edits 20 of them, and what a tree looks like."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

OWNER = 1234  # of one file, where that can be set
ATTRIBUTE = ("user.note", "trusted.note"), b"kept"
STATE = "editapply"
NEXT = "next.txt"
NEXT_REPLY = f"File: {NEXT}\n<<<<<<< SEARCH\nnow\n=======\nthen\n>>>>>>> REPLACE\n"


@dataclass(frozen=True, slots=True)
class File:
    """One file of the edit; `before` is None where it comes into being."""

    path: str
    before: bytes | None
    after: bytes
    search: str
    replace: str
    mode: int = 0o644

    def block(self) -> str:
        search, replace = (f"{side}\n" if side else "" for side in (self.search, self.replace))
        return f"File: {self.path}\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n\n"


def _lines(path: str, count: int) -> list[str]:
    """Lines short in a short file, long in a long one."""
    return [f"line {k} of {path}{' and so on' * (count // 10)}" for k in range(count)]


def _edited(path: str, lines: int, mode: int = 0o644, encoding: str = "utf-8", end: str = "\n") -> File:
    """A file of so many lines, the first of which gives way to two, so that all that follows moves."""
    text = _lines(path, lines)
    new = [f"first of {path}", "and more", *text[1:]]
    before, after = ((end.join(side) + end).encode(encoding) for side in (text, new))
    return File(path, before, after, text[0], f"{new[0]}\n{new[1]}", mode)


def _shortened(path: str, lines: int) -> File:
    text = _lines(path, lines)
    gone = text[:3]
    before, after = ("".join(f"{line}\n" for line in side).encode() for side in (text, text[2:]))
    return File(path, before, after, "\n".join(gone), gone[2])


def _new(path: str, before: bytes | None = None) -> File:
    return File(path, before, f"new in {path}\n".encode(), "", f"new in {path}")


FILES = (
    *(_edited(path, 5) for path in ("a.py", "src/b.py", "src/deep/c.py", "docs/d.md")),
    _edited("docs/e.txt", 30, end="\r\n"),
    _shortened("lib/f.c", 8),
    *(_new(path) for path in ("src/g.py", "new/h.py", "new/inner/i.py", "docs/fresh/j.md")),
    _edited("linked.txt", 5),
    _shortened("lib/linked_long.txt", 120),
    _edited("link.txt", 5),
    _edited("run.sh", 5, mode=0o755),
    _new("empty.txt", b""),
    _edited("large.txt", 420),
    _edited("wide.txt", 5, encoding="utf-16"),
    _edited("noted.txt", 5),
    _edited("private.txt", 5, mode=0o600),
    _edited("docs/owned.txt", 5, mode=0o664),
)
FEW = tuple(f for f in FILES if f.path in {"src/b.py", "new/inner/i.py", "linked.txt", "link.txt", "noted.txt"})
TWINS = {"linked.txt": "twins/linked.txt", "lib/linked_long.txt": "twins/linked_long.txt"}
LINKS = {"link.txt": "real/target.txt"}


def reply_for(files: tuple[File, ...]) -> str:
    return "".join(file.block() for file in files)


def make_tree(root: Path, files: tuple[File, ...], edited: bool = False, git: bool = False) -> None:
    """Make the tree as it is before or after the edit, in a folder that is emptied; with `git`, a repository."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for file in files:
        data = file.after if edited else file.before
        if data is not None:
            _make_file(root, file, data)
    (root / NEXT).write_bytes(b"now\n")
    if git:
        (root / ".git").mkdir()
        (root / ".git/HEAD").write_bytes(b"ref: refs/heads/main\n")
        for name in ("objects", "refs"):
            (root / ".git" / name).mkdir()


def _make_file(root: Path, file: File, data: bytes) -> None:
    path = root / LINKS.get(file.path, file.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    if file.before is not None:
        path.chmod(file.mode)
    if file.path in LINKS:
        (root / file.path).symlink_to(LINKS[file.path])
    if file.path in TWINS:
        (root / TWINS[file.path]).parent.mkdir(exist_ok=True)
        os.link(path, root / TWINS[file.path])
    if file.path == "noted.txt":
        _give_attribute(path)
    if file.path == "docs/owned.txt":
        with contextlib.suppress(OSError):
            os.chown(path, OWNER, OWNER)


def _give_attribute(path: Path) -> None:
    names, value = ATTRIBUTE
    for name in names if hasattr(os, "setxattr") else ():
        with contextlib.suppress(OSError):
            os.setxattr(path, name, value)
            return


Seen: TypeAlias = "dict[str, tuple[object, ...]]"


def look(root: Path) -> Seen:
    """All that a tree shows: names, kinds, modes, owners, bytes, link targets, attributes, shared inodes."""
    seen: Seen = {}
    inodes: dict[int, str] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not (name == STATE and folder.endswith(".git")))
        for name in sorted([*folders, *names]):
            path = os.path.join(folder, name)
            seen[os.path.relpath(path, root)] = _look_at(path, inodes)
    return seen


def _look_at(path: str, inodes: dict[int, str]) -> tuple[object, ...]:
    found = os.lstat(path)
    common = (oct(found.st_mode), found.st_uid, found.st_gid)
    if stat.S_ISLNK(found.st_mode):
        return (*common, os.readlink(path))
    if not stat.S_ISREG(found.st_mode):
        return common
    shared = inodes.setdefault(found.st_ino, path) if found.st_nlink > 1 else ""
    attributes = tuple((name, os.getxattr(path, name)) for name in os.listxattr(path)) if _HAS_ATTRIBUTES else ()
    return (*common, Path(path).read_bytes(), shared, attributes)


_HAS_ATTRIBUTES = hasattr(os, "listxattr")


def differing(seen: Seen, wanted: Seen) -> list[str]:
    """The paths at which two trees differ."""
    return sorted(path for path in seen.keys() | wanted.keys() if seen.get(path) != wanted.get(path))
