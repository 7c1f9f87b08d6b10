from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from editapply import reading
from editapply.errors import FileError, file_error
from editapply.model import Code
from editapply.reading import read_bytes


def refusal(path: Path) -> tuple[Code, str]:
    with pytest.raises(FileError) as raised:
        read_bytes(str(path.parent), path.name)
    assert raised.value.path == path.name
    return raised.value.code, raised.value.detail


def test_bytes_and_status(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"a\0b")
    file.chmod(0o640)
    found = read_bytes(str(tmp_path), "a")
    assert found is not None
    assert (found.data, found.status.st_mode & 0o777) == (b"a\0b", 0o640)


def test_a_missing_file(tmp_path: Path) -> None:
    assert read_bytes(str(tmp_path), "a") is None
    assert read_bytes(str(tmp_path), "a/b") is None


def test_a_file_in_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(FileError) as raised:
        read_bytes(str(tmp_path), "a/b")
    assert (raised.value.code, raised.value.detail) == (Code.IO, "a folder of this path is a file")


def test_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path) == (Code.IO, "it is a folder")


def test_a_fifo_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    assert refusal(tmp_path / "a") == (Code.IO, "it is not a regular file")


def test_a_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("a")
    assert refusal(tmp_path / "a") == (
        Code.UNSAFE_PATH,
        "a link is in its place: it leads nowhere, or came there since",
    )


def test_a_folder_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "b").write_bytes(b"b")
    (tmp_path / "a").symlink_to("real")
    with pytest.raises(FileError) as raised:
        read_bytes(str(tmp_path), "a/b")
    assert raised.value.code is Code.UNSAFE_PATH


@pytest.mark.parametrize("mode", [0o444, 0o555, 0o400])
def test_a_file_without_any_write_bit(tmp_path: Path, mode: int) -> None:
    """For root too, who could write it."""
    file = tmp_path / "a"
    file.write_bytes(b"a")
    file.chmod(mode)
    assert refusal(file) == (Code.PERMISSION, "the file is write-protected")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"a")
    file.chmod(0o200)
    assert refusal(file) == (Code.PERMISSION, "permission denied")


def test_a_huge_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 3)
    (tmp_path / "a").write_bytes(b"abcd")
    assert refusal(tmp_path / "a") == (Code.BUDGET, "the file has 4 bytes, more than 3")


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    read_bytes(str(tmp_path), "a")
    after = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    assert after == before


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, Code.PERMISSION),
        (errno.EPERM, Code.PERMISSION),
        (errno.EROFS, Code.PERMISSION),
        (errno.ENOSPC, Code.IO),
        (errno.EIO, Code.IO),
    ],
)
def test_errors_of_the_system(number: int, code: Code) -> None:
    error = file_error("a", OSError(number, "Some Reason"))
    assert (error.code, error.path, error.detail) == (code, "a", "some reason")
