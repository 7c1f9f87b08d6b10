"""The tiers in order: the first that has any match decides, and returns all of its matches."""

from __future__ import annotations

from editapply.matching.exact import find_exact_lines, find_exact_text, places_inside_words
from editapply.matching.index import Index
from editapply.model import Edit, Match, Options, Span, Tier


def find_places(index: Index, edit: Edit) -> list[Match]:
    """All places where the edit's SEARCH stands."""
    return [Match(span, Tier.EXACT, 1.0) for span in _exact_spans(index, edit)]


def _exact_spans(index: Index, edit: Edit) -> list[Span]:
    if edit.whole_lines:
        return find_exact_lines(index, edit.search)
    spans = find_exact_text(index, edit.search)
    if edit.count is None:
        spans = sorted([*spans, *places_inside_words(index, edit.search)])
    return spans


def find(before: str, search: str, options: Options | None = None) -> list[Match]:
    """All matches of the whole lines `search` in `before`, of the strictest tier that has any.

    >>> [match.span for match in find("a\\nb\\na\\n", "a")]
    [Span(start=0, end=2), Span(start=4, end=6)]
    """
    return find_places(Index(before), Edit(path="", search=search, replace=""))
