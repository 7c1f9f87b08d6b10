"""Entries of the journal that somebody else made: told, never followed out of the tree, and never a traceback."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import editapply
from editapply.model import Edit
from editapply.recovery import recover
from editapply.state.folder import writable_folder
from editapply.state.journal import JOURNAL
from tests.conftest import Run
from tests.surroundings import World, enter

NAME = "18{:014x}-{:08x}.{}"
BEFORE, AFTER = b"secret\n", b"owned\n"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return enter(tmp_path, monkeypatch)


def side(data: bytes, **changed: Any) -> dict[str, Any]:
    return {
        "sha256": hashlib.sha256(data).hexdigest(),
        "size": len(data),
        "packed": len(zlib.compress(data, 1)),
    } | changed


def item(path: str = "file.txt", **changed: Any) -> dict[str, Any]:
    made = {"path": path, "temporary": f".{'0' * 16}.editapply.tmp", "before": side(BEFORE), "after": side(AFTER)}
    return made | {"mode": None, "folders": [], "tiers": []} | changed


def entry(root: Path | str, *items: dict[str, Any], **changed: Any) -> bytes:
    """An entry that is whole, and staged: recovery finishes it."""
    head = {"root": str(root), "title": "hostile", "items": list(items), "kind": "edit", "of": None} | changed
    data = json.dumps({"version": 1, "entry": head}, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
    for one in items:
        data += b"".join(zlib.compress(text, 1) for text, key in ((BEFORE, "before"), (AFTER, "after")) if one[key])
    return data + hashlib.sha256(data).hexdigest().encode() + b"\nstaged\nwriting 0\n"


ENTRIES: dict[str, Callable[[World], bytes]] = {
    "a path upwards": lambda world: entry(world.root, item("../outside/file.txt")),
    "a path upwards in the middle": lambda world: entry(world.root, item("sub/../../file.txt")),
    "an absolute path": lambda world: entry(world.root, item(str(world.outside / "file.txt"))),
    "a path through a link": lambda world: entry(world.root, item("link/file.txt")),
    "no path": lambda world: entry(world.root, item("")),
    "a NUL in the path": lambda world: entry(world.root, item("a\0b")),
    "a lone surrogate in the path": lambda world: entry(world.root, item("a\ud800b")),
    "a path of 5,000 characters": lambda world: entry(world.root, item("n" * 5000)),
    "git's config": lambda world: entry(world.root, item(".git/config")),
    "git's config in capitals": lambda world: entry(world.root, item(".GIT/config")),
    "a new hook": lambda world: entry(world.root, item(".git/hooks/new", before=None)),
    "a temporary with a slash": lambda world: entry(world.root, item(temporary="../outside/file.txt")),
    "a temporary that is a file": lambda world: entry(world.root, item(temporary="file.txt")),
    "a folder outside": lambda world: entry(world.root, item(folders=["../outside/empty"])),
    "a root elsewhere": lambda world: entry(world.outside, item()),
    "a root above": lambda world: entry(world.top, item()),
    "a new file in a root elsewhere": lambda world: entry(world.outside, item("new.txt", before=None)),
    "a root that is no folder": lambda world: entry(world.root / "file.txt", item()),
    "a root that isn't there": lambda world: entry(world.top / "missing", item()),
    "a relative root": lambda world: entry("sub", item()),
    "no root": lambda world: entry("", item()),
    "a NUL in the root": lambda world: entry("/a\0b", item()),
    "a lone surrogate in the root": lambda world: entry("/a\ud800", item()),
    "a root of 5,000 characters": lambda world: entry("/" + "n" * 5000, item()),
    "a mode that is none": lambda world: entry(world.root, item("new.txt", before=None, mode=10**14)),
    "a negative mode": lambda world: entry(world.root, item("new.txt", before=None, mode=-1)),
    "a size that is too large": lambda world: entry(world.root, item(before=side(BEFORE, size=10**15))),
    "a packed size that is too large": lambda world: entry(world.root, item(before=side(BEFORE, packed=10**15))),
    "another hash": lambda world: entry(world.root, item(before=side(b"other"))),
    "a hash that is none": lambda world: entry(world.root, item(before=side(BEFORE, sha256="x" * 64))),
    "another kind": lambda world: entry(world.root, item(), kind="delete"),
    "items that are none": lambda world: entry(world.root, items=[1, None, "x"]),
    "too deep": lambda world: entry(world.root, items=None).replace(b"null", b"[" * 90_000 + b"]" * 90_000, 1),
    "a seal that is wrong": lambda world: entry(world.root, item()).replace(b"hostile", b"HOSTILE"),
    "no seal": lambda world: entry(world.root, item())[:-90],
    "empty": lambda world: b"",
    "no JSON": lambda world: b"\xff\xfe\n" * 100,
    "another version": lambda world: entry(world.root, item()).replace(b'"version": 1', b'"version": 99'),
}


def journal_of(world: World) -> Path:
    return Path(writable_folder(str(world.root), JOURNAL))


def plant(world: World, data: bytes, state: str, number: int = 1) -> Path:
    path = journal_of(world) / NAME.format(number, number, state)
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def use(world: World, run: Run) -> None:
    """Every command that looks at the journal; and an edit is applied all the same."""
    root = str(world.root)
    for words in ("recover", "log", "log --json", "show 00000001", "undo 00000001", "undo", "redo"):
        ran = run(*words.split(), "--root", root)
        assert ran.status in (0, 1, 2)
        assert "Traceback" not in ran.out + ran.err
        assert ran.out + ran.err
    write = editapply.format_blocks([Edit("sub/deep/file.txt", "secret\n", "new\n")])
    assert editapply.apply_reply(write, root).written


@pytest.mark.parametrize("state", ["open", "done"])
@pytest.mark.parametrize("name", ENTRIES)
def test_a_hostile_entry_leads_nowhere(world: World, run: Run, name: str, state: str) -> None:
    (world.root / "link").symlink_to(world.outside)
    (world.outside / "empty").mkdir()
    plant(world, ENTRIES[name](world), state)
    before = world.snapshot()
    use(world, run)
    after = world.snapshot()
    changed = {path for path in before | after if before.get(path) != after.get(path)}
    assert changed == {"root/sub/deep", "root/sub/deep/file.txt"}


def test_an_entry_that_is_right_is_finished(world: World) -> None:
    """So that the hostile ones are refused for what is hostile in them."""
    plant(world, entry(world.root, item()), "open")
    assert [(one.finished, one.paths, one.fault) for one in recover(str(world.root))] == [(True, ("file.txt",), None)]
    assert (world.root / "file.txt").read_bytes() == AFTER


def test_a_journal_that_came_along_says_nothing_about_other_trees(world: World) -> None:
    """As one in a `.git` that was unpacked: it may not write to where the user's other files are."""
    plant(world, entry(world.outside, item("new.txt", before=None)), "open")
    told = [one.describe() for one in recover(str(world.root))]
    assert [text.split(": ", 2)[2] for text in told] == [
        f"it is about another folder, {world.outside}: nothing is done there"
    ]
    assert not (world.outside / "new.txt").exists()


