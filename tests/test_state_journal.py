from __future__ import annotations

import errno
import hashlib
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editapply.errors import StateError
from editapply.state import pruning
from editapply.state.entry import Contents, Entry, Item, Kind, decode, decode_header, encode
from editapply.state.folder import writable_folder
from editapply.state.journal import JOURNAL, Logged, State, list_entries, read_entry, read_header
from editapply.state.pruning import prune
from editapply.state.record import OpenEntry, begin, is_in_use, reopen

TEMPORARY = ".0123456789abcdef.editapply.tmp"
KEEP = 1_000_000
CONTENTS = [Contents(b"a\n", b"A\n" * 100), Contents(None, b"\0\xff"), Contents(b"", None)]


def entry_for(root: str, title: str = "Fix it") -> Entry:
    items = tuple(Item(path, TEMPORARY, None, None, 0o644, ("sub",), ("exact",)) for path in ("a", "sub/b", "c"))
    return Entry(root, title, items)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "root").mkdir()
    return str(tmp_path / "root")


def begun(root: str, entry: Entry | None = None) -> OpenEntry:
    return begin(writable_folder(root, JOURNAL), entry or entry_for(root), CONTENTS, KEEP, lambda size: None)


def test_an_entry_is_read_as_it_was_written(root: str) -> None:
    record = begun(root)
    record.staged([])
    record.writing(2)
    entry, contents, notes = read_entry(record.logged)
    assert contents == CONTENTS
    assert notes == ["staged", "writing 2"]
    assert entry == read_header(record.logged)
    assert (entry.root, entry.title, [item.path for item in entry.items]) == (root, "Fix it", ["a", "sub/b", "c"])
    assert entry.items[1].before is None
    side = entry.items[0].before
    assert side is not None
    assert (side.sha256, side.size) == (hashlib.sha256(b"a\n").hexdigest(), 2)


def test_an_entry_is_private(root: str) -> None:
    record = begun(root)
    assert os.stat(record.logged.path).st_mode & 0o777 == 0o600
    assert os.stat(record.logged.folder).st_mode & 0o777 == 0o700


def test_its_name_tells_how_far_it_came(root: str) -> None:
    record = begun(root)
    assert [logged.state for logged in list_entries(root)] == [State.OPEN]
    record.done()
    assert [logged.state for logged in list_entries(root)] == [State.DONE]
    assert record.is_kept
    undo = begun(root, replace(entry_for(root), kind=Kind.UNDO, of=record.logged.id))
    undo.done()
    assert [(logged.id, logged.state) for logged in list_entries(root)] == [(record.logged.id, State.UNDONE)]
    redo = begun(root, replace(entry_for(root), kind=Kind.REDO, of=record.logged.id))
    redo.done()
    assert [(logged.id, logged.state) for logged in list_entries(root)] == [(record.logged.id, State.DONE)]


def test_what_was_rolled_back_leaves_nothing(root: str) -> None:
    begun(root).discard()
    assert list_entries(root) == []
    assert os.listdir(writable_folder(root, JOURNAL)) == []


