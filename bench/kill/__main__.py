"""The command line: `python -m bench.kill`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from .calls import When
from .cases import Bench, Case, Deed, Ending, kills_of

MEMORY = Path("/dev/shm")  # a flush costs nothing there
PAUSE = 100e-6  # seconds, so that there is time to hit
AGAIN = 0.2  # the share of recoveries that are killed too
LAST_AGAIN = 600  # the latest call at which they are
SHOWN = 10
DEEDS = {Deed.EDIT: "a commit", Deed.UNDO: "undoing it", Deed.REDO: "redoing it"}
TREES = {"plain": "in a plain folder", "git": "in a git repository"}


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    place = options.folder or (MEMORY if os.access(MEMORY, os.W_OK) else None)
    bad = 0
    for name in options.tree or list(TREES):
        with tempfile.TemporaryDirectory(prefix="k-", dir=place) as folder:
            os.environ["XDG_STATE_HOME"] = str(Path(folder).resolve() / "state")
            for deed in options.deed or list(Deed):
                bench = Bench(Path(folder).resolve(), git=name == "git", pause=PAUSE, deed=deed)
                bad += _run(bench, options, f"{DEEDS[deed]} {TREES[name]}")
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench.kill", description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="kill at every N-th call only")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="N kills at random moments, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tree", action="append", choices=list(TREES), help="repeatable; else both")
    parser.add_argument("--deed", action="append", type=Deed, choices=list(Deed), help="repeatable; else all")
    parser.add_argument("--folder", type=Path, help="where the trees are made (else in memory)")
    return parser


def _run(bench: Bench, options: argparse.Namespace, where: str) -> int:
    names = bench.record()
    began = time.perf_counter()
    print(f"{where} makes {len(names)} calls", flush=True)
    bad = _report("at each call", [bench.run(case) for case in planned(names, options.every, options.seed)])
    if options.random:
        bad += _report("at random", [bench.run(case) for case in at_random(bench, options.random, options.seed)])
    print(f"  {time.perf_counter() - began:.0f} s", flush=True)
    return bad


def planned(names: list[str], every: int, seed: int) -> Iterator[Case]:
    """A case for every kill; by what it is recovered, and whether that is killed too, is drawn."""
    draw = Random(seed)
    for number, when in kills_of(names, every):
        again = draw.randint(1, LAST_AGAIN) if draw.random() < AGAIN else 0
        yield Case(number, when, draw.random() < 0.5, again)


def at_random(bench: Bench, count: int, seed: int) -> Iterator[Case]:
    """Kills spread over the time that a commit takes, from a little before its intent is noted."""
    draw = Random(seed)
    intent, end = sorted(bench.measure() for _ in range(5))[2]
    for _ in range(count):
        yield Case(follow=draw.random() < 0.5, delay=draw.uniform(0.9 * intent, end))


def _report(what: str, endings: list[Ending]) -> int:
    """Print figures; how many trees were not whole, or not in order."""
    print(f"  {what}: {format_figures(endings)}", flush=True)
    bad = [ending for ending in endings if ending.faults]
    for ending in bad[:SHOWN]:
        print(f"    {ending.case}: {'; '.join(ending.faults)}", file=sys.stderr, flush=True)
    return len(bad)


def format_figures(endings: list[Ending]) -> str:
    killed = [ending for ending in endings if ending.killed]
    amid = sum(ending.case.when is When.AMID for ending in killed)
    between = sum(ending.between for ending in killed)
    again = sum(ending.again for ending in killed)
    before, after, half = (sum(e.edited is side for e in killed) for side in (False, True, None))
    bad = sum(bool(ending.faults) for ending in endings)
    return (
        f"{len(killed)} kills ({amid} amid a write), {between} between intent and done, {again} killed again while"
        f" recovering; wholly before {before}, wholly after {after}, half edited {half}; not in order {bad}"
    )


if __name__ == "__main__":
    sys.exit(main())
