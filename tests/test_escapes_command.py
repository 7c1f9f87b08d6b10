"""The command line and the library, given hostile paths and odd values: a refusal, and nothing is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import editapply
from editapply.model import Code
from tests.conftest import Run
from tests.surroundings import World, enter, filled, link, replies


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return enter(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "path", ["../file.txt", "<OUTSIDE>/file.txt", ".git/hooks/x", "x/file.txt", "git~1/config", "new\x1b.txt"]
)
@pytest.mark.parametrize("command", ["apply", "apply --json", "apply --partial", "explain", "apply --check"])
def test_the_command_refuses(world: World, run: Run, path: str, command: str) -> None:
    link("x", "<OUTSIDE>")(world)
    before = world.snapshot()
    for reply in replies(filled(world, path))[:2]:
        ran = run(*command.split(), "--root", str(world.root), "-", stdin=reply.encode("utf-8", "surrogateescape"))
        assert ran.status == 1
        assert "Traceback" not in ran.out + ran.err
    assert world.snapshot() == before


@pytest.mark.parametrize(
    "path",
    [
        "../file.txt",
        "/etc/passwd",
        "",
        " ",
        "~",
        ".git/config",
        "a\0b",
        "n" * 5000,
        "\ud800",
        "=",
        "a=b",
        "sub/..",
        "x",
    ],
)
def test_odd_paths_that_are_expected(world: World, path: str) -> None:
    """Refused, or compared with a file inside of the root."""
    link("x", "<OUTSIDE>/file.txt")(world)
    before = world.snapshot()
    reply = replies("file.txt")[1]
    try:
        plan = editapply.apply_reply(reply, str(world.root), expect={path: "0" * 64})
        codes = [outcome.code for outcome in plan.rejected]
    except editapply.FileError as error:
        codes = [error.code]
    assert codes in ([Code.UNSAFE_PATH], [Code.STALE])
    assert world.snapshot() == before


@pytest.mark.parametrize(
    "given", ["", "=", "a", "a=", "=none", "a=0", "a=" + "g" * 64, "a=NONE", "../file.txt=none", "~=none", ".git=none"]
)
def test_odd_values_of_the_option_expect(world: World, run: Run, given: str) -> None:
    before = world.snapshot()
    ran = run("apply", "--root", str(world.root), "--expect", given, "-", stdin=replies("file.txt")[1].encode())
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert world.snapshot() == before


ROOTS = ["", "<ROOT>/file.txt", "<ROOT>/missing", "/dev/null", "<ROOT>/fifo", "<ROOT>/loop", "n" * 5000, "\udc80"]


@pytest.mark.parametrize("command", ["apply", "explain", "log", "undo", "redo", "recover", "show 12345678"])
@pytest.mark.parametrize("root", ROOTS)
def test_odd_roots(world: World, run: Run, command: str, root: str) -> None:
    os.mkfifo(world.root / "fifo")
    link("loop", "loop")(world)
    before = world.snapshot()
    stdin = replies("file.txt")[1].encode()
    arguments = ["-"] if command in ("apply", "explain") else []
    ran = run(*command.split(), "--root", filled(world, root), *arguments, stdin=stdin)
    assert ran.status == 2
    assert "Traceback" not in ran.err
    assert world.snapshot() == before


@pytest.mark.parametrize("root", [*ROOTS, "a\0b", "\ud800"])
def test_odd_roots_of_the_library(world: World, root: str) -> None:
    with pytest.raises(editapply.FileError, match=r"the root (is not a folder|can't be read)"):
        editapply.apply_reply(replies("file.txt")[1], filled(world, root))
