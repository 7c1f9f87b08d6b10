"""A changed line, and the drifted form that it has in the file → the change carried over sign by sign."""

from __future__ import annotations

import re
from bisect import bisect_right

from editapply.diff import Run, diff_lines
from editapply.model import Span
from editapply.normalize import BLANKS, Signs, signs_of, tokens_of

_PIECE = re.compile(r"\w+|\s+|[^\w\s]")


def carry(quoted: str, written: str, found: str) -> str | None:
    """The change from `quoted` to `written`, made to `found`: what the change doesn't touch stays.

    `quoted` and `found` must have the same signs (blanks and look-alikes aside), and the change
    must not touch what has drifted; otherwise None.

    >>> carry('say("x", 1)', 'say("x", 2)', 'say(“x”,  1)')
    'say(“x”,  2)'
    """
    if quoted == found:
        return written
    (quoted, ends), (written, new_ends), (found, own_ends) = map(_without_end, (quoted, written, found))
    carried = _carry(quoted, written, found)
    if carried is None or tokens_of(carried) != tokens_of(written):
        return None
    return carried + (own_ends if ends == new_ends else new_ends)


def _without_end(text: str) -> tuple[str, str]:
    """A text and the blanks at its end: a model that writes other ones than it quotes means them."""
    bare = text.rstrip(BLANKS)
    return bare, text[len(bare) :]


def _carry(quoted: str, written: str, found: str) -> str | None:
    ours, theirs = signs_of(quoted), signs_of(found)
    if ours.text != theirs.text:
        return None
    parts: list[str] = []
    at = 0
    old, new = _PIECE.findall(quoted), _PIECE.findall(written)
    ends = _ends(old)
    for run in diff_lines(old, new):
        place = _place(quoted, Span(ends[run.a_start], ends[run.a_stop]), ours, theirs, found)
        if place is None or place.start < at:
            return None
        parts += (found[at : place.start], "".join(new[run.b_start : run.b_stop]))
        at = place.end
    return "".join([*parts, found[at:]])


def _ends(pieces: list[str]) -> list[int]:
    ends = [0]
    for piece in pieces:
        ends.append(ends[-1] + len(piece))
    return ends


def _place(quoted: str, span: Span, ours: Signs, theirs: Signs, found: str) -> Span | None:
    """The characters of `found` that stand for the characters `span` of `quoted`.

    A border beside a sign stays at that sign; a border inside of blanks takes the file's blanks
    along. None where the change touches what has drifted.
    """
    before = bisect_right(ours.ends, span.start)
    after = max(before, bisect_right(ours.ends, span.end))
    empty = span.start == span.end
    borders = (
        (before, span.start, empty or quoted[span.start].isspace()),
        (after, span.end, empty or quoted[span.end - 1].isspace()),
    )
    if any(_touches_drift(quoted, found, ours, theirs, *border) for border in borders):
        return None
    left = theirs.ends[before - 1] if before else 0
    right = theirs.starts[after] if after < len(theirs.starts) else len(found)
    if span.start == span.end:
        at = left if span.start == 0 or not quoted[span.start - 1].isspace() else right
        return Span(at, at)
    if after > before and not quoted[span.start].isspace():
        left = theirs.starts[before]
    if after > before and not quoted[span.end - 1].isspace():
        right = theirs.ends[after - 1]
    return Span(left, right)


def _touches_drift(
    quoted: str, found: str, ours: Signs, theirs: Signs, border: int, at: int, takes_blanks: bool
) -> bool:
    """Whether a change ends, at `at` before the sign `border`, beside something that the file writes otherwise."""
    if 0 < border < len(theirs.starts) and theirs.starts[border] == theirs.starts[border - 1]:
        return True
    if takes_blanks and _gap(quoted, ours, border) != _gap(found, theirs, border):
        return True
    beside = [k for k in (border - 1, border) if 0 <= k < len(ours.starts) and at in (ours.starts[k], ours.ends[k])]
    return any(_sign(quoted, ours, k) != _sign(found, theirs, k) for k in beside)


def _gap(text: str, signs: Signs, border: int) -> str:
    """The blanks in front of a sign."""
    start = signs.ends[border - 1] if border else 0
    return text[start : signs.starts[border] if border < len(signs.starts) else len(text)]


def _sign(text: str, signs: Signs, k: int) -> str:
    return text[signs.starts[k] : signs.ends[k]]


def merge_line(quoted: str, written: str, found: str) -> str | None:
    """The change from `quoted` to `written`, made to a line that differs from the quoted one in other places too.

    What only the file has stays. Where the file has other words, one for one, in what the change
    takes away, they go. None where the two changes touch otherwise, or the lines have nothing in
    common.

    >>> merge_line("wait(5)", "wait(9)", "wait(7)  # s"), merge_line("f(a)", "f(a, b)", "f(c)")
    ('wait(9)  # s', None)
    """
    base, new, own = (_PIECE.findall(text) for text in (quoted, written, found))
    ours, theirs = diff_lines(base, new), diff_lines(base, own)
    if any(run.a_start == 0 and run.a_stop == len(base) for run in theirs):
        return None
    kept = [run for run in theirs if not any(_is_taken_away(run, change) for change in ours)]
    if any(a.a_start <= b.a_stop and b.a_start <= a.a_stop for a in ours for b in kept):
        return None
    parts: list[str] = []
    at = 0
    for run, source in sorted([*((run, new) for run in ours), *((run, own) for run in kept)], key=lambda pair: pair[0]):
        parts += [*base[at : run.a_start], *source[run.b_start : run.b_stop]]
        at = run.a_stop
    return "".join([*parts, *base[at:]])


def _is_taken_away(run: Run, change: Run) -> bool:
    """Whether words that the file has in place of others, one for one, lie in what a change takes away."""
    one_for_one = run.a_stop - run.a_start == run.b_stop - run.b_start
    return one_for_one and change.a_start <= run.a_start and run.a_stop <= change.a_stop
