"""A folder → a git repository with a history, independent of whoever runs the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.trees import write_files

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git isn't installed")
_IDENTITY = {
    f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "A"), ("EMAIL", "a@b"))
}
_CONFIG = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def git(root: Path, *args: str, when: str = "2026-03-01") -> str:
    """What a git command in `root` tells; everything that it commits is of that day."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), f"{when}T12:00:00Z")
    env = clean | _IDENTITY | _CONFIG | dates
    ran = subprocess.run(["git", *args], cwd=root, env=env, check=True, capture_output=True, text=True)
    return ran.stdout.strip()


def new_repository(root: Path) -> Path:
    root.mkdir(exist_ok=True)
    git(root, "init", "--quiet", "--initial-branch=main")
    return root


def commit_files(root: Path, subject: str, files: dict[str, bytes], when: str = "2026-03-01") -> str:
    """Commit these contents along with all else that is there; the full hash."""
    write_files(root, files)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty-message", "--message", subject, when=when)
    return git(root, "rev-parse", "HEAD")
