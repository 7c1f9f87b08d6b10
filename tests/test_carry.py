from __future__ import annotations

import pytest

from editapply.carry import carry

case = pytest.param


@pytest.mark.parametrize(
    ("quoted", "written", "found", "expected"),
    [
        case("x = 1", "x = 2", "x = 1", "x = 2", id="no drift"),
        case("x = 1", "x = 2", "x  =  1", "x  =  2", id="blanks beside the change"),
        case("x = 1; y = 2", "x = 1; y = 3", "x  =  1; y = 2", "x  =  1; y = 3", id="blanks kept"),
        case("x=1; y = 2", "x=1; y = 3", "x = 1; y = 2", "x = 1; y = 3", id="blanks that the quote lacks"),
        case('f("x", y)', 'f("x", z)', "f(“x”, y)", "f(“x”, z)", id="quotes kept"),
        case("a - b + c", "a - b + d", "a — b + c", "a — b + d", id="dash kept"),
        case("a...b c", "a...b d", "a…b c", "a…b d", id="ellipsis kept"),
        case("a b c", "a b x c", "a  b c", "a  b x c", id="a word more"),
        case("a b c", "a b", "a  b c", "a  b", id="a word fewer"),
        case("x = 1 ", "x = 2 ", "x = 1", "x = 2", id="the same blank at both ends"),
        case("x = 1", "x = 2", "x = 1  ", "x = 2  ", id="blanks at the end kept"),
        case("x = 1", "x = 2 ", "x = 1  ", "x = 2 ", id="other blanks at the end are meant"),
        case("café x", "café y", "cafe\u0301 x", "cafe\u0301 y", id="decomposed"),
        case("", "a", "", "a", id="nothing"),
    ],
)
def test_carry(quoted: str, written: str, found: str, expected: str) -> None:
    assert carry(quoted, written, found) == expected


@pytest.mark.parametrize(
    ("quoted", "written", "found"),
    [
        case("x=1", "x = 2", "x = 1", id="blanks that the change puts in"),
        case("x=1", "x = 1", "x = 1", id="the file has the new blanks already"),
        case("f(a,b)", "f(a, b)", "f(a, b)", id="the file has them in brackets"),
        case('f("x")', 'f("y")', "f(“x”)", id="quotes beside the change"),
        case('f("x")', "f('x')", "f(“x”)", id="quotes that change"),
        case("a - b", "a + b", "a — b", id="a dash that changes"),
        case("a...b", "a..b", "a…b", id="an ellipsis that is cut"),
        case("f(a, b)", "f(a, c)", "f(\n  a,\n  b,\n)", id="a comma that only the file has"),
        case("1", "2", "1,", id="a comma at the end"),
        case("x = 1", "x = 2", "y = 1", id="other signs"),
    ],
)
def test_what_is_not_carried(quoted: str, written: str, found: str) -> None:
    """The change touches what has drifted, so the whole line is the model's."""
    assert carry(quoted, written, found) is None
