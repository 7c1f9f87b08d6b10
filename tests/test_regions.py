from __future__ import annotations

import pytest

from editapply.align import align
from editapply.diff import Run, diff_lines
from editapply.regions import Regions

case = pytest.param


def regions(quote: str, replace: str, file: str) -> list[range | str]:
    search, written, found = (side.split("|") for side in (quote, replace, file))
    laid = Regions(align(search, found), search, found)
    return [laid.of(run) for run in laid.whole_pairs(diff_lines(search, written))]


MISSING = "the lines to change are not all there as the quote has them"
BETWEEN = "other lines stand where the new ones would go"


@pytest.mark.parametrize(
    ("quote", "replace", "file", "expected"),
    [
        case("a|b|c", "a|x|c", "a|b|c", [range(1, 2)], id="one line"),
        case("a|b|c", "a|c", " a| b| c", [range(1, 2)], id="one line gone"),
        case("a|b", "a|x|b", "a|b", [range(1, 1)], id="between two"),
        case("a|b", "a|b|x", "a|b", [range(2, 2)], id="at the end"),
        case("a|b", "x|a|b", "a|b", [range(0, 0)], id="at the beginning"),
        case("f(a)|c", "f(b)|c", "f(|a,|)|c", [range(0, 3)], id="a wrapped call"),
        case("f(|a|)|c", "f(|b|)|c", "f(a)|c", [range(0, 1)], id="a call that the quote wraps"),
        case("f(|a|)|c", "f(|a|)|x|c", "f(a)|c", [range(1, 1)], id="behind a call that the quote wraps"),
        case("a|x|c", "a|z|c", "a|y|c", [MISSING], id="another line there"),
        case("a|b|c", "a|b|x|c", "a|b|y|c", [BETWEEN], id="another line in between"),
        case("a||c", "a|x||c", "a|c", [range(1, 1)], id="a blank line fewer, new in front of it"),
        case("a|b", "a|x|b", "a||b", [BETWEEN], id="a blank line more where the new one goes"),
        case("a||c", "a||x|c", "a|||c", [range(3, 3)], id="blank lines more, new behind them"),
        case("a|b|c|d", "x|b|c|y", "a|b|c|d", [range(0, 1), range(3, 4)], id="two runs"),
    ],
)
def test_of(quote: str, replace: str, file: str, expected: list[range | str]) -> None:
    assert regions(quote, replace, file) == expected


def test_a_run_never_ends_inside_of_a_pair() -> None:
    search, found = ["f(", "a,", "b", ")", "c"], ["f(a, b)", "c"]
    laid = Regions(align(search, found), search, found)
    assert laid.whole_pairs([Run(1, 2, 1, 2)]) == [Run(0, 4, 0, 4)]
    assert laid.whole_pairs([Run(1, 2, 1, 2), Run(3, 3, 3, 4)]) == [Run(0, 4, 0, 5)]
    assert laid.whole_pairs([Run(4, 5, 4, 5)]) == [Run(4, 5, 4, 5)]
