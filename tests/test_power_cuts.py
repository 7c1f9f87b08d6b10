"""What a power cut can leave, made by hand: recovery finishes it, takes it back, or leaves it alone and names it."""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import editapply
from bench.kill.calls import watched
from bench.kill.cases import Bench
from bench.kill.child import run_forked
from bench.kill.tree import FILES, NEXT, NEXT_REPLY, differing, look, reply_for
from editapply.commit import TEMPORARY
from editapply.commit.torn import is_torn
from editapply.model import Recovered
from editapply.recovery import recover
from editapply.state.record import OpenEntry
from tests.conftest import Run

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")

PAGE = 4096
LONG = "lib/linked_long.txt"
BEFORE, AFTER = next((file.before or b"", file.after) for file in FILES if file.path == LONG)
SHORT = next(file for file in FILES if file.path == "linked.txt")  # the first that is written in place
NUMBER = [file.path for file in FILES].index(LONG)


@pytest.fixture
def bench(workshop: Path) -> Bench:
    return Bench(workshop)


def cut_off(bench: Bench, at: str) -> Path:
    """Kill a commit after it noted `staged`, `placed`, or `writing` of the long file; its entry."""
    bench.record()  # makes the tree anew
    bench._begin()
    return killed(bench, at, lambda: editapply.apply_reply(reply_for(FILES), str(bench.root)))


def killed(bench: Bench, at: str, work: Callable[[], object]) -> Path:
    def noting() -> str:
        real = getattr(OpenEntry, at)

        def note(entry: OpenEntry, *what: object) -> None:
            real(entry, *what)
            if at != "writing" or what == (NUMBER,):
                os.kill(os.getpid(), signal.SIGKILL)

        setattr(OpenEntry, at, note)
        return str(work())

    assert run_forked(noting)[0] == signal.SIGKILL
    return next(bench._entries("*.open"))


def temporaries(bench: Bench) -> list[Path]:
    return [path for path in bench.root.rglob(".*") if TEMPORARY.fullmatch(path.name)]


def recovered(bench: Bench) -> list[Recovered]:
    found = recover(str(bench.root))
    assert recover(str(bench.root)) == [one for one in found if one.fault]
    return found


def assert_after(bench: Bench) -> None:
    [found] = recovered(bench)
    assert (found.finished, found.foreign, found.fault) == (True, (), None)
    assert differing(look(bench.root), bench.after) == []


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def lose_mode(path: Path) -> None:
    """As a recovery leaves it that is killed between bytes and mode."""
    if path.stat().st_mode & 0o100:
        path.chmod(0o600)


@pytest.mark.parametrize("harm", [cut_in_half, lose_mode])
def test_temporaries_that_did_not_last(bench: Bench, harm: Callable[[Path], None]) -> None:
    cut_off(bench, "staged")
    assert len(temporaries(bench)) == 18
    for temporary in temporaries(bench):
        harm(temporary)
    assert_after(bench)


def test_temporaries_that_are_gone_take_the_edit_back(bench: Bench) -> None:
    """Else what somebody has thrown away would be written again."""
    cut_off(bench, "writing")
    temporaries(bench)[0].unlink()
    [found] = recovered(bench)
    assert (found.finished, found.foreign, found.fault) == (False, (), None)
    assert differing(look(bench.root), bench.before) == []


MIXES = [
    *(AFTER[:cut] + BEFORE[cut:] for cut in (0, 1, 700, PAGE, 2 * PAGE + 5, len(AFTER))),
    b"".join((BEFORE, AFTER)[k % 2][k * PAGE : (k + 1) * PAGE] for k in range(5)),
    b"".join((AFTER, BEFORE)[k % 2][k * PAGE : (k + 1) * PAGE] for k in range(5))[: len(AFTER)],
]


@pytest.mark.parametrize("mix", MIXES)
def test_a_file_torn_while_it_was_written_in_place(bench: Bench, mix: bytes) -> None:
    cut_off(bench, "writing")
    (bench.root / LONG).write_bytes(mix)
    assert_after(bench)


@pytest.mark.parametrize("cut", [1, 700, PAGE, len(BEFORE)])
def test_a_file_torn_while_it_was_put_back(bench: Bench, cut: int) -> None:
    """Found by the test of two failures: only a mix the other way round was known."""
    entry = cut_off(bench, "writing")
    with entry.open("ab") as file:
        file.write(b"\nundoing\n")
    (bench.root / LONG).write_bytes(BEFORE[:cut] + AFTER[cut:])
    [found] = recovered(bench)
    assert (found.finished, found.foreign, found.fault) == (False, (), None)
    assert differing(look(bench.root), bench.before) == []


