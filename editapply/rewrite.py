"""A match and its edit → the hunks that carry the change from SEARCH to REPLACE over to the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from editapply.align import Pair, align, find_partners
from editapply.carry import carry
from editapply.depth import Depth, find_depth
from editapply.diff import Run, diff_lines
from editapply.hunks import Hunk, hunk_of_run
from editapply.indent import as_seen, find_reindent, indent_of
from editapply.model import Edit, Span
from editapply.normalize import spacing_key
from editapply.parting import part_run
from editapply.regions import Regions
from editapply.text import Lines, is_blank

INDENTED = frozenset({"py", "pyi", "pyx", "yaml", "yml", "haml", "pug", "sass", "nim", "coffee", "fs", "hs"})
NO_INDENT = "the indentation of the quote contradicts the file's, and new lines depend on it"
NO_DEPTH = "SEARCH is not indented as the file is, and REPLACE in yet another way: give both the file's indentation"


class Rebased(NamedTuple):
    """An edit as hunks on the text really there; `added` and `removed` count lines."""

    hunks: list[Hunk]
    added: int
    removed: int


Write: TypeAlias = Callable[[str, str, str], "str | None"]
"""A line as quoted, as written and as found, without indentation → the new line; None where it can't be told."""


def write_whole(quoted: str, written: str, found: str) -> str:
    return written


def rebase(lines: Lines, edit: Edit, span: Span, unit: str = "", accepting: Write | None = None) -> Rebased | str:
    """What the edit does to the text at `span`, or why it can't be carried over to it.

    `unit` is one level of the file's indentation. Lines that the edit leaves as they are get no
    hunk, so they keep their bytes. Lines that it changes come in the file's indentation; where
    they had drifted, only the change is made. `accepting`: the caller has chosen the place, so a line
    to change may differ from the quote's, and this tells what is written there.
    """
    if not edit.whole_lines:
        return _rebase_text(lines, edit, span)
    first, stop = lines.index_at(span.start), lines.index_at(max(span.start, span.end - 1)) + 1
    search, replace = Lines(edit.search).bodies, Lines(edit.replace).bodies
    found = lines.bodies[first:stop]
    if search == found:
        return rebased(lines, Span(first, stop), diff_lines(search, replace), replace)
    if replace == found:
        return Rebased([], 0, 0)
    drifted = _Rebase(search, replace, found, unit, accepting)
    if drifted.contradicts and edit.path.rsplit(".", 1)[-1].lower() in INDENTED:
        return "the lines stand at other depths to each other than the quote's, and depth is meaning in this file"
    there = {pair.quote.start: indent_of(found[pair.file.start]) for pair in drifted.matched}
    depth = find_depth(search, replace, there, unit, edit.path)
    if depth is None:
        return NO_DEPTH
    if depth is Depth.FILE:
        search = [there.get(k, indent_of(line)) + _inner(line) for k, line in enumerate(search)]
        drifted = _Rebase(search, replace, found, unit, accepting)
    after = drifted.lines_after()
    if isinstance(after, str):
        return after
    return rebased(lines, Span(first, stop), diff_lines(found, after), after)


def rebased(lines: Lines, quoted: Span, runs: Sequence[Run], after: Sequence[str]) -> Rebased:
    """Runs inside of the lines `quoted` (first, stop) as hunks of the whole text."""
    moved = [Run(quoted.start + run.a_start, quoted.start + run.a_stop, run.b_start, run.b_stop) for run in runs]
    hunks = [hunk_of_run(lines, run, after[run.b_start : run.b_stop], quoted) for run in moved]
    added = sum(run.b_stop - run.b_start for run in runs)
    return Rebased(hunks, added, sum(run.a_stop - run.a_start for run in runs))


def insert_lines(lines: Lines, at: int, text: str) -> Rebased:
    """The whole lines `text` in front of line `at` (0-based; behind the last line where there is none)."""
    new = Lines(text).bodies
    at = min(at, len(lines))
    return rebased(lines, Span(at, at), [Run(0, 0, 0, len(new))], new)


def fill(lines: Lines, text: str) -> Rebased:
    """`text` in place of all there is."""
    return Rebased([Hunk(Span(0, len(lines.text)), text)], len(Lines(text)), len(lines))


