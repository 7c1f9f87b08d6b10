from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply.report import laid as module
from editapply.report.laid import Laid, lay
from editapply.text import Lines
from tests.property.strategies import loose_texts, spaced_texts, texts


def beside(text: str, search: str, replace: str = "") -> Laid:
    lines = Lines(text)
    return lay(lines, lines.span(0, len(lines)), search, replace)


def pairs(laid: Laid) -> list[tuple[list[int], list[int]]]:
    return [(list(pair.quote), list(pair.file)) for pair in laid.differing]


@pytest.mark.parametrize(
    ("text", "search", "differing"),
    [
        pytest.param("a\nb\n", "a\nb\n", [], id="equal"),
        pytest.param("a\r\nb\r\n", "a\nb\n", [], id="line ends don't count"),
        pytest.param("a\nc = 1\n", "a\nc = 2\n", [([1], [1])], id="another line"),
        pytest.param("a\nb\nc\n", "a\nc\n", [([], [1])], id="one more"),
        pytest.param("a\nc\n", "a\nb\nc\n", [([1], [])], id="one fewer"),
        pytest.param(
            "a\n x = 1\nz\n", "a\nx = 2\ny = 3\nz\n", [([1], [1]), ([2], [])], id="the most alike is its line"
        ),
        pytest.param("f(\n  a\n)\n", "f(a)\n", [([0], [0, 1, 2])], id="line breaks"),
    ],
)
def test_differing(text: str, search: str, differing: list[tuple[list[int], list[int]]]) -> None:
    assert pairs(beside(text, search)) == differing


@given(texts() | loose_texts | spaced_texts.map("\n".join), loose_texts | spaced_texts.map("\n".join), st.booleans())
def test_pairs_hold_all_lines_in_order(text: str, search: str, coarse: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CLOSELY", 30 if coarse else 50_000)
        laid = beside(text, search)
    assert [line for pair in laid.pairs for line in pair.quote] == list(range(len(laid.quote)))
    assert [line for pair in laid.pairs for line in pair.file] == list(range(len(laid.found)))


def test_long_texts_are_paired_by_lines_that_differ_in_blanks_alone() -> None:
    body = [f"line {k} of a text that is long" for k in range(2000)]
    quoted = ["  " + line for line in body]
    quoted[1000] = "  another line"
    laid = beside("\n".join(body), "\n".join(quoted))
    assert [pair.single for pair in laid.pairs] == [True] * 2000
    assert [pair.quote.start for pair in laid.pairs if not pair.same] == [1000]


@pytest.mark.parametrize(
    ("search", "replace", "changed", "places"),
    [
        pytest.param("a\nb\nc\n", "a\nB\nc\n", {1}, [1], id="changed"),
        pytest.param("a\nb\nc\n", "a\nb\nnew\nc\n", {1, 2}, [1, 2], id="beside new lines"),
        pytest.param("a\nb\nc\n", "new\na\nb\nc\n", {0}, [0], id="in front of all"),
        pytest.param("a\nb\nq\nc\n", "a\nb\nc\n", {2}, [1, 2], id="a line that isn't there: those beside it"),
        pytest.param("a\nb\nc\n", "", {0, 1, 2}, [0, 1, 2], id="deleted"),
    ],
)
def test_changed(search: str, replace: str, changed: set[int], places: list[int]) -> None:
    laid = beside("a\nb\nc\n", search, replace)
    assert (set(laid.changed), laid.changed_places) == (changed, places)
