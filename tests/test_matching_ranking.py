from __future__ import annotations

import pytest

import editapply
from editapply.matching import Index, rank_candidates
from editapply.model import Candidate, Span
from editapply.similarity import dice
from editapply.similarity.edits import levenshtein_similarity, token_similarity

WORDS = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india"]
LINES = [f"    {word} = {word[::-1]}({3 * word})\n" for word in WORDS]
TEXT = "".join(LINES)


def spans(before: str, search: str, limit: int = 3) -> list[str]:
    return [before[c.span.start : c.span.end] for c in editapply.rank(before, search, limit)]


def test_the_size_of_the_quote_first() -> None:
    assert spans(TEXT, "".join(LINES[3:5]), 1) == ["".join(LINES[3:5])]


def test_a_line_fewer_in_the_file() -> None:
    assert spans("".join([*LINES[:3], *LINES[4:]]), "".join(LINES[2:6]), 1) == ["".join([LINES[2], *LINES[4:6]])]


def test_a_line_more_in_the_file() -> None:
    more = "    extra_line = other\n"
    before = "".join([*LINES[:4], more, *LINES[4:]])
    assert spans(before, "".join(LINES[3:5]), 1) == ["".join([LINES[3], more, LINES[4]])]


def test_overlapping_places_are_one() -> None:
    found = editapply.rank(TEXT, "".join(LINES[3:6]), 3)
    assert found[0] == Candidate(Span(len("".join(LINES[:3])), len("".join(LINES[:6]))), 1.0)
    assert not any(a.span.overlaps(b.span) for k, a in enumerate(found) for b in found[:k])


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 9])
def test_the_limit(limit: int) -> None:
    assert len(editapply.rank(TEXT, LINES[0], limit)) == limit


def test_rare_lines_decide_within_a_step() -> None:
    """Both places are about as similar; one shares a line of the quote that stands nowhere else."""
    first, second = "    open_all(alpha, beta, gamma, delta)\n", "    total_count = compute(alpha, beta, gamma)\n"
    quote = first + second
    nearer = first.replace("all", "al") + second.replace("compute", "comptue")
    rarer = first.replace("open_all", "opem_akl") + second
    assert 0 < dice(nearer, quote) - dice(rarer, quote) < 0.02
    assert spans(nearer + "\n\n" + rarer, quote, 1) == [rarer]


def test_a_brace_tells_nothing() -> None:
    quote = "call_first(alpha)\n}\n"
    with_brace, without = "other_thing(x)\n}\n", "call_first(alphas)\n)\n"
    assert spans(with_brace + "\n\n" + without, quote, 1) == [without]


@pytest.mark.parametrize(
    ("quote", "best"), [("x = 1\n", "xx = 1\n"), ("return a\n", "return b\n"), ("a" * 19 + "\n", "a" * 18 + "\n")]
)
def test_short_quotes_by_levenshtein(quote: str, best: str) -> None:
    found = editapply.rank("unlike\n\n" + best, quote, 1)
    assert found == [Candidate(Span(8, 8 + len(best)), levenshtein_similarity(best.strip(), quote.strip()))]


def test_longer_quotes_by_dice() -> None:
    best, quote = "a" * 19 + "b\n", "a" * 20 + "\n"
    assert editapply.rank(best, quote, 1) == [Candidate(Span(0, 21), dice(best, quote))]


def test_line_ends_and_the_last_line_do_not_count() -> None:
    lf, crlf = "one two three four\nfive six seven\n", "one two three four\r\nfive six seven"
    assert [c.similarity for c in editapply.rank(crlf, lf, 1)] == [1.0]


def test_another_measure() -> None:
    found = editapply.rank("run(alpha, beta)\nalpha_beta_run\n", "run(beta, alpha)\n", 1, token_similarity)
    assert found == [Candidate(Span(0, 17), 1.0)]


def test_nothing_alike_is_no_candidate() -> None:
    assert rank_candidates(Index("abcdefghijk lmnop qrst\n"), "0123456789 0123456789 \n") == []
