"""The exact tier: a quote stands as it is, but for the line ends."""

from __future__ import annotations

from editapply.matching.index import Index
from editapply.model import Span
from editapply.text import Lines

MOST_OVERLAPS = 1000


def exact_key(body: str) -> str:
    return body


def find_exact_lines(index: Index, search: str) -> list[Span]:
    """The runs of whole lines that equal the lines of `search`."""
    quote = Lines(search).bodies
    return [index.lines.span(first, first + len(quote)) for first in index.runs(quote, exact_key)]


def find_exact_text(index: Index, search: str) -> list[Span]:
    """The places of `search` as a substring that don't begin or end inside a word.

    Where every place begins or ends inside a word, there is none: see `places_inside_words`.
    """
    text = index.folded.text
    return [index.folded.original(span) for span in _substrings(text, search) if not _cuts_word(text, span)]


def places_inside_words(index: Index, search: str) -> list[Span]:
    """The places of `search` that begin or end inside a word (`count = 1` in `discount = 1`)."""
    text = index.folded.text
    return [index.folded.original(span) for span in _substrings(text, search) if _cuts_word(text, span)]


def _substrings(text: str, search: str) -> list[Span]:
    """Every place of a substring, overlaps too; of very many, only those that don't overlap."""
    search = search.replace("\r\n", "\n")
    spans: list[Span] = []
    at = text.find(search) if search else -1
    while at >= 0:
        spans.append(Span(at, at + len(search)))
        at = text.find(search, at + (1 if len(spans) < MOST_OVERLAPS else len(search)))
    return spans


def _cuts_word(text: str, span: Span) -> bool:
    return _inside_word(text, span.start) or _inside_word(text, span.end)


def _inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and _is_word(text[at - 1]) and _is_word(text[at])


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
