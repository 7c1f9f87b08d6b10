"""Folders held open, and the way without that for systems that have no such calls."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from editapply import folders
from editapply.commit import Write, commit
from editapply.errors import FileError
from editapply.folders import folder_of, opened_root
from tests.trees import read_tree, write_files


@pytest.fixture(params=["from open folders", "by joined paths"])
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if request.param == "by joined paths":
        monkeypatch.setattr(folders, "_FROM_FOLDERS", False)
    write_files(tmp_path / "root", {"a": b"a\n", "sub/b": b"b\n", "sub/deep/c": b"c\n"})
    (tmp_path / "root/link").symlink_to("sub")
    (tmp_path / "root/out").symlink_to(tmp_path)
    return tmp_path / "root"


def test_a_file_is_read_in_its_folder(root: Path) -> None:
    with opened_root(str(root)) as top:
        for path in ("a", "sub/b", "sub/deep/c"):
            with folder_of(top, path) as (folder, name):
                assert folder.read(name) == (root / path).read_bytes()
                assert folder.path == str((root / path).parent)


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("no/x", errno.ENOENT),
        ("sub/no/x", errno.ENOENT),
        ("a/x", errno.ENOTDIR),
        ("link/b", errno.ELOOP),
        ("out/root/a", errno.ELOOP),
        ("sub/../link/b", errno.ELOOP),
    ],
)
def test_what_is_no_folder(root: Path, path: str, number: int) -> None:
    with opened_root(str(root)) as top, pytest.raises(OSError) as raised, folder_of(top, path):  # noqa: PT011
        pass
    assert raised.value.errno == number


def test_files_are_written_made_and_removed(root: Path) -> None:
    before = read_tree(root)
    there = [Write("a", b"a\n", b"A\n"), Write("new/folder/d", None, b"d\n"), Write("sub/b", b"b\n", None)]
    commit(str(root), there)
    made = {"a": b"A\n", "new": None, "new/folder": None, "new/folder/d": b"d\n"}
    assert read_tree(root) == {path: data for path, data in (before | made).items() if path != "sub/b"}
    with pytest.raises(FileError):
        commit(str(root), [Write("a", b"A\n", b"x\n"), Write("link/b", None, b"b\n")])
    assert (root / "a").read_bytes() == b"A\n"