def test_a_note_cut_off_does_not_spoil_the_next(bench: Bench) -> None:
    """Killed while it notes, then again while it writes in place: the second note is read all the same."""
    entry = cut_off(bench, "staged")
    with entry.open("ab") as file:
        file.write(b"\nwriti")
    real = os.write

    def half(descriptor: int, data: memoryview) -> int:
        if bytes(data) == SHORT.after:
            real(descriptor, data[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(descriptor, data)

    def work() -> str:
        os.write = half  # type: ignore[assignment]
        return str(recover(str(bench.root)))

    assert run_forked(work)[0] == signal.SIGKILL
    assert (bench.root / SHORT.path).read_bytes() not in (SHORT.before, SHORT.after)
    assert_after(bench)


def test_a_file_that_is_no_mix_is_left_alone_and_named(bench: Bench) -> None:
    cut_off(bench, "writing")
    (bench.root / LONG).write_bytes(b"somebody else's\n")
    [found] = recovered(bench)
    assert found.foreign == (LONG,)
    assert LONG in found.describe()
    assert (bench.root / LONG).read_bytes() == b"somebody else's\n"


def test_a_file_that_somebody_changed_before_its_turn_takes_the_others_back(bench: Bench) -> None:
    """Finished, the edit would be in all files but that one."""
    cut_off(bench, "staged")
    (bench.root / "private.txt").write_bytes(b"somebody else's\n")
    [found] = recovered(bench)
    assert (found.finished, found.foreign, found.fault) == (False, ("private.txt",), None)
    assert differing(look(bench.root), bench.before) == ["private.txt"]
    assert (bench.root / "private.txt").read_bytes() == b"somebody else's\n"


@pytest.mark.parametrize("path", ["a.py", "src/g.py", "lib/f.c"])
def test_an_edit_that_somebody_threw_away_is_not_made_again(bench: Bench, path: str) -> None:
    """`git checkout`, `git stash` or `git clean` after a kill: some files are in place, others still wait."""
    cut_off(bench, "writing")
    file = next(file for file in FILES if file.path == path)
    if file.before is None:
        (bench.root / path).unlink()
    else:
        (bench.root / path).write_bytes(file.before)
    [found] = recovered(bench)
    assert (found.finished, found.foreign, found.fault) == (False, (), None)
    assert differing(look(bench.root), bench.before) == []


@pytest.mark.parametrize("text", [b"", b"somebody else's\n", SHORT.before])
def test_files_that_were_all_in_place_are_never_touched_again(bench: Bench, text: bytes) -> None:
    cut_off(bench, "placed")
    for path in ("a.py", "linked.txt", "src/g.py"):
        (bench.root / path).write_bytes(text)
    seen = look(bench.root)
    [found] = recovered(bench)
    assert (found.finished, found.paths, found.fault) == (True, (), None)
    assert differing(look(bench.root), seen) == []
    assert [edit.undone for edit in editapply.list_history(str(bench.root))] == [False]


@pytest.mark.parametrize("by_id", [False, True])
@pytest.mark.parametrize("at", ["staged", "writing", "placed"])
def test_an_undo_that_was_cut_off_is_not_followed_by_another(bench: Bench, at: str, by_id: bool) -> None:
    bench._begin()
    root = str(bench.root)
    older = editapply.apply_reply(NEXT_REPLY, root)
    edit = editapply.apply_reply(reply_for(FILES), root)
    killed(bench, at, lambda: editapply.undo(root))
    found = editapply.undo(root, edit.id) if by_id else editapply.undo(root)
    assert (found.id, found.ok, found.actions["a.py"], found.actions["src/g.py"]) == (
        edit.id,
        True,
        "restored",
        "removed",
    )
    assert found.notes[0].startswith(f"the undo of the edit {edit.id} was cut off ")
    assert differing(look(bench.root), bench.before) == [NEXT]
    assert [(e.id, e.undone) for e in editapply.list_history(root)] == [(edit.id, True), (older.id, False)]


@pytest.mark.parametrize("at", ["staged", "writing", "placed"])
def test_a_redo_that_was_cut_off_is_not_followed_by_another(bench: Bench, at: str) -> None:
    bench._begin()
    root = str(bench.root)
    edit = editapply.apply_reply(reply_for(FILES), root)
    editapply.apply_reply(NEXT_REPLY, root)
    editapply.undo(root)
    editapply.undo(root)
    killed(bench, at, lambda: editapply.redo(root))
    found = editapply.redo(root)
    assert (found.id, found.ok, found.redone) == (edit.id, True, True)
    assert differing(look(bench.root), bench.after) == []


def test_what_was_recovered_is_told_where_there_is_nothing_to_undo(bench: Bench) -> None:
    cut_off(bench, "staged")
    temporaries(bench)[0].unlink()
    with pytest.raises(editapply.HistoryError, match="nothing to undo here") as raised:
        editapply.undo(str(bench.root))
    assert [note.endswith("and is now taken back (20 files)") for note in raised.value.notes] == [True]


def test_a_file_that_somebody_changed_after_its_turn_keeps_that(bench: Bench) -> None:
    cut_off(bench, "writing")
    with (bench.root / "a.py").open("ab") as file:
        file.write(b"more\n")
    [found] = recovered(bench)
    assert (found.finished, found.foreign, found.fault) == (True, ("a.py",), None)
    assert differing(look(bench.root), bench.after) == ["a.py"]


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 0.98])
def test_an_entry_that_was_cut_short_is_left_and_named(bench: Bench, share: float) -> None:
    entry = cut_off(bench, "staged")
    os.truncate(entry, int(entry.stat().st_size * share))
    seen = look(bench.root)
    [found] = recovered(bench)
    assert found.fault is not None
    assert str(entry) in found.fault
    assert look(bench.root) == seen
    plan = editapply.apply_reply(NEXT_REPLY, str(bench.root))
    assert plan.written
    assert any(str(entry) in note for note in plan.notes)
    assert entry.exists()


