"""Text → normalized text, with every offset mapped back to the original."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from editapply.model import Span


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
