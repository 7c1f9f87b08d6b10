"""Others at work on the same files: writers that know of no lock, and processes that hold it."""

from __future__ import annotations

import functools
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

import editapply
from editapply.commit import whole
from editapply.commit.place import check_unchanged
from editapply.errors import FileError
from editapply.history import list_history
from editapply.model import Code, Edit
from editapply.reverting import undo
from editapply.state.folder import writable_folder
from editapply.state.journal import JOURNAL
from editapply.state.pruning import MONTH_NS
from editapply.writing import held
from tests.trees import read_tree, write_files

FILES = {"a.txt": b"one\ntwo\n", "b.txt": b"one\ntwo\n"}
THEIRS = b"one\ntwo\ntheirs\n"
REPLY = editapply.format_blocks([Edit(name, "one\n", "ours\n") for name in FILES])


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    write_files(tmp_path / "root", FILES)
    return tmp_path / "root"


def rename_over(path: Path) -> None:
    (new := path.with_name("editor.tmp")).write_bytes(THEIRS)
    new.replace(path)


def write_in_place(path: Path) -> None:
    path.write_bytes(THEIRS)


def restore_the_time(path: Path) -> None:
    """The size and the time stay: only the bytes tell."""
    status = path.stat()
    path.write_bytes(b"one\ntw0\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


WRITERS = [rename_over, write_in_place, restore_the_time, Path.unlink]


def before_call(number: int, real: Callable[..., Any], act: Callable[[], None]) -> Callable[..., Any]:
    calls = iter(range(1, 1000))

    def call(*args: Any, **named: Any) -> Any:
        if next(calls) == number:
            act()
        return real(*args, **named)

    return call


@pytest.mark.parametrize("second_name", [False, True])
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    ("step", "number"), [("stage_write", 1), ("stage_write", 2), *(("check_unchanged", number) for number in (1, 2, 3))]
)
def test_a_writer_without_a_lock_keeps_its_bytes(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    number: int,
    write: Callable[[Path], None],
    name: str,
    second_name: bool,
) -> None:
    """Between reading and renaming: the edit is stale, and no file is written."""
    if second_name:  # written in place
        os.link(root / name, root.parent / "second")
    expected = {}

    def act() -> None:
        write(root / name)
        expected.update(read_tree(root))

    with monkeypatch.context() as patch:
        patch.setattr(whole, step, before_call(number, getattr(whole, step), act))
        plan = editapply.apply_reply(REPLY, str(root))
    assert (plan.written, {outcome.code for outcome in plan.rejected}) == (False, {Code.STALE})
    left = read_tree(root)
    assert left.get(name) == expected.get(name)
    assert {path: data for path, data in left.items() if path != name} == {
        path: data for path, data in FILES.items() if path != name
    }
    assert list_history(str(root)) == []


def test_the_last_look_finds_a_change_when_others_are_renamed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first file is in its place already, and is put back."""
    act = functools.partial(rename_over, root / "b.txt")
    monkeypatch.setattr(whole, "check_unchanged", before_call(4, check_unchanged, act))
    assert not editapply.apply_reply(REPLY, str(root)).written
    assert read_tree(root) == {"a.txt": FILES["a.txt"], "b.txt": THEIRS}


def test_a_plan_that_is_committed_later_is_stale(root: Path) -> None:
    plan = editapply.plan_under_root(REPLY, str(root))
    rename_over(root / "b.txt")
    with pytest.raises(FileError) as raised:
        plan.commit(str(root))
    assert (raised.value.code, raised.value.path) == (Code.STALE, "b.txt")
    assert read_tree(root) == {"a.txt": FILES["a.txt"], "b.txt": THEIRS}


@pytest.mark.parametrize("is_old", [False, True])
def test_a_journal_that_another_process_has_just_made_stays(root: Path, tmp_path: Path, is_old: bool) -> None:
    """It is empty until that process writes its first entry."""
    (other := tmp_path / "other").mkdir()
    journal = Path(writable_folder(str(other), JOURNAL))
    if is_old:
        long_ago = time.time_ns() - 2 * MONTH_NS
        os.utime(journal, ns=(long_ago, long_ago))
    assert editapply.apply_reply(REPLY, str(root)).id is not None
    assert journal.exists() is not is_old


def hold(root: str, told: Connection) -> None:
    """Take the lock, tell, and go on holding it."""
    with held(root, FILES, editapply.Options()):
        told.send("held")
        time.sleep(60)


@contextmanager
def holder(root: Path) -> Iterator[multiprocessing.process.BaseProcess]:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=hold, args=(str(root), theirs))
    process.start()
    try:
        assert ours.poll(30)
        yield process
    finally:
        process.kill()
        process.join()
        ours.close()
        theirs.close()
        process.close()


def impatient(monkeypatch: pytest.MonkeyPatch, wait: float) -> None:
    for module in ("carry_out", "workflow", "reverting"):
        monkeypatch.setattr(f"editapply.{module}.held", functools.partial(held, wait=wait))


def test_a_lock_that_is_held_for_too_long(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that tells why, from every way to write."""
    assert editapply.apply_reply(editapply.format_blocks([Edit("a.txt", "two\n", "2\n")]), str(root)).written
    before = read_tree(root)
    later = editapply.plan_under_root(REPLY, str(root))
    busy = "another editapply has been at work on these files for 0.1 seconds: try again later"
    impatient(monkeypatch, 0.1)
    with holder(root):
        plan = editapply.apply_reply(REPLY, str(root))
        assert [(outcome.code, outcome.detail) for outcome in plan.rejected] == [(Code.IO, busy)] * 2
        for act in (functools.partial(later.commit, str(root)), functools.partial(undo, str(root))):
            with pytest.raises(FileError, match=busy):
                act()
    assert read_tree(root) == before
    assert editapply.apply_reply(REPLY, str(root)).written


def test_the_lock_of_a_killed_process_is_free(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 5)
    with holder(root) as process:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        start = time.monotonic()
        assert editapply.apply_reply(REPLY, str(root)).written
        assert time.monotonic() - start < 3
