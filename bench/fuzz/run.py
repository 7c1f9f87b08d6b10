"""A target and its limits → a run of libFuzzer in a process of its own, and its figures."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .mutate import WORDS
from .pieces import encoded
from .seeds import seeds

DEFAULT_SECONDS = 60
_EXECUTED = re.compile(r"stat::number_of_executed_units: (\d+)")
_SPEED = re.compile(r"stat::average_exec_per_sec: +(\d+)")
_STATUS = re.compile(r"cov: (\d+) ft: (\d+) corp: (\d+)/")
_SLOWEST = re.compile(r"slowest: ([\d.]+) s")
_ARTIFACT = re.compile(r"Test unit written to (\S+)")


@dataclass(frozen=True)
class Limits:
    runs: int | None
    seconds: int | None
    length: int
    timeout: int
    seed: int


@dataclass(frozen=True)
class Figures:
    """What a run came to; `slowest` are seconds of processor time, `failure` is the file of a failing input."""

    target: str
    executed: int
    speed: int
    corpus: int
    edges: int
    features: int
    slowest: float
    failure: str

    def __str__(self) -> str:
        row = f"{self.target:10}{self.executed:12,}{self.speed:8,}{self.corpus:8,}{self.edges:8,}{self.features:10,}"
        return f"{row}{self.slowest:8.2f} s" + (f"\nFAILED: {self.failure}" if self.failure else "")


def run_target(name: str, limits: Limits, stored: Path, work: Path) -> Figures:
    """Run one target from the stored inputs, the seeds and what earlier runs found; the log goes to `work`."""
    folders = [work / "corpus", work / "seeds", stored]
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(dict.fromkeys(seeds(name))):
        if len(seed) <= limits.length:
            (work / "seeds" / f"{number:04}").write_bytes(seed)
    (work / "words").write_text(dictionary(), encoding="ascii")
    command = [sys.executable, "-m", "bench.fuzz.drive", name, *arguments(limits, work), *map(str, folders)]
    with (work / "log").open("wb") as log:
        subprocess.run(command, stdout=log, stderr=log, check=False)
    return read_figures(name, (work / "log").read_text(encoding="utf-8", errors="replace"))


def arguments(limits: Limits, work: Path) -> list[str]:
    seconds = DEFAULT_SECONDS if limits.runs is None and limits.seconds is None else limits.seconds or 0
    return [
        f"-runs={-1 if limits.runs is None else limits.runs}",
        f"-max_total_time={seconds}",
        f"-max_len={limits.length}",
        f"-timeout={limits.timeout}",
        f"-seed={limits.seed}",
        f"-dict={work / 'words'}",
        f"-artifact_prefix={work}/",
        "-print_final_stats=1",
        "-rss_limit_mb=2048",
    ]


def dictionary() -> str:
    """The words of replies, as libFuzzer reads them."""
    quoted = ("".join(f"\\x{byte:02x}" for byte in encoded(word)) for word in WORDS)
    return "".join(f'"{word}"\n' for word in quoted)


def read_figures(name: str, log: str) -> Figures:
    """The figures in what libFuzzer wrote; a run that ended without them failed."""
    executed, speed = _EXECUTED.search(log), _SPEED.search(log)
    edges, features, corpus = map(int, max(_STATUS.findall(log)[-1:], default=("0", "0", "0")))
    slowest = max(map(float, _SLOWEST.findall(log)), default=0.0)
    artifact = _ARTIFACT.search(log)
    failure = artifact[1] if artifact else "" if executed else "no figures: see the log"
    return Figures(
        name,
        int(executed[1]) if executed else 0,
        int(speed[1]) if speed else 0,
        corpus,
        edges,
        features,
        slowest,
        failure,
    )
