"""Undo and redo: of the last edit, of an older one, of files that have changed since."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import editapply
from editapply import Edit, Options, Reverted, format_blocks
from editapply.errors import HistoryError
from tests.trees import read_tree, write_files

TEN = b"".join(b"line %d\n" % k for k in range(1, 11))
OPTIONS = Options()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    write_files(folder, {"a.py": TEN, "sub/b.py": b"b\n"})
    return folder


def change(root: Path, old: str, new: str, path: str = "a.py") -> str:
    """Apply one edit; its id."""
    plan = editapply.apply_reply(f"Say {new}\n" + format_blocks([Edit(path, old, new)]), str(root))
    assert plan.ok
    assert plan.id is not None
    return plan.id


def undone(root: Path, id: str | None = "last") -> Reverted:
    return editapply.undo(str(root), id, OPTIONS)


def redone(root: Path, id: str | None = "last") -> Reverted:
    return editapply.redo(str(root), id, OPTIONS)


def test_the_last_edit_is_undone_and_redone(root: Path) -> None:
    before = read_tree(root)
    id = change(root, "line 3", "LINE 3")
    after = read_tree(root)
    assert undone(root) == Reverted(id, "Say LINE 3", False, {"a.py": "restored"})
    assert read_tree(root) == before
    assert redone(root) == Reverted(id, "Say LINE 3", True, {"a.py": "restored"})
    assert read_tree(root) == after


def test_edits_are_undone_one_after_the_other(root: Path) -> None:
    trees, ids = [read_tree(root)], []
    for k in (2, 5, 9):
        ids.append(change(root, f"line {k}", f"LINE {k}"))
        trees.append(read_tree(root))
    for k in (2, 1, 0):
        assert undone(root).id == ids[k]
        assert read_tree(root) == trees[k]
    with pytest.raises(HistoryError, match="nothing to undo here"):
        undone(root)
    for k in (0, 1, 2):
        assert redone(root).id == ids[k]
        assert read_tree(root) == trees[k + 1]
    with pytest.raises(HistoryError, match="nothing to redo here"):
        redone(root)


def test_an_older_edit_is_undone_beneath_a_newer_one(root: Path) -> None:
    first = change(root, "line 2", "LINE 2")
    change(root, "line 9", "LINE 9")
    assert undone(root, first).actions == {"a.py": "merged"}
    assert (root / "a.py").read_bytes() == TEN.replace(b"line 9", b"LINE 9")


def test_what_somebody_else_changed_elsewhere_stays(root: Path) -> None:
    change(root, "line 2", "LINE 2")
    (root / "a.py").write_bytes((root / "a.py").read_bytes().replace(b"line 8\n", b"theirs\r\n\xff\n"))
    assert undone(root).ok
    assert (root / "a.py").read_bytes() == TEN.replace(b"line 8\n", b"theirs\r\n\xff\n")
    assert redone(root).ok
    assert (root / "a.py").read_bytes() == TEN.replace(b"line 8\n", b"theirs\r\n\xff\n").replace(b"line 2", b"LINE 2")


@pytest.mark.parametrize("line", [b"line 2\n", b"LINE 3\n", b"line 4\n"])
def test_a_change_at_the_same_place_is_a_conflict(root: Path, line: bytes) -> None:
    id = change(root, "line 3", "LINE 3")
    theirs = (root / "a.py").read_bytes().replace(line, b"theirs\n")
    (root / "a.py").write_bytes(theirs)
    reverted = undone(root)
    assert (reverted.ok, reverted.id, list(reverted.conflicts)) == (False, id, ["a.py"])
    assert (root / "a.py").read_bytes() == theirs
    assert not editapply.list_history(str(root))[0].undone


def test_a_conflict_names_the_edits_made_since(root: Path) -> None:
    first = change(root, "line 3", "LINE 3")
    second = change(root, "LINE 3", "Line three")
    reverted = undone(root, first)
    assert (reverted.ok, reverted.later) == (False, (second,))
    assert undone(root, second).ok
    assert undone(root, first).ok
    assert (root / "a.py").read_bytes() == TEN


def test_all_files_or_none(root: Path) -> None:
    reply = format_blocks([Edit("a.py", "line 3", "LINE 3"), Edit("sub/b.py", "b", "B")])
    assert editapply.apply_reply(reply, str(root)).ok
    (root / "sub/b.py").write_bytes(b"theirs\n")
    before = read_tree(root)
    assert list(undone(root).conflicts) == ["sub/b.py"]
    assert read_tree(root) == before


def test_a_created_file_goes_with_its_folders(root: Path) -> None:
    before = read_tree(root)
    change(root, "", "new", "x/y/new.py")
    assert undone(root).actions == {"x/y/new.py": "removed"}
    assert read_tree(root) == before
    assert redone(root).actions == {"x/y/new.py": "created"}
    assert (root / "x/y/new.py").read_bytes() == b"new\n"


def test_a_folder_that_is_used_meanwhile_stays(root: Path) -> None:
    change(root, "", "new", "x/new.py")
    (root / "x/other.py").write_bytes(b"")
    assert undone(root).ok
    assert [path.name for path in (root / "x").iterdir()] == ["other.py"]


@pytest.mark.parametrize(
    ("what", "why"),
    [("changed", "the edit created it, and it has changed since"), ("link", "it is a link now")],
)
def test_a_created_file_that_is_another_now_stays(root: Path, what: str, why: str) -> None:
    change(root, "", "new", "new.py")
    (root / "new.py").unlink()
    if what == "link":
        (root / "new.py").symlink_to("a.py")
    else:
        (root / "new.py").write_bytes(b"theirs\n")
    before = read_tree(root)
    assert undone(root).conflicts == {"new.py": why}
    assert read_tree(root) == before


def test_a_file_that_is_gone(root: Path) -> None:
    change(root, "line 3", "LINE 3")
    (root / "a.py").unlink()
    assert undone(root).conflicts == {"a.py": "it is gone"}


def test_what_was_taken_back_by_hand_counts_as_undone(root: Path) -> None:
    change(root, "line 3", "LINE 3")
    (root / "a.py").write_bytes(TEN)
    assert undone(root).actions == {"a.py": "unchanged"}
    assert editapply.list_history(str(root))[0].undone
    assert redone(root).ok


def test_redo_after_a_new_edit_wants_an_id(root: Path) -> None:
    first = change(root, "line 3", "LINE 3")
    undone(root)
    second = change(root, "line 9", "LINE 9")
    with pytest.raises(HistoryError, match=f"the edit {second} was made since {first} was undone"):
        redone(root)
    assert redone(root, first).actions == {"a.py": "merged"}
    assert (root / "a.py").read_bytes() == TEN.replace(b"line 3", b"LINE 3").replace(b"line 9", b"LINE 9")


@pytest.mark.parametrize("id", ["", "12", "zzzzzzzz", "../../x", "\0", "*"])
def test_no_such_edit(root: Path, id: str) -> None:
    change(root, "line 3", "LINE 3")
    with pytest.raises(HistoryError, match="no edit "):
        undone(root, id)


def test_an_edit_is_not_undone_twice(root: Path) -> None:
    id = change(root, "line 3", "LINE 3")
    with pytest.raises(HistoryError, match="is not undone"):
        redone(root, id)
    assert undone(root, id[:5]).ok
    with pytest.raises(HistoryError, match="is undone already"):
        undone(root, id)


def test_only_edits_whose_files_lie_under_the_root(root: Path) -> None:
    """In git all roots of a working tree share a journal; an edit above a root is no business of it."""
    for name in ("objects", "refs"):
        (root / ".git" / name).mkdir(parents=True)
    (root / ".git" / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    change(root, "line 3", "LINE 3")
    below = change(root, "b", "B", "sub/b.py")
    assert [logged.id for logged in editapply.list_history(str(root / "sub"))] == [below]
    assert undone(root / "sub").actions == {"b.py": "restored"}
    with pytest.raises(HistoryError, match="nothing to undo here"):
        undone(root / "sub")
    assert undone(root).actions == {"a.py": "restored"}


def test_modes_and_links_are_kept(root: Path) -> None:
    (root / "a.py").chmod(0o751)
    os.link(root / "a.py", root / "hard.py")
    (root / "soft.py").symlink_to("a.py")
    before = read_tree(root)
    change(root, "line 3", "LINE 3", "soft.py")
    assert undone(root).ok
    assert read_tree(root) == before
    assert (root / "a.py").stat().st_mode & 0o777 == 0o751
    assert (root / "a.py").stat().st_ino == (root / "hard.py").stat().st_ino


def test_undo_of_one_that_is_damaged(root: Path) -> None:
    change(root, "line 3", "LINE 3")
    [entry] = Path(os.environ["XDG_STATE_HOME"]).rglob("*.done")
    data = entry.read_bytes()
    entry.write_bytes(data[:-20] + b"x" * 20)
    with pytest.raises(HistoryError, match="can't be read"):
        undone(root)
    assert (root / "a.py").read_bytes() == TEN.replace(b"line 3", b"LINE 3")


@pytest.mark.parametrize("function", [editapply.undo, editapply.redo])
def test_an_edit_without_an_id_is_not_the_last_one(root: Path, function: Callable[..., Reverted]) -> None:
    change(root, "line 3", "LINE 3")
    plan = editapply.apply_reply(format_blocks([Edit("a.py", "line 4", "LINE 4")]), str(root), Options(journal=False))
    assert (plan.written, plan.id) == (True, None)
    before = read_tree(root)
    with pytest.raises(HistoryError, match="an edit without an id is not in the journal"):
        function(str(root), plan.id)
    assert read_tree(root) == before


def test_undo_waits_for_an_edit_under_way(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And takes back that one, not the one before."""
    change(root, "line 3", "LINE 3")
    going, on = threading.Event(), threading.Event()
    real = os.replace

    def slow(*args: Any, **named: Any) -> None:
        if threading.current_thread() is not threading.main_thread() and not going.is_set():
            going.set()
            assert on.wait(20)
        real(*args, **named)

    monkeypatch.setattr(os, "replace", slow)
    thread = threading.Thread(target=change, args=(root, "line 9", "LINE 9"))
    thread.start()
    assert going.wait(20)
    threading.Timer(0.2, on.set).start()
    assert undone(root).title == "Say LINE 9"
    thread.join()
    assert (root / "a.py").read_bytes() == TEN.replace(b"line 3", b"LINE 3")


def test_a_created_file_comes_back_with_the_mode_that_it_was_given(root: Path) -> None:
    change(root, "", "echo", "run.sh")
    (root / "run.sh").chmod(0o750)
    for _ in range(2):
        assert undone(root).ok
        assert redone(root).ok
        assert (root / "run.sh").stat().st_mode & 0o777 == 0o750
