from __future__ import annotations

import pytest

from editapply.align import align

case = pytest.param


def pairs(quote: str, file: str) -> list[tuple[str, str, bool]]:
    ours, theirs = (side.split("|") if side else [] for side in (quote, file))
    return [
        ("|".join(ours[k] for k in pair.quote), "|".join(theirs[k] for k in pair.file), pair.same)
        for pair in align(ours, theirs)
    ]


@pytest.mark.parametrize(
    ("quote", "file", "expected"),
    [
        case("a|b", "a|b", [("a", "a", True), ("b", "b", True)], id="equal"),
        case("a =1|b", "  a = 1|b ", [("a =1", "  a = 1", True), ("b", "b ", True)], id="but for blanks"),
        case("f(a, b)|c", "f(|a,|b,|)|c", [("f(a, b)", "f(|a,|b,|)", True), ("c", "c", True)], id="wrapped"),
        case("f(|a|)|c", "f(a)|c", [("f(|a|)", "f(a)", True), ("c", "c", True)], id="wrapped in the quote"),
        case("a|x|c", "a|y|c", [("a", "a", True), ("x", "y", False), ("c", "c", True)], id="one other"),
        case("a|c", "a|y|c", [("a", "a", True), ("", "y", False), ("c", "c", True)], id="one more in the file"),
        case("a|x|c", "a|c", [("a", "a", True), ("x", "", False), ("c", "c", True)], id="one more in the quote"),
        case("a|x|y|c", "a|z|c", [("a", "a", True), ("x|y", "z", False), ("c", "c", True)], id="two for one"),
        case("x|y", "z|w", [("x", "z", False), ("y", "w", False)], id="nothing equal"),
        case("a||b", "a|b", [("a", "a", True), ("", "", False), ("b", "b", True)], id="blank line fewer"),
        case("a||b", "a||b", [("a", "a", True), ("", "", True), ("b", "b", True)], id="blank line"),
        case("a|b", "a|||b", [("a", "a", True), ("", "|", False), ("b", "b", True)], id="blank lines more"),
        case("", "", [], id="nothing"),
    ],
)
def test_align(quote: str, file: str, expected: list[tuple[str, str, bool]]) -> None:
    assert pairs(quote, file) == expected


@pytest.mark.parametrize(
    ("quote", "file"),
    [
        ("a|b|c", "c|b|a"),
        ("f(|a", "f(a|b"),
        ("|a||", "a|||b|"),
        ("a|a|a", "a|a"),
        ("x|f(a)|y", "z|f(|a)|w"),
    ],
)
def test_pairs_hold_every_line_once_and_in_order(quote: str, file: str) -> None:
    ours, theirs = quote.split("|"), file.split("|")
    found = align(ours, theirs)
    assert [k for pair in found for k in pair.quote] == list(range(len(ours)))
    assert [k for pair in found for k in pair.file] == list(range(len(theirs)))
