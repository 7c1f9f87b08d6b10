"""`editapply find`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from editapply.budget import Budget
from editapply.cli.find import Sought, format_sought, seek
from tests.conftest import Run
from tests.trees import write_files

LOAD = b"""\
import os


def load(path):
    with open(path) as file:
        return file.read()


count = 1
count = 1
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path, {"a.py": LOAD, "one.py": b"total_of_all = compute_it(10)\n", "empty": b""})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "status", "out"),
    [
        ("import os\n", 0, "line 1  exact\n"),
        ("import os", 0, "line 1  exact\n"),
        ("count = 1\n", 0, "line 9  exact\nline 10  exact\n"),
        ("with open(path) as file:\n    return file.read()\n", 0, "lines 5-6  whitespace (indentation)  0.92\n"),
        ("import os\r\n", 0, "line 1  exact\n"),
    ],
)
def test_places(root: Path, run: Run, text: str, status: int, out: str) -> None:
    ran = run("find", "a.py", stdin=text.encode())
    assert (ran.status, ran.out, ran.err) == (status, out, "")


def test_the_nearest_place(root: Path, run: Run) -> None:
    ran = run("find", "one.py", "-", stdin=b"total_of_all = compute_it(11)\n")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith(
        "Text not found in one.py. Closest matches (ranked by similarity):\n"
        "\n"
        "  [0.93] line 1:\n"
        "    total_of_all = compute_it(10)\n"
        "  differs: line 1 has "
    )


@pytest.mark.parametrize(("limit", "count"), [("1", 1), ("2", 2), ("100", 4)])
def test_limit(root: Path, run: Run, limit: str, count: int) -> None:
    (root / "a.py").write_text("alpha beta gamma one\nxyz\n" * 4)
    ran = run("find", "--limit", limit, "a.py", stdin=b"alpha beta gamma two\n")
    assert ran.out.count("  [0.8") == count


def test_nothing_is_near(root: Path, run: Run) -> None:
    ran = run("find", "empty", stdin=b"a\n")
    assert (ran.status, ran.out) == (1, "Text not found in empty, nor anything like it.\n")


def test_too_long_to_look_for_what_is_near() -> None:
    sought = seek("a", "x\n", "nowhere\n" * 10, 3, Budget(100))
    assert sought == Sought("a", sought.lines, "nowhere\n" * 10, too_long=True)
    assert format_sought(sought) == (
        "Text not found in a. The text or the file is too long to look for similar places.\n"
    )


def test_json(root: Path, run: Run) -> None:
    ran = run("find", "a.py", "--json", stdin=b"import  os\n")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == {
        "file": "a.py",
        "found": True,
        "places": [{"lines": [1, 1], "tier": "whitespace", "grade": "blanks inside a line", "similarity": 0.9474}],
        "nearest": [],
        "report": "line 1  whitespace (blanks inside a line)  0.95\n",
    }
    ran = run("find", "one.py", "--json", stdin=b"total_of_all = compute_it(11)\n")
    document = json.loads(ran.out)
    differs = document["nearest"][0].pop("differs")
    assert (ran.status, document.pop("report")[:27], len(differs)) == (1, "Text not found in one.py. C", 1)
    near = {"lines": [1, 1], "similarity": 0.931, "text": "total_of_all = compute_it(10)"}
    assert document == {"file": "one.py", "found": False, "places": [], "nearest": [near]}


def test_both_from_files_and_the_file_from_standard_input(root: Path, run: Run) -> None:
    (root / "text").write_text("count = 1\n")
    assert run("find", "a.py", "text").out == "line 9  exact\nline 10  exact\n"
    assert run("find", "-", "text", stdin=b"a\ncount = 1\n").out == "line 2  exact\n"


def test_bytes_that_are_no_text(root: Path, run: Run) -> None:
    (root / "a.py").write_bytes(b"caf\xe9 = 1\n")
    assert run("find", "a.py", stdin=b"caf\xe9 = 1\n").out == "line 1  exact\n"
    assert "    caf\ufffd = 1\n" in run("find", "a.py", stdin=b"caf\xe9 = 2\n").out


def test_write_protected_files_and_pipes_can_be_looked_into(root: Path, run: Run) -> None:
    (root / "a.py").chmod(0o444)
    assert run("find", "a.py", stdin=b"import os\n").status == 0
    done = subprocess.run(
        ["bash", "-c", f"echo 'import os' | {sys.executable} -m editapply find <(cat a.py) -"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("line 1  exact\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["find", "nowhere"], "can't read 'nowhere': no such file or directory"),
        (["find", "."], "can't read '.': is a directory"),
        (["find", "a.py", "nowhere"], "can't read 'nowhere': no such file or directory"),
        (["find", "-"], "FILE and TEXT can't both be standard input"),
        (["find", "-", "-"], "FILE and TEXT can't both be standard input"),
        (["find", "a.py", "empty"], "there is nothing to look for: TEXT is blank"),
        (["find", "binary"], "binary: the file is binary: it holds NUL bytes"),
        (["find", "--limit", "0", "a.py"], "Invalid value for '--limit': 0 is not in the range x>=1."),
        (["find", "/dev/zero"], "/dev/zero has more than 268435456 bytes"),
    ],
)
def test_trouble(root: Path, run: Run, arguments: list[str], message: str) -> None:
    (root / "binary").write_bytes(b"a\0b")
    ran = run(*arguments, stdin=b"x\n")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"Error: {message}\n")


def test_nothing_is_written(root: Path, run: Run) -> None:
    run("find", "a.py", stdin=b"import  os\n")
    assert (root / "a.py").read_bytes() == LOAD
    assert sorted(os.listdir(root)) == ["a.py", "empty", "one.py"]
