from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.kill.calls import watched
from editapply.errors import FileError
from editapply.model import Code
from editapply.paths import real_path, resolve


@pytest.fixture
def root(tmp_path: Path) -> str:
    """A root with a file, a folder and links: inside, out, to itself, and to nothing."""
    folder = tmp_path / "root"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "a.py").write_text("a\n")
    (folder / "back\\slash.py").write_text("a\n")
    (folder / "link.py").symlink_to("src/a.py")
    (folder / "sub").symlink_to("src")
    (folder / "out").symlink_to(tmp_path)
    (folder / "out.py").symlink_to(tmp_path / "other.py")
    (folder / "loop").symlink_to("loop")
    (folder / "later").symlink_to("src/not/there.py")
    (folder / "gitlink").symlink_to(".git")
    return str(folder)


@pytest.mark.parametrize(
    ("path", "real"),
    [
        ("src/a.py", "src/a.py"),
        ("./src//a.py", "src/a.py"),
        ("src/../src/a.py", "src/a.py"),
        ("src/new/b.py", "src/new/b.py"),
        ("link.py", "src/a.py"),
        ("sub/a.py", "src/a.py"),
        ("sub/new.py", "src/new.py"),
        ("later", "src/not/there.py"),
        ("src\\a.py", "src/a.py"),
        ("back\\slash.py", "back\\slash.py"),
        (".gitignore", ".gitignore"),
        (".github/a.yml", ".github/a.yml"),
        ("git/a", "git/a"),
        ("...", "..."),
        ("..a/b", "..a/b"),
        ("a~b", "a~b"),
        ("git~10", "git~10"),
        (".git~", ".git~"),
        ("a.git:x", "a.git:x"),
        (" a ", " a "),
    ],
)
def test_paths_inside(root: str, path: str, real: str) -> None:
    assert resolve(root, path) == real


def test_an_absolute_path_inside(root: str) -> None:
    assert resolve(root, os.path.join(root, "src/a.py")) == "src/a.py"


def test_a_root_that_is_a_link(root: str, tmp_path: Path) -> None:
    link = tmp_path / "rootlink"
    link.symlink_to(root)
    assert resolve(str(link), "link.py") == "src/a.py"
    assert resolve(str(link), os.path.join(root, "src/a.py")) == "src/a.py"


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("", "the path is empty"),
        ("  ", "the path is empty"),
        ("..", "it leads out of the root folder"),
        ("../root2/a", "it leads out of the root folder"),
        ("src/../../a", "it leads out of the root folder"),
        ("/etc/passwd", "it leads out of the root folder"),
        ("/", "it leads out of the root folder"),
        ("out/a.py", "it leads out of the root folder"),
        ("out.py", "it leads out of the root folder"),
        ("..\\a.py", "it leads out of the root folder"),
        (".", "it is the root folder itself"),
        ("src/..", "it is the root folder itself"),
        ("a\0b", "it holds a NUL character"),
        ("~/a", "`~` is not expanded: give a path inside the root folder"),
        ("C:/a", "it names a drive or a share: give a path inside the root folder"),
        ("c:a", "it names a drive or a share: give a path inside the root folder"),
        ("\\\\server\\a", "it names a drive or a share: give a path inside the root folder"),
        ("file:///a", "it is an address: give a path inside the root folder"),
        ("//server/a", "it names a drive or a share: give a path inside the root folder"),
        ("a/" * 2001, "the path is too long"),
        ("a" * 256, "a name in the path is too long"),
        ("é" * 128, "a name in the path is too long"),
        ("a\ud800", "it holds characters that no file name can have"),
        (".git/config", "git's own folder is never edited"),
        (".git", "git's own folder is never edited"),
        ("sub/.git/a", "git's own folder is never edited"),
        (".GIT/config", "git's own folder is never edited"),
        (".git::$INDEX_ALLOCATION/a", "git's own folder is never edited"),
        ("GIT~1/a", "git's own folder is never edited"),
        (".Git ./a", "git's own folder is never edited"),
        (".g\u200bit/a", "git's own folder is never edited"),
        ("gitlink/config", "git's own folder is never edited"),
        ("x/../.git/config", "git's own folder is never edited"),
    ],
)
def test_paths_that_are_refused(root: str, path: str, detail: str) -> None:
    with pytest.raises(FileError) as raised:
        resolve(root, path)
    assert (raised.value.code, raised.value.detail) == (Code.UNSAFE_PATH, detail)


def test_a_link_to_itself_is_no_endless_loop(root: str) -> None:
    with pytest.raises(FileError, match="a link is in its place: it leads nowhere"):
        resolve(root, "loop")


LEADING = [
    "src/a.py",
    "link.py",
    "sub/a.py",
    "later",
    "sub/new/b.py",
    "later/../b",
    "later/x",
    "no/../sub/x",
    "src/a.py/x",
]


@pytest.mark.parametrize("path", LEADING)
def test_real_paths_are_those_of_the_library(root: str, path: str) -> None:
    place = os.path.join(root, path)
    assert real_path(place) == os.path.realpath(place)


def test_real_paths_of_many_missing_folders(root: str) -> None:
    assert real_path(root + "/a" * 1800) == root + "/a" * 1800


@pytest.mark.parametrize("path", LEADING)
def test_a_name_that_cannot_be_looked_at_is_not_taken_for_a_file(root: str, path: str) -> None:
    """Each call on the way fails once: the path is the same, or the reason is told."""
    real = resolve(root, path)
    calls = 0
    told: list[tuple[Code, str]] = []

    def failing(name: str, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return function(*args, **named)

    for number in range(1, 1000):
        calls = 0
        try:
            with watched(failing):
                assert resolve(root, path) == real
        except FileError as error:
            told.append((error.code, error.detail))
        if calls < number:
            break
    assert calls < number
    assert set(told) == {(Code.IO, "input/output error")}
