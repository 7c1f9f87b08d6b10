from __future__ import annotations

import pytest
from hypothesis import given

import editapply
from editapply.matching import Index, places_inside_words
from editapply.matching.exact import find_exact_lines, find_exact_text
from editapply.model import Candidate, Edit, Match, Span, Tier
from editapply.similarity import dice
from editapply.similarity.edits import levenshtein_similarity
from tests.property.strategies import few_symbols, texts


def lines_of(symbols: str) -> str:
    return "".join(symbol + "\n" for symbol in symbols)


@given(few_symbols, few_symbols)
def test_runs_are_what_a_naive_search_finds(text: str, quote: str) -> None:
    naive = [k for k in range(len(text)) if quote and text.startswith(quote, k)]
    assert Index(lines_of(text)).runs(list(quote), str) == naive


@pytest.mark.parametrize("quote", ["a", "aa", "aab", "aba", "b", "ab" * 9, "aabaab", "ba", "c", "a" * 12, "a" * 21])
@pytest.mark.parametrize("text", ["aab" * 20 + "ab" * 20 + "a" * 20, "a" * 20, "ab" * 40, "a" * 30 + "b" + "a" * 30])
def test_runs_where_there_are_many(text: str, quote: str) -> None:
    naive = [k for k in range(len(text)) if text.startswith(quote, k)]
    assert Index(lines_of(text)).runs(list(quote), str) == naive


def test_runs_by_a_looser_key() -> None:
    index = Index("a\n A\nb\nA\nB\n")
    assert index.runs(["a", "b"], str) == []
    assert index.runs(["a", "b"], lambda body: body.strip().lower()) == [1, 3]


@pytest.mark.parametrize(
    ("text", "search", "spans"),
    [
        ("a\nb\na\n", "a\n", [Span(0, 2), Span(4, 6)]),
        ("a\r\nb\r\n", "a\nb\n", [Span(0, 6)]),
        ("a\nb", "a\r\nb\r\n", [Span(0, 3)]),
        ("aa\na\n", "a\n", [Span(3, 5)]),
        ("a \n", "a\n", []),
        ("a\n a\n", "a\n", [Span(0, 2)]),
        ("a\na\na\n", "a\na\n", [Span(0, 4), Span(2, 6)]),
        ("a\rb\n", "a\n", []),
        ("a\x0cb\n", "a\x0cb\n", [Span(0, 4)]),
        ("a\n", "a\nb\n", []),
        ("", "a\n", []),
        ("a\n", "", []),
    ],
)
def test_find_exact_lines(text: str, search: str, spans: list[Span]) -> None:
    assert find_exact_lines(Index(text), search) == spans


@pytest.mark.parametrize(
    ("text", "search", "spans", "inside"),
    [
        ("discount = 1\n", "count = 1", [], [Span(3, 12)]),
        ("count = 10\n", "count = 1", [], [Span(0, 9)]),
        ("x.count = 1\n", "count = 1", [Span(2, 11)], []),
        ("count = 1\ndiscount = 1", "count = 1", [Span(0, 9)], [Span(13, 22)]),
        ("a\r\nb\r\n", "a\nb", [Span(0, 4)], []),
        ("(((", "((", [Span(0, 2), Span(1, 3)], []),
        ("été", "t", [], [Span(1, 2)]),
        ("a", "", [], []),
    ],
)
def test_find_exact_text(text: str, search: str, spans: list[Span], inside: list[Span]) -> None:
    assert (find_exact_text(Index(text), search), places_inside_words(Index(text), search)) == (spans, inside)


@pytest.mark.parametrize(
    "text",
    ["a a a\n", "a a; a a\n"],
)
def test_a_pair_at_two_places_is_ambiguous(text: str) -> None:
    """Whole lines that overlap themselves are ambiguous (`a`, `a` in `a`, `a`, `a`), and so are strings."""
    assert not editapply.apply_edits(text, [Edit("a", "a a", "b", whole_lines=False)]).ok


def test_find_returns_all_places() -> None:
    assert editapply.find("a\nb\na\n", "a") == [
        Match(Span(0, 2), Tier.EXACT, 1.0),
        Match(Span(4, 6), Tier.EXACT, 1.0),
    ]


def test_rank_orders_by_similarity_and_keeps_places_apart() -> None:
    before = "def one():\n    return 1\n\ndef two():\n    return 2\n\ndef three():\n    return 3\n"
    found = editapply.rank(before, "def two():\n    return 22\n", limit=2)
    assert [candidate.span for candidate in found] == [Span(25, 49), Span(50, 76)]
    assert found[0].similarity > found[1].similarity


@pytest.mark.parametrize(("before", "search"), [("", "a"), ("a\n", ""), ("a\n", "zzz\n")])
def test_rank_of_nothing_alike(before: str, search: str) -> None:
    assert editapply.rank(before, search) == []


def test_rank_of_a_quote_longer_than_the_text() -> None:
    line = "a line of the text\n"
    assert editapply.rank(line, line + "cd\n") == [Candidate(Span(0, 19), dice(line, line + "cd\n"))]


@given(texts(), texts())
def test_ranked_similarities_are_those_of_dice(before: str, search: str) -> None:
    for candidate in editapply.rank(before, search):
        window = before[candidate.span.start : candidate.span.end].replace("\r\n", "\n")
        window += "" if window.endswith("\n") else "\n"
        quote = search.replace("\r\n", "\n")
        quote += "" if quote.endswith("\n") else "\n"
        is_short = len(quote.strip()) < 20
        expected = levenshtein_similarity(window.strip(), quote.strip()) if is_short else dice(window, quote)
        assert candidate.similarity == pytest.approx(expected)
