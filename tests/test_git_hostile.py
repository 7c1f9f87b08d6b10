"""Repositories that are somebody else's, and programs that aren't git: nothing is run, nothing hangs."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from editapply.git import commands, find_git_folder, tracked_files, versions
from tests.repositories import commit_files, git, needs_git, new_repository
from tests.trees import read_tree, write_files

pytestmark = needs_git
BOOM = b"#!/bin/sh\ntouch %s\nexec cat\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return new_repository(tmp_path / "repo")


def subjects(root: Path) -> list[str]:
    return [version.subject for version in versions(str(root), "a.py")]


def put_in_place_of_git(folder: Path, monkeypatch: pytest.MonkeyPatch, shim: str) -> None:
    write_files(folder, {"bin/git": f"#!/bin/sh\n{shim}\n".encode()})
    (folder / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(commands, "MOST_SECONDS", 0.3)


def trap(script: Path, mark: Path) -> str:
    """A program that leaves a mark where it was run."""
    script.write_bytes(BOOM % shlex.quote(str(mark)).encode())
    script.chmod(0o755)
    return str(script)


def test_a_forged_index_leads_nowhere(root: Path) -> None:
    commit_files(root, "One", {"a.py": b"a\n", "xx/b.py": b"b\n"})
    index = root / ".git" / "index"
    index.write_bytes(index.read_bytes().replace(b"xx/b.py", b"../b.py"))
    assert tracked_files(str(root)) == ["a.py"]


def test_a_git_in_the_root_is_not_run(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit_files(root, "One", {"a.py": b"1\n"})
    trap(root / "git", tmp_path / "ran")
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(root)
    assert tracked_files(str(root)) == ["a.py"]
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_somebody_else(root: Path) -> None:
    commit_files(root, "One", {"a.py": b"1\n"})
    for path in (root, root / ".git"):
        os.chown(path, 12345, 12345)
    assert tracked_files(str(root)) is None
    assert versions(str(root), "a.py") == []


@pytest.mark.parametrize("shim", ["sleep 60", "exit 3", "sleep 60 & exit 0", "echo nonsense", "yes"])
def test_a_git_that_hangs_or_fails(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shim: str) -> None:
    """It is killed with its children, one of which may hold the pipe open."""
    commit_files(root, "One", {"a.py": b"1\n"})
    put_in_place_of_git(tmp_path, monkeypatch, shim)
    assert not tracked_files(str(root))
    assert versions(str(root), "a.py") == []


@pytest.mark.parametrize(
    ("told", "files"),
    [('head -n 1 | {git} "$@"; sleep 60', 2), (r"printf '%040d blob 9\nab' 0; sleep 60", 1), ("echo ambiguous", 1)],
)
def test_a_git_that_ends_between_two_contents(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, files: int
) -> None:
    for k in range(files):
        commit_files(root, f"{k}", {"a.py": b"%d\n" % k})
    real = shlex.quote(git(root, "--exec-path") + "/git")
    told = told.replace("{git}", real)
    put_in_place_of_git(tmp_path, monkeypatch, f'case "$*" in *cat-file*) {told};; *) exec {real} "$@";; esac')
    assert versions(str(root), "a.py") == []


def test_a_git_that_never_stops(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place_of_git(tmp_path, monkeypatch, r"yes a.py | tr '\n' '\0'")
    monkeypatch.setattr(commands, "MOST_LISTED", 100)
    assert tracked_files(str(root)) == ["a.py"]


def test_a_hostile_configuration_runs_nothing(root: Path, tmp_path: Path) -> None:
    commit_files(root, "One", {"a.py": b"1\n"})
    commit_files(root, "Two", {"a.py": b"2\n", ".gitattributes": b"* diff=x filter=x merge=x\n"})
    mark = tmp_path / "ran"
    program = trap(tmp_path / "trap", mark)
    settings = ["core.fsmonitor", "core.pager", "pager.rev-list", "pager.ls-files", "pager.cat-file", "gpg.program"]
    settings += ["gpg.ssh.program", "diff.external", "diff.x.textconv", "diff.x.command", "filter.x.clean"]
    settings += ["filter.x.smudge", "filter.x.process", "core.editor", "core.askPass", "core.sshCommand"]
    settings += ["core.gitProxy", "core.alternateRefsCommand", "credential.helper", "trace2.normalTarget"]
    settings += ["alias.rev-list", "alias.ls-files", "alias.cat-file", "uploadpack.packObjectsHook"]
    for setting in settings:
        git(root, "config", setting, f"!{program}" if setting.startswith("alias") else program)
    for setting in ("log.showSignature", "core.untrackedCache", "log.follow", "diff.renames"):
        git(root, "config", setting, "true")
    git(root, "config", "filter.x.required", "true")
    git(root, "config", "core.hooksPath", str(tmp_path / "hooks"))
    (tmp_path / "hooks").mkdir()
    for hook in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "pre-auto-gc"):
        trap(tmp_path / "hooks" / hook, mark)
    os.utime(root / "a.py", (1, 1))
    before = read_tree(root)
    assert tracked_files(str(root)) == [".gitattributes", "a.py"]
    assert subjects(root) == ["Two", "One"]
    assert not mark.exists()
    assert read_tree(root) == before


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("url", ["ext::{}", "{}", "ssh://host/{}"])
def test_a_missing_object_is_not_fetched(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, old: bool
) -> None:
    """A repository may claim to be a partial clone, and name what its objects are fetched with."""
    commit_files(root, "One", {"a.py": b"1\n"})
    commit_files(root, "Two", {"a.py": b"2\n"})
    mark = tmp_path / "ran"
    program = trap(tmp_path / "trap", mark)
    blob = git(root, "rev-parse", "HEAD:a.py")
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for setting, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": url.format(root if url == "{}" else program),
        "remote.origin.uploadpack": program,
        "core.sshCommand": program,
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "protocol.file.allow": "always",
    }.items():
        git(root, "config", setting, value)
    if old:
        monkeypatch.delitem(commands.SETTINGS, "GIT_NO_LAZY_FETCH")
    assert subjects(root) in ([], ["One"])
    assert not mark.exists()


def test_a_bare_repository_inside_of_the_working_tree_is_not_asked(root: Path) -> None:
    """Its configuration comes with the files that were cloned."""
    git(root, "init", "--quiet", "--bare", "src")
    write_files(root, {"src/a.py": b"1\n"})
    assert tracked_files(str(root / "src")) is None
    assert find_git_folder(str(root / "src")) is None
