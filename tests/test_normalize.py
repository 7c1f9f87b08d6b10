from __future__ import annotations

import pytest

from editapply.model import Span
from editapply.normalize import fold_newlines


@pytest.mark.parametrize(
    ("text", "folded", "offsets"),
    [
        ("", "", [0]),
        ("ab", "ab", [0, 1, 2]),
        ("a\r\nb", "a\nb", [0, 1, 3, 4]),
        ("\r\n\r\n", "\n\n", [0, 2, 4]),
        ("a\rb\r", "a\rb\r", [0, 1, 2, 3, 4]),
        ("\r\r\n", "\r\n", [0, 1, 3]),
    ],
)
def test_fold_newlines(text: str, folded: str, offsets: list[int]) -> None:
    found = fold_newlines(text)
    assert (found.text, list(found.offsets)) == (folded, offsets)


def test_the_end_of_a_span_does_not_cut_a_line_end_in_two() -> None:
    assert fold_newlines("a\r\nb").original(Span(0, 2)) == Span(0, 3)
