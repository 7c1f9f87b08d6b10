"""A folder of the path becomes a link out, before any call of the system: nothing is written where it leads."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import editapply
from editapply.errors import EditapplyError
from editapply.model import Edit
from editapply.reverting import undo
from editapply.state import record
from editapply.state.record import OpenEntry
from tests.surroundings import World, enter, make_world

CALLS = (
    "open",
    "stat",
    "lstat",
    "readlink",
    "access",
    "mkdir",
    "rmdir",
    "unlink",
    "link",
    "replace",
    "rename",
    "fsync",
)
REPLY = editapply.format_blocks(
    [
        Edit("file.txt", "secret\n", "owned\n"),
        Edit("sub/file.txt", "secret\n", "owned\n"),
        Edit("sub/new/file.txt", "", "owned\n"),
    ]
)


class Killed(BaseException):
    """In place of a SIGKILL: nothing is caught, and nothing is put back."""


class Calls:
    """The calls of the system, counted; before the one with the number `at` a folder is swapped for a link."""

    def __init__(self, world: World, at: int | None = None) -> None:
        self.sites: list[tuple[str, int]] = []
        self._world = world
        self._at = at

    def wrap(self, real: Callable[..., Any], is_flush: bool) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if len(self.sites) == self._at:
                swap(self._world)
            self.sites.append(site())
            return None if is_flush else real(*args, **named)

        return call


def site() -> tuple[str, int]:
    """The line of the package that makes a call."""
    frame = sys._getframe(2)
    while "editapply/" not in frame.f_code.co_filename and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def swap(world: World) -> None:
    """`sub` leads out, to files of the same names that hold the same."""
    REAL["rename"](world.root / "sub", world.root / "moved")
    os.symlink(world.outside, world.root / "sub")


REAL = {name: getattr(os, name) for name in CALLS}


@contextlib.contextmanager
def counted(calls: Calls) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, real in REAL.items():
            patch.setattr(os, name, calls.wrap(real, name == "fsync"))
        yield


def apply(world: World) -> None:
    editapply.apply_reply(REPLY, str(world.root))


def fail(world: World) -> None:
    """The last file can't be put in its place: all is rolled back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "link", refuse)
        patch.setattr("editapply.commit.place.stale", lambda path: OSError(errno.ENOSPC, "No space left"))
        editapply.apply_reply(REPLY, str(world.root))


def refuse(*args: Any, **named: Any) -> None:
    raise FileExistsError


def killed(world: World) -> None:
    """A commit that is cut off with its first two files in place."""

    records: list[OpenEntry] = []

    def begin(*args: Any) -> OpenEntry:
        records.append(record.begin(*args))
        return records[-1]

    def kill(*args: Any, **named: Any) -> None:
        raise Killed

    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(Killed):
        patch.setattr("editapply.writing.begin", begin)
        patch.setattr(os, "link", kill)
        patch.setattr("editapply.commit.whole._roll_back", kill)
        editapply.apply_reply(REPLY, str(world.root))
    records[0].leave()


CASES: dict[str, tuple[Callable[[World], object], Callable[[World], object]]] = {
    "apply": (lambda world: None, apply),
    "roll back": (lambda world: None, fail),
    "undo": (apply, lambda world: undo(str(world.root))),
    "recover and apply": (killed, apply),
}


def outside_of(world: World) -> dict[str, tuple[object, ...]]:
    return {name: found for name, found in world.snapshot().items() if name.split("/")[0] not in ("root", ".")}


def run(name: str, world: World, at: int | None) -> list[tuple[str, int]]:
    """One case with the swap before call `at`; the lines that made the calls."""
    prepare, act = CASES[name]
    prepare(world)
    before, calls = outside_of(world), Calls(world, at)
    with counted(calls), contextlib.suppress(EditapplyError):
        act(world)
    assert outside_of(world) == before, (name, at)
    return calls.sites


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_written_through_a_link_that_was_swapped_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Before the last call that each line makes (a whole sweep takes minutes)."""
    monkeypatch.setenv("PATH", "")  # no git is run
    sites = run(name, enter(tmp_path, monkeypatch), None)
    assert len(sites) > 50
    for at in sorted({made: number for number, made in enumerate(sites)}.values()):
        world = make_world(tmp_path / str(at))
        run(name, world, at)
        allowed = (b"secret\n", b"owned\n")
        assert all((world.root / path).read_bytes() in allowed for path in ("file.txt", "moved/file.txt")), at
