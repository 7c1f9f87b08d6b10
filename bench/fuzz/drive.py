"""One target under atheris, in a process of its own: `python -m bench.fuzz.drive TARGET [libFuzzer's arguments]`."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from random import Random

import atheris

with atheris.instrument_imports(include=["editapply"]):
    from .targets import TARGETS, Target

from .mutate import mutate

PLAIN = 0.5  # the share of inputs that libFuzzer changes by itself


def main() -> None:
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, timed(target.check), custom_mutator=mutator(target))
    atheris.Fuzz()


def timed(check: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The check, telling on standard error when an input took longer than any before it."""
    slowest = 0.0

    def run(data: bytes) -> None:
        nonlocal slowest
        began = time.process_time()
        check(data)
        took = time.process_time() - began
        if took > slowest:
            slowest = took
            print(f"slowest: {took:.3f} s, {len(data)} bytes", file=sys.stderr, flush=True)

    return run


def mutator(target: Target) -> Callable[[bytes, int, int], bytes]:
    def change(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < PLAIN:
            return bytes(atheris.Mutate(data, most))
        sides = random.choice(target.sides) if target.sides else ()
        return mutate(data, most, random, target.pieces, sides)

    return change


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
