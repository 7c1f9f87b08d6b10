"""`editapply explain` and `schema` as commands; what they tell is tested with the modules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from editapply.cli import COMMANDS, program
from editapply.report.schema import load_schema
from tests.conftest import Run
from tests.trees import read_tree, write_files

REPLY = "a.py\n<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE\n"
SPACED = REPLY.replace("a = 1", "a  =  1")
BROKEN = REPLY.replace("=======\n", "")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path, {"a.py": b"a = 1\n"})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_reply(root: Path, run: Run) -> None:
    before = read_tree(root)
    ran = run("explain", stdin=REPLY.encode())
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == ("block 1, reply line 2: a.py, `a = 1`\n  exact: line 1\n  -> applied: exact at line 1, +1 -1\n")
    assert read_tree(root) == before


def test_nearest_paths(root: Path, run: Run) -> None:
    ran = run("explain", stdin=REPLY.replace("a.py", "src/a.py").encode())
    assert ran.status == 1
    assert ran.out == (
        "block 1, reply line 2: src/a.py, `a = 1`\n"
        "  -> rejected: file-not-found: nothing is there, and SEARCH has text; nearest paths: a.py\n"
    )


@pytest.mark.parametrize(
    "reply", [REPLY, SPACED, REPLY.replace("a = 1", "b = 1"), BROKEN, REPLY + BROKEN, "", "hi", "\udcff", REPLY * 2]
)
def test_the_exit_status_is_that_of_apply(root: Path, run: Run, reply: str) -> None:
    stdin = reply.encode("utf-8", "surrogateescape")
    assert run("explain", stdin=stdin).status == run("apply", "--check", stdin=stdin).status
    assert run("explain", "--json", stdin=stdin).status == run("apply", "--check", stdin=stdin).status


def test_json(root: Path, run: Run) -> None:
    ran = run("explain", "--json", "-", stdin=SPACED.encode())
    document = json.loads(ran.out)
    Draft202012Validator(json.loads(load_schema())).validate(document)
    assert [step["tried"] for step in document["edits"][0]["steps"]] == ["exact", "whitespace"]
    assert document["report"] == run("explain", stdin=SPACED.encode()).out


def test_options(root: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path.parent)
    told = run("explain", "--root", tmp_path.name, "--max-tier", "exact", stdin=SPACED.encode())
    assert (told.status, "whitespace: not tried (the loosest tier allowed is exact)" in told.out) == (1, True)
    near = REPLY.replace("a = 1", "a = 3")
    told = run("explain", "--root", tmp_path.name, "--threshold", "0.99", stdin=near.encode())
    assert "below the threshold 0.99" in told.out
    (tmp_path / ".editapply.toml").write_text("threshold = 0.98\n")
    assert "below the threshold 0.98" in run("explain", "--root", tmp_path.name, stdin=near.encode()).out


def test_schema(run: Run) -> None:
    ran = run("schema")
    assert (ran.status, ran.err) == (0, "")
    assert "$schema" in json.loads(ran.out)


def test_every_command_is_there() -> None:
    for name in COMMANDS:
        command = program.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.name == name
