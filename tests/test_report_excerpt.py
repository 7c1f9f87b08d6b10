from __future__ import annotations

import pytest

from editapply.report.excerpt import cut, differences, distinctive_line, excerpt, printable, visible
from editapply.text import Lines

LONG = "x" * 100 + "y" * 200


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a b", "a b"),
        ("a\tb\x0c\x1b\x7f", "a\\tb\\x0c\\x1b\\x7f"),
        ("a\u200bb\u2028\xa0", "a\\u200bb\\u2028\\xa0"),
        ("é日👋", "é日👋"),
        ("a\nb", "a\\nb"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_printable() -> None:
    assert printable("a\udcffb\n") == "a\ufffdb\n"


@pytest.mark.parametrize(
    ("text", "around", "shown"),
    [
        ("x" * 180, 0, "x" * 180),
        (LONG, 0, "x" * 100 + "y" * 60 + "…[140 characters]"),
        (LONG, 299, "[140 characters]…" + "y" * 160),
        (LONG, 100, "[47 characters]…" + "x" * 53 + "y" * 107 + "…[93 characters]"),
    ],
)
def test_cut(text: str, around: int, shown: str) -> None:
    assert cut(text, around) == shown


@pytest.mark.parametrize(
    ("search", "line"),
    [
        ("", ""),
        ("\n\n", ""),
        ("}\n\n  return x\n", "return x"),
        ("}\n)\n", "}"),
        ("a" * 100 + "\n", "a" * 79 + "…"),
        ("\tif x:\n", "if x:"),
    ],
)
def test_distinctive_line(search: str, line: str) -> None:
    assert distinctive_line(search) == line


def lines(*numbers: int) -> str:
    return "".join(f"line {number}\n" for number in numbers)


TWENTY = Lines(lines(*range(1, 21)))


@pytest.mark.parametrize(
    ("first", "stop", "search", "shown"),
    [
        pytest.param(0, 3, lines(1, 2, 3), ["line 1", "line 2", "line 3"], id="few lines"),
        pytest.param(
            *(0, 20, lines(*range(1, 21))),
            [*(f"line {k}" for k in range(1, 11)), "… (10 lines)"],
            id="many lines",
        ),
        pytest.param(
            *(0, 20, lines(*range(1, 10), 99, *range(11, 21))),
            ["line 1", "line 2", "… (4 lines)", *(f"line {k}" for k in range(7, 15)), "… (6 lines)"],
            id="around the first that differs",
        ),
        pytest.param(
            *(0, 20, lines(*range(1, 20), 99)),
            ["line 1", "line 2", "… (10 lines)", *(f"line {k}" for k in range(13, 21))],
            id="the last one differs",
        ),
    ],
)
def test_excerpt(first: int, stop: int, search: str, shown: list[str]) -> None:
    assert excerpt(TWENTY, TWENTY.span(first, stop), search) == shown


@pytest.mark.parametrize(
    ("text", "search", "told"),
    [
        pytest.param("a\n", "a\n", [], id="equal"),
        pytest.param(
            "if (user.tokenExpiresAt < now) {\n",
            "if (user.expiresAt <= now) {\n",
            ["line 1 has `.tokenExpiresAt < ` where SEARCH has `.expiresAt <= `"],
            id="words",
        ),
        pytest.param("a \n", "a\n", ["line 1 has `a ` where SEARCH has `a`"], id="blanks at the end"),
        pytest.param("a\nc\n", "a\nb\nc\n", ["SEARCH has a line `b` that isn't there (before line 2)"], id="lost line"),
        pytest.param("a\nb\nc\n", "a\nc\n", ["line 2 `b` is not in SEARCH"], id="more lines"),
        pytest.param(
            lines(1, 2, 3, 4, 5),
            lines(9, 8, 7, 6, 0),
            [
                "line 1 has ` 1` where SEARCH has ` 9`",
                "line 2 has ` 2` where SEARCH has ` 8`",
                "line 3 has ` 3` where SEARCH has ` 7`",
                "more lines differ",
            ],
            id="many",
        ),
    ],
)
def test_differences(text: str, search: str, told: list[str]) -> None:
    window = Lines(text)
    assert differences(window, window.span(0, len(window)), search) == told
