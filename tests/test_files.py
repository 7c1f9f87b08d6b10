from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from editapply.errors import FileError
from editapply.files import Tree
from editapply.model import Change, Code
from tests.trees import read_tree, write_files


def test_texts_are_read_and_written_in_their_encoding(tmp_path: Path) -> None:
    files = {"a": b"\xef\xbb\xbfa\r\n", "b": "é\n".encode("utf-16"), "c": b"\xe9\n"}
    write_files(tmp_path, files)
    tree = Tree(str(tmp_path))
    texts = {path: tree.read(path) for path in files}
    assert texts == {"a": "a\r\n", "b": "é\n", "c": "\udce9\n"}
    tree.write({path: Change(text, f"{text}x\n") for path, text in texts.items()})
    assert read_tree(tmp_path) == {
        "a": b"\xef\xbb\xbfa\r\nx\n",
        "b": b"\xff\xfe" + "é\nx\n".encode("utf-16-le"),
        "c": b"\xe9\nx\n",
    }


def test_a_missing_file_has_no_text(tmp_path: Path) -> None:
    assert Tree(str(tmp_path)).read("a/b") is None


def test_new_files_are_utf_8_in_new_folders(tmp_path: Path) -> None:
    Tree(str(tmp_path)).write({"a/b/c": Change(None, "é\n")})
    assert read_tree(tmp_path) == {"a": None, "a/b": None, "a/b/c": "é\n".encode()}


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path, mask: int, mode: int) -> None:
    previous = os.umask(mask)
    try:
        Tree(str(tmp_path)).write({"a": Change(None, "a\n")})
    finally:
        os.umask(previous)
    assert (tmp_path / "a").stat().st_mode & 0o7777 == mode


@pytest.mark.parametrize("mode", [0o644, 0o755, 0o600, 0o666, 0o200, 0o777])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    if mode == 0o200 and os.geteuid() != 0:
        pytest.skip("only root may read such a file")
    write_files(tmp_path, {"a": b"a\n"})
    (tmp_path / "a").chmod(mode)
    tree = Tree(str(tmp_path))
    tree.write({"a": Change(tree.read("a"), "b\n")})
    assert (tmp_path / "a").stat().st_mode & 0o7777 == mode


def test_one_file_has_one_name(tmp_path: Path) -> None:
    """A link and a hard link lead to the file that was named first."""
    write_files(tmp_path, {"a": b"a\n"})
    (tmp_path / "soft").symlink_to("a")
    os.link(tmp_path / "a", tmp_path / "hard")
    tree = Tree(str(tmp_path))
    assert [tree.canonical(path) for path in ("soft", "hard", "./a", "x/../a", "new")] == ["a", "a", "a", "a", "new"]


def test_a_file_that_took_the_number_of_another_has_its_own_name(tmp_path: Path) -> None:
    """Seen in `bench.race`: where files are replaced, the next file gets the number that one of them had."""
    write_files(tmp_path, {"a": b"a\n", "b": b"b\n"})
    tree = Tree(str(tmp_path))
    assert tree.canonical("a") == "a"
    (tmp_path / "a").replace(tmp_path / "b")
    write_files(tmp_path, {"a": b"new\n"})
    assert [(tree.canonical(name), tree.read(name)) for name in ("b", "a")] == [("b", "a\n"), ("a", "new\n")]


def test_a_file_behind_a_link_is_written_and_the_link_stays(tmp_path: Path) -> None:
    write_files(tmp_path, {"src/a": b"a\n"})
    (tmp_path / "link").symlink_to("src/a")
    tree = Tree(str(tmp_path))
    tree.write({"link": Change(tree.read("link"), "b\n")})
    assert read_tree(tmp_path) == {"link": "src/a", "src": None, "src/a": b"b\n"}


@pytest.mark.parametrize("root", ["nowhere", "file"])
def test_a_root_that_is_no_folder(tmp_path: Path, root: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match="the root is not a folder"):
        Tree(str(tmp_path / root))


