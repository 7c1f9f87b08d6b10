"""A folder → what is in it, for comparing whole trees."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

Tree: TypeAlias = "dict[str, bytes | str | None]"


def read_tree(root: Path) -> Tree:
    """Every path under `root`: a file's bytes, a link's target, None for a folder."""
    return {path.relative_to(root).as_posix(): _content(path) for path in sorted(root.rglob("*"))}


def _content(path: Path) -> bytes | str | None:
    if path.is_symlink():
        return os.readlink(path)
    return path.read_bytes() if path.is_file() else None


def write_files(root: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
