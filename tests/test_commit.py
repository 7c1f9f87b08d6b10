from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editapply.commit import Write, commit
from editapply.errors import FileError
from editapply.model import Code
from tests.trees import Tree, read_tree, write_files

MODE = 0o640


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    write_files(folder, {"a": b"a\n", "b": b"b\n", "sub/c": b"c\n"})
    for name in ("a", "b", "sub/c"):
        (folder / name).chmod(MODE)
    return folder


def writes() -> list[Write]:
    return [
        Write("a", b"a\n", b"A\n"),
        Write("new/folder/d", None, b"D\n"),
        Write("sub/c", b"c\n", b"C\n"),
        Write("new/e", None, b"E\n"),
    ]


AFTER: Tree = {
    **{"a": b"A\n", "b": b"b\n", "sub": None, "sub/c": b"C\n"},
    **{"new": None, "new/e": b"E\n", "new/folder": None, "new/folder/d": b"D\n"},
}


def modes(root: Path) -> set[int]:
    return {stat.S_IMODE((root / name).stat().st_mode) for name in ("a", "b", "sub/c")}


def failing_at(number: int, real: Callable[..., Any]) -> Callable[..., Any]:
    calls = iter(range(1, 1000))

    def fail(*args: Any, **named: Any) -> Any:
        if next(calls) == number:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args, **named)

    return fail


def test_all_files_are_written(root: Path) -> None:
    commit(str(root), writes())
    assert read_tree(root) == AFTER
    assert modes(root) == {MODE}


def test_nothing_to_write(root: Path) -> None:
    before = read_tree(root)
    commit(str(root), [])
    assert read_tree(root) == before


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("name", ["replace", "fsync", "open", "write"])
def test_a_failure_leaves_the_tree_as_it_was(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    """The laws try every call; here the error itself is looked at."""
    before = read_tree(root)
    monkeypatch.setattr(os, name, failing_at(number, getattr(os, name)))
    with pytest.raises(FileError) as raised:
        commit(str(root), writes())
    assert (raised.value.code, raised.value.detail) == (Code.IO, "no space left on device")
    assert read_tree(root) == before
    assert modes(root) == {MODE}


def test_folders_made_before_one_failed_are_removed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read_tree(root)
    monkeypatch.setattr(os, "mkdir", failing_at(2, os.mkdir))
    with pytest.raises(FileError):
        commit(str(root), writes())
    assert read_tree(root) == before


HALF_WAY = """
import resource, sys
from editapply.commit import Write, commit
from editapply.errors import FileError
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
try:
    commit(sys.argv[1], [Write("a", b"a\\n", b"A\\n"), Write("b", b"b\\n", b"B" * 10_000)])
except FileError as error:
    sys.exit(f"{error.code.value} {error.path}")
"""


def test_a_write_that_fails_half_way(root: Path) -> None:
    """In a process of its own: the limit would hold for what the test runner writes, too."""
    before = read_tree(root)
    done = subprocess.run([sys.executable, "-c", HALF_WAY, str(root)], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, b"io b\n")
    assert read_tree(root) == before


def test_a_file_system_without_hard_links(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*args: Any, **named: Any) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    commit(str(root), writes())
    assert read_tree(root) == AFTER


@pytest.mark.parametrize(
    ("write", "path"),
    [
        (Write("a", b"old\n", b"A\n"), "a"),
        (Write("b", None, b"B\n"), "b"),
        (Write("gone", b"g\n", b"G\n"), "gone"),
    ],
)
def test_a_file_that_changed_meanwhile_is_stale(root: Path, write: Write, path: str) -> None:
    before = read_tree(root)
    with pytest.raises(FileError) as raised:
        commit(str(root), [Write("sub/c", b"c\n", b"C\n"), write])
    assert (raised.value.code, raised.value.path) == (Code.STALE, path)
    assert read_tree(root) == before


def test_a_name_taken_between_check_and_link_is_stale(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = os.link

    def taken(source: str, target: str, **named: Any) -> None:
        (root / target).write_bytes(b"theirs\n")
        link(source, target, **named)

    monkeypatch.setattr(os, "link", taken)
    with pytest.raises(FileError) as raised:
        commit(str(root), [Write("d", None, b"D\n")])
    assert raised.value.code is Code.STALE
    assert (root / "d").read_bytes() == b"theirs\n"


def test_a_folder_that_became_a_link_out_is_refused(root: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (root / "new").symlink_to(tmp_path / "out")
    with pytest.raises(FileError) as raised:
        commit(str(root), [Write("new/d", None, b"D\n")])
    assert raised.value.code is Code.UNSAFE_PATH
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("exception", [KeyboardInterrupt, MemoryError, RuntimeError])
def test_any_exception_is_rolled_back(
    root: Path, monkeypatch: pytest.MonkeyPatch, exception: type[BaseException]
) -> None:
    before = read_tree(root)
    replace = os.replace

    def interrupted(source: str, target: str, **named: Any) -> None:
        if target == "c" and (root / "sub/c").read_bytes() == b"c\n":
            raise exception
        replace(source, target, **named)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(exception):
        commit(str(root), writes())
    assert read_tree(root) == before


def signalling(number: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """The function, sending the process a signal before its first call."""
    sent: list[int] = []

    def act(*args: Any, **named: Any) -> Any:
        if not sent:
            sent.append(number)
            os.kill(os.getpid(), number)
        return real(*args, **named)

    return act


@pytest.mark.parametrize("name", ["replace", "link", "fsync", "mkdir"])
def test_an_interrupt_rolls_back_and_takes_effect_afterwards(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = read_tree(root)
    monkeypatch.setattr(os, name, signalling(signal.SIGINT, getattr(os, name)))
    with pytest.raises(KeyboardInterrupt):
        commit(str(root), writes())
    assert read_tree(root) == before
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_ignored_signal_stays_ignored(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "replace", signalling(signal.SIGINT, os.replace))
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        commit(str(root), writes())
    finally:
        signal.signal(signal.SIGINT, previous)
    assert read_tree(root) == AFTER


def test_in_another_thread_signals_are_left_alone(root: Path) -> None:
    thread = threading.Thread(target=commit, args=(str(root), writes()))
    thread.start()
    thread.join()
    assert read_tree(root) == AFTER


def test_no_temporary_name_is_used_twice(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    real = os.open

    def spying(path: str, flags: int, *mode: int, **named: Any) -> int:
        if flags & os.O_CREAT:
            names.append(path)
            assert flags & os.O_EXCL
        return real(path, flags, *mode, **named)

    monkeypatch.setattr(os, "open", spying)
    commit(str(root), writes())
    assert len(set(names)) == len(names) == 4
