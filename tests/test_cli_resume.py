"""A second try through the command line: `--resume`, `--accept`, `--drop`, in processes of their own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run
from tests.trees import write_files

FILES = {"a.py": b"a\ntimeout = 10\nb\n", "b.py": b"x\ny\nx\n"}


def block(path: str, search: str, written: str) -> str:
    return f"{path}\n```\n<<<<<<< SEARCH\n{search}=======\n{written}>>>>>>> REPLACE\n```\n"


REPLY = block("a.py", "timeout = 5\n", "timeout = 30\n") + block("b.py", "y\n", "z\n") + block("b.py", "x\n", "w\n")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    write_files(root, FILES)
    return root


def process(root: Path, *args: str, reply: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "editapply", "apply", *args]
    return subprocess.run(command, cwd=root, input=reply, capture_output=True, text=True, check=False)


def id_in(report: str) -> str:
    found = re.search(r"--resume ([0-9a-f]{8})", report)
    assert found is not None, report
    return found[1]


def kept_file(id: str) -> Path:
    return next(Path(os.environ["XDG_STATE_HOME"]).rglob(f"{id}.json"))


def texts(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_two_processes(tree: Path) -> None:
    first = process(tree, reply=REPLY)
    assert first.returncode == 1
    assert texts(tree) == FILES
    again = process(
        tree, "--resume", id_in(first.stdout), "-", "--accept", "3=2", reply=block("a.py", "timeout = 10\n", "n = 1\n")
    )
    assert (again.returncode, again.stderr) == (0, "")
    assert texts(tree) == {"a.py": b"a\nn = 1\nb\n", "b.py": b"x\nz\nw\n"}
    once_more = process(tree, "--resume", id_in(first.stdout), "--accept", "1=1", "--accept", "3=2")
    assert once_more.returncode == 2
    assert "no kept plan" in once_more.stderr


def test_accepting_needs_no_reply_and_reads_none(tree: Path) -> None:
    id = id_in(process(tree, reply=REPLY).stdout)
    again = process(tree, "--resume", id, "--accept", "1=1", "--accept", "3=1", reply=REPLY)
    assert again.returncode == 0
    assert texts(tree) == {"a.py": b"a\ntimeout = 30\nb\n", "b.py": b"w\nz\nx\n"}
    assert "+timeout = 30\n" in again.stdout


def test_an_empty_reply_is_none(tree: Path) -> None:
    id = id_in(process(tree, reply=REPLY).stdout)
    assert process(tree, "--resume", id, "-", "--drop", "1", "--drop", "3", reply="\n").returncode == 0
    assert texts(tree) == {"a.py": FILES["a.py"], "b.py": b"x\nz\nx\n"}


def test_what_is_left_over_is_kept_anew(tree: Path) -> None:
    first = id_in(process(tree, reply=REPLY).stdout)
    second = process(tree, "--resume", first, "--accept", "1=1")
    assert second.returncode == 1
    assert texts(tree) == FILES
    assert process(tree, "--resume", id_in(second.stdout), "--accept", "3=2").returncode == 0
    assert texts(tree) == {"a.py": b"a\ntimeout = 30\nb\n", "b.py": b"x\nz\nw\n"}


def test_a_file_that_has_changed_since(tree: Path) -> None:
    id = id_in(process(tree, reply=REPLY).stdout)
    write_files(tree, {"a.py": b"a\ntimeout = 10\nc\n"})
    before = texts(tree)
    again = process(tree, "--resume", id, "--accept", "1=1", "--accept", "3=2")
    assert again.returncode == 1
    assert again.stdout.startswith("ERROR: stale: a.py (block 1")
    assert texts(tree) == before


def test_another_root(tree: Path, tmp_path: Path) -> None:
    id = id_in(process(tree, reply=REPLY).stdout)
    write_files(tmp_path / "other", FILES)
    again = process(tmp_path / "other", "--resume", id, "--accept", "1=1", "--accept", "3=2")
    assert again.returncode == 2
    assert texts(tmp_path / "other") == FILES


def test_the_command_names_the_root_as_it_was_given(tree: Path) -> None:
    first = process(tree.parent, "--root", "root", reply=REPLY)
    id = id_in(first.stdout)
    assert f"`editapply apply --root root --resume {id} -`" in first.stdout
    assert process(tree.parent, "--root", "root", "--resume", id, "--drop", "1", "--drop", "3").returncode == 0


@pytest.mark.parametrize("flag", ["--check", "--diff"])
def test_what_writes_nothing_keeps_nothing(tree: Path, flag: str) -> None:
    assert "--resume" not in process(tree, flag, reply=REPLY).stdout
    id = id_in(process(tree, reply=REPLY).stdout)
    looked = process(tree, flag, "--resume", id, "--accept", "1=1", "--accept", "3=2")
    assert looked.returncode == 0
    assert texts(tree) == FILES
    assert kept_file(id).exists()


def test_a_partial_write_keeps_nothing_and_tells_of_the_file_as_it_is_now(tree: Path) -> None:
    write_files(tree, {"d.py": b"alpha = 1\nbeta = 2\ngamma = 3\n"})
    reply = block("d.py", "alpha = 1\nbeta = 2\n", "alpha = 10\nbeta = 20\n") + block(
        "d.py", "beta = 3\ngamma = 3\n", "beta = 3\ngamma = 4\n"
    )
    ran = process(tree, "--partial", reply=reply)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "    beta = 20\n    gamma = 3\n" in ran.stdout
    assert "Block 1 was written." in ran.stdout
    assert "--resume" not in ran.stdout


PATHS = [
    "../outside.py",
    "/outside.py",
    "b.py/../../outside.py",
    "link/outside.py",
    ".git/config",
    "~/x.py",
    "a\0b",
    "",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_tampered_plan_writes_nothing_outside(tree: Path, path: str) -> None:
    outside = tree.parent / "outside.py"
    outside.write_bytes(b"timeout = 10\n")
    (tree / "link").symlink_to(tree.parent)
    path = str(outside) if path == "/outside.py" else path
    id = id_in(process(tree, reply=REPLY).stdout)
    _tamper(kept_file(id), path)
    before = texts(tree.parent)
    again = process(tree, "--resume", id, "--drop", "3", "--accept", "1=1")
    assert again.returncode in (1, 2)
    assert "Traceback" not in again.stderr
    assert texts(tree.parent) == before


def _tamper(file: Path, path: str) -> None:
    """Let every path of a kept plan lead elsewhere, wherever it stands in the document."""

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                path if key in FILES else key: path if key == "path" else changed(item)
                for key, item in value.items()
                if key not in FILES
            }
        return [changed(item) for item in value] if isinstance(value, list) else value

    file.write_text(json.dumps(changed(json.loads(file.read_text(encoding="utf-8")))), encoding="utf-8")


def test_a_plan_that_cant_be_kept(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree.parent / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tree.parent / "file"))
    ran = process(tree, reply=REPLY)
    assert ran.returncode == 1
    assert "--resume" not in ran.stdout
    assert re.fullmatch(r"editapply: no --resume for this reply: .*\n", ran.stderr), ran.stderr


USAGE = [
    pytest.param(("--accept", "1=1"), "--accept needs --resume ID, as the report gave it", id="accept alone"),
    pytest.param(("--drop", "1"), "--drop needs --resume ID, as the report gave it", id="drop alone"),
    pytest.param(("--resume", "../x", "--drop", "1"), "that is no id of a kept plan", id="an id that is a path"),
    pytest.param(("--resume", "00000000", "--drop", "1"), "no kept plan 00000000 here", id="an unknown id"),
    pytest.param(
        ("--resume", "0", "--accept", "1"), "'1' is not N=K, as 5=1 for candidate 1 of block 5", id="no choice"
    ),
    pytest.param(("--resume", "0", "--accept", "1=1", "--accept", "1=2"), "block 1 is named twice", id="twice"),
]


@pytest.mark.parametrize(("args", "message"), USAGE)
def test_usage(run: Run, tree: Path, args: tuple[str, ...], message: str) -> None:
    ran = run("apply", "--root", str(tree), *args, stdin=REPLY.encode())
    assert ran.status == 2
    assert message in ran.err
    assert texts(tree) == FILES


@pytest.mark.parametrize(("option", "value"), [("--max-tier", "exact"), ("--encoding", "cp1252")])
def test_what_tells_places_apart_cant_be_changed(tree: Path, run: Run, option: str, value: str) -> None:
    id = id_in(process(tree, reply=REPLY).stdout)
    ran = run("apply", "--root", str(tree), "--resume", id, option, value, "--drop", "1")
    assert ran.status == 2
    assert f"{option} can't be given with --resume: it would be another plan" in ran.err
