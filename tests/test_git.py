from __future__ import annotations

from pathlib import Path

import pytest

from editapply.git import Version, commands, find_git_folder, tracked_files, versions
from tests.repositories import commit_files, git, needs_git, new_repository
from tests.trees import write_files

pytestmark = needs_git


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return new_repository(tmp_path / "repo")


def kept(root: Path, path: str = "a.py", limit: int = 30) -> list[tuple[str, str, bytes]]:
    return [(version.when, version.subject, version.data) for version in versions(str(root), path, limit)]


def test_tracked_files_below_the_root(root: Path) -> None:
    names = ["a.py", "src/b.py", "src/deep/ü \n*.py", "src/-x"]
    commit_files(root, "All", dict.fromkeys(names, b"x\n"))
    write_files(root, {"new.py": b"x\n", "src/new.py": b"x\n"})
    assert sorted(tracked_files(str(root)) or []) == sorted(names)
    assert sorted(tracked_files(str(root / "src")) or []) == ["-x", "b.py", "deep/ü \n*.py"]


def test_tracked_files_of_a_merge_in_conflict_are_told_once(root: Path) -> None:
    commit_files(root, "Base", {"a.py": b"a\n"})
    git(root, "checkout", "--quiet", "-b", "side")
    commit_files(root, "Side", {"a.py": b"b\n"})
    git(root, "checkout", "--quiet", "main")
    commit_files(root, "Main", {"a.py": b"c\n"})
    with pytest.raises(Exception, match="returned non-zero"):
        git(root, "merge", "side")
    assert tracked_files(str(root)) == ["a.py"]


