from __future__ import annotations

import os
from pathlib import Path

import pytest

from editapply.git import find_git_folder
from tests.repositories import commit_files, git, needs_git, new_repository
from tests.trees import write_files

HEAD = {"HEAD": b"ref: refs/heads/main\n"}


def make_git_folder(folder: Path, head: bytes = HEAD["HEAD"]) -> Path:
    for name in ("objects", "refs"):
        (folder / name).mkdir(parents=True)
    (folder / "HEAD").write_bytes(head)
    return folder


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A folder in a working tree, so that what is searched for further up is seen."""
    make_git_folder(tmp_path / ".git")
    (tmp_path / "top" / "deep").mkdir(parents=True)
    return tmp_path / "top"


@pytest.mark.parametrize("place", [".", "top", "top/deep", "top/../top", "file"])
def test_a_folder_of_this_name_here_or_above(top: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert find_git_folder(str(tmp_path / place)) == str(tmp_path / ".git")


def test_the_root_may_be_a_link_and_relative(top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_git_folder(top / ".git")
    (tmp_path / "link").symlink_to(top / "deep")
    monkeypatch.chdir(tmp_path)
    assert find_git_folder("link") == str(top / ".git")


@pytest.mark.parametrize(
    "head",
    [b"ref: refs/heads/main\n", b"ref:refs/heads/x", b"ref: \t refs/x\n", b"0a" * 20 + b"\n", b"AF" * 32 + b"\n"],
)
def test_a_head(top: Path, head: bytes) -> None:
    make_git_folder(top / ".git", head)
    assert find_git_folder(str(top)) == str(top / ".git")


def test_a_head_that_is_a_link(top: Path) -> None:
    """Older git made it so; a branch without commits is no file."""
    make_git_folder(top / ".git")
    (top / ".git" / "HEAD").unlink()
    (top / ".git" / "HEAD").symlink_to("refs/heads/main")
    assert find_git_folder(str(top)) == str(top / ".git")


@pytest.mark.parametrize("head", [b"", b"\0", b"ref: heads/main\n", b"0a" * 19, b"\xff" * 50, b"ref: refs/x" * 1000])
def test_a_head_that_is_none(top: Path, tmp_path: Path, head: bytes) -> None:
    """Like git, look further up."""
    make_git_folder(top / ".git", head)
    assert find_git_folder(str(top)) == str(tmp_path / ".git")


@pytest.mark.parametrize("missing", ["HEAD", "objects", "refs"])
def test_a_folder_that_is_none(top: Path, tmp_path: Path, missing: str) -> None:
    made = make_git_folder(top / ".git")
    (made / missing).rename(tmp_path / "away")
    assert find_git_folder(str(top)) == str(tmp_path / ".git")


@pytest.mark.parametrize("inside", ["", "refs", "objects"])
def test_inside_of_a_bare_repository_or_of_git_s_own_folder(top: Path, tmp_path: Path, inside: str) -> None:
    make_git_folder(top / "bare")
    assert find_git_folder(str(top / "bare" / inside)) is None
    assert find_git_folder(str(tmp_path / ".git" / inside)) is None


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n"])
def test_a_file_that_points_to_it(top: Path, tmp_path: Path, end: bytes) -> None:
    made = make_git_folder(tmp_path / "real \xe9" / "x")
    write_files(top, {".git": b"gitdir: ../real \xc3\xa9/x" + end})
    assert find_git_folder(str(top / "deep")) == str(made)
    write_files(top, {".git": b"gitdir: " + os.fsencode(made) + end})
    assert find_git_folder(str(top)) == str(made)


@pytest.mark.parametrize("pointer", [False, True])
def test_a_link_that_leads_to_it(top: Path, tmp_path: Path, pointer: bool) -> None:
    """A link to a file that points to it is read as if it stood in its place."""
    made = make_git_folder(tmp_path / "real")
    write_files(tmp_path, {"far/pointer": b"gitdir: ../real\n"})
    (top / ".git").symlink_to(tmp_path / "far" / "pointer" if pointer else made)
    assert find_git_folder(str(top)) == str(made)


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"\0", b"gitdir: ", b"gitdir: \n", b"gitdir: nowhere\n", b"gitdir: .git\n", b"gitdir: ../.git\0\n"),
        *(b"gitdir:../.git\n", b"../.git\n", b" gitdir: ../.git\n", b"gitdir: ../.git\nmore\n", b"GITDIR: ../.git\n"),
        *(
            b"gitdir: " + b"\xff\xfe" * 9,
            b"gitdir: ../.git" + b"\n" * 9000,
            b"gitdir: " + b"a/" * 4000,
            b"gitdir: deep",
        ),
    ],
)
def test_a_file_that_points_nowhere_ends_the_search(top: Path, text: bytes) -> None:
    write_files(top, {".git": text})
    assert find_git_folder(str(top / "deep")) is None


def test_a_file_that_points_to_its_own_folder(top: Path) -> None:
    make_git_folder(top)
    write_files(top, {".git": b"gitdir: \n"})
    assert find_git_folder(str(top)) is None


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="open files are counted there")
def test_no_descriptor_stays_open(top: Path) -> None:
    make_git_folder(top / ".git")
    before = len(os.listdir("/proc/self/fd"))
    find_git_folder(str(top))
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_file_without_an_end(top: Path) -> None:
    with open(top / ".git", "wb") as file:
        file.truncate(1 << 40)
    assert find_git_folder(str(top)) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.parametrize("place", [".git", ".git/HEAD", ".git/commondir"])
def test_a_fifo_is_not_waited_for(top: Path, tmp_path: Path, place: str) -> None:
    if place != ".git":
        make_git_folder(top / ".git")
    (top / place).unlink(missing_ok=True)
    os.mkfifo(top / place)
    expected = top if place == ".git/commondir" else tmp_path
    assert find_git_folder(str(top)) == str(expected / ".git")


def test_links_in_a_circle(top: Path, tmp_path: Path) -> None:
    (top / ".git").symlink_to(".git")
    assert find_git_folder(str(top)) == str(tmp_path / ".git")
    (top / ".git").unlink()
    (top / "a").symlink_to("b")
    (top / "b").symlink_to("a")
    write_files(top, {".git": b"gitdir: a\n"})
    assert find_git_folder(str(top)) is None


@pytest.mark.parametrize("root", ["", "nowhere/at/all", "a\0b", "\ud800", "x" * 5000])
def test_a_root_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: str) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    assert find_git_folder(root) is None


def test_another_file_system_is_not_searched(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat

    def stat(path: str) -> os.stat_result:
        found = real(path)
        return os.stat_result([*found[:2], found.st_dev + (path == str(top.parent)), *found[3:]])

    monkeypatch.setattr("editapply.git.folder.os.stat", stat)
    assert find_git_folder(str(top / "deep")) is None


@pytest.mark.parametrize("common", [b"../..\n", b"{}", b"../..\r\n"])
def test_a_common_folder(top: Path, tmp_path: Path, common: bytes) -> None:
    own = tmp_path / ".git" / "worktrees" / "x"
    write_files(own, {**HEAD, "commondir": common.replace(b"{}", os.fsencode(tmp_path / ".git"))})
    write_files(top, {".git": b"gitdir: " + os.fsencode(own)})
    assert find_git_folder(str(top)) == str(own)


@pytest.mark.parametrize("common", [b"../../nowhere\n", b"\0", b"\xff", b"../../.."])
def test_a_common_folder_that_is_none(top: Path, tmp_path: Path, common: bytes) -> None:
    own = tmp_path / ".git" / "worktrees" / "x"
    write_files(own, {**HEAD, "commondir": common})
    write_files(top, {".git": b"gitdir: " + os.fsencode(own)})
    assert find_git_folder(str(top)) is None


@needs_git
def test_what_git_itself_makes(tmp_path: Path) -> None:
    """Working trees of every kind, and what git itself says of them."""
    inner, outer = new_repository(tmp_path / "inner"), new_repository(tmp_path / "outer")
    commit_files(inner, "One", {"a.py": b"1\n"})
    commit_files(outer, "One", {"src/a.py": b"1\n"})
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    git(outer, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    git(tmp_path, "init", "--quiet", "--separate-git-dir", "apart", "work")
    for place in ("outer", "outer/src", "outer/sub", "linked", "linked/src", "work"):
        expected = git(tmp_path / place, "rev-parse", "--absolute-git-dir")
        assert find_git_folder(str(tmp_path / place)) == os.path.realpath(expected)
