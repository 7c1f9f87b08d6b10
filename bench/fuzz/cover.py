"""The inputs that a run found → the few that reach the same lines of the product."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

import editapply

from .targets import TARGETS

PACKAGE = str(Path(editapply.__file__).parent)
LARGEST = 4096

Reached: TypeAlias = "set[tuple[str, int, int]]"
"""The steps from line to line: a file, the line before and the line."""


def choose(name: str, found: Path, stored: Path, most: int) -> list[Path]:
    """Store the inputs that reach most, each adding what the others don't; those that are stored already stay."""
    stored.mkdir(parents=True, exist_ok=True)
    check = TARGETS[name].check
    seen: Reached = set()
    for path in sorted(stored.iterdir()):
        seen |= reached(check, path.read_bytes())
    inputs = [path.read_bytes() for path in sorted(found.iterdir()) if path.stat().st_size <= LARGEST]
    new = {data: reached(check, data) for data in dict.fromkeys(inputs)}
    kept: list[Path] = []
    for number in range(len(list(stored.iterdir())), most):
        best = max(new, key=lambda data: (len(new[data] - seen), -len(data)), default=b"")
        if not new.get(best, set()) - seen:
            break
        seen |= new.pop(best)
        kept.append(stored / f"reach_{number:02}")
        kept[-1].write_bytes(best)
    return kept


def reached(check: Callable[[bytes], None], data: bytes) -> Reached:
    steps: Reached = set()

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(PACKAGE):
            return None
        last = frame.f_lineno

        def step(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal last
            steps.add((file, last, frame.f_lineno))
            last = frame.f_lineno
            return step

        return step

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        check(data)
    finally:
        sys.settrace(before)
    return steps
