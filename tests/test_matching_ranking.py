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


def test_lines_in_the_order_of_the_quote_decide() -> None:
    """All windows of three lines have the same character pairs; one has the lines in order."""
    first, second, third = LINES[:3]
    assert dice("".join([second, third, first]), "".join([first, second, third])) == 1.0
    assert spans("".join([second, third, first, second, third]), "".join([first, second, third]), 1) == [
        "".join([first, second, third])
    ]


@pytest.mark.parametrize(("at", "size"), [(1, 5), (2, 5), (3, 5)])
def test_a_line_more_in_the_file_keeps_the_order(at: int, size: int) -> None:
    """Above and below the place stand lines like those of the quote, so that a later window has more of it."""
    quote, more = LINES[:4], "    audit(everything, that, was, seen)\n"
    place = [*quote[:at], more, *quote[at:]]
    assert spans("".join([*quote[2:], *place, *quote[:2]]), "".join(quote), 1) == ["".join(place)]
    assert len(place) == size


def test_a_line_fewer_in_the_file_keeps_the_order() -> None:
    quote = LINES[:5]
    place = [*quote[:2], *quote[3:]]
    assert spans("".join([*quote[3:], *place, *quote[:2]]), "".join(quote), 1) == ["".join(place)]


def test_a_place_with_lines_of_the_quote_is_nearer_than_one_without() -> None:
    first, *middle, last = LINES[:5]
    alike = "".join(line.replace("(", "x").replace(")", "") for line in LINES[:5])
    there = "".join([first.replace("a", "x"), *middle, last.replace("ec", "xy")])
    quote = "".join(LINES[:5])
    assert 0.05 < dice(alike, quote) - dice(there, quote) < 0.1
    assert spans(alike + "\n\n\n" + there, quote, 1) == [there]


def test_lines_below_one_that_only_the_file_has_count_too() -> None:
    *above, below = quote = LINES[:4]
    place = "".join([*above, "    more = " + 80 * "x" + "\n", below])
    assert 0.08 < dice("".join(above), "".join(quote)) - dice(place, "".join(quote)) < 0.14
    assert spans(place, "".join(quote), 1) == [place]


def test_a_line_outside_of_a_window_does_not_count() -> None:
    *above, last = quote = LINES[:4]
    place = "".join([*above, 90 * " " + last])
    assert 0.08 < dice("".join(above), "".join(quote)) - dice(place, "".join(quote)) < 0.14
    assert spans(place, "".join(quote), 1) == [place]


@pytest.mark.parametrize("is_first", [True, False])
def test_a_window_begins_and_ends_like_the_quote(is_first: bool) -> None:
    """The common line at one end weighs nothing by itself, and its blanks cost more than it brings."""
    quoted, common = "done()\n", 20 * " " + "done()\n"
    quote, place = ([line, *LINES[:3]] if is_first else [*LINES[:3], line] for line in (quoted, common))
    assert 0.03 < dice("".join(LINES[:3]), "".join(quote)) - dice("".join(place), "".join(quote)) < 0.08
    assert spans("".join([*[common] * 7, "\n", *place, "\n"]), "".join(quote), 1) == ["".join(place)]


def test_a_window_that_lacks_a_line_is_farther() -> None:
    """The first line is cut short in the quote: the place without it is more alike, but it isn't all of the place."""
    cut, *rest = LINES[:4]
    quote = "".join([cut[-14:], *rest])
    assert 0 < dice("".join(rest), quote) - dice(cut + "".join(rest), quote) < 0.03
    assert spans(TEXT, quote, 1) == [cut + "".join(rest)]


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
