"""Processes and threads that edit the same files at once → each edit made once, and how fast: `python -m bench.race`.

An edit puts a line of its own behind a row of its own, so that one that is lost or made twice is
seen. Afterwards the journal must hold each edit once, and undoing all must bring every byte back.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from editapply import Code, Edit, FileError, apply_reply, format_blocks, plan_under_root
from editapply.history import list_history
from editapply.reverting import undo

PROCESSES, EDITS = 8, 200
HEAD_START = 0.1  # seconds until all workers begin
ONE = ("one.txt",)
FIVE = tuple(f"part{k}/file.txt" for k in range(5))


@dataclass(frozen=True, slots=True)
class Scenario:
    """Who edits what: `each` files of `files` an edit, under `roots` in turn; paths are below one folder.

    `planned`: every second worker makes its plan first and commits it later, again and again until it isn't stale.
    """

    name: str
    files: tuple[str, ...] = ONE
    roots: tuple[str, ...] = ("",)
    each: int = 1
    git: bool = False
    planned: bool = False
    threads: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """An edit as it went: its root, its journal id, how long its call took in seconds, how often it was stale."""

    number: int
    root: str
    id: str
    seconds: float
    stale: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a scenario came to: the edits that were made, what was wrong, and how long all edits took."""

    done: list[Done]
    faults: list[str]
    seconds: float


SCENARIOS = (
    Scenario("one file"),
    Scenario("one file, git", git=True),
    Scenario("2 of 5 files", FIVE, each=2),
    Scenario("2 of 5 files, git", FIVE, each=2, git=True),
    Scenario("overlapping roots", ("a/b/one.txt",), ("a", "a/b")),
    Scenario("overlapping roots, git", ("a/b/one.txt",), ("a", "a/b"), git=True),
    Scenario("planned before", planned=True),
    Scenario("planned before, git", FIVE, each=2, git=True, planned=True),
    Scenario("threads", threads=True),
    Scenario("threads, 2 of 5 files", FIVE, each=2, threads=True),
    Scenario("threads, git", FIVE, each=2, git=True, threads=True),
)


def race(scenario: Scenario, folder: Path, workers: int = PROCESSES, edits: int = EDITS) -> Outcome:
    """Let `workers` make `edits` in all at once below an empty folder, and check what came of it."""
    prepare(scenario, folder, edits)
    before = read_files(folder)
    begin = time.monotonic() + HEAD_START
    with executor(scenario, workers) as pool:
        jobs = [pool.submit(work, scenario, str(folder), k, workers, edits, begin) for k in range(workers)]
        results = [job.result() for job in jobs]
    seconds = time.monotonic() - begin
    done = [one for result in results for one in result if isinstance(one, Done)]
    faults = [one for result in results for one in result if isinstance(one, str)]
    faults += [*check_files(scenario, folder, edits), *check_history(scenario, folder, done)]
    faults += check_undo(scenario, folder, before)
    return Outcome(done, faults, seconds)


def executor(scenario: Scenario, workers: int) -> Executor:
    if scenario.threads:
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, multiprocessing.get_context("fork"))


def prepare(scenario: Scenario, folder: Path, edits: int) -> None:
    if scenario.git:
        subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    for name in scenario.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n" + "".join(f"row {number} of {edits}\n" for number in range(edits)))


def files_of(scenario: Scenario, number: int) -> list[str]:
    """The files that an edit changes."""
    count = len(scenario.files)
    return [scenario.files[(number + k * (1 + number % 2)) % count] for k in range(scenario.each)]


def reply_of(scenario: Scenario, number: int, edits: int, root: str) -> str:
    row = f"row {number} of {edits}\n"
    paths = (os.path.relpath(name, root or ".") for name in files_of(scenario, number))
    return format_blocks([Edit(path, row, f"{row}edit {number}\n") for path in paths])


def work(scenario: Scenario, folder: str, worker: int, workers: int, edits: int, begin: float) -> list[Done | str]:
    """One worker's share of the edits, and what was wrong with any."""
    time.sleep(max(0.0, begin - time.monotonic()))
    planned = scenario.planned and worker % 2 == 1
    root = scenario.roots[worker % len(scenario.roots)]
    make = plan_and_commit if planned else apply_once
    return [make(scenario, folder, root, number, edits) for number in range(worker, edits, workers)]


