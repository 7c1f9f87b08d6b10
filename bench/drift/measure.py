"""Kinds, engines and a number of cases → a verdict for each case and engine, worked out by several processes."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple, dataclass, field, replace
from functools import cache
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path
from typing import TypeVar

from .cases import make_case
from .corpus import Corpus, load_corpus
from .engines import ENGINES, Run
from .kinds import kind_named
from .oracle import Case, verdict

CHUNK = 10
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Job:
    """A run of numbered cases of one kind, with all that a worker must know to make and try them.

    `dumped` are the verdicts whose cases are wanted whole.
    """

    set: str
    cache: Path
    dumped: tuple[str, ...]
    engines: tuple[str, ...]
    seed: int
    kind: str = ""
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """One case as the engines did it. `dump` holds the whole case with the engines' texts where that is wanted."""

    kind: str
    number: int
    source: str
    change: str
    variant: str
    sha256: str
    verdicts: dict[str, str]
    dump: dict[str, object] | None


@dataclass(slots=True)
class Outcome:
    """What a job gave: trials, what was filtered out by reason, numbers without a case, seconds by engine."""

    kind: str
    trials: list[Trial] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    missing: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


def measure(jobs: list[Job], processes: int, run: Callable[[Job], T]) -> list[T]:
    """What `run` makes of each job, in the order of the jobs."""
    if processes <= 1:
        return [run(job) for job in jobs]
    with Pool(processes) as pool:
        return pool.map(run, jobs, chunksize=1)


def split_jobs(template: Job, kinds: list[str], cases: int) -> Iterator[Job]:
    """Jobs for at least `cases` cases in all, the same number for each kind."""
    each = -(-cases // len(kinds))
    for kind in kinds:
        for first in range(0, each, CHUNK):
            yield replace(template, kind=kind, first=first, last=min(first + CHUNK, each))


def run_job(job: Job) -> Outcome:
    outcome = Outcome(job.kind)
    for number, case, passed in cases_of(job):
        outcome.passed_over.update(passed)
        if case is None:
            outcome.missing += 1
        else:
            outcome.trials.append(_try_case(case, number, job, outcome.seconds))
    return outcome


def cases_of(job: Job) -> Iterator[tuple[int, Case | None, Counter[str]]]:
    """Each number with its case, or None where there is none, and what was passed over on the way."""
    corpus = _corpus(job.set, job.cache)
    for number in range(job.first, job.last):
        yield number, *make_case(corpus, kind_named(job.kind), job.seed, number)


@cache
def _corpus(name: str, folder: Path) -> Corpus:
    return load_corpus(name, folder)


@cache
def _engine(name: str) -> Run:
    return ENGINES[name]()


def _try_case(case: Case, number: int, job: Job, seconds: dict[str, float]) -> Trial:
    verdicts, texts = {}, {}
    for name in job.engines:
        began = time.perf_counter()
        verdicts[name], texts[name] = _judge(case, name)
        seconds[name] = seconds.get(name, 0.0) + time.perf_counter() - began
    texts = {name: text for name, text in texts.items() if verdicts[name] in job.dumped}
    dump = {**asdict(case), "number": number, "verdicts": verdicts, "texts": texts} if texts else None
    return Trial(case.kind, number, case.source, case.change, case.variant, digest(case), verdicts, dump)


def digest(case: Case) -> str:
    return sha256(json.dumps(astuple(case)).encode()).hexdigest()


def _judge(case: Case, name: str) -> tuple[str, str | None]:
    """The verdict on the engine's answer and the answer; a crash is told apart from a refusal."""
    try:
        after = _engine(name)(case)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return "crashed", f"{type(error).__name__}: {error}"
    return verdict(case, after), after
