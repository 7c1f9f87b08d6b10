"""A quote and a place in the file → the two laid beside each other, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from editapply.align import Pair, align
from editapply.diff import Run, diff_lines
from editapply.model import Span
from editapply.normalize import BLANKS
from editapply.report.groups import grouped
from editapply.similarity.edits import token_similarity
from editapply.text import Lines

CLOSELY = 50_000  # characters that are compared token by token
MOST_REFINED = 200
LONGEST_COMPARED = 400
ALIKE = 0.5


@dataclass(frozen=True)
class Laid:
    """The lines of a quote, what the edit makes of them, and the lines found.

    `first` is the number (from 1) of the first found line.
    """

    quote: Sequence[str]
    replace: Sequence[str]
    found: Sequence[str]
    first: int
    pairs: Sequence[Pair]
    told: dict[int, tuple[str, ...]] = field(default_factory=dict, compare=False)
    """What has been said of it, by how much was asked for: it is asked for again while room is given."""

    @cached_property
    def differing(self) -> list[Pair]:
        """The pairs whose lines are not the same characters."""
        return [pair for pair in self.pairs if self.quoted(pair) != self.in_file(pair)]

    @cached_property
    def groups(self) -> list[list[Pair]]:
        """The same, neighbours that are indented otherwise in the same way together."""
        return list(grouped(self.differing, self.quote, self.found))

    def quoted(self, pair: Pair) -> Sequence[str]:
        return self.quote[pair.quote.start : pair.quote.stop]

    def in_file(self, pair: Pair) -> Sequence[str]:
        return self.found[pair.file.start : pair.file.stop]

    def number(self, index: int) -> int:
        """The number of a found line in the file, for people."""
        return self.first + index

    @cached_property
    def runs(self) -> list[Run]:
        """What the edit changes: runs of lines of the quote and of REPLACE."""
        return diff_lines(self.quote, self.replace)

    @cached_property
    def changed(self) -> frozenset[int]:
        """The lines of the quote that the edit changes, and those beside new lines."""
        beside = {line for run in self.runs if run.a_start == run.a_stop for line in (run.a_start - 1, run.a_start)}
        changed = {line for run in self.runs for line in range(run.a_start, run.a_stop)}
        return frozenset((changed | beside) & set(range(len(self.quote))))

    @cached_property
    def changed_places(self) -> list[int]:
        """The found lines (0-based) that stand for changed lines; where none does, those beside the gap."""
        pairs = [pair for pair in self.pairs if any(line in self.changed for line in pair.quote)]
        return list(dict.fromkeys(k for pair in pairs for k in self._places(pair)))

    @cached_property
    def differing_places(self) -> list[int]:
        """The found lines that differ from the quote, or stand beside a gap."""
        return sorted({k for pair in self.differing for k in self._places(pair)})

    def _places(self, pair: Pair) -> Sequence[int]:
        beside = (pair.file.start - 1, pair.file.start)
        return pair.file or [k for k in beside if 0 <= k < len(self.found)]

    @cached_property
    def quote_of(self) -> dict[int, int]:
        """For each found line that stands alone for a line of the quote, that line."""
        return {pair.file.start: pair.quote.start for pair in self.pairs if pair.single}


def lay(lines: Lines, span: Span, search: str, replace: str = "") -> Laid:
    """Lay a quote beside the lines that `span` touches; `replace` is what the edit makes of it."""
    first, last = lines.first_and_last(span)
    quote, found = Lines(search).bodies, lines.bodies[first - 1 : last]
    head = _same_head(quote, found)
    tail = _same_head(quote[head:][::-1], found[head:][::-1])
    middle = _pairs(quote[head : len(quote) - tail], found[head : len(found) - tail])
    end = len(quote) - tail, len(found) - tail
    pairs = [*_same(0, 0, head), *(_moved(pair, head, head) for pair in middle), *_same(*end, tail)]
    return Laid(quote, Lines(replace).bodies, found, first, pairs)


def _same_head(a: Sequence[str], b: Sequence[str]) -> int:
    shorter = min(len(a), len(b))
    return next((k for k in range(shorter) if a[k] != b[k]), shorter)


def _same(quote: int, file: int, count: int) -> Iterator[Pair]:
    return (Pair(range(quote + k, quote + k + 1), range(file + k, file + k + 1), True) for k in range(count))


def _moved(pair: Pair, quote: int, file: int) -> Pair:
    return Pair(
        range(pair.quote.start + quote, pair.quote.stop + quote),
        range(pair.file.start + file, pair.file.stop + file),
        pair.same,
    )


def _pairs(quote: Sequence[str], found: Sequence[str]) -> list[Pair]:
    """Short texts are aligned token by token; of long ones the lines that differ in more than blanks at their ends."""
    if _size(quote) + _size(found) <= CLOSELY:
        return [part for pair in align(quote, found) for part in _refined(pair, quote, found)]
    keys = [[line.strip(BLANKS) for line in side] for side in (quote, found)]
    pairs: list[Pair] = []
    i = j = 0
    left = CLOSELY
    for run in [*diff_lines(*keys), Run(len(quote), len(quote), len(found), len(found))]:
        pairs += _same(i, j, run.a_start - i)
        ours, theirs = quote[run.a_start : run.a_stop], found[run.b_start : run.b_stop]
        left -= _size(ours) + _size(theirs)
        pairs += [_moved(pair, run.a_start, run.b_start) for pair in _run(ours, theirs, left >= 0)]
        i, j = run.a_stop, run.b_stop
    return pairs


def _run(quote: Sequence[str], found: Sequence[str], closely: bool) -> list[Pair]:
    if not quote and not found:
        return []
    if closely:
        return [part for pair in align(quote, found) for part in _refined(pair, quote, found)]
    if len(quote) == len(found):
        return [Pair(range(k, k + 1), range(k, k + 1), False) for k in range(len(quote))]
    return [Pair(range(len(quote)), range(len(found)), False)]


def _size(lines: Sequence[str]) -> int:
    return sum(map(len, lines))


def _refined(pair: Pair, quote: Sequence[str], found: Sequence[str]) -> Iterator[Pair]:
    """Runs of other lengths that could not be paired: each line of the shorter one with the line most like it."""
    if pair.same or pair.single or not 0 < len(pair.quote) * len(pair.file) <= MOST_REFINED:
        yield pair
        return
    i, j = pair.quote.start, pair.file.start
    for at, to in _alike(pair, quote, found):
        if i < at or j < to:
            yield Pair(range(i, at), range(j, to), False)
        yield Pair(range(at, at + 1), range(to, to + 1), False)
        i, j = at + 1, to + 1
    if i < pair.quote.stop or j < pair.file.stop:
        yield Pair(range(i, pair.quote.stop), range(j, pair.file.stop), False)


def _alike(pair: Pair, quote: Sequence[str], found: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of lines, ascending on both sides, that are together most alike."""
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
    for i in reversed([*pair.quote, pair.quote.stop]):
        for j in reversed([*pair.file, pair.file.stop]):
            if i == pair.quote.stop or j == pair.file.stop:
                best[i, j] = (0.0, [])
                continue
            ways = [best[i + 1, j], best[i, j + 1]]
            similarity = token_similarity(quote[i][:LONGEST_COMPARED], found[j][:LONGEST_COMPARED])
            if similarity >= ALIKE:
                total, chain = best[i + 1, j + 1]
                ways.append((total + similarity, [(i, j), *chain]))
            best[i, j] = max(ways, key=lambda way: way[0])
    return best[pair.quote.start, pair.file.start][1]
