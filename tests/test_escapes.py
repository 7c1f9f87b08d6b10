"""Hostile paths: nothing is written, made, removed or changed outside of the root, nor git's, nor our own."""

from __future__ import annotations

from pathlib import Path

import pytest

import editapply
from tests.surroundings import World, attack, enter, filled, replies
from tests.trees import write_files

case = pytest.param


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return enter(tmp_path, monkeypatch)


NUL, LONG = "\0", "n" * 256
UP = [case("../" * depth + name, id=f"{depth} up to {name}") for depth in (1, 2, 9) for name in ("file.txt", "new.txt")]
DOTS = [
    "..",
    "../",
    "../.",
    "./../file.txt",
    "sub/../../file.txt",
    "sub/deep/../../../file.txt",
    "missing/../../file.txt",
    "file.txt/../../file.txt",
    ".//..//file.txt",
    "sub/./.././../new.txt",
    "../root2/file.txt",
    "../root2/new.txt",
    "../outside/file.txt",
    "../other/../file.txt",
    "..\\file.txt",
    "sub\\..\\..\\file.txt",
    "sub/..\\../file.txt",
    "..//file.txt",
    ".",
    "sub/..",
    "./",
    "/..",
    "/../../file.txt",
]
ABSOLUTE = [
    "/",
    "/etc/passwd",
    "/etc/editapply-new",
    "<TOP>/file.txt",
    "<OUTSIDE>/file.txt",
    "<OUTSIDE>/new/file.txt",
    "<ROOT>/../file.txt",
    "<ROOT>2/file.txt",
    "<ROOT>",
    "//<OUTSIDE>/file.txt",
    "/proc/self/cwd/file.txt",
    "/proc/self/root/etc/passwd",
    "/proc/self/fd/0",
    "/proc/self/environ",
    "/dev/stdin",
    "/dev/fd/1",
    "/dev/null",
    "/dev/full",
    "/tmp/../etc/passwd",
    "file://<OUTSIDE>/file.txt",
]
SHELL = ["~", "~/file.txt", "~root/file.txt", "~+/file.txt", "~\\file.txt"]
WINDOWS = [
    "C:/file.txt",
    "C:file.txt",
    "c:\\file.txt",
    "Z:\\..\\file.txt",
    "\\\\server\\share\\file.txt",
    "//server/share/file.txt",
    "\\\\?\\C:\\file.txt",
    "\\\\.\\pipe\\x",
]
UNSEEN = [
    case(f"file.txt{NUL}", id="NUL at the end"),
    case(f"{NUL}/../file.txt", id="NUL in front"),
    case(f"new{NUL}.txt", id="NUL within"),
    case("new\n.txt", id="a line end"),
    case("new\r.txt", id="a carriage return"),
    case("new\x1b[2J.txt", id="an escape sequence"),
    case("new\x7f.txt", id="DEL"),
    case("new\t.txt", id="a tab"),
    case("new\x85.txt", id="NEL"),
    case("new\u2028.txt", id="a line separator"),
    case("new\u202egpj.txt", id="right to left"),
    case("new\u2066.txt", id="an isolate"),
    case("new\u200b.txt", id="a zero-width space"),
    case("new\ufeff.txt", id="a byte order mark"),
    case("new\ud800.txt", id="a lone surrogate"),
    case("new\udc80.txt", id="a byte that is no UTF-8"),
    case("\u2060../file.txt", id="an unseen character before dots"),
    case("", id="empty"),
    case(" ", id="a blank"),
    case("\u3000", id="a wide blank"),
]
TOO_LONG = [
    case(LONG, id="a name of 256 bytes"),
    case(f"new/{LONG}/file.txt", id="a folder of 256 bytes"),
    case("n" * 5000, id="a name of 5,000 bytes"),
    case("é" * 128, id="256 bytes in 128 characters"),
    case("../" * 1700 + "file.txt", id="5,000 bytes upwards"),
    case("n/" * 2500 + "file.txt", id="5,000 bytes downwards"),
]
GITS = [
    ".git",
    ".git/",
    ".git/config",
    ".git/new",
    ".git/hooks/x",
    ".git/hooks/new",
    ".git/objects/a",
    ".git/refs/a",
    "./.git/config",
    "sub/../.git/config",
    "<ROOT>/.git/config",
    ".GIT/config",
    ".Git/config",
    ".git./config",
    ".git /config",
    ".git . ./config",
    ".git\\config",
    ".git\\hooks\\x",
    ".git//config",
    ".git/./config",
    ".git::$INDEX_ALLOCATION/config",
    ".GIT::$index_allocation/hooks/x",
    ".git:x/config",
    ".git :x/config",
    "GIT~1/config",
    "git~1/hooks/x",
    "sub/.git/hooks/x",
    "sub/.git",
    "sub/deep/.git/config",
    "sub/GIT~1/config",
    ".git/modules/x/config",
    ".git/worktrees/x/gitdir",
    ".git/editapply/file.txt",
    ".git/editapply/journal/new.open",
    ".git/editapply/plans/new.json",
    ".git/editapply/locks/tree",
    case(".g\u200cit/config", id="a zero-width character in .git"),
    case("\u200d.git/config", id="a joiner before .git"),
    case(".git\ufeff/config", id="a mark behind .git"),
    case(".gi\u206ft/config", id="a shape character in .git"),
    case(".g\u202eit/config", id="right to left in .git"),
]


@pytest.mark.parametrize("path", [*UP, *DOTS, *ABSOLUTE, *SHELL, *WINDOWS, *UNSEEN, *TOO_LONG, *GITS])
def test_a_hostile_path_is_refused(world: World, path: str) -> None:
    assert not any(plan.ok for plan in attack(world, filled(world, path)))


@pytest.mark.parametrize(
    "path",
    [
        "<ROOT>/file.txt",
        "<ROOT>/./sub/../file.txt",
        "/proc/self/root<ROOT>/file.txt",
        "../root/file.txt",
        "sub/../file.txt",
        ".//file.txt",
    ],
)
def test_another_way_to_a_file_inside_is_taken(world: World, path: str) -> None:
    """The edit is made, to that file, and nothing else is touched."""
    before = world.snapshot()
    assert editapply.apply_reply(replies(filled(world, path))[1], str(world.root)).ok
    after = world.snapshot()
    assert {name for name in before | after if before.get(name) != after.get(name)} == {"root", "root/file.txt"}
    assert (world.root / "file.txt").read_bytes() == b"owned\n"


@pytest.mark.parametrize("name", ["na\u0308me.txt", "n\u00e4me.txt"])
def test_composed_and_decomposed_names_are_two(world: World, name: str) -> None:
    """Where the file system has two files, the one that is named is edited."""
    names = ("na\u0308me.txt", "n\u00e4me.txt")
    write_files(world.root, dict.fromkeys(names, b"secret\n"))
    assert editapply.apply_reply(replies(name)[1], str(world.root)).ok
    assert {other: (world.root / other).read_bytes() for other in names} == {
        other: b"owned\n" if other == name else b"secret\n" for other in names
    }
