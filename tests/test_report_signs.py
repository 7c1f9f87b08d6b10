from __future__ import annotations

import pytest

from editapply.report.signs import contrasted, cut, distinctive_line, name_of, printable, visible

LONG = "x" * 100 + "y" * 200


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a b", "a b"),
        ("a\tb\x0c\x1b\x7f", "a\\tb\\x0c\\x1b\\x7f"),
        ("a\u200bb\u2028\xa0", "a\\u200bb\\u2028\\u00a0"),
        ("\U000e0001", "\\U000e0001"),
        ("é日👋", "é日👋"),
        ("a\nb", "a\\nb"),
        ("\udcff", "\ufffd"),
        ("x" * 180, "x" * 180),
        ("x" * 10_000, "x" * 160 + "…[9840 characters]"),
        ("\x1b" * 10_000, "\\x1b" * 40 + "…[9960 characters]"),
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


@pytest.mark.parametrize(
    ("ours", "theirs", "shown"),
    [
        pytest.param("a", "b", ("a", "b", []), id="plain"),
        pytest.param("“a”", '"a"', ("\\u201ca\\u201d", '"a"', ["“", "”"]), id="typographic quotes"),
        pytest.param("a\u00a0b", "a b", ("a\\u00a0b", "a b", ["\u00a0"]), id="no-break space"),
        pytest.param("a\u200b", "a", ("a\\u200b", "a", ["\u200b"]), id="zero width"),
        pytest.param("é", "e\u0301", ("é", "e\\u0301", ["\u0301"]), id="composed and not"),
        pytest.param("，a", "，b", ("，a", "，b", []), id="a sign that both have"),
        pytest.param("a\t", "a", ("a\\t", "a", []), id="tab"),
        pytest.param("a\r", "a\\r", ("a\\r", "a\\\\r", []), id="carriage return and a backslash"),
        pytest.param("а", "a", ("\\u0430", "a", ["а"]), id="cyrillic for latin"),
        pytest.param("привет", "приват", ("привет", "приват", []), id="cyrillic for cyrillic"),
        pytest.param("\udcff", "a", ("\ufffd", "a", []), id="undecodable"),
        pytest.param("a" * 101, "b", ("a" * 80 + "…[21 characters]", "b", []), id="long"),
    ],
)
def test_contrasted(ours: str, theirs: str, shown: tuple[str, str, list[str]]) -> None:
    assert contrasted(ours, theirs) == shown


def test_names_of_characters() -> None:
    assert [name_of(char) for char in "’\u00a0\x1b"] == [
        *("U+2019 RIGHT SINGLE QUOTATION MARK", "U+00A0 NO-BREAK SPACE", "U+001B"),
    ]
