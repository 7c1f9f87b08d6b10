"""Text → normalized text, with every offset mapped back to the original; and the keys of the grades."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from editapply.model import Span

BLANKS = " \t\f\v"
OPENING = "([{"
CLOSING = ")]}"
_QUOTES = {"'": "‘’‚‛′ʼ＇", '"': "“”„‟″＂"}
_DASHES = {"-": "‐‑‒–—―−﹘﹣"}
_SPACES = {" ": "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"}
_INVISIBLE = {"": "\u00ad\u200b\u200c\u200d\u2060\ufeff"}
_ELLIPSIS = {"...": "…"}
LOOKALIKES = {
    **{
        ord(sign): plain
        for table in (_QUOTES, _DASHES, _SPACES, _INVISIBLE, _ELLIPSIS)
        for plain, signs in table.items()
        for sign in signs
    },
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
}
# A letter with the marks behind it, or the parts of a Hangul syllable: what NFC may put together.
_CLUSTER = re.compile(
    "[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|.[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0653-\u0655\u093c\u3099\u309a]*",
    re.DOTALL,
)
_STRINGS = "|".join(rf"{sign}(?:[^{sign}\\]|\\.){{0,400}}{sign}" for sign in "\"'`")
_TOKEN = re.compile(rf"{_STRINGS}|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Normalized:
    """`offsets[i]` is the original offset of the normalized character `i`; one more for the end."""

    text: str
    offsets: array[int]

    def original(self, span: Span) -> Span:
        """The span of the original text that became `span`.

        An end is mapped through the start of the next character, so that a run that was
        folded into one character is never cut in two.
        """
        return Span(self.offsets[span.start], self.offsets[span.end])


def fold_newlines(text: str) -> Normalized:
    """`text` with every "\\r\\n" as "\\n".

    >>> folded = fold_newlines("a\\r\\nb")
    >>> folded.text, folded.original(Span(0, 2))
    ('a\\nb', Span(start=0, end=3))
    """
    offsets = array("Q")
    at = 0
    while (cut := text.find("\r\n", at)) >= 0:
        offsets.extend(range(at, cut))
        offsets.append(cut)
        at = cut + 2
    offsets.extend(range(at, len(text) + 1))
    return Normalized(text.replace("\r\n", "\n"), offsets)


@dataclass(frozen=True, slots=True)
class Signs:
    """What of a text isn't blank: each sign folded, with the span that it has in the original."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def signs_of(text: str) -> Signs:
    """The signs of a text, look-alikes folded, without blanks.

    >>> signs_of("f( a, b )").text
    'f(a,b)'
    """
    found = [(char, start, end) for char, start, end in _folded(text) if not char.isspace()]
    return Signs("".join(sign[0] for sign in found), tuple(sign[1] for sign in found), tuple(sign[2] for sign in found))


def _folded(text: str) -> Iterator[tuple[str, int, int]]:
    if text.isascii():
        yield from ((char, k, k + 1) for k, char in enumerate(text))
        return
    for cluster in _CLUSTER.finditer(text):
        for char in unicodedata.normalize("NFC", cluster[0]).translate(LOOKALIKES):
            yield char, cluster.start(), cluster.end()


def fold_lookalikes(text: str) -> str:
    """Text with typographic signs, Unicode spaces, full-width forms and decomposed letters as the plain ones.

    >>> fold_lookalikes("“Speed\u00a0— it’s…”")
    '"Speed - it\\'s..."'
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(LOOKALIKES)


def tokens_of(text: str) -> list[str]:
    """Words, string literals (their blanks count) and single signs, look-alikes folded.

    >>> tokens_of('f(a, "b  c")')
    ['f', '(', 'a', ',', '"b  c"', ')']
    """
    return _TOKEN.findall(fold_lookalikes(text))


def line_tokens(bodies: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The tokens of lines, each with its line; a comma before a closing bracket is left out."""
    comma: int | None = None
    for line, body in enumerate(bodies):
        for token in tokens_of(body):
            if comma is not None and token not in CLOSING:
                yield ",", comma
            comma = line if token == "," else None
            if comma is None:
                yield token, line
    if comma is not None:
        yield ",", comma


def exact_key(body: str) -> str:
    return body


def line_end_key(body: str) -> str:
    """Grade 1: blanks at the line's end don't count."""
    return body.rstrip(BLANKS)


def lookalike_key(body: str) -> str:
    """Grade 2: neither do look-alike characters."""
    return fold_lookalikes(body).rstrip(BLANKS)


def indent_key(body: str) -> str:
    """Grade 3: neither does indentation."""
    return fold_lookalikes(body).strip(BLANKS)


def spacing_key(body: str) -> str:
    """Grade 4: neither do blanks inside the line, but for those between two words and in string literals."""
    return "\0".join(tokens_of(body))
