"""Every call that a commit makes fails once: the edit is made, or refused with the reason, and the tree is whole."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

import editapply
from bench.kill.calls import NAMES, RESOLVING, WRITE, watched
from bench.kill.cases import Bench, Deed
from bench.kill.tree import FEW, differing, look, reply_for
from editapply.recovery import recover

REPLY = reply_for(FEW)
FAILURES = {
    errno.EIO: set(NAMES),
    errno.ENOSPC: {"write", "fsync", "open", "mkdir", "link"},
    errno.EACCES: {"open", "replace", "unlink", "mkdir"},
    errno.EXDEV: {"replace", "link"},
    errno.EMFILE: {"open"},
}
PAIRS = 250
SAMPLE = 10  # one in so many of the calls that resolve paths


@dataclass
class Failing:
    """A hook that makes these calls (from 1) fail with these errors, and notes the path of the first."""

    errors: dict[int, int]
    count: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, name: str, real: Callable[..., Any], *args: Any, **named: Any) -> Any:
        self.count += 1
        if self.count not in self.errors:
            return real(*args, **named)
        self.failed.append((name, _path_of(args[0])))
        if name == "close":  # the descriptor is gone all the same
            real(*args, **named)
        error = self.errors[self.count]
        raise OSError(error, os.strerror(error))


_readlink = os.readlink


def _path_of(target: Any) -> str:
    return _readlink(f"/proc/self/fd/{target}") if isinstance(target, int) else os.fspath(target)


@dataclass
class Tried:
    """What came of an edit in which calls failed."""

    written: bool
    id: str | None
    notes: tuple[str, ...]
    details: list[str]
    failed: list[tuple[str, str]]


def tried(bench: Bench, errors: dict[int, int]) -> Tried:
    bench._begin()
    hook = Failing(errors)
    try:
        with watched(hook):
            plan = editapply.apply_reply(REPLY, str(bench.root))
    except editapply.FileError as error:
        return Tried(False, None, (), [error.detail], hook.failed)
    details = [outcome.detail for outcome in plan.rejected if outcome.code]
    return Tried(plan.written, plan.id, plan.notes, details, hook.failed)


def faults(bench: Bench, found: Tried, error: int) -> list[str]:
    """What is not as it should be after one failure."""
    name, path = found.failed[0]
    in_state = str(bench.state) in path
    away = differing(look(bench.root), bench.after if found.written else bench.before)
    told = [f"written: {found.written}, but {away} differ"] if away else []
    if not found.written and not any(os.strerror(error).lower() in detail for detail in found.details):
        told.append(f"the reason isn't told: {found.details}")
    if in_state and not found.written:
        told.append(f"refused for the state's sake: {found.details}")
    if found.written and found.id is None and not found.notes:
        told.append("it isn't told that the journal lacks it")
    cant_close = name == "rename" and path.endswith(".open")
    if any(bench.state.rglob("*.open")) and not cant_close:
        told.append("an entry is left open")
    return told


@pytest.fixture
def bench(workshop: Path) -> Bench:
    return Bench(workshop, files=FEW)


@pytest.mark.parametrize("error", FAILURES, ids=errno.errorcode.get)
def test_any_call_may_fail_once(bench: Bench, error: int) -> None:
    bad: list[tuple[int, tuple[str, str], list[str]]] = []
    names = bench.record()
    for number, name in enumerate(names, start=1):
        if name in FAILURES[error]:
            found = tried(bench, {number: error})
            if told := faults(bench, found, error):
                bad.append((number, found.failed[0], told))
    assert bad == []


@pytest.mark.parametrize("deed", [Deed.UNDO, Deed.REDO])
def test_any_call_of_an_undo_may_fail_once(workshop: Path, deed: Deed) -> None:
    bench = Bench(workshop, files=FEW, deed=deed)
    bad: list[tuple[int, tuple[str, str], list[str]]] = []
    names = bench.record()
    for number in (k for k, name in enumerate(names, start=1) if name != RESOLVING or k % SAMPLE == 0):
        bench._begin()
        hook = Failing({number: errno.EIO})
        with watched(hook):
            done, told = reverted(bench, deed)
        wanted = bench.after if done else bench.before
        over = differing(look(bench.root), wanted)
        found = []
        if over and (not any("could not be removed" in note for note in told) or set(over) & wanted.keys()):
            found.append(f"done: {done}, but {over} differ")
        recover(str(bench.root))
        found += [f"over after recovery: {away}"] if (away := differing(look(bench.root), wanted)) else []
        if not done and not any("input/output error" in reason for reason in told):
            found.append(f"the reason isn't told: {told}")
        if not bench._is_logged(done) and not told:
            found.append("the log says otherwise, and that isn't told")
        if found:
            bad.append((number, hook.failed[0], found))
    assert bad == []


def reverted(bench: Bench, deed: Deed) -> tuple[bool, list[str]]:
    """Whether the edit was undone, or redone, and what was told."""
    try:
        found = (editapply.undo if deed is Deed.UNDO else editapply.redo)(str(bench.root))
    except editapply.EditapplyError as error:
        return False, [str(error)]
    return found.ok, [*found.conflicts.values(), *found.notes]


def test_writes_that_are_cut_short_go_on(bench: Bench) -> None:
    def short(name: str, real: Callable[..., Any], *args: Any, **named: Any) -> Any:
        if name == WRITE and len(args[1]) > 1:
            return real(args[0], bytes(args[1])[: len(args[1]) // 2])
        return real(*args, **named)

    bench._begin()
    with watched(short):
        plan = editapply.apply_reply(REPLY, str(bench.root))
    assert plan.written
    assert plan.notes == ()
    assert differing(look(bench.root), bench.after) == []


def pairs(names: list[str]) -> Iterator[dict[int, int]]:
    """One call of the commit fails, and one or more of the roll-back."""
    draw = Random(7)
    first = len(names) * 3 // 4
    for _ in range(PAIRS):
        one = draw.randint(first, len(names))
        other = one + draw.randint(1, 60)
        yield dict.fromkeys([one, *range(other, other + draw.choice((1, 1, 4, 400)))], errno.EIO)


def test_a_roll_back_that_fails_is_told_and_tried_again(bench: Bench) -> None:
    torn = 0
    for errors in pairs(bench.record()):
        found = tried(bench, errors)
        state_failed = any(str(bench.state) in path for _, path in found.failed)
        away = differing(look(bench.root), bench.after if found.written else bench.before)
        if away and not state_failed:
            torn += 1
            assert not found.written
            assert any(bench.state.rglob("*.open")), errors
            for path in (path for path in away if path in bench.before and "twins" not in path):
                assert any(path in detail for detail in found.details), (path, found)
        if not state_failed:
            recover(str(bench.root))
            seen = look(bench.root)
            assert not differing(seen, bench.after if found.written else bench.before), (errors, found)
            assert not any(bench.state.rglob("*.open")), (errors, found)
    assert torn > 4  # the sample hits something


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("this machine lets nobody mount a file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True, timeout=10)


def block(path: str, search: str, replace: str) -> str:
    return f"File: {path}\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n\n"


def test_a_full_disk(small_disk: Path) -> None:
    (small_disk / "a").write_bytes(b"a\n")
    (small_disk / "b").write_bytes(b"b\n")
    before = look(small_disk)
    reply = block("a", "a\n", "A\n") + block("b", "b\n", "B" * 70_000 + "\n")
    plan = editapply.apply_reply(reply, str(small_disk))
    assert [(outcome.code.value, outcome.detail) for outcome in plan.rejected] == [("io", "no space left on device")]
    assert not plan.written
    assert look(small_disk) == before


def test_a_full_state_home(small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(small_disk))
    root = tmp_path / "root"
    root.mkdir()
    (root / "a").write_bytes(b"a\n")
    noise = Random(1).randbytes(100_000).hex()
    plan = editapply.apply_reply(block("a", "a\n", f"{noise}\n"), str(root))
    assert plan.written
    assert plan.id is None
    assert plan.notes == ("no undo and no recovery for this edit: no space left on device",)
    assert (root / "a").read_text() == f"{noise}\n"


FEW_DESCRIPTORS = """
import os, resource, sys
import editapply
first = os.open(os.devnull, os.O_RDONLY)
os.close(first)
editapply.apply_reply(sys.argv[2], os.path.dirname(sys.argv[1]))  # imports what it needs
resource.setrlimit(resource.RLIMIT_NOFILE, (first + int(sys.argv[3]), resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
try:
    plan = editapply.apply_reply(sys.argv[2], sys.argv[1])
    print(plan.written, *(outcome.detail for outcome in plan.rejected))
except editapply.FileError as error:
    print(False, error.detail)
"""


@pytest.mark.parametrize("spare", range(8))
def test_few_descriptors(bench: Bench, spare: int) -> None:
    bench._begin()
    command = [sys.executable, "-c", FEW_DESCRIPTORS, str(bench.root), REPLY, str(spare)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    written = done.stdout.startswith("True")
    assert written or re.match("False .*too many open files", done.stdout), done.stdout
    assert differing(look(bench.root), bench.after if written else bench.before) == []
