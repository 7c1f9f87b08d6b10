from __future__ import annotations

import pytest

from editapply.model import Span
from editapply.text import Lines, body, is_blank, line_end, split_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("\n\n", ["\n", "\n"]),
        ("a\r\nb", ["a\r\n", "b"]),
        ("a\rb\n", ["a\rb\n"]),
        ("a\x0cb\x85c\u2028d\x1ce\n", ["a\x0cb\x85c\u2028d\x1ce\n"]),
    ],
)
def test_split_lines(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("", ("", "")),
        ("a", ("a", "")),
        ("a\n", ("a", "\n")),
        ("a\r\n", ("a", "\r\n")),
        ("a\r", ("a\r", "")),
        ("a\r\r\n", ("a\r", "\r\n")),
        ("\n", ("", "\n")),
    ],
)
def test_body_and_line_end(line: str, parts: tuple[str, str]) -> None:
    assert (body(line), line_end(line)) == parts


@pytest.mark.parametrize(
    ("text", "newline"),
    [
        ("", "\n"),
        ("a", "\n"),
        ("a\n", "\n"),
        ("a\r\nb", "\r\n"),
        ("a\r\nb\r\nc\n", "\r\n"),
        ("a\nb\r\n", "\n"),
        ("a\rb", "\n"),
    ],
)
def test_newline_is_that_of_most_lines(text: str, newline: str) -> None:
    assert Lines(text).newline == newline


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("", ["\n"]),
        ("a", ["\n", "\n"]),
        ("a\r\nb\nc", ["\r\n", "\r\n", "\n", "\r\n"]),
        ("a\nb\r\n", ["\n", "\n", "\r\n"]),
        ("a\r\nb", ["\r\n", "\r\n", "\r\n"]),
    ],
)
def test_newline_near_a_line(text: str, ends: list[str]) -> None:
    lines = Lines(text)
    assert [lines.newline_near(index) for index in range(len(lines) + 1)] == ends


def test_positions_of_lines() -> None:
    lines = Lines("ab\r\n\nc")
    assert lines.starts == [0, 4, 5, 6]
    assert lines.bodies == ["ab", "", "c"]
    assert lines.span(0, 2) == Span(0, 5)
    assert [lines.index_at(offset) for offset in range(7)] == [0, 0, 0, 0, 1, 2, 2]


@pytest.mark.parametrize(
    ("span", "lines"),
    [
        (Span(0, 0), (1, 1)),
        (Span(0, 2), (1, 1)),
        (Span(0, 3), (1, 2)),
        (Span(2, 6), (2, 3)),
        (Span(2, 2), (2, 2)),
        (Span(6, 6), (3, 3)),
    ],
)
def test_first_and_last(span: Span, lines: tuple[int, int]) -> None:
    assert Lines("a\nb\nc\n").first_and_last(span) == lines


@pytest.mark.parametrize(("text", "blank"), [("", True), (" \t\n", True), ("\xa0", True), ("}", False)])
def test_is_blank(text: str, blank: bool) -> None:
    assert is_blank(text) == blank
