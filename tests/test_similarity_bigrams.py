"""Dice of two texts, of all windows of a text, and the names of the package."""

from __future__ import annotations

import pytest

from editapply import similarity
from editapply.similarity import dice, window_dice


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 1.0),
        ("a", "a", 1.0),
        ("a", "b", 0.0),
        ("", "ab", 0.0),
        ("a", "aa", 0.0),
        ("hello", "hello", 1.0),
        ("hello", "HELLO", 0.0),
        ("hello", "help", 4 / 7),  # he, el of he el ll lo and he el lp
        ("night", "nacht", 0.25),
        ("aaaa", "aaa", 4 / 5),  # aa three times and twice: two shared, not three
        ("x = 1", "xx = 1", 8 / 9),
        ("xyxx", "xxyx", 1.0),  # blind to order: wrong in a known way
        ("“q”", "“q”", 1.0),
        ("\ud800a", "\ud800a\n", 2 / 3),
    ],
)
def test_dice(a: str, b: str, expected: float) -> None:
    assert dice(a, b) == dice(b, a) == expected


@pytest.mark.parametrize(
    ("lines", "search", "size", "expected"),
    [
        ([], "a\n", 1, []),
        (["a\n"], "a\n", 2, []),
        (["a\n"], "a\n", 9, []),
        (["a\n", "b\n"], "a\n", 1, [1.0, 0.0]),
        (["a\n", "b\n", "c\n"], "a\nb\n", 2, [1.0, 1 / 3]),
        (["a\n", "a\n", "a\n"], "a\n", 1, [1.0, 1.0, 1.0]),
        # The pair "\na" lies on the border, so just a window that holds both lines has it.
        (["x\n", "a"], "\na", 1, [0.0, 0.0]),
        (["x\n", "a"], "\na", 2, [2 / 3]),
        # Of four "aa" in the window SEARCH has two.
        (["aaa", "aaa"], "aaa", 2, [4 / 7]),
        # Lines may be empty; a text shorter than two characters is 0.0, or 1.0 where it is equal.
        (["", "a", "", "b"], "a", 1, [0.0, 1.0, 0.0, 0.0]),
        (["", "a", "", "b"], "a", 2, [1.0, 1.0, 0.0]),
        (["", "a", "", "b"], "ab", 3, [0.0, 1.0]),
        (["", "a"], "", 1, [1.0, 0.0]),
    ],
)
def test_window_dice(lines: list[str], search: str, size: int, expected: list[float]) -> None:
    assert window_dice(lines, search, size) == expected


@pytest.mark.parametrize("size", [0, -1])
def test_a_window_has_at_least_one_line(size: int) -> None:
    with pytest.raises(ValueError, match=f"a window has at least one line, not {size}"):
        window_dice(["a\n"], "a\n", size)


@pytest.mark.parametrize("name", similarity.__all__)
def test_every_name_is_at_the_top_of_the_package(name: str) -> None:
    value = getattr(similarity, name)
    assert getattr(value, "__name__", name) == name
    assert name in dir(similarity)


@pytest.mark.parametrize("name", ["cosine", "Dice"])
def test_another_name_is_an_attribute_error(name: str) -> None:
    assert not hasattr(similarity, name)
    with pytest.raises(AttributeError, match=f"^module 'editapply[.]similarity' has no attribute '{name}'$"):
        getattr(similarity, name)


def test_no_module_bears_the_name_of_a_function() -> None:
    modules = {getattr(similarity, name).__module__.rpartition(".")[2] for name in similarity.__all__ if name.islower()}
    assert modules == {"bigrams", "braces", "edits", "lcs", "words"}
    assert modules.isdisjoint(similarity.__all__)