class _Rebase:
    """One edit whose quote has drifted from the lines that were found."""

    def __init__(
        self, search: Sequence[str], replace: Sequence[str], found: Sequence[str], unit: str, accepting: Write | None
    ) -> None:
        self.search, self.replace, self.found = search, replace, found
        self.accepting = accepting
        self.pairs = align(search, found)
        self.matched = [pair for pair in self.pairs if _is_matched(pair, search, found)]
        self.indents = [(indent_of(search[p.quote.start]), indent_of(found[p.file.start])) for p in self.matched]
        way = find_reindent(self.indents, [*search, *replace], unit)
        self.contradicts = way is None and bool(self.indents)
        self.reindent = way or as_seen(self.indents)

    def lines_after(self) -> list[str] | str:
        """The found lines with the change made, or why it can't be."""
        regions = Regions(self.pairs, self.search, self.found, self.accepting is not None)
        after: list[str] = []
        at = 0
        runs = self._parts(regions.whole_pairs(diff_lines(self.search, self.replace)))
        if isinstance(runs, str):
            return runs
        for run in runs:
            region = regions.of(run)
            if isinstance(region, str):
                return region
            new = self._new_lines(run, region)
            if new is None:
                return NO_INDENT
            if self._blank_beside_blanks(run):
                return "there are other blank lines beside the new ones than the quote has"
            if region.start < at:
                return "two changes of this edit meet in the same lines of the file"
            after += [*self.found[at : region.start], *new]
            at = region.stop
        return [*after, *self.found[at:]]

    def _parts(self, runs: Sequence[Run]) -> list[Run] | str:
        """The runs, none with a line of the file in its midst that the quote lacks; or why one would have it."""
        parts: list[Run] = []
        for run in runs:
            cut = part_run(run, self.pairs, self.search, self.replace, self.found)
            if isinstance(cut, str):
                return cut
            parts += cut
        return parts

    def _new_lines(self, run: Run, region: range) -> list[str] | None:
        old, new = self.search[run.a_start : run.a_stop], self.replace[run.b_start : run.b_stop]
        theirs = self.found[region.start : region.stop]
        partners = find_partners(old, new) if len(old) == len(theirs) else {}
        if self.accepting is not None and self._loses(old, theirs, set(partners.values())):
            return None
        written = [self._line(line, partners.get(k), old, theirs) for k, line in enumerate(new)]
        return None if None in written else [line for line in written if line is not None]

    def _loses(self, old: Sequence[str], theirs: Sequence[str], partnered: set[int]) -> bool:
        """Whether a line would be taken away that differs from the quoted one in more than may go."""
        pairs = [(a, b) for k, (a, b) in enumerate(zip(old, theirs, strict=False)) if k not in partnered]
        return any(self._accepted(a, "", b) is None for a, b in pairs if spacing_key(a) != spacing_key(b))

    def _accepted(self, quoted: str, written: str, found: str) -> str | None:
        return None if self.accepting is None else self.accepting(_inner(quoted), _inner(written), _inner(found))

    def _blank_beside_blanks(self, run: Run) -> bool:
        """Whether blank lines are put in beside blank lines of which the file has other ones."""
        beside = [pair for pair in self.pairs if not pair.same and {run.a_start - 1, run.a_start} & set(pair.quote)]
        new = self.replace[run.b_start : run.b_stop]
        return run.a_start == run.a_stop and bool(beside) and all(map(is_blank, new))

    def _line(self, line: str, partner: int | None, old: Sequence[str], theirs: Sequence[str]) -> str | None:
        """One line of REPLACE as the file would write it."""
        if partner is not None:
            quoted, found = old[partner], theirs[partner]
            indent = indent_of(found) if indent_of(line) == indent_of(quoted) else self.reindent(indent_of(line))
            carried = carry(_inner(quoted), _inner(line), _inner(found))
            if carried is None and self.accepting is not None and spacing_key(quoted) != spacing_key(found):
                carried = self._accepted(quoted, line, found)
                indent = None if carried is None else indent
            return None if indent is None else indent + (_inner(line) if carried is None else carried)
        if is_blank(line):
            return ""
        new_indent = self.reindent(indent_of(line))
        return None if new_indent is None else new_indent + _inner(line)


def _inner(line: str) -> str:
    return line[len(indent_of(line)) :]


def _is_matched(pair: Pair, search: Sequence[str], found: Sequence[str]) -> bool:
    """Whether lines of both sides that aren't blank begin the pair."""
    return bool(pair.quote and pair.file and search[pair.quote.start].strip() and found[pair.file.start].strip())


def _rebase_text(lines: Lines, edit: Edit, span: Span) -> Rebased:
    """A pair: what the two strings have in common at either end stays as it is."""
    newline = lines.newline_near(lines.index_at(span.start) + 1)
    found = lines.text[span.start : span.end]
    new = edit.replace.replace("\r\n", "\n").replace("\n", newline)
    if "\n" in found or "\n" in new:
        return _rebase_lines_of_text(lines, span, new)
    head = _common_head(found, new)
    tail = _common_head(found[head:][::-1], new[head:][::-1])
    old, new = found[head : len(found) - tail], new[head : len(new) - tail]
    hunk = Hunk(Span(span.start + head, span.end - tail), new, head > 0, tail > 0)
    whole = hunk.span.start in lines.starts and hunk.span.end in lines.starts
    return Rebased([hunk] if old or new else [], _count(new, whole), _count(old, whole))


def _rebase_lines_of_text(lines: Lines, span: Span, new: str) -> Rebased:
    """A pair over several lines: those that come out the same keep their bytes."""
    first, stop = lines.index_at(span.start), lines.index_at(max(span.start, span.end - 1)) + 1
    after = Lines(lines.text[lines.starts[first] : span.start] + new + lines.text[span.end : lines.starts[stop]])
    return rebased(lines, Span(first, stop), diff_lines(lines.bodies[first:stop], after.bodies), after.bodies)


def _common_head(a: str, b: str) -> int:
    limit = min(len(a), len(b))
    return next((k for k in range(limit) if a[k] != b[k]), limit)


def _count(text: str, whole: bool) -> int:
    return text.count("\n") + (not whole or (text != "" and not text.endswith("\n")))