def test_the_newest_comes_first(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the clock says."""
    stamps = iter([5 * 10**18, 3 * 10**18, 3 * 10**18])
    monkeypatch.setattr(time, "time_ns", lambda: next(stamps, 6 * 10**18))
    ids = []
    for _ in range(3):
        record = begun(root)
        ids.append(record.logged.id)
        record.leave()
    assert [logged.id for logged in list_entries(root)] == ids[::-1]


def test_one_in_use_is_known_to_be(root: str) -> None:
    record = begun(root)
    assert is_in_use(record.logged)
    assert reopen(record.logged, entry_for(root), KEEP) is None
    record.leave()
    assert not is_in_use(record.logged)
    again = reopen(record.logged, entry_for(root), KEEP)
    assert again is not None
    again.undoing()
    again.leave()
    assert read_entry(record.logged)[2] == ["undoing"]


def test_a_note_that_was_cut_off_doesn_t_count(root: str) -> None:
    record = begun(root)
    record.leave()
    with open(record.logged.path, "ab") as file:
        file.write(b"stag")
    assert read_entry(record.logged)[2] == []


def test_the_journal_is_bounded(root: str) -> None:
    for _ in range(5):
        record = begun(root)
        record.done()
    size = os.stat(list_entries(root)[0].path).st_size
    newest = [logged.id for logged in list_entries(root)][:3]
    assert prune(record.logged.folder, 3 * size, record.logged.id)
    assert [logged.id for logged in list_entries(root)] == newest
    assert not prune(record.logged.folder, size - 1, record.logged.id)
    assert list_entries(root) == []


def test_an_open_entry_is_not_pruned(root: str) -> None:
    record = begun(root)
    prune(record.logged.folder, 0)
    assert list_entries(root) == [record.logged]


def test_one_too_large_to_keep(root: str) -> None:
    record = begin(writable_folder(root, JOURNAL), entry_for(root), CONTENTS, 10, lambda size: None)
    record.done()
    assert not record.is_kept
    assert list_entries(root) == []


def test_one_that_is_refused_leaves_nothing(root: str) -> None:
    def refuse(size: int) -> None:
        raise StateError(f"{size > 100}")

    folder = writable_folder(root, JOURNAL)
    with pytest.raises(StateError, match="True"):
        begin(folder, entry_for(root), CONTENTS, KEEP, refuse)
    assert os.listdir(folder) == []


@pytest.mark.parametrize("name", ["write", "fsync", "rename"])
def test_an_entry_that_can_t_be_written_leaves_nothing(root: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = writable_folder(root, JOURNAL)

    def fail(*args: object, **named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, name, fail)
    with pytest.raises(StateError, match="no space left on device"):
        begin(folder, entry_for(root), CONTENTS, KEEP, lambda size: None)
    monkeypatch.undo()
    assert os.listdir(folder) == []


def test_journals_of_roots_that_are_gone_are_forgotten(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = root + "-gone"
    os.mkdir(gone)
    begun(gone).done()
    os.rmdir(gone)
    begun(root).done()
    assert len(list_entries(gone)) == 1  # a disk may be away for a day
    monkeypatch.setattr(pruning, "MONTH_NS", 0)
    begun(root).done()
    assert list_entries(gone) == []
    assert len(list_entries(root)) == 2


def test_what_was_cut_off_in_a_root_that_is_away_stays(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    away = root + "-away"
    os.mkdir(away)
    open_one = begun(away)
    open_one.leave()
    os.rmdir(away)
    monkeypatch.setattr(pruning, "MONTH_NS", 0)
    begun(root).done()
    assert list_entries(away) == [open_one.logged]


@pytest.mark.parametrize("cut", [0, 1, 100, -1, -64, -70])
def test_an_entry_that_is_cut_off_is_refused(root: str, cut: int) -> None:
    data = encode(entry_for(root), CONTENTS)
    with pytest.raises(StateError):
        decode(data[:cut])


@pytest.mark.parametrize("path", ["../a", "/a", "a/../b", "a//b", "./a", "", "a/.", "a\0b"], ids=ascii)
def test_an_entry_whose_paths_lead_out_is_refused(root: str, path: str) -> None:
    entry = entry_for(root)
    tampered = replace(entry, items=(replace(entry.items[0], path=path), *entry.items[1:]))
    with pytest.raises(StateError, match=r"path is not a path below the root"):
        decode(encode(tampered, CONTENTS))


@pytest.mark.parametrize("name", ["x", "../.0123456789abcdef.editapply.tmp", ".git", ""])
def test_an_entry_with_another_temporary_is_refused(root: str, name: str) -> None:
    entry = entry_for(root)
    tampered = replace(entry, items=(replace(entry.items[0], temporary=name), *entry.items[1:]))
    with pytest.raises(StateError, match="temporary is not the name of a temporary"):
        decode(encode(tampered, CONTENTS))


@settings(max_examples=100)
@given(st.data())
def test_any_damage_is_refused_or_changes_nothing(data: st.DataObject) -> None:
    whole = encode(entry_for("/root"), CONTENTS)
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255))
    damaged = whole[:at] + bytes([byte]) + whole[at + 1 :]
    try:
        assert decode(damaged)[:2] == decode(whole)[:2]
    except StateError:
        assert damaged != whole


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_any_bytes_never_crash_the_header(data: bytes) -> None:
    with pytest.raises(StateError):
        decode_header(data)


def test_what_is_no_entry_is_not_listed(root: str) -> None:
    folder = Path(writable_folder(root, JOURNAL))
    for name in ("x", "0123456789abcdef-12345678.other", "123-12345678.done", ".0123456789abcdef.tmp"):
        (folder / name).write_bytes(b"x")
    assert list_entries(root) == []


def test_an_entry_that_others_could_write_is_refused(root: str) -> None:
    record = begun(root)
    record.done()
    logged = Logged(record.logged.folder, record.logged.stamp, record.logged.id, State.DONE)
    os.chmod(logged.path, 0o666)
    with pytest.raises(StateError, match="other users can write it"):
        read_entry(logged)
    with pytest.raises(StateError, match="other users can write it"):
        read_header(logged)


def test_one_too_large_to_keep_takes_no_room_from_the_others(root: str) -> None:
    small = begun(root)
    small.done()
    size = os.stat(list_entries(root)[0].path).st_size
    large = begin(
        writable_folder(root, JOURNAL), entry_for(root), [Contents(os.urandom(size), b"")] * 3, size, lambda size: None
    )
    large.done()
    assert [logged.id for logged in list_entries(root)] == [small.logged.id]
