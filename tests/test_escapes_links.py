"""Hostile links, devices and folders: what the paths of a reply may lead to is still inside of the root."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

import editapply
from tests.surroundings import World, attack, enter, link, replies
from tests.trees import write_files

case = pytest.param


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return enter(tmp_path, monkeypatch)


def chain(world: World) -> None:
    (world.root / "one").symlink_to("two")
    (world.root / "two").symlink_to(world.root / "sub" / "three")
    (world.root / "sub" / "three").symlink_to("../../outside")


def loop(world: World) -> None:
    (world.root / "one").symlink_to("two")
    (world.root / "two").symlink_to("one")


def fifo(world: World) -> None:
    os.mkfifo(world.root / "x")


def unix_socket(world: World) -> None:
    descriptor = os.open(world.root, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(f"/proc/self/fd/{descriptor}/x")
    os.close(descriptor)


def device(world: World) -> None:
    try:
        os.mknod(world.root / "x", 0o20666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("no device may be made here")


def git_by_another_name(world: World) -> None:
    """What `git init --separate-git-dir` makes."""
    (world.root / ".git").rename(world.root / "data")
    (world.root / ".git").write_text("gitdir: data\n")


def git_of_a_tree_below(world: World) -> None:
    (world.root / ".git").rename(world.root / "data")
    (world.root / "sub" / ".git").write_text("gitdir: ../data\n")


def bare(world: World) -> None:
    (world.root / ".git").rename(world.root / "sub" / "bare.git")


LINKS = [
    case(link("x", "<OUTSIDE>/file.txt"), "x", id="a file outside"),
    case(link("x", "../outside/file.txt"), "x", id="a file outside, relative"),
    case(link("x", "<OUTSIDE>"), "x/file.txt", id="a folder outside"),
    case(link("x", "<OUTSIDE>"), "x/new/file.txt", id="new below a folder outside"),
    case(link("x", ".."), "x/file.txt", id="the folder above"),
    case(link("x", "/"), "x/etc/passwd", id="the top"),
    case(link("x", "<OUTSIDE>/new.txt"), "x", id="nothing outside"),
    case(link("x", "<OUTSIDE>/new/folder"), "x/file.txt", id="a missing folder outside"),
    case(link("x/y/z", "<OUTSIDE>/deep"), "x/y/z/file.txt", id="in the middle"),
    case(link("x/y", "../../../outside"), "x/y/../outside/file.txt", id="upwards behind a link"),
    case(link("x", "<OUTSIDE>/deep"), "x/../file.txt", id="up again behind a link out"),
    case(link("x", "sub/../../outside"), "x/file.txt", id="dots in the link"),
    case(chain, "one/file.txt", id="a chain out"),
    case(chain, "one/new.txt", id="new at the end of a chain"),
    case(loop, "one", id="a loop"),
    case(loop, "one/file.txt", id="below a loop"),
    case(loop, "one/../../file.txt", id="upwards behind a loop"),
    case(link("x", "x"), "x", id="itself"),
    case(link("x", ".git"), "x/config", id="git's folder"),
    case(link("x", ".git/config"), "x", id="git's file"),
    case(link("x", ".git/hooks"), "x/new", id="git's hooks"),
    case(link("x", ".git/editapply"), "x/file.txt", id="the state in git's folder"),
    case(link("x", "<STATE>/editapply"), "x/file.txt", id="the state folder"),
    case(link("x", "<STATE>/editapply/journal"), "x/new.open", id="the journal"),
    case(link("x", "<OUTSIDE>/.git"), "x/config", id="the git folder of others"),
    case(link("x", "/dev/null"), "x", id="the null device"),
    case(link("x", "/dev/stdin"), "x", id="standard input"),
    case(link("x", "/proc/self/cwd"), "x/file.txt", id="the current folder"),
    case(link("x", "/proc/self/fd/0"), "x", id="a descriptor"),
    case(link("x", "/proc/self/mem"), "x", id="the process's memory"),
    case(fifo, "x", id="a FIFO"),
    case(unix_socket, "x", id="a socket"),
    case(device, "x", id="a device"),
    case(lambda world: None, "sub", id="a folder as a file"),
    case(lambda world: None, "sub/", id="a folder as a file, with a slash"),
    case(lambda world: None, "file.txt/new.txt", id="a file as a folder"),
    case(git_by_another_name, "data/config", id="git's folder by another name"),
    case(git_by_another_name, "data/hooks/new", id="a new hook in it"),
    case(git_by_another_name, "DATA/config", id="git's folder by another name in capitals"),
    case(git_by_another_name, ".git", id="the file that names git's folder"),
    case(git_of_a_tree_below, "data/hooks/x", id="git's folder of a tree below"),
    case(git_of_a_tree_below, "data/hooks/new", id="a new hook of a tree below"),
    case(git_of_a_tree_below, "sub/.git", id="the file that names it"),
    case(bare, "sub/bare.git/hooks/x", id="a bare repository"),
    case(bare, "sub/bare.git/new", id="new in a bare repository"),
]


@pytest.mark.parametrize(("arrange", "path"), LINKS)
def test_a_hostile_arrangement_is_refused(world: World, arrange: Callable[[World], None], path: str) -> None:
    arrange(world)
    assert not any(plan.ok for plan in attack(world, path))


@pytest.mark.parametrize(
    "path",
    ["own/editapply/journal/x", "own/editapply/new", "own/Editapply/new", "link/editapply/new", "own/editapply"],
)
def test_the_state_folder_inside_the_root_is_refused(world: World, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    (world.root / ".git" / "HEAD").unlink()  # no repository: the state is in the user's folder
    write_files(world.root / "own" / "editapply", {"journal/x": b"secret\n"})
    (world.root / "link").symlink_to("own")
    monkeypatch.setenv("XDG_STATE_HOME", str(world.root / "own"))
    before = world.snapshot()
    plans = [editapply.apply_reply(reply, str(world.root)) for reply in replies(path)]
    assert not any(plan.ok for plan in plans)
    after = world.snapshot()
    mine = ("root/own/editapply/", "root/link/editapply")
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert {name for name in changed if not name.startswith(mine)} <= {"root/own/editapply"}
    assert (world.root / "own/editapply/journal/x").read_bytes() == b"secret\n"
    assert not list((world.root / "own" / "editapply").glob("[nN]ew"))


def test_a_hard_link_is_a_file_of_the_root(world: World) -> None:
    """A hard link has no other end: the name inside the root is the file as much as the one outside.

    It is written in place, so that both names go on leading to one file: that is the promise of
    keeping hard links (D7). Who wants a file kept out of the root must not link it in there.
    """
    os.link(world.outside / "file.txt", world.root / "hard.txt")
    number = (world.outside / "file.txt").stat().st_ino
    assert editapply.apply_reply(replies("hard.txt")[1], str(world.root)).ok
    assert [(path / name).stat().st_ino for path, name in ((world.root, "hard.txt"), (world.outside, "file.txt"))] == [
        number,
        number,
    ]
    assert (world.outside / "file.txt").read_bytes() == b"owned\n"
