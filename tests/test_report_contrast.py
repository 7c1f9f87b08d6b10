from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply.report.contrast import common_head, tell_lines


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        pytest.param(
            "    if (user.tokenExpiresAt < Date.now()) {",
            "    if (user.expiresAt <= Date.now()) {",
            "has `tokenExpiresAt <` where SEARCH has `expiresAt <=`",
            id="tokens with little between them are one",
        ),
        pytest.param("PORT = 80", "PRT = 80", "has `PORT` where SEARCH has `PRT`", id="a word"),
        pytest.param("x = f(a, b)", "x = f(a, c)", "has `a, b` where SEARCH has `a, c`", id="with the word before"),
        pytest.param("a < b", "a <= b", "has `a <` where SEARCH has `a <=`", id="an operator"),
        pytest.param("(a)", "((a)", "has `a` where SEARCH has `(a`", id="with the word behind"),
        pytest.param("HOST = 'a'", "PRT = 80", "has `HOST = 'a'` where SEARCH has `PRT = 80`", id="another line"),
        pytest.param("-", "+", "has `-` where SEARCH has `+`", id="no word"),
        pytest.param(
            "return f(a, bar_baz, some_other_long_argument_name, x)",
            "return f(b, bar_baz, some_other_long_argument_name, y)",
            "has `f(a` where SEARCH has `f(b`, and has `x` where SEARCH has `y`",
            id="far from each other",
        ),
        pytest.param("    x", "  x", "is indented by 4 blanks where SEARCH has 2", id="indentation"),
        pytest.param("\tx", "    x", "is indented by a tab where SEARCH has 4 blanks", id="tab"),
        pytest.param("\t\tx", "\tx", "is indented by 2 tabs where SEARCH has a tab", id="tabs"),
        pytest.param("x", " x", "is not indented where SEARCH has 1 blank", id="not indented"),
        pytest.param(" x", "x", "is indented by 1 blank where SEARCH is not", id="indented"),
        pytest.param("x  ", "x", "has 2 blanks at its end where SEARCH has none", id="blanks at the end"),
        pytest.param("x", "x \t", "has no blank at its end where SEARCH has a tab and 1 blank", id="none at the end"),
        pytest.param("a  = 1", "a = 1", "has 2 blanks behind `a` where SEARCH has 1", id="blanks inside"),
        pytest.param("f(a,\tb)", "f(a, b)", "has a tab behind `a,` where SEARCH has 1 blank", id="a tab inside"),
        pytest.param(
            "a=1",
            "a = 1",
            "has no blank behind `a` where SEARCH has 1, and has no blank behind `a=` where SEARCH has 1",
            id="none inside",
        ),
        pytest.param("   ", "", "is indented by 3 blanks where SEARCH is not", id="blank line"),
        pytest.param("foo\r", "foo", "has `foo\\r` where SEARCH has `foo`", id="carriage return"),
        pytest.param(
            "  x = 1 ",
            "y = 2",
            "is indented by 2 blanks where SEARCH is not, and has `x = 1` where SEARCH has `y = 2`; 1 more difference",
            id="more than two",
        ),
        pytest.param(
            "it’s",
            "it's",
            "has `it\\u2019` where SEARCH has `it'` (U+2019 RIGHT SINGLE QUOTATION MARK)",
            id="look-alike",
        ),
    ],
)
def test_told(ours: str, theirs: str, told: str) -> None:
    assert tell_lines(ours, theirs, set()) == told


def test_a_character_is_named_once() -> None:
    named: set[str] = set()
    assert "U+2019" in tell_lines("it’s", "it's", named)
    assert tell_lines("can’t", "can't", named) == "has `can\\u2019` where SEARCH has `can'`"


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        pytest.param(
            "x" * 5000 + "a = 1;" + "y" * 5000,
            "x" * 5000 + "a = 2;" + "y" * 5000,
            "has `1;yyyyyyyyyyyyyyyyyyyyyyy` where SEARCH has `2;yyyyyyyyyyyyyyyyyyyyyyy`",
            id="one difference",
        ),
        pytest.param(
            "ab, " * 250_000,
            "ac, " * 250_000,
            f"has `{'ab, ' * 20}…[999918 characters]` where SEARCH has `{'ac, ' * 20}…[999918 characters]`",
            id="1 MB of differences",
        ),
    ],
)
def test_long_lines(ours: str, theirs: str, told: str) -> None:
    assert tell_lines(ours, theirs, set()) == told


LINES = st.text(st.sampled_from("ab_1 \t()=’'\u00a0\r\\é\u0301\udcff"), max_size=30)


@given(LINES, LINES)
def test_lines_that_differ_are_told_apart_in_few_characters(ours: str, theirs: str) -> None:
    told = tell_lines(ours, theirs, set())
    assert bool(told) == (ours != theirs)
    assert "\t" not in told
    assert len(told) < 1000


@given(LINES, LINES, LINES)
def test_common_head_is_the_longest_prefix(head: str, a: str, b: str) -> None:
    ours, theirs = head + a, head + b
    length = common_head(ours, theirs)
    assert ours[:length] == theirs[:length]
    assert length == min(len(ours), len(theirs)) or ours[length] != theirs[length]
