"""The longest common subsequence, and the names that it suggests."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence

import pytest

from editapply.similarity import did_you_mean, lcs_length, lcs_similarity, suggest


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 0),
        ("", "abc", 0),
        ("abc", "abc", 3),
        ("abc", "ABC", 0),
        ("abc", "cba", 1),
        ("fille", "file", 4),  # the article's table
        ("read_fille", "read_file", 9),
        ("read_fille", "write_file", 7),
        ("xaxbxc", "aybycy", 3),
        ((1, 2, 3, 4), [2, 4], 2),
        (["a = 1\n", "b = 2\n"], ["b = 2\n", "a = 1\n"], 1),
        ([None, 0, ""], [0, None], 1),
    ],
)
def test_lcs_length(a: Sequence[Hashable], b: Sequence[Hashable], expected: int) -> None:
    assert lcs_length(a, b) == lcs_length(b, a) == expected


def test_lcs_length_with_more_symbols_than_masks_are_kept() -> None:
    numbers = random.Random(1)
    a, b = ([numbers.randrange(400) for _ in range(length)] for length in (700, 600))
    row = [0] * (len(b) + 1)
    for ours in a:
        above, row = row, [0]
        for at, theirs in enumerate(b):
            row.append(above[at] + 1 if ours == theirs else max(above[at + 1], row[at]))
    assert lcs_length(a, b) == row[-1]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 1.0),
        ("", "a", 0.0),
        ("README", "readme", 1.0),
        ("read_fille", "read_file", 0.98),
        ("read_fille", "write_file", 0.70),
        ("fille", "file", 0.86),  # 4/5, and 0.1 · 3/5 for f, i, l
        ("FILLE", "file", 0.86),
        ("abc", "xyz", 0.0),
        ("ab", "ba", 0.5),
        ("a" * 19, "a" * 20, 1.0),  # 0.95 + 0.095, cut: wrong in a known way
        ("İ", "i", 0.55),  # two characters in lower case
    ],
)
def test_lcs_similarity(a: str, b: str, expected: float) -> None:
    assert lcs_similarity(a, b) == lcs_similarity(b, a) == expected


@pytest.mark.parametrize(
    ("name", "names", "expected"),
    [
        ("read_fille", ["write_file", "read_file", "list_files"], "read_file"),
        ("READ_FILE", ["read_fil", "read_file"], "read_file"),
        ("a", [], None),
        ("xyz", ["read_file", "write_file"], None),
        ("", ["a"], None),
        ("", ["a", ""], ""),
        ("ab", ["xb", "yb"], "xb"),  # equals: the first
        ("Read", ["read", "Read"], "Read"),
        ("a" * 20, ["a" * 19, "a" * 21, "A" * 20], "A" * 20),  # all at 1.0, one of them for a reason
    ],
)
def test_suggest(name: str, names: list[str], expected: str | None) -> None:
    assert suggest(name, iter(names)) == expected


@pytest.mark.parametrize(("threshold", "expected"), [(0.0, "file"), (0.86, "file"), (0.87, None)])
def test_suggest_needs_the_threshold(threshold: float, expected: str | None) -> None:
    assert suggest("fille", ["file"], threshold) == expected


@pytest.mark.parametrize(
    ("message", "name", "expected"),
    [
        ("unknown tool", "read_fille", "unknown tool. Did you mean 'read_file'?"),
        ("unknown tool.", "read_fille", "unknown tool. Did you mean 'read_file'?"),
        ("which tool?", "read_fille", "which tool? Did you mean 'read_file'?"),
        ("unknown tool", "xyz", "unknown tool"),
        ("no such place", "read_file", "no such place"),
        ("unknown tool", "red\t", "unknown tool. Did you mean 'red\\x1b'?"),
    ],
)
def test_did_you_mean(message: str, name: str, expected: str) -> None:
    assert did_you_mean(message, name, ["write_file", "read_file", "red\x1b"]) == expected


def test_did_you_mean_passes_the_threshold_on() -> None:
    assert did_you_mean("unknown tool", "fille", ["file"], threshold=0.9) == "unknown tool"