def test_a_file_that_has_changed_since_is_stale(tmp_path: Path) -> None:
    write_files(tmp_path, {"a": b"a\n", "b": b"b\n"})
    with pytest.raises(FileError) as raised:
        Tree(str(tmp_path)).write({"b": Change("b\n", "B\n"), "a": Change("other\n", "A\n")})
    assert (raised.value.code, raised.value.path) == (Code.STALE, "a")
    assert read_tree(tmp_path) == {"a": b"a\n", "b": b"b\n"}


def test_a_text_that_the_encoding_lacks_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(FileError) as raised:
        Tree(str(tmp_path)).write({"b": Change(None, "b\n"), "a": Change(None, "\ud800\n")})
    assert raised.value.code is Code.ENCODING
    assert read_tree(tmp_path) == {}


EXPECTED = "can't be compared with what is expected of it"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("data", "mode"),
    [(b"a\0b", 0o644), (b"q\n", 0o444), (b"\xff\xfe\x00", 0o644), (b"x" * 100, 0o644)],
    ids=["binary", "write-protected", "no UTF-16", "too large"],
)
def test_an_expected_file_that_is_not_edited_need_not_be_one_that_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, mode: int
) -> None:
    """Told by a tester: the edited file was called binary."""
    write_files(tmp_path, {"a": b"a\n", "other": data})
    (tmp_path / "other").chmod(mode)
    monkeypatch.setattr("editapply.reading.MOST_BYTES", 50)
    assert Tree(str(tmp_path), expect={"other": sha256(data)}).expecting({"a"})("a") == "a\n"
    with pytest.raises(FileError, match=f"other: .* it has the SHA-256 {sha256(data)}") as raised:
        Tree(str(tmp_path), expect={"other": "0" * 64}).expecting({"a"})("a")
    assert (raised.value.code, raised.value.path) == (Code.STALE, "a")


@pytest.mark.parametrize("digest", ["none", "0" * 64])
@pytest.mark.parametrize(("name", "why"), [("folder", "it is a folder"), ("fifo", "it is not a regular file")])
def test_what_can_t_be_compared_is_named(tmp_path: Path, name: str, why: str, digest: str) -> None:
    write_files(tmp_path, {"a": b"a\n"})
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(FileError) as raised:
        Tree(str(tmp_path), expect={name: digest}).expecting({"a"})("a")
    assert (raised.value.code, raised.value.detail) == (Code.IO, f"{name} {EXPECTED}: {why}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_an_expected_file_that_can_t_be_read(tmp_path: Path) -> None:
    write_files(tmp_path, {"a": b"a\n", "other": b"b\n"})
    (tmp_path / "other").chmod(0)
    with pytest.raises(FileError) as raised:
        Tree(str(tmp_path), expect={"other": sha256(b"b\n")}).expecting({"a"})("a")
    assert (raised.value.code, raised.value.detail) == (Code.IO, f"other {EXPECTED}: permission denied")


@pytest.mark.parametrize("path", ["no", "no/such", "a/b"])
def test_no_file_is_expected_where_there_is_none(tmp_path: Path, path: str) -> None:
    write_files(tmp_path, {"a": b"a\n"})
    assert Tree(str(tmp_path), expect={path: "none"}).expecting({"a"})("a") == "a\n"


def test_paths_that_are_no_strings_are_expected_too(tmp_path: Path) -> None:
    """Told by a tester: `expect={Path(…): …}` ended with an AttributeError."""
    write_files(tmp_path, {"a": b"a\n", "sub/b": b"b\n"})
    expect = {Path("a"): sha256(b"a\n"), Path("sub") / "b": sha256(b"b\n"), Path("c"): "none"}
    assert Tree(str(tmp_path), expect=expect).expecting({"a"})("a") == "a\n"
    with pytest.raises(FileError, match="it is not there"):
        Tree(str(tmp_path), expect={Path("c"): "0" * 64}).expecting({"a"})("a")


@pytest.mark.parametrize("digest", [None, 0, b"none", ""])
def test_what_is_no_digest(tmp_path: Path, digest: Any) -> None:
    """Told by a tester: `expect={"a": None}` ended with a TypeError."""
    with pytest.raises(FileError) as raised:
        Tree(str(tmp_path), expect={"a": digest})
    assert str(raised.value) == f"a: {digest!r} is no SHA-256 in hex, nor 'none'"
