"""The whitespace tier: a quote stands but for blanks and look-alike characters, grade by grade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from editapply.matching.index import Index, Key, bits_of, line_begins
from editapply.model import Span
from editapply.normalize import indent_key, line_end_key, line_tokens, lookalike_key, spacing_key
from editapply.text import Lines

Finder: TypeAlias = Callable[[Index, Lines], list[Span]]
"""The lines of a quote → all places (spans of characters) where it stands in one grade."""

OPENING = frozenset("([{")
CLOSING = frozenset(")]}")


class Grade(NamedTuple):
    """How much less strict than exact; each grade forgives what those before it do."""

    name: str
    find: Finder


def _by_lines(key: Key) -> Finder:
    def find(index: Index, quote: Lines) -> list[Span]:
        size = len(quote)
        return [index.lines.span(first, first + size) for first in index.runs(quote.bodies, key)]

    return find


def _without_blank_lines(index: Index, quote: Lines) -> list[Span]:
    """Lines that aren't blank stand in order, with any number of blank ones between them."""
    keys = [spacing_key(body) for body in quote.bodies if body.strip()]
    numbered = index.numbered(spacing_key, blank_lines=False)
    found = numbered.runs(keys)
    return [index.lines.span(numbered.lines[at], numbered.lines[at + len(keys) - 1] + 1) for at in found]


def _by_tokens(index: Index, quote: Lines) -> list[Span]:
    """Tokens stand in order; lines may break otherwise only inside brackets that the quote opens.

    The place begins and ends where lines do.
    """
    tokens = list(line_tokens(quote.bodies))
    keys, lines = [token for token, _ in tokens], [line for _, line in tokens]
    if not keys:
        return []
    has_comma = _ends_with_comma([body for body in quote.bodies if body.strip()][-1])
    found = _runs_of_tokens(index, keys, lines, has_comma)
    if keys[-1] == "," and len(keys) > 1:  # where a closing bracket follows, the file's own is none of its tokens
        found += _runs_of_tokens(index, keys[:-1], lines[:-1], has_comma)
    return sorted(set(found), key=lambda span: span.start)


def _runs_of_tokens(index: Index, keys: Sequence[str], lines: Sequence[int], has_comma: bool) -> list[Span]:
    fixed, begins = _fixed_breaks(keys), line_begins(lines)
    places = index.tokens
    found: list[Span] = []
    for at in places.runs(keys):
        first, last = at, at + len(keys) - 1
        if first > 0 and places.lines[first - 1] == places.lines[first]:
            continue
        if last + 1 < len(places.units) and places.lines[last + 1] == places.lines[last]:
            continue
        if has_comma != _ends_with_comma(index.lines.bodies[places.lines[last]]):
            continue  # no closing bracket of the quote makes that comma optional
        if (index.token_begins >> at ^ begins) & fixed == 0:
            found.append(index.lines.span(places.lines[first], places.lines[last] + 1))
    return found


def _ends_with_comma(body: str) -> bool:
    return body.rstrip().endswith(",")


def _fixed_breaks(keys: Sequence[str]) -> int:
    """The tokens outside of brackets, as bits: whether one begins a line there is not free."""
    bits: list[bool] = []
    depth = 0
    for key in keys:
        bits.append(depth == 0 and bool(bits))
        if key in OPENING:
            depth += 1
        elif key in CLOSING:
            depth = max(0, depth - 1)
    return bits_of(bits)


GRADES = (
    Grade("blanks at line ends", _by_lines(line_end_key)),
    Grade("look-alike characters", _by_lines(lookalike_key)),
    Grade("indentation", _by_lines(indent_key)),
    Grade("blanks inside a line", _by_lines(spacing_key)),
    Grade("blank lines", _without_blank_lines),
    Grade("line breaks", _by_tokens),
)


def find_in_grade(index: Index, search: str, name: str) -> list[Span]:
    """All places where `search` stands in the grade of this name, stricter ones too."""
    return next(grade for grade in GRADES if grade.name == name).find(index, Lines(search))


def find_forgiving(index: Index, search: str) -> tuple[str, list[Span]]:
    """The first grade in which `search` stands anywhere, and all its places; none: an empty list."""
    quote = Lines(search)
    for grade in GRADES:
        spans = grade.find(index, quote)
        if spans:
            return grade.name, spans
    return "", []
