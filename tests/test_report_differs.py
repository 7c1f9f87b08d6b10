from __future__ import annotations

import pytest

from editapply.report.differs import tell_differences
from editapply.report.laid import lay
from editapply.text import Lines


def told(text: str, search: str, replace: str = "", most: int = 3) -> list[str]:
    lines = Lines(text)
    return tell_differences(lay(lines, lines.span(0, len(lines)), search, replace), most)


def numbered(*numbers: int) -> str:
    return "".join(f"line {number}\n" for number in numbers)


@pytest.mark.parametrize(
    ("text", "search", "sentences"),
    [
        pytest.param("a\n", "a\n", [], id="equal"),
        pytest.param(
            "if (user.tokenExpiresAt < now) {\n",
            "if (user.expiresAt <= now) {\n",
            ["line 1 has `tokenExpiresAt <` where SEARCH has `expiresAt <=`"],
            id="words",
        ),
        pytest.param("a \n", "a\n", ["line 1 has 1 blank at its end where SEARCH has none"], id="blanks at the end"),
        pytest.param("a\nc\n", "a\nb\nc\n", ["SEARCH has a line `b` that isn't there (before line 2)"], id="lost line"),
        pytest.param(
            "a\nc\n",
            "a\nb1\nb2\nc\n",
            ["SEARCH has 2 lines that aren't there (before line 2), from `b1` on"],
            id="lost lines",
        ),
        pytest.param(
            "a\nc\n", "a\n\nc\n", ["SEARCH has a blank line that isn't there (before line 2)"], id="lost blank line"
        ),
        pytest.param(
            "a\nc\n",
            "a\n\n\nc\n",
            ["SEARCH has 2 blank lines that aren't there (before line 2)"],
            id="lost blank lines",
        ),
        pytest.param("a\nb\nc\n", "a\nc\n", ["line 2 `b` is not in SEARCH"], id="one more"),
        pytest.param("a\nb1\nb2\nc\n", "a\nc\n", ["lines 2-3, from `b1` on, are not in SEARCH"], id="more lines"),
        pytest.param("a\n\nc\n", "a\nc\n", ["line 2 is blank and not in SEARCH"], id="a blank line more"),
        pytest.param("a\n\n\nc\n", "a\nc\n", ["lines 2-3 are blank and not in SEARCH"], id="blank lines more"),
        pytest.param("a\n\n\n\nc\n", "a\n\nc\n", ["lines 3-4 are blank and not in SEARCH"], id="more blank lines"),
        pytest.param("f(\n  a\n)\n", "f(a)\n", ["lines 1-3 hold what SEARCH has in 1 line"], id="line breaks"),
        pytest.param("f(a)\n", "f(\n a\n)\n", ["line 1 holds what SEARCH has in 3 lines"], id="fewer line breaks"),
        pytest.param(
            "one\ntwo\n",
            "x = 1\ny = 2\nz = 3\n",
            ["lines 1-2 `one` stand where SEARCH has 3 other lines, from `x = 1` on"],
            id="other lines",
        ),
        pytest.param(
            numbered(1, 2, 3, 4, 5),
            numbered(9, 8, 7, 6, 0),
            [
                "line 1 has `line 1` where SEARCH has `line 9`",
                "line 2 has `line 2` where SEARCH has `line 8`",
                "line 3 has `line 3` where SEARCH has `line 7`",
                "and 2 more lines",
            ],
            id="many",
        ),
        pytest.param(
            "    a\n\n      b\n    c\nd\n",
            "  a\n\n    b\n  c\nD\n",
            ["lines 1-4 are indented by 2 blanks more than in SEARCH", "line 5 has `d` where SEARCH has `D`"],
            id="moved",
        ),
        pytest.param(
            "\ta\n\tb\n", "\t\ta\n\t\tb\n", ["lines 1-2 are indented by 1 tab less than in SEARCH"], id="tabs"
        ),
        pytest.param(
            "\ta\n\t\tb\n",
            "    a\n        b\n",
            ["lines 1-2 are indented otherwise: the first one is indented by a tab where SEARCH has 4 blanks"],
            id="tabs for blanks",
        ),
        pytest.param(
            "  a\n  b\n    c\n",
            "a\nb\nc\n",
            [
                "lines 1-2 are indented by 2 blanks more than in SEARCH",
                "line 3 is indented by 4 blanks where SEARCH is not",
            ],
            id="moved by other widths",
        ),
        pytest.param(
            "  a\nx\n  b\n",
            "a\nx\nb\n",
            [
                "line 1 is indented by 2 blanks where SEARCH is not",
                "line 3 is indented by 2 blanks where SEARCH is not",
            ],
            id="moved apart",
        ),
    ],
)
def test_sentences(text: str, search: str, sentences: list[str]) -> None:
    assert told(text, search) == sentences


def test_a_line_that_the_edit_changes_takes_the_last_place() -> None:
    text, search = numbered(1, 2, 3, 4, 5), numbered(9, 8, 7, 6, 0)
    assert told(text, search, search.replace("line 0", "line 5")) == [
        "line 1 has `line 1` where SEARCH has `line 9`",
        "line 2 has `line 2` where SEARCH has `line 8`",
        "line 5 has `line 5` where SEARCH has `line 0`",
        "and 2 more lines",
    ]


def test_what_is_asked_for_again_is_told_the_same() -> None:
    lines = Lines("it’s a\nit’s b\n")
    laid = lay(lines, lines.span(0, 2), "it's a\nit's b\n")
    first = tell_differences(laid)
    assert first == [
        "line 1 has `it\\u2019` where SEARCH has `it'` (U+2019 RIGHT SINGLE QUOTATION MARK)",
        "line 2 has `it\\u2019` where SEARCH has `it'`",
    ]
    assert tell_differences(laid) == first
    assert tell_differences(laid, 1) == [first[0], "and 1 more line"]


def test_a_sentence_is_short() -> None:
    odd = "\u200b" * 100
    (sentence,) = told(f"a{odd}\n", "b\n")
    assert len(sentence) == 300
    assert sentence.endswith("…")
