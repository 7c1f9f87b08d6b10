"""Levenshtein's distance, and shared tokens."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pytest

from editapply.similarity import levenshtein, levenshtein_similarity, token_similarity


@pytest.mark.parametrize(
    ("a", "b", "distance", "similarity"),
    [
        ("", "", 0, 1.0),
        ("", "abc", 3, 0.0),
        ("abc", "abc", 0, 1.0),
        ("abc", "Abc", 1, 2 / 3),
        ("kitten", "sitting", 3, 4 / 7),
        ("flaw", "lawn", 2, 0.5),
        ("ab", "ba", 2, 0.0),
        ("x = 1", "xx = 1", 1, 5 / 6),
        ("a" * 300, "b" + "a" * 300, 1, 300 / 301),
        ([1, 2, 3], (1, 3), 1, 2 / 3),
    ],
)
def test_levenshtein(a: Sequence[Hashable], b: Sequence[Hashable], distance: int, similarity: float) -> None:
    assert levenshtein(a, b) == levenshtein(b, a) == distance
    assert levenshtein_similarity(a, b) == levenshtein_similarity(b, a) == similarity


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 1.0),
        (" ", "\n", 1.0),
        ("", "a", 0.0),
        ("f(a,b)", "f( a,\n  b )", 1.0),
        ("f(a)", "f(A)", 0.75),
        ("a a a", "a a", 0.8),
        ("x = 3.14", "x = 3.15", 2 / 3),  # a decimal number is one token
        ("x = 0x1F", "x = 0x1F;", 6 / 7),
        ("a - b", "b - a", 1.0),  # blind to order: wrong in a known way
        ("größe = 1", "größe=1", 1.0),
        ("a <= b", "a < b", 6 / 7),
    ],
)
def test_token_similarity(a: str, b: str, expected: float) -> None:
    assert token_similarity(a, b) == token_similarity(b, a) == expected
