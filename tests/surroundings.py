"""A root with something to lose around it, and what there is: for tests that nothing gets out of the root."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

import editapply
from editapply.model import Edit
from tests.trees import write_files

Snapshot: TypeAlias = "dict[str, tuple[object, ...]]"
SECRET = b"secret\n"
GIT = {
    "HEAD": b"ref: refs/heads/main\n",
    "config": SECRET,
    "hooks/x": SECRET,
    "objects/a": SECRET,
    "refs/a": SECRET,
}


@dataclass(frozen=True)
class World:
    """`root` is what may be edited; `outside`, with a git tree of its own, and `state` lie beside it."""

    top: Path
    root: Path
    outside: Path
    state: Path

    def snapshot(self) -> Snapshot:
        """All that stands here and how, but for what the program notes for itself."""
        own = {os.path.join(folder, name) for folder in self._states for name in ("journal", "locks", "plans")}
        return snapshot(self.top, own)

    @property
    def _states(self) -> list[str]:
        keys = os.listdir(self.state / "editapply") if self.state.is_dir() else []
        homes = [str(self.state / "editapply" / key) for key in keys]
        return [str(self.root / ".git" / "editapply"), str(self.state / "editapply"), *homes]


def make_world(top: Path) -> World:
    """A world below `top`: the root is a working tree, and its state is in git's own folder."""
    world = World(top, top / "root", top / "outside", top / "state")
    write_files(world.root, {"file.txt": SECRET, "sub/file.txt": SECRET, "sub/deep/file.txt": SECRET})
    write_files(world.outside, {"file.txt": SECRET, "deep/file.txt": SECRET})
    write_files(world.outside / ".git", GIT)
    write_files(world.state / "editapply", {"journal/file.txt": SECRET, "file.txt": SECRET})
    write_files(top, {"file.txt": SECRET, "sub/file.txt": SECRET, "root2/file.txt": SECRET})
    write_files(world.root / ".git", GIT)
    write_files(world.root / ".git" / "editapply", {"file.txt": SECRET})
    return world


def snapshot(top: Path, without: set[str]) -> Snapshot:
    """Mode, owner, time, size and content of everything below `top`; no link is followed."""
    found: Snapshot = {}
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in without]
        for path in [folder, *(os.path.join(folder, name) for name in names)]:
            found[os.path.relpath(path, top)] = _described(path)
    for folder in {os.path.dirname(path) for path in without}:  # where a folder of the program's own may be made
        found.pop(os.path.relpath(folder, top), None)
    return found


def _described(path: str) -> tuple[object, ...]:
    status = os.lstat(path)
    content: object = None
    if stat.S_ISLNK(status.st_mode):
        content = os.readlink(path)
    elif stat.S_ISREG(status.st_mode):
        content = Path(path).read_bytes()
    return status.st_mode, status.st_uid, status.st_gid, status.st_nlink, status.st_mtime_ns, status.st_size, content


def enter(top: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which this process lives: its home and its current folder are outside of the root."""
    world = make_world(top / "world")
    monkeypatch.setenv("XDG_STATE_HOME", str(world.state))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setenv("HOME", str(world.outside))
    monkeypatch.chdir(world.outside)
    return world


def replies(path: str) -> list[str]:
    """Blocks that create, that edit, a pair, and a pair that creates, for one path."""
    creating, editing = Edit(path, "", "owned\n"), Edit(path, "secret\n", "owned\n")
    pairs = ({"path": path, "old_string": old, "new_string": "owned\n"} for old in ("secret\n", ""))
    blocks = [] if "\n" in path else [editapply.format_blocks([edit]) for edit in (creating, editing)]
    return [*blocks, *map(json.dumps, pairs)]


def attack(world: World, path: str) -> list[editapply.Plan]:
    """Every reply for one path tried on the world, that must be the same afterwards."""
    before = world.snapshot()
    plans = []
    for reply in replies(path):
        try:
            plans.append(editapply.apply_reply(reply, str(world.root)))
        except editapply.ReplyError:
            continue
        assert plans[-1].report()
        assert plans[-1].to_json()
    assert world.snapshot() == before
    return plans


def filled(world: World, path: str) -> str:
    names = {"ROOT": world.root, "OUTSIDE": world.outside, "STATE": world.state, "TOP": world.top}
    for name, folder in names.items():
        path = path.replace(f"<{name}>", str(folder))
    return path


def link(name: str, target: str) -> Callable[[World], None]:
    def make(world: World) -> None:
        place = world.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(filled(world, target))

    return make
