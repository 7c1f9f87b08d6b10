"""A match and its edit → the hunks that carry the change from SEARCH to REPLACE over to the text."""

from __future__ import annotations

from typing import NamedTuple

from editapply.diff import Run, diff_lines
from editapply.hunks import Hunk, hunk_of_run
from editapply.model import Edit, Span
from editapply.text import Lines


class Rebased(NamedTuple):
    """An edit as hunks on the text really there; `added` and `removed` count lines."""

    hunks: list[Hunk]
    added: int
    removed: int


def rebase(lines: Lines, edit: Edit, span: Span) -> Rebased:
    """What the edit does to the text at `span`.

    Lines that the edit leaves as they are get no hunk, so they keep their bytes.
    """
    return _rebase_lines(lines, edit, span) if edit.whole_lines else _rebase_text(lines, edit, span)


def insert_lines(lines: Lines, at: int, text: str) -> Rebased:
    """The whole lines `text` in front of line `at` (0-based; behind the last line where there is none)."""
    new = Lines(text).bodies
    at = min(at, len(lines))
    return Rebased([hunk_of_run(lines, Run(at, at, 0, len(new)), new, Span(at, at))], len(new), 0)


def fill(lines: Lines, text: str) -> Rebased:
    """`text` in place of all there is."""
    return Rebased([Hunk(Span(0, len(lines.text)), text)], len(Lines(text)), len(lines))


def _rebase_lines(lines: Lines, edit: Edit, span: Span) -> Rebased:
    first = lines.index_at(span.start)
    search, replace = Lines(edit.search).bodies, Lines(edit.replace).bodies
    quoted = Span(first, first + len(search))
    runs = [Run(first + i, first + i_stop, j, j_stop) for i, i_stop, j, j_stop in diff_lines(search, replace)]
    hunks = [hunk_of_run(lines, run, replace[run.b_start : run.b_stop], quoted) for run in runs]
    return Rebased(hunks, sum(run.b_stop - run.b_start for run in runs), sum(run.a_stop - run.a_start for run in runs))


def _rebase_text(lines: Lines, edit: Edit, span: Span) -> Rebased:
    """A pair: what the two strings have in common at either end stays as it is."""
    newline = lines.newline_near(lines.index_at(span.start) + 1)
    found = lines.text[span.start : span.end]
    new = edit.replace.replace("\r\n", "\n").replace("\n", newline)
    head = _common_head(found, new)
    tail = _common_head(found[head:][::-1], new[head:][::-1])
    old, new = found[head : len(found) - tail], new[head : len(new) - tail]
    hunk = Hunk(Span(span.start + head, span.end - tail), new, head > 0, tail > 0)
    whole = hunk.span.start in lines.starts and hunk.span.end in lines.starts
    return Rebased([hunk] if old or new else [], _count(new, whole), _count(old, whole))


def _common_head(a: str, b: str) -> int:
    limit = min(len(a), len(b))
    return next((k for k in range(limit) if a[k] != b[k]), limit)


def _count(text: str, whole: bool) -> int:
    return text.count("\n") + (not whole or (text != "" and not text.endswith("\n")))
