"""Pairs of lines that differ → groups of neighbours that differ in one and the same change of indentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from editapply.align import Pair
from editapply.indent import indent_of
from editapply.text import is_blank

LONGEST = 2000
Shift: TypeAlias = "tuple[str, int]"
"""Which blanks a line has more of in the file, and how many; 0 where they are other blanks altogether."""


def grouped(pairs: Sequence[Pair], quote: Sequence[str], found: Sequence[str]) -> Iterator[list[Pair]]:
    """All pairs in their order; nothing but blank lines stands between those of a group."""
    group: list[Pair] = []
    last: Shift | None = None
    for pair in pairs:
        shift = shift_of(quote[pair.quote.start], found[pair.file.start]) if pair.single else None
        follows = group and all(map(is_blank, found[group[-1].file.stop : pair.file.start]))
        if group and (shift is None or shift != last or not follows):
            yield group
            group = []
        group.append(pair)
        last = shift
    if group:
        yield group


def shift_of(quoted: str, found: str) -> Shift | None:
    """How a line is indented otherwise, if nothing else of it differs.

    >>> shift_of("  x", "    x"), shift_of("  x", "\\tx"), shift_of("x", "y")
    ((' ', 2), ('other', 0), None)
    """
    if len(quoted) + len(found) > LONGEST:
        return None
    ours, theirs = indent_of(found), indent_of(quoted)
    if found[len(ours) :] != quoted[len(theirs) :] or len(ours) == len(found):
        return None
    kinds = set(ours + theirs)
    if len(kinds) == 1:
        return kinds.pop(), len(ours) - len(theirs)
    return ("other", 0) if ours and theirs and set(ours).isdisjoint(theirs) else None
