"""Target: where a quote is found or thought to be, in any text."""

from __future__ import annotations

from collections.abc import Sequence

import editapply
from editapply.matching.whitespace import GRADES
from editapply.model import Applied, Candidate, Edit, Match, Options, Tier

from .laws import check_inside, places_of, signs_in
from .pieces import read_settings, split

GRADE_NAMES = frozenset(grade.name for grade in GRADES)


def check_matching(data: bytes) -> None:
    """The input: settings, a file, a quote; what stands behind is passed over."""
    head, before, search, _ = split(data, 4)
    settings = read_settings(head)
    edit = Edit(settings.path, search, "wanted = 1\n")
    found = editapply.find(before, search, settings.options)
    check_found(before, edit.search, found, settings.options)
    limit = 1 + len(head) % 4
    check_ranked(before, editapply.rank(before, search, limit), limit)
    check_choice(before, edit, found, settings.options)


def check_found(before: str, search: str, found: Sequence[Match], options: Options) -> None:
    exact = places_of(before, search)
    if exact and search.strip():
        assert [match.span for match in found] == exact
    assert sorted({match.span for match in found}) == [match.span for match in found]
    assert len({(match.tier, match.grade) for match in found}) <= 1
    for match in found:
        assert match.tier <= options.max_tier
        assert 0.0 <= match.similarity <= 1.0
        check_inside(before, match.span)
        assert (match.tier is Tier.EXACT) == (match.span in exact) == (match.grade == "")
        assert match.grade in GRADE_NAMES or not match.grade
        assert signs_in(before[match.span.start : match.span.end]) == signs_in(search)


def check_ranked(before: str, ranked: Sequence[Candidate], limit: int) -> None:
    assert len(ranked) <= limit
    for k, candidate in enumerate(ranked):
        check_inside(before, candidate.span)
        assert 0.0 < candidate.similarity <= 1.0
        assert not any(candidate.span.overlaps(other.span) for other in ranked[:k])


def check_choice(before: str, edit: Edit, found: Sequence[Match], options: Options) -> None:
    """An edit is never made where its quote stands at two places, and where it stands at one it is that one."""
    places = [match.span for match in found]
    result = editapply.apply_edits(before, [edit], options)
    outcome = result.outcomes[0]
    if isinstance(outcome, Applied) and edit.search.strip():
        assert len(places) <= 1, f"one of {len(places)} places was chosen"
        assert outcome.repairs or outcome.tier is Tier.FUZZY or [outcome.span] == places
        check_inside(before, outcome.span)
    assert isinstance(outcome, Applied) or result.after == before
