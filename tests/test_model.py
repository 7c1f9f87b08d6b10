from __future__ import annotations

import pytest

from editapply.model import Code, Edit, Span, Tier


@pytest.mark.parametrize(
    ("whole_lines", "side", "kept"),
    [(True, "a", "a\n"), (True, "a\n", "a\n"), (True, "", ""), (True, "a\r", "a\r\n"), (False, "a", "a")],
)
def test_sides_of_whole_lines_end_in_a_newline(whole_lines: bool, side: str, kept: str) -> None:
    edit = Edit("a", side, side, whole_lines=whole_lines)
    assert (edit.search, edit.replace) == (kept, kept)


@pytest.mark.parametrize("hint", [(0, 1), (2, 1), (-1, -1)])
def test_a_hint_counts_from_1_and_ascends(hint: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="counted from 1"):
        Edit("a", "a", "b", hint=hint)


@pytest.mark.parametrize("count", [0, -1])
def test_a_count_is_1_at_least(count: int) -> None:
    with pytest.raises(ValueError, match="give 1 or more"):
        Edit("a", "a", "b", count=count)


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        (Span(0, 2), Span(1, 3), True),
        (Span(0, 2), Span(2, 3), False),
        (Span(0, 4), Span(1, 1), True),
        (Span(0, 2), Span(0, 2), True),
        (Span(1, 1), Span(1, 1), False),
    ],
)
def test_overlaps(one: Span, other: Span, overlap: bool) -> None:
    assert (one.overlaps(other), other.overlaps(one)) == (overlap, overlap)


def test_the_codes_are_those_of_the_design() -> None:
    assert [code.value for code in Code] == [
        *("no-change", "already-applied", "malformed", "not-found", "ambiguous", "file-not-found", "file-exists"),
        *("unsafe-path", "binary", "encoding", "stale", "overlap", "conflict", "placeholder", "permission"),
        *("budget", "io"),
    ]


def test_tiers_are_ordered() -> None:
    assert [tier.label for tier in sorted(Tier)] == ["exact", "whitespace", "merged", "fuzzy"]
