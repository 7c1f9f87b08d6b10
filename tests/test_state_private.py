from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from editapply.errors import StateError
from editapply.state.private import create_private, read_private, write_private


def test_a_private_file_is_read_as_written(tmp_path: Path) -> None:
    path = str(tmp_path / "a")
    write_private(path, b"one")
    write_private(path, b"two")
    read = read_private(path, 3)
    assert read is not None
    assert read[0] == b"two"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]
    assert read_private(str(tmp_path / "b"), 3) is None


def test_a_private_file_is_private_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fchmod", lambda descriptor, mode: None)
    before = os.umask(0)
    try:
        create_private(str(tmp_path / "a"))
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600


def test_a_private_file_takes_no_name_that_is_taken(tmp_path: Path) -> None:
    create_private(str(tmp_path / "a"))
    (tmp_path / "link").symlink_to("elsewhere")
    for name in ("a", "link"):
        with pytest.raises(FileExistsError):
            create_private(str(tmp_path / name))
    assert not (tmp_path / "elsewhere").exists()


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "a")
    write_private(path, b"one")

    def refuse(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_private(path, b"two")
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {"a": b"one"}


def test_what_is_no_private_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_private(str(tmp_path / "file"), b"data")
    write_private(str(tmp_path / "open"), b"data")
    (tmp_path / "open").chmod(0o620)
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo", 0o600)
    assert {name: _fault(tmp_path / name) for name in ("open", "link", "folder", "fifo", "file")} == {
        "open": "other users can write it; `chmod go-w` forbids it",
        "link": "it is a link",
        "folder": "it is not a regular file",
        "fifo": "it is not a regular file",
        "file": "it is too large",
    }
    monkeypatch.setattr("editapply.state.private.is_ours", lambda found: False)
    assert _fault(tmp_path / "file") == "it belongs to another user"


def _fault(path: Path) -> str:
    with pytest.raises(StateError) as raised:
        read_private(str(path), 3)
    return str(raised.value)
