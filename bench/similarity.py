"""Texts of length n and 8n → the ratio of the times that each measure takes: `python -m bench.similarity`.

About 8 is linear. The longest common subsequence and Levenshtein take length · length / word size, so up to 64;
below it, as long as a step through a Python loop costs more than the words of a row.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from editapply.similarity import (
    balance,
    dice,
    extract_json,
    find_balanced,
    jaccard,
    lcs_length,
    levenshtein,
    token_similarity,
    window_dice,
)

FACTOR = 8
REPEATS = 3


@dataclass(frozen=True, slots=True)
class Case:
    """A measure, what makes its call for a length in characters, the shorter length, and the ratio to expect."""

    name: str
    prepare: Callable[[int], Callable[[], object]]
    length: int
    expected: str = "8"


def source(length: int, seed: int) -> str:
    """Text like code: names of a small vocabulary in lines with indentation, always the same for a seed."""
    numbers = random.Random(seed)
    names = ["".join(numbers.choices("abcdefghijklmnopqrstuvwxyz_", k=numbers.randint(2, 9))) for _ in range(400)]
    lines: list[str] = []
    size = 0
    while size < length:
        words = " ".join(numbers.choices(names, k=numbers.randint(1, 7)))
        lines.append(f"{'    ' * numbers.randint(0, 4)}{words}({numbers.randint(0, 99)})\n")
        size += len(lines[-1])
    return "".join(lines)[:length]


def two(measure: Callable[[str, str], object]) -> Callable[[int], Callable[[], object]]:
    """The call of a measure with two different texts of a length."""

    def prepare(length: int) -> Callable[[], object]:
        a, b = source(length, 1), source(length, 2)
        return lambda: measure(a, b)

    return prepare


def one(measure: Callable[[str], object], unit: str) -> Callable[[int], Callable[[], object]]:
    """The call of a measure with one text of a length, the same few characters again and again."""

    def prepare(length: int) -> Callable[[], object]:
        text = (unit * (length // len(unit) + 1))[:length]
        return lambda: measure(text)

    return prepare


def windows(size: int) -> Callable[[int], Callable[[], object]]:
    """The call of `window_dice` with a text of a length and a quote of `size` lines."""

    def prepare(length: int) -> Callable[[], object]:
        lines = source(length, 1).splitlines(keepends=True)
        search = "".join(source(size * 60, 2).splitlines(keepends=True)[:size])
        return lambda: window_dice(lines, search, size)

    return prepare


CASES = (
    Case("dice", two(dice), 200_000),
    Case("window_dice, 1 line", windows(1), 200_000),
    Case("window_dice, 20 lines", windows(20), 200_000),
    Case("window_dice, 500 lines", windows(500), 200_000),
    Case("jaccard", two(jaccard), 400_000),
    Case("token_similarity", two(token_similarity), 200_000),
    Case("find_balanced, {", one(find_balanced, "{"), 100_000),
    Case('find_balanced, {"', one(find_balanced, '{"'), 100_000),
    Case("extract_json, {", one(extract_json, "{"), 1_000_000),
    Case('extract_json, {"a":1', one(extract_json, '{"a":1 '), 100_000),
    Case('extract_json, {"a":', one(extract_json, '{"a":'), 100_000),
    Case("balance, f(a[0]) {", one(balance, "f(a[0]) {\n"), 100_000),
    Case("lcs_length, n = 1,000", two(lcs_length), 1_000, "8 to 64"),
    Case("lcs_length, n = 10,000", two(lcs_length), 10_000, "8 to 64"),
    Case("levenshtein, n = 10,000", two(levenshtein), 10_000, "8 to 64"),
)


def seconds(call: Callable[[], object]) -> float:
    """The shortest of a few runs, which the rest of the machine disturbed least."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def row(case: Case) -> str:
    """One line of the table."""
    short = seconds(case.prepare(case.length))
    long = seconds(case.prepare(case.length * FACTOR))
    figures = f"{short * 1000:10.1f} {long * 1000:10.1f} {long / short:7.1f}   {case.expected}"
    return f"{case.name:26} {case.length:10,} {figures}"


def main() -> None:
    """Print the table."""
    print(f"{'measure':26} {'n, chars':>10} {'ms at n':>10} {'ms at 8n':>10} {'ratio':>7}   expected")
    for case in CASES:
        print(row(case), flush=True)


if __name__ == "__main__":
    main()
