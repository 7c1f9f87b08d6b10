"""A kill amid an edit, an undo or a redo → whether what comes next finds, or makes, a tree that is whole."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import editapply
from editapply.model import Logged
from editapply.recovery import recover

from .calls import INTENT, RESOLVING, WRITE, Hook, Killer, Recorder, When, watched
from .child import kill_forked, run_forked
from .tree import FILES, NEXT, NEXT_REPLY, File, Seen, differing, look, make_tree, reply_for

NOTHING = "[]"


@dataclass(frozen=True, slots=True)
class Case:
    """A kill: at call `number` (from 1), or `delay` seconds after its begin.

    `follow`: what recovers is another edit, else `recover` itself. `again`: the recovery is killed
    at that call of its own, and tried once more.
    """

    number: int = 0
    when: When = When.BEFORE
    follow: bool = False
    again: int = 0
    delay: float = 0.0


@dataclass(slots=True)
class Ending:
    """What became of the tree: whether the deed is done (None: half), and all that is not as it should be."""

    case: Case
    killed: bool = False
    between: bool = False
    again: bool = False
    edited: bool | None = None
    faults: list[str] = field(default_factory=list)


class Deed(str, Enum):
    """What is killed."""

    EDIT = "edit"
    UNDO = "undo"
    REDO = "redo"


Mend = Callable[[str, bool], str]


def mend(root: str, follow: bool) -> str:
    """Recover a tree, by itself or by way of another edit; what could not be brought in order, as JSON."""
    faults: list[str] = []
    if follow:
        plan = editapply.apply_reply(NEXT_REPLY, root)
        if (
            not plan.written and (Path(root) / NEXT).read_bytes() == b"now\n"
        ):  # else one killed before is finished by now
            faults.append(plan.report())
        faults += [note for note in plan.notes if "left as they are" in note or "can't be" in note]
    else:
        faults += [found.describe() for found in recover(root) if found.fault or found.foreign]
    return json.dumps(faults)


class Bench:
    """A folder with the tree that is edited and the state home; `XDG_STATE_HOME` must be `state`."""

    def __init__(
        self,
        folder: Path,
        git: bool = False,
        files: tuple[File, ...] = FILES,
        mend: Mend = mend,
        pause: float = 0.0,
        deed: Deed = Deed.EDIT,
    ) -> None:
        self.root = folder / "root"
        self.state = folder / "state"
        self.pause = pause
        self._git = git
        self._files = files
        self._mend = mend
        self._deed = deed
        self._reply = reply_for(files)
        self._title = self._reply.partition("\n")[0]
        self.before, self.after = (self._looks(side is not (deed is Deed.UNDO)) for side in (False, True))

    def record(self) -> list[str]:
        """The names of the calls that it makes; raises `AssertionError` where it doesn't do what it should."""
        run_forked(lambda: self._watched_deed(Recorder()))
        self._begin()
        recorder = Recorder()
        assert self._watched_deed(recorder) == "True"
        assert not differing(look(self.root), self.after), differing(look(self.root), self.after)
        assert self._is_logged(True)
        return recorder.names

    def measure(self) -> tuple[float, float]:
        """When, in seconds from the begin, the intent is noted and it is done."""
        self._begin()

        def work() -> str:
            recorder = Recorder(self.pause)
            began = time.perf_counter()
            self._watched_deed(recorder)
            return f"{recorder.times[recorder.names.index(INTENT)] - began} {time.perf_counter() - began}"

        intent, end = map(float, run_forked(work)[1].split())
        return intent, end

    def run(self, case: Case) -> Ending:
        """Kill it, recover, and look."""
        self._begin()
        ending = Ending(case)
        if case.number:
            signal_number, text = run_forked(lambda: self._watched_deed(Killer(case.number, case.when)))
            ending.faults += [text] if text not in ("", "True") else []
        else:
            signal_number = kill_forked(lambda: self._watched_deed(Recorder(self.pause)), case.delay)
        ending.killed = signal_number == signal.SIGKILL
        ending.between = any(self._entries("*.open"))
        if case.again:
            killer = Killer(case.again, When.BEFORE)
            ending.again = run_forked(lambda: self._watched_mend(killer, case.follow))[0] == signal.SIGKILL
        _, text = run_forked(lambda: self._mend(str(self.root), case.follow and not self._followed()))
        ending.faults += [text] if text != NOTHING else []
        self._judge(ending)
        return ending

    def _begin(self) -> None:
        shutil.rmtree(self.state, ignore_errors=True)
        make_tree(self.root, self._files, git=self._git)
        if self._deed is not Deed.EDIT:
            self._do(Deed.EDIT)
        if self._deed is Deed.REDO:
            self._do(Deed.UNDO)

    def _do(self, deed: Deed) -> bool:
        if deed is Deed.EDIT:
            return editapply.apply_reply(self._reply, str(self.root)).written
        return (editapply.undo if deed is Deed.UNDO else editapply.redo)(str(self.root)).ok

    def _looks(self, edited: bool) -> Seen:
        make_tree(self.root, self._files, edited, self._git)
        return look(self.root)

    def _watched_deed(self, hook: Hook) -> str:
        with watched(hook):
            return str(self._do(self._deed))

    def _watched_mend(self, hook: Hook, follow: bool) -> str:
        with watched(hook):
            return self._mend(str(self.root), follow)

    def _followed(self) -> bool:
        return (self.root / NEXT).read_bytes() != b"now\n"

    def _judge(self, ending: Ending) -> None:
        seen = look(self.root)
        if ending.case.follow:
            if not self._followed():
                ending.faults.append("the edit that came next is not made")
            seen[NEXT] = self.before[NEXT]
        away = {edited: differing(seen, whole) for edited, whole in ((False, self.before), (True, self.after))}
        ending.edited = next((edited for edited, paths in away.items() if not paths), None)
        if ending.edited is None:
            ending.faults.append(f"half edited: not as before {away[False]}, not as after {away[True]}")
        elif not self._is_logged(ending.edited):
            ending.faults.append(f"the log says otherwise: {self._log()}")
        ending.faults += [f"left open: {path.name}" for path in self._entries("*.open")]
        ending.faults += [f"still locked: {path.name}" for path in self._entries("*") if is_locked(path)]
        if not ending.faults and (found := recover(str(self.root))):
            ending.faults.append(f"found again: {found}")

    def _is_logged(self, done: bool) -> bool:
        """Whether the journal says of the edit what the tree does, once this is `done` or not."""
        undone = [logged.undone for logged in self._log()]
        if self._deed is Deed.EDIT and not done:
            return not undone
        return undone == [done is (self._deed is Deed.UNDO)]

    def _log(self) -> list[Logged]:
        return [logged for logged in editapply.list_history(str(self.root)) if logged.title == self._title]

    def _entries(self, pattern: str) -> Iterator[Path]:
        for folder in (self.state, self.root / ".git/editapply"):
            yield from (path for path in folder.rglob(pattern) if path.is_file())


def is_locked(path: Path) -> bool:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def kills_of(names: list[str], every: int) -> Iterator[tuple[int, When]]:
    """The kills for these calls: before and after each, and amid each write; every so many-th of them.

    Where a path is resolved there is none: nothing is written by that.
    """
    numbers = [number for number, name in enumerate(names, start=1) if name != RESOLVING]
    for number in numbers[::every]:
        yield number, When.BEFORE
        yield number, When.AFTER
    writes = [number for number, name in enumerate(names, start=1) if name == WRITE]
    for number in writes[:: max(1, every // 8)]:
        yield number, When.AMID
