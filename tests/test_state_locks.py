from __future__ import annotations

import fcntl
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from editapply.errors import StateError
from editapply.state.locks import Busy, lock_files, locked


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("a", "b", "repo/.git/objects", "repo/.git/refs", "repo/sub"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "repo/.git/HEAD").write_bytes(b"ref: refs/heads/main\n")
    return tmp_path


def folders(home: Path, *names: str) -> list[str]:
    return [str(home / name) for name in names]


def test_a_lock_is_held_and_let_go(home: Path) -> None:
    with locked(folders(home, "a")) as held:
        assert held.fault is None
        [path] = held.files
        with (
            pytest.raises(Busy, match="at work on these files for 0 seconds: try again later"),
            locked(folders(home, "b", "a"), wait=0),
        ):
            pass
    assert not os.path.exists(path)
    with locked(folders(home, "a"), wait=0) as held:
        assert held.files == {path}


def test_other_folders_are_free(home: Path) -> None:
    with locked(folders(home, "a")), locked(folders(home, "b"), wait=0) as held:
        assert len(held.files) == 1


def test_a_working_tree_has_one_lock_in_git_s_folder(home: Path) -> None:
    [path] = lock_files(folders(home, "repo", "repo/sub"))
    assert path == str(home / "repo/.git/editapply/locks/tree")


def test_where_git_s_folder_can_t_be_written_the_state_folder_is_used(home: Path) -> None:
    (home / "repo/.git/editapply").write_bytes(b"in the way")
    [path] = lock_files(folders(home, "repo"))
    assert Path(path).parent == home / "state/editapply/locks"


def test_who_waits_gets_it(home: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with locked(folders(home, "a"), wait=20):
            order.append("second")

    with locked(folders(home, "a")):
        thread = threading.Thread(target=second)
        thread.start()
        time.sleep(0.1)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_a_killed_holder_holds_nothing(home: Path) -> None:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        with locked(folders(home, "a")):
            os.write(write, b"x")
            signal.pause()
    os.read(read, 1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(read)
    os.close(write)
    with locked(folders(home, "a"), wait=0) as held:
        assert held.fault is None


def test_a_file_system_without_locks_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int, operation: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", fail)
    with locked(folders(home, "a")) as held:
        assert (held.files, held.fault) == (frozenset(), "the file system has no locks")


def test_no_place_for_a_lock_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("HOME", raising=False)
    with locked(folders(home, "a")) as held:
        assert (held.files, held.fault) == (frozenset(), "no folder for them can be made")


def test_what_fails_inside_is_passed_on(home: Path) -> None:
    def fail() -> None:
        with locked(folders(home, "a")):
            raise StateError("inside")

    with pytest.raises(StateError, match="inside"):
        fail()
    with locked(folders(home, "a"), wait=0) as held:
        assert held.fault is None