@pytest.mark.parametrize("state", ["open", "done", "undone"])
@pytest.mark.parametrize("kind", ["fifo", "folder", "link", "link to nothing", "open to others"])
def test_what_is_no_entry_is_not_waited_for(world: World, run: Run, kind: str, state: str) -> None:
    place = plant(world, entry(world.root, item()), state)
    if kind == "open to others":
        place.chmod(0o666)
    else:
        place.unlink()
        make = {"fifo": os.mkfifo, "folder": os.mkdir}.get(kind)
        place.symlink_to(world.outside / ("file.txt" if kind == "link" else "new")) if make is None else make(place)
    before = world.snapshot()
    use(world, run)
    after = world.snapshot()
    changed = {path for path in before | after if before.get(path) != after.get(path)}
    assert changed == {"root/sub/deep", "root/sub/deep/file.txt"}


def test_an_entry_of_the_last_moment_there_is(world: World) -> None:
    """No later one can be noted: that is told, and a journal that is required is refused."""
    plant(world, entry(world.root, item()), "done").rename(journal_of(world) / f"{'f' * 16}-{'0' * 8}.done")
    reply = editapply.format_blocks([Edit("file.txt", "secret\n", "new\n")])
    assert not editapply.apply_reply(reply, str(world.root), editapply.Options(require_journal=True)).written
    plan = editapply.apply_reply(reply, str(world.root))
    assert (plan.written, plan.id, len(plan.notes)) == (True, None, 1)
