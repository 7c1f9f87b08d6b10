"""A place in a file → the few lines of it that a reader needs, and what differs from the quote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from editapply.model import Span
from editapply.report.contrast import common_head
from editapply.report.differs import tell_differences
from editapply.report.laid import Laid, lay
from editapply.report.signs import MOST_CHARACTERS, SLACK, cut, distinctive_line, printable, visible
from editapply.text import Lines

__all__ = ["cut", "differences", "distinctive_line", "excerpt", "printable", "show", "visible"]

MOST_LINES = 10
BEGINNING = 2
AROUND = 3
ROOM = 4000
INDENT = 4


def excerpt(lines: Lines, span: Span, search: str, replace: str = "") -> list[str]:
    """The file's own lines at `span`; of many, those that matter.

    These are the lines that the edit from `search` to `replace` changes, the beginning, and the
    lines around the first one that differs from the quote. What is left out is counted.
    """
    return show(lay(lines, span, search, replace))


def differences(lines: Lines, span: Span, search: str) -> list[str]:
    """What the file has where the quote has something else: the first lines that differ."""
    return tell_differences(lay(lines, span, search))


def show(laid: Laid, most: int = MOST_LINES, room: int = ROOM) -> list[str]:
    """At most `most` lines, in `room` characters with their indent.

    Of an edit that leaves some lines of the quote as they are, up to twice as many changed lines.
    """
    most_changed = 2 * most if len(laid.changed) < len(laid.quote) else most
    shown: dict[int, str] = {}
    for k, is_telling in _by_weight(laid):
        if len(shown) >= (most_changed if is_telling else most):
            break
        if min(len(laid.found[k]), MOST_CHARACTERS) + INDENT < room:
            shown[k] = _cut(laid, k)
    while shown and size_of(_with_gaps(shown, len(laid.found))) > room:
        shown.popitem()
    return _with_gaps(shown, len(laid.found)) if shown else []


def size_of(lines: Sequence[str]) -> int:
    """The characters that lines take when each is indented and ended."""
    return sum(len(line) + INDENT + 1 for line in lines)


def _by_weight(laid: Laid) -> Iterator[tuple[int, bool]]:
    """The found lines, those that a reader needs most first, and whether one differs first or is changed."""
    changed, differing = laid.changed_places, laid.differing_places
    known = set(differing)
    telling = (*differing[:1], *(k for k in changed if k in known), *changed)
    near = (k + d for d in range(1, AROUND + 1) for k in (*differing[:1], *changed) for d in (d, -d))
    others = chain(range(BEGINNING), near, range(len(laid.found)))
    seen: set[int] = set()
    for k, is_telling in chain(((k, True) for k in telling), ((k, False) for k in others)):
        if k not in seen and 0 <= k < len(laid.found):
            seen.add(k)
            yield k, is_telling


def _with_gaps(shown: dict[int, str], size: int) -> list[str]:
    """The lines in their order, with the number of those that are left out between them."""
    lines: list[str] = []
    at = 0
    for k in [*sorted(shown), size]:
        if k > at:
            lines.append(f"… ({k - at} line{'' if k - at == 1 else 's'})")
        lines += [shown[k]] if k < size else []
        at = k + 1
    return lines


def _cut(laid: Laid, k: int) -> str:
    """A found line; of a long one the part where it stops being like its line in the quote, or where the edit is."""
    line = laid.found[k]
    if len(line) <= MOST_CHARACTERS + SLACK or k not in laid.quote_of:
        return cut(line)
    quoted = laid.quote[laid.quote_of[k]]
    other = quoted if quoted != line else _written(laid, laid.quote_of[k])
    return cut(line, common_head(line, other))


def _written(laid: Laid, line: int) -> str:
    """What REPLACE has for a line of the quote."""
    run = next((run for run in laid.runs if run.a_start <= line < run.a_stop), None)
    if run is None or run.b_start + line - run.a_start >= run.b_stop:
        return ""
    return laid.replace[run.b_start + line - run.a_start]