def test_what_a_kill_left_of_a_new_entry_is_removed_an_hour_later(bench: Bench) -> None:
    entry = cut_off(bench, "staged")
    left = [entry.with_name(f".{digit * 16}.tmp") for digit in "01"]
    for path in left:
        path.write_bytes(b"half an entry")
    then = time.time() - 3700
    os.utime(left[0], (then, then))
    assert editapply.apply_reply(NEXT_REPLY, str(bench.root)).written
    assert [path.exists() for path in left] == [False, True]


def test_an_entry_that_could_not_be_closed_is_closed_later_and_no_file_touched(bench: Bench) -> None:
    """Its files are whole: what somebody does with them since is no half edit."""
    bench.record()
    bench._begin()

    def failing(name: str, real: Callable[..., object], *args: object, **named: object) -> object:
        if name == "rename" and str(args[0]).endswith(".open"):
            raise OSError(5, "Input/output error")
        return real(*args, **named)

    with watched(failing):
        plan = editapply.apply_reply(NEXT_REPLY, str(bench.root))
    assert plan.written
    assert plan.notes == ("no undo for this edit: its entry in the journal can't be closed: input/output error",)
    (bench.root / NEXT).write_bytes(b"now\n")
    assert recover(str(bench.root)) == []
    assert (bench.root / NEXT).read_bytes() == b"now\n"
    assert [path.suffix for path in bench.state.rglob("*-*")] == [".done"]


def test_no_mix_of_short_texts_is_made_up() -> None:
    assert not is_torn(b"axc\n", b"abc\n", b"abd\n")
    assert not is_torn(b"ab", b"abc\n", b"abd\n")
    assert not is_torn(b"AbCd", b"abcd", b"ABCD")
    assert is_torn(b"AbCd", b"abcd", b"ABCD", times=3)
    assert is_torn(b"ABcd", b"abcd", b"ABCD")
    assert is_torn(b"abCD", b"abcd", b"ABCD")


def test_a_journal_that_is_not_trusted_is_told(bench: Bench, run: Run) -> None:
    """As `chmod -R g+w` leaves it; the next writing makes it private again."""
    folder = cut_off(bench, "writing").parent
    folder.chmod(0o770)
    ran = run("recover", "--root", str(bench.root))
    assert (ran.status, ran.out) == (1, "Nothing to recover in what could be read.\n")
    assert f"a journal is not used, {folder}: other users can write there; `chmod go-w` forbids it" in ran.err
    plan = editapply.apply_reply(NEXT_REPLY, str(bench.root))
    assert [note.partition(",")[0] for note in plan.notes] == ["a journal is not used"]
    assert recovered(bench)[0].finished


def test_a_root_above_or_below_recovers_too(workshop: Path) -> None:
    """The journals lie in git's own folders, of which each root has another."""
    bench = Bench(workshop, git=True)
    bench.record()
    bench._begin()
    (bench.root / "src/.git").mkdir()
    for name in ("objects", "refs"):
        (bench.root / "src/.git" / name).mkdir()
    (bench.root / "src/.git/HEAD").write_bytes(b"ref: refs/heads/main\n")
    plans = [
        (workshop, f"File: root/{NEXT}\n<<<<<<< SEARCH\nnow\n=======\nthen\n>>>>>>> REPLACE\n"),
        (bench.root / "src", "File: new.py\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n"),
    ]
    for root, reply in plans:
        killed(bench, "staged", lambda: editapply.apply_reply(reply_for(FILES), str(bench.root)))
        plan = editapply.apply_reply(reply, str(root))
        assert plan.written
        assert [note.endswith("is now finished (20 files)") for note in plan.notes] == [True]
        editapply.undo(str(bench.root))


def test_an_edit_that_is_under_way_is_not_waited_for(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench._begin()
    seen: list[list[Recovered]] = []
    real = OpenEntry.staged

    def looking(entry: OpenEntry, in_place: list[int]) -> None:
        real(entry, in_place)
        seen.append(recover(str(bench.root), wait=0))

    monkeypatch.setattr(OpenEntry, "staged", looking)
    assert editapply.apply_reply(reply_for(FILES), str(bench.root)).written
    assert seen == [[]]


def test_an_undo_that_the_journal_cannot_note_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench._begin()
    edit = editapply.apply_reply(reply_for(FILES), str(bench.root))

    def failing(logged: object, state: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("editapply.reverting.mark", failing)
    monkeypatch.setattr("editapply.state.record.mark", failing)
    found = editapply.undo(str(bench.root))
    why = f"the journal can't tell that the edit {edit.id} is undone, and will take it again: read-only file system"
    assert (found.ok, found.notes) == (True, (why,))
    assert differing(look(bench.root), bench.before) == []
