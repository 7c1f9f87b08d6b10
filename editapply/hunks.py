"""Hunks on one text: made from lines, combined without harm, spliced into the new text.

A hunk replaces a span of the original text. Hunks of several edits are kept as one sorted
list over the original, whatever order they came in; an edit that was found in the text *as
edited so far* is folded back into that list.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from editapply.diff import Run
from editapply.model import Span
from editapply.text import Lines, line_end


@dataclass(frozen=True, slots=True)
class Hunk:
    """Put `text` in place of `span`.

    For a pure insertion, `after` tells that the edit names the text in front of it and
    `before` that it names the text behind it. `even` tells that the hunk leaves as many
    lines as it takes.
    """

    span: Span
    text: str
    after: bool = True
    before: bool = True
    even: bool = False

    @property
    def inserts(self) -> bool:
        return self.span.start == self.span.end

    @property
    def order(self) -> tuple[int, int, bool]:
        """Insertions come before what is replaced at the same point, those that follow their anchor first."""
        return self.span.start, self.span.end, not self.after


class Shift(NamedTuple):
    """A hunk seen from the text after: it stands at `span` there."""

    hunk: Hunk
    span: Span


def touches(hunk: Hunk, span: Span) -> bool:
    """Whether a hunk changes something of `span`, or puts text into its middle."""
    return hunk.span.overlaps(span) or (hunk.inserts and span.start < hunk.span.start < span.end)


def splice(text: str, hunks: Sequence[Hunk]) -> str:
    """`text` with every hunk made; the hunks are sorted and don't overlap."""
    parts: list[str] = []
    at = 0
    for hunk in hunks:
        parts += (text[at : hunk.span.start], hunk.text)
        at = hunk.span.end
    return "".join([*parts, text[at:]])


def hunk_of_run(lines: Lines, run: Run, new: Sequence[str], context: Span) -> Hunk:
    """The hunk that puts the bodies `new` in place of the lines of `run` (its left side).

    `context` are the lines (first, stop) that the edit quotes. New lines take the line end
    of the line they replace; behind a last line without one, the file stays without.
    """
    first, stop = run.a_start, run.a_stop
    ends = [_end_for(lines, min(first + k, stop - 1) if stop > first else first - 1) for k in range(len(new))]
    text = "".join(line + end for line, end in zip(new, ends, strict=True))
    if stop == len(lines) > 0 and new and not line_end(lines.raw[-1]):
        text = text[: -len(ends[-1])]
        text = text if stop > first else ends[-1] + text
    return Hunk(lines.span(first, stop), text, first > context.start, stop < context.end, stop - first == len(new))


def _end_for(lines: Lines, index: int) -> str:
    """The line end of line `index`, or what it should have."""
    own = line_end(lines.raw[index]) if 0 <= index < len(lines) else ""
    return own or lines.newline_near(index)


def add_hunks(hunks: list[Hunk], new: Iterable[Hunk]) -> Hunk | None:
    """Add hunks of one more edit to the sorted list; the hunk that contradicts one of them, or None.

    On a contradiction the list stays as it was. A hunk that is there already is done once.
    """
    accepted: list[Hunk] = []
    for hunk in new:
        near = _neighbours(hunks, hunk)
        if any(_is_same(other, hunk) for other in near):
            continue
        clash = next((other for other in near if _contradict(other, hunk)), None)
        if clash is not None:
            return clash
        accepted.append(hunk)
    for hunk in accepted:
        insort(hunks, hunk, key=lambda h: h.order)
    return None


def _neighbours(hunks: Sequence[Hunk], hunk: Hunk) -> list[Hunk]:
    """The hunks that overlap or touch this one."""
    first = bisect_left(hunks, hunk.span.start, key=lambda h: h.span.start)
    while first and hunks[first - 1].span.end >= hunk.span.start:
        first -= 1
    stop = bisect_right(hunks, hunk.span.end, lo=first, key=lambda h: h.span.start)
    return list(hunks[first:stop])


def _contradict(a: Hunk, b: Hunk) -> bool:
    if a.inserts and b.inserts:
        return a.span == b.span and not _from_two_sides(a, b)
    if a.inserts:
        return _breaks_anchor(a, b)
    if b.inserts:
        return _breaks_anchor(b, a)
    return a.span.overlaps(b.span)


def _is_same(a: Hunk, b: Hunk) -> bool:
    """Whether two hunks ask for one thing; the same lines put in at two anchors are two things."""
    return a.span == b.span and a.text == b.text and not (a.inserts and _from_two_sides(a, b))


def _from_two_sides(a: Hunk, b: Hunk) -> bool:
    """Whether one insertion names only the text in front of its point, and the other only that behind it."""
    return (a.after, a.before) == (b.before, b.after) and a.after != a.before


def _breaks_anchor(insertion: Hunk, other: Hunk) -> bool:
    """Whether `other` takes away the text that `insertion` holds on to."""
    at = insertion.span.start
    if other.span.start < at < other.span.end:
        return True
    if at == other.span.start:
        return not insertion.after and not other.even
    if at == other.span.end:
        return not insertion.before and not other.even
    return False


def shifts(hunks: Sequence[Hunk]) -> list[Shift]:
    """Where each hunk stands in the text after."""
    result: list[Shift] = []
    moved = 0
    for hunk in hunks:
        start = hunk.span.start + moved
        result.append(Shift(hunk, Span(start, start + len(hunk.text))))
        moved += len(hunk.text) - len(hunk.span)
    return result


def fold(text: str, hunks: list[Hunk], later: Hunk) -> Hunk:
    """Fold `later`, a hunk on the text as edited so far, into the hunks on the original `text`.

    The list is changed in place; the hunk on the original that now holds it is returned.

        original   a b c d e          H: b→BB          so far   a BB c d e
        later, on the text so far:    replace `B c` by X
        folded:    replace `b c` by `BX`
    """
    placed = shifts(hunks)
    touched = [k for k, (_, span) in enumerate(placed) if span.start <= later.span.end and later.span.start <= span.end]
    if not touched:
        first = bisect_left(placed, later.span.start, key=lambda shift: shift.span.start)
        moved = sum(len(shift.hunk.text) - len(shift.hunk.span) for shift in placed[:first])
        alone = Hunk(Span(later.span.start - moved, later.span.end - moved), later.text, later.after, later.before)
        insort(hunks, alone, key=lambda h: h.order)
        return alone
    return _fuse(text, hunks, placed, range(touched[0], touched[-1] + 1), later)


def _fuse(text: str, hunks: list[Hunk], placed: Sequence[Shift], touched: range, later: Hunk) -> Hunk:
    head, tail = placed[touched[0]], placed[touched[-1]]
    start = head.hunk.span.start - max(0, head.span.start - later.span.start)
    end = tail.hunk.span.end + max(0, later.span.end - tail.span.end)
    so_far_start = min(head.span.start, later.span.start)
    inner = [Hunk(Span(h.span.start - start, h.span.end - start), h.text) for h in (placed[k].hunk for k in touched)]
    window = splice(text[start:end], inner)
    at = later.span.start - so_far_start
    parts = [*(placed[k].hunk for k in touched), later]
    fused = Hunk(
        Span(start, end),
        window[:at] + later.text + window[at + len(later.span) :],
        all(part.after for part in parts),
        all(part.before for part in parts),
    )
    hunks[touched[0] : touched[-1] + 1] = [fused]
    return fused
