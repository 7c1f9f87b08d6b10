"""`--json`: one document on standard output and nothing else, for errors of usage too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from editapply.cli.failure import answer_in_json, format_failure
from editapply.cli.streams import Unwritten
from editapply.report.schema import load_schema
from tests.conftest import Run
from tests.trees import write_files

COMMAND = [sys.executable, "-m", "editapply"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path, {"a.py": b"a = 1\n", "binary": b"a\0b"})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_document_of_a_plan_that_was_not_made() -> None:
    document = json.loads(format_failure("apply", "no\udcff"))
    assert document == {
        **{"ok": False, "written": False, "id": None, "resume": None},
        **{"edits": [], "files": [], "warnings": [], "report": "no\ufffd"},
    }
    assert set(document) == set(json.loads(load_schema())["required"])
    assert json.loads(format_failure("find", "no")) == {"error": "no"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["apply", "--json", "nowhere.md"], "can't read 'nowhere.md': no such file or directory"),
        (["apply", "--json", "."], "can't read '.': is a directory"),
        (["apply", "--json", "--root", "nowhere"], "--root 'nowhere' is not a folder"),
        (["apply", "--json", "--root", "a.py"], "--root 'a.py' is not a folder"),
        (["apply", "--nonsense", "--json"], "--nonsense"),
        (["apply", "--json", "--nonsense"], "--nonsense"),
        (["--nonsense", "apply", "--json"], "--nonsense"),
        (["apply", "--json", "--max-tier"], "Option '--max-tier' requires an argument."),
        (["apply", "--json", "-", "-"], "Got unexpected extra argument (-)"),
        (["explain", "--json", "nowhere.md"], "can't read 'nowhere.md': no such file or directory"),
        (
            ["explain", "--json", "--threshold", "2"],
            "2.0 is not in the range 0<=x<=1",
        ),
        (
            ["apply", "--diff", "--json"],
            "--diff and --json can't be given together: each has standard output for itself",
        ),
    ],
)
def test_commands_that_plan(root: Path, run: Run, arguments: list[str], message: str) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    document = json.loads(ran.out)
    assert document == json.loads(format_failure("apply", document["report"]))
    assert message in document["report"]
    assert message in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["find", "nowhere", "a.py", "--json"], "can't read 'nowhere': no such file or directory"),
        (["find", "binary", "a.py", "--json"], "binary: the file is binary: it holds NUL bytes"),
        (["find", "-", "--json"], "FILE and TEXT can't both be standard input"),
        (["find", "--json"], "Missing argument 'FILE'."),
        (["find", "a.py", os.devnull, "--json"], "there is nothing to look for: TEXT is blank"),
        (["similarity", "dice", "a", "--json"], "Missing argument 'B'."),
        (["extract-json", "nowhere", "--json"], "can't read 'nowhere': no such file or directory"),
        (["aply", "--json"], "no such command 'aply'. Did you mean 'apply'?"),
    ],
)
def test_the_other_commands(root: Path, run: Run, arguments: list[str], message: str) -> None:
    ran = run(*arguments)
    assert (ran.status, json.loads(ran.out)) == (2, {"error": message})
    assert message in ran.err


@pytest.mark.parametrize(
    "arguments", [["apply", "nowhere"], ["find", "a.py", "--", "--json"], ["suggest", "--nonsense"]]
)
def test_nothing_where_no_document_was_asked_for(root: Path, run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")


def test_settings_that_can_not_be_read(root: Path, run: Run) -> None:
    (root / ".editapply.toml").write_text("max-tear = 1\n")
    ran = run("apply", "--json")
    assert (ran.status, json.loads(ran.out)["ok"]) == (2, False)


def test_help_is_no_error(run: Run) -> None:
    ran = run("apply", "--json", "--help")
    assert (ran.status, ran.err, ran.out[:6]) == (0, "", "Usage:")


def test_through_the_process(root: Path) -> None:
    done = subprocess.run([*COMMAND, "apply", "--json", "nowhere"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (2, False)
    assert done.stderr.endswith("Error: can't read 'nowhere': no such file or directory\n")


def test_no_second_document_where_the_first_one_broke_off(capfd: pytest.CaptureFixture[str]) -> None:
    for error in (Unwritten("full"), click.UsageError("no")):
        answer_in_json(error, ["find", "--json"])
    assert json.loads(capfd.readouterr().out) == {"error": "no"}


def test_standard_output_that_is_full_or_closed(root: Path) -> None:
    for redirection in (">/dev/full", ">&-"):
        command = ["sh", "-c", f"exec {' '.join(COMMAND)} apply --json nowhere {redirection}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2
        assert done.stderr.endswith("Error: can't read 'nowhere': no such file or directory\n")
