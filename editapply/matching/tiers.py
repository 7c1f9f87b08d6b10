"""The tiers in order: the first that has any match decides, and returns all of its matches."""

from __future__ import annotations

from dataclasses import replace

from editapply.matching.exact import find_exact_lines, find_exact_text, places_inside_words
from editapply.matching.index import Index
from editapply.matching.whitespace import find_forgiving
from editapply.model import Edit, Match, Options, Span, Tier
from editapply.similarity.bigrams import dice
from editapply.text import Lines, is_blank

MOST_COMPARED = 20  # of more places than that, the others are taken to be like the last one


def find_exact(index: Index, edit: Edit) -> list[Match]:
    """All places where SEARCH stands as it is, but for the line ends."""
    return [Match(span, Tier.EXACT, 1.0) for span in _exact_spans(index, edit)]


def _exact_spans(index: Index, edit: Edit) -> list[Span]:
    if edit.whole_lines:
        return find_exact_lines(index, edit.search)
    spans = find_exact_text(index, edit.search)
    if edit.count is None:
        spans = sorted([*spans, *places_inside_words(index, edit.search)])
    return spans


def find_whitespace(index: Index, edit: Edit) -> list[Match]:
    """All places where SEARCH stands but for blanks and look-alikes, in the strictest grade that has any."""
    if is_blank(edit.search):
        return []
    grade, spans = find_forgiving(index, edit.search)
    similarities = [similarity_at(index, span, edit.search) for span in spans[:MOST_COMPARED]]
    similarities += similarities[-1:] * (len(spans) - len(similarities))
    return [Match(span, Tier.WHITESPACE, similar, grade) for span, similar in zip(spans, similarities, strict=True)]


def similarity_at(index: Index, span: Span, search: str) -> float:
    """The Dice (0..1) of the raw lines at `span`, with "\\n" line ends, and the quote."""
    first, last = index.lines.first_and_last(span)
    window = "".join(body + "\n" for body in index.lines.bodies[first - 1 : last])
    return dice(window, "".join(body + "\n" for body in Lines(search).bodies))


def find(before: str, search: str, options: Options | None = None) -> list[Match]:
    """All matches of the whole lines `search` in `before`, of the strictest tier that has any.

    >>> [match.span for match in find("a\\nb\\na\\n", "a")]
    [Span(start=0, end=2), Span(start=4, end=6)]
    >>> find("  a = 1\\n", "a = 1")[0].grade
    'indentation'
    """
    options = options or Options()
    index, edit = Index(before), Edit(path="", search=search, replace="")
    places = find_exact(index, edit)
    if not places and options.max_tier >= Tier.WHITESPACE:
        places = find_whitespace(index, replace(edit, whole_lines=True))
    return places