def test_of_very_many_names_the_first(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit_files(root, "All", dict.fromkeys(("a.py", "b.py", "c.py"), b"x\n"))
    monkeypatch.setattr(commands, "MOST_LISTED", 12)
    assert tracked_files(str(root)) == ["a.py", "b.py"]


def test_versions_newest_first(root: Path) -> None:
    commit_files(root, "Add a", {"a.py": b"1\n"}, "2026-01-01")
    commit_files(root, "Other file", {"b.py": b"1\n"}, "2026-01-02")
    last = commit_files(root, "Größer;\tthan before\n\nBody.", {"a.py": b"2\r\n\0\xff"}, "2026-01-03")
    (root / "a.py").write_bytes(b"3\n")
    assert versions(str(root), "a.py")[0] == Version(last, "2026-01-03", "Größer;\tthan before", b"2\r\n\0\xff")
    assert kept(root)[1:] == [("2026-01-01", "Add a", b"1\n")]
    assert versions(str(root), "nowhere.py") == versions(str(root), "") == []


def test_versions_without_subject_or_bytes(root: Path) -> None:
    commit_files(root, "", {"a.py": b""})
    assert kept(root) == [("2026-03-01", "", b"")]


def test_versions_of_a_file_in_a_folder_that_is_the_root(root: Path) -> None:
    commit_files(root, "One", {"a.py": b"outer\n", "src/a.py": b"inner\n"})
    assert kept(root / "src") == kept(root, "src/a.py") == [("2026-03-01", "One", b"inner\n")]


@pytest.mark.parametrize("path", [":a", ":(glob)*", "*", "-x", "--all", "a b", "a:b", "ü", "[a]", "HEAD", "a\\b", '"'])
def test_odd_names_are_taken_literally(root: Path, path: str) -> None:
    commit_files(root, "Others", {"a": b"a\n", "other": b"b\n"})
    commit_files(root, "It", {path: b"it\n"})
    assert kept(root, path) == [("2026-03-01", "It", b"it\n")]


@pytest.mark.parametrize(
    "path", ["../repo/a.py", "./a.py", "/a.py", "a.py/", "a\n", "\0", "\ud800", "src", ".git/config"]
)
def test_names_that_are_no_path_below_the_root(root: Path, path: str) -> None:
    commit_files(root, "One", {"a.py": b"1\n", "src/b.py": b"1\n", "a\n": b"1\n"})
    assert versions(str(root), path) == []


def test_at_most_so_many_versions(root: Path) -> None:
    for k in range(4):
        commit_files(root, f"{k}", {"a.py": b"%d\n" % k})
    assert [subject for _, subject, _ in kept(root, limit=2)] == ["3", "2"]
    assert kept(root, limit=0) == kept(root, limit=-1) == []


def test_versions_stop_before_the_one_that_would_be_too_much(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (1, 60, 50):
        commit_files(root, f"{size}", {"a.py": b"x" * size})
    monkeypatch.setattr(commands, "MOST_CONTENTS", 109)
    assert [subject for _, subject, _ in kept(root)] == ["50"]


def test_a_log_that_is_too_long_is_cut(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit_files(root, "x" * 500, {"a.py": b"1\n"})
    commit_files(root, "Short", {"a.py": b"2\n"})
    monkeypatch.setattr(commands, "MOST_LOG", 300)
    assert kept(root) == [("2026-03-01", "Short", b"2\n")]


def test_a_change_of_mode_and_a_deletion_are_no_versions(root: Path) -> None:
    commit_files(root, "One", {"a.py": b"1\n"})
    (root / "a.py").chmod(0o755)
    commit_files(root, "Mode", {})
    commit_files(root, "Two", {"a.py": b"2\n"})
    (root / "a.py").unlink()
    commit_files(root, "Gone", {})
    commit_files(root, "Three", {"a.py": b"3\n"})
    assert [subject for _, subject, _ in kept(root)] == ["Three", "Two", "One"]


def test_what_was_merged_is_one_step_of_the_branch(root: Path) -> None:
    commit_files(root, "Base", {"a.py": b"1\n"})
    git(root, "checkout", "--quiet", "-b", "side")
    commit_files(root, "Side", {"a.py": b"2\n"})
    git(root, "checkout", "--quiet", "main")
    commit_files(root, "Main", {"b.py": b"x\n"})
    git(root, "merge", "--quiet", "--no-ff", "-m", "Merge side", "side")
    assert [subject for _, subject, _ in kept(root)] == ["Merge side", "Base"]


def test_a_linked_worktree_has_its_own_branch(root: Path, tmp_path: Path) -> None:
    commit_files(root, "Base", {"a.py": b"1\n"})
    git(root, "worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
    commit_files(tmp_path / "linked", "Side", {"a.py": b"2\n", "b.py": b"1\n"})
    assert tracked_files(str(tmp_path / "linked")) == ["a.py", "b.py"]
    assert [subject for _, subject, _ in kept(tmp_path / "linked")] == ["Side", "Base"]
    assert [subject for _, subject, _ in kept(root)] == ["Base"]


def test_a_worktree_of_a_bare_repository(root: Path, tmp_path: Path) -> None:
    commit_files(root, "Base", {"a.py": b"1\n"})
    git(tmp_path, "clone", "--quiet", "--bare", "repo", "bare")
    git(tmp_path / "bare", "worktree", "add", "--quiet", str(tmp_path / "linked"), "main")
    assert tracked_files(str(tmp_path / "linked")) == ["a.py"]
    assert [tracked_files(str(tmp_path / "bare")), find_git_folder(str(tmp_path / "bare"))] == [None, None]


def test_a_repository_without_commits(root: Path) -> None:
    write_files(root, {"a.py": b"1\n"})
    assert tracked_files(str(root)) == []
    assert versions(str(root), "a.py") == []


def test_no_repository(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"1\n")
    for root in (tmp_path, tmp_path / "a.py", tmp_path / "nowhere", Path("a\0b")):
        assert tracked_files(str(root)) is None
        assert versions(str(root), "a.py") == []


def test_no_git(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit_files(root, "One", {"a.py": b"1\n"})
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tracked_files(str(root)) is None
    assert versions(str(root), "a.py") == []


def test_the_environment_leads_nowhere_else(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit_files(root, "One", {"a.py": b"1\n"})
    other = new_repository(tmp_path / "other")
    commit_files(other, "Other", {"b.py": b"1\n", "a.py": b"2\n"})
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    monkeypatch.setenv("GIT_TRACE", "1")
    assert tracked_files(str(root)) == ["a.py"]
    assert kept(root) == [("2026-03-01", "One", b"1\n")]