def apply_once(scenario: Scenario, folder: str, root: str, number: int, edits: int) -> Done | str:
    reply = reply_of(scenario, number, edits, root)
    start = time.monotonic()
    plan = apply_reply(reply, os.path.join(folder, root))
    if not plan.written or plan.id is None or plan.notes:
        return f"edit {number}: {plan.notes} {plan.report()}"
    return Done(number, root, plan.id, time.monotonic() - start)


def plan_and_commit(scenario: Scenario, folder: str, root: str, number: int, edits: int) -> Done | str:
    reply = reply_of(scenario, number, edits, root)
    start = time.monotonic()
    for stale in range(1000):
        plan = plan_under_root(reply, os.path.join(folder, root))
        try:
            plan = plan.commit(os.path.join(folder, root))
        except FileError as error:
            if error.code is not Code.STALE:
                return f"edit {number}: {error}"
            continue
        if not plan.written or plan.id is None or plan.notes:
            return f"edit {number}: {plan.notes} {plan.report()}"
        return Done(number, root, plan.id, time.monotonic() - start, stale)
    return f"edit {number}: always stale"


def read_files(folder: Path) -> dict[str, bytes]:
    """Every file outside of git's own folder."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def check_files(scenario: Scenario, folder: Path, edits: int) -> Iterator[str]:
    found = read_files(folder)
    if found.keys() != set(scenario.files):
        yield f"files are left: {sorted(found.keys() - set(scenario.files))}"
    for name in scenario.files:
        made = {number for number in range(edits) if name in files_of(scenario, number)}
        rows = ((f"row {k} of {edits}", *([f"edit {k}"] if k in made else [])) for k in range(edits))
        if found[name].decode().splitlines() != [name, *chain(*rows)]:
            yield f"{name}: an edit is lost, or made twice"


def check_history(scenario: Scenario, folder: Path, done: Sequence[Done]) -> Iterator[str]:
    ids = {one.id for one in done}
    listed = {root: [one.id for one in list_history(str(folder / root))] for root in scenario.roots}
    if len(ids) != len(done) or {id for those in listed.values() for id in those} != ids:
        yield "the journal doesn't hold what was made"
    yield from (
        f"the journal of {root!r} holds an edit twice"
        for root, those in listed.items()
        if len(set(those)) != len(those)
    )


def check_undo(scenario: Scenario, folder: Path, before: dict[str, bytes]) -> Iterator[str]:
    """Undo all, the newest first."""
    logged = {one.id: (one.time, root) for root in scenario.roots for one in list_history(str(folder / root))}
    for id, (_, root) in sorted(logged.items(), key=lambda item: item[1], reverse=True):
        undone = undo(str(folder / root), id)
        if not undone.ok:
            yield f"the edit {id} can't be undone: {undone.conflicts}"
    if read_files(folder) != before:
        yield "undoing all doesn't bring the files back"


def row(name: str, outcome: Outcome) -> str:
    """One line of the table."""
    took = sorted(one.seconds * 1000 for one in outcome.done) or [0.0]
    stale = sum(one.stale for one in outcome.done)
    figures = f"{statistics.median(took):10.1f} {took[len(took) * 95 // 100]:10.1f} {took[-1]:10.1f} {stale:7}"
    return (
        f"{name:24} {len(outcome.done):7} {len(outcome.done) / outcome.seconds:9.1f} {figures}   {len(outcome.faults)}"
    )


def main() -> None:
    """Print the table, and every fault."""
    parser = argparse.ArgumentParser(description="Edit the same files at once.")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--edits", type=int, default=EDITS)
    given = parser.parse_args()
    print(f"{'':24} {'edits':>7} {'edits/s':>9} {'ms median':>10} {'ms 95%':>10} {'ms most':>10} {'stale':>7}   faults")
    for scenario in (Scenario("one worker alone"), *SCENARIOS):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")
            (top := Path(folder, "tree")).mkdir()
            alone = scenario not in SCENARIOS
            outcome = race(scenario, top, 1 if alone else given.processes, given.edits)
        print(row(scenario.name, outcome), flush=True)
        print("".join(f"  {fault}\n" for fault in outcome.faults), end="")


if __name__ == "__main__":
    main()
