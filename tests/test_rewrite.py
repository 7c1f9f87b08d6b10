from __future__ import annotations

import pytest

from editapply.hunks import splice
from editapply.model import Edit, Span
from editapply.rewrite import Rebased, insert_lines, rebase
from editapply.text import Lines


def result(text: str, rebased: Rebased) -> tuple[str, int, int]:
    return splice(text, rebased.hunks), rebased.added, rebased.removed


@pytest.mark.parametrize(
    ("text", "span", "search", "replace", "expected"),
    [
        pytest.param("a\nb\n", Span(0, 2), "a", "A", ("A\nb\n", 1, 1), id="line for line"),
        pytest.param("a\r\nb\nc\r\n", Span(0, 8), "a\nb\nc", "a\nc", ("a\r\nc\r\n", 0, 1), id="kept ends"),
        pytest.param("a\nb\nc\n", Span(0, 6), "a\nb\nc", "x\nb\ny\nz", ("x\nb\ny\nz\n", 3, 2), id="two runs"),
        pytest.param("a\nb\n", Span(0, 4), "a\nb", "b\na", ("b\na\n", 1, 1), id="moved"),
        pytest.param("a\nb", Span(2, 3), "b", "", ("a\n", 0, 1), id="last line without an end deleted"),
        pytest.param("a\nb\n", Span(0, 4), "a\nb", "a\nb", ("a\nb\n", 0, 0), id="nothing"),
    ],
)
def test_rebase_of_whole_lines(
    text: str, span: Span, search: str, replace: str, expected: tuple[str, int, int]
) -> None:
    assert result(text, rebase(Lines(text), Edit("a", search, replace), span)) == expected


@pytest.mark.parametrize(
    ("text", "span", "search", "replace", "expected"),
    [
        pytest.param("x = 1\n", Span(4, 5), "1", "2", ("x = 2\n", 1, 1), id="inside a line"),
        pytest.param("x = 1\n", Span(0, 5), "x = 1", "x = 12", ("x = 12\n", 1, 1), id="grows"),
        pytest.param("a\r\nb\r\n", Span(0, 4), "a\nb", "a\nc\nb", ("a\r\nc\r\nb\r\n", 1, 0), id="lines in between"),
        pytest.param("f(a)\n", Span(2, 3), "a", "", ("f()\n", 1, 1), id="nothing left"),
        pytest.param("a\nb\nc\n", Span(0, 4), "a\nb\n", "", ("c\n", 0, 2), id="whole lines"),
    ],
)
def test_rebase_of_a_pair(text: str, span: Span, search: str, replace: str, expected: tuple[str, int, int]) -> None:
    edit = Edit("a", search, replace, whole_lines=False)
    assert result(text, rebase(Lines(text), edit, span)) == expected


@pytest.mark.parametrize(
    ("text", "at", "after"),
    [
        ("a\r\nb\r\n", 0, "x\r\ny\r\na\r\nb\r\n"),
        ("a\r\nb\r\n", 1, "a\r\nx\r\ny\r\nb\r\n"),
        ("a\r\nb", 2, "a\r\nb\r\nx\r\ny"),
        ("a\n", 9, "a\nx\ny\n"),
    ],
)
def test_insert_lines(text: str, at: int, after: str) -> None:
    assert result(text, insert_lines(Lines(text), at, "x\ny\n")) == (after, 2, 0)
