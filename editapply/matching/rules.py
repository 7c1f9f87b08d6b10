"""A quote laid beside a place → the conditions of a fuzzy match that don't hold, by name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from editapply.align import Pair, align
from editapply.comments import Syntax, syntax_of
from editapply.diff import Run, diff_lines
from editapply.indent import indent_of
from editapply.matching.differences import CUT_TURNS, Kind, is_other_form, kind_of, typo_in
from editapply.matching.index import Index
from editapply.matching.naming import CODE_SUFFIXES, names_a_place
from editapply.normalize import spacing_key, tokens_of
from editapply.similarity.edits import token_similarity
from editapply.text import is_blank

TELLING = 3
HALF = 0.4
MANY = 8


@dataclass(eq=False)
class Comparison:
    """A quote, what the edit makes of it, and the lines of one place."""

    index: Index
    path: str
    search: Sequence[str]
    replace: Sequence[str]
    first: int
    found: Sequence[str]
    typos: list[tuple[str, str]] = field(default_factory=list)
    stale: list[Pair] = field(default_factory=list)
    cut: list[Pair] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pairs = align(self.search, self.found)
        self.runs = diff_lines(self.search, self.replace)
        for pair in self.pairs:
            self._sort(pair)

    @property
    def suffix(self) -> str:
        return self.path.rsplit(".", 1)[-1].lower()

    @cached_property
    def syntax(self) -> Syntax:
        return syntax_of(self.path)

    @cached_property
    def changed(self) -> frozenset[int]:
        """The lines of SEARCH that the edit changes."""
        return frozenset(line for run in self.runs for line in range(run.a_start, run.a_stop))

    @cached_property
    def failed(self) -> tuple[str, ...]:
        """The names of the conditions that don't hold; where many lines differ, of those that tell at once."""
        few = len(self.stale) + len(self.typos) <= MANY
        return tuple(name for name, holds in CONDITIONS if (few or holds in CHEAP) and not holds(self))

    @cached_property
    def targets(self) -> frozenset[int]:
        """The lines of the file (0-based) that the edit changes, or that stand beside its new lines."""
        beside = {line for run in self.runs if run.a_start == run.a_stop for line in (run.a_start - 1, run.a_stop)}
        wanted = self.changed | beside
        return frozenset(self.first + k for pair in self.pairs if wanted.intersection(pair.quote) for k in pair.file)

    def kind(self, pair: Pair) -> Kind:
        quoted, found = self.search[pair.quote.start], self.found[pair.file.start]
        if self.first + pair.file.start in self.index.lines_in_strings(self.path):
            return Kind.OTHER
        if self._in_comment(quoted, self.first + pair.file.start):
            return Kind.COMMENT
        return kind_of(quoted, found, self.syntax, self.suffix)

    def _in_comment(self, quoted: str, line: int) -> bool:
        """Whether both lines are inside of a block of comment: the file's is, the quote's begins like one."""
        return line in self.index.lines_in_comments(self.path) and quoted.lstrip().startswith("*")

    def _sort(self, pair: Pair) -> None:
        """Put a pair that differs in more than blanks, comments or commas where its conditions look for it."""
        if pair.same or self.is_blank(pair):
            return
        if pair.single and self._is_cut(pair):
            self.cut.append(pair)
        elif not pair.single:
            self.stale.append(pair)
        elif (kind := self.kind(pair)) is Kind.TYPO:
            quoted, found = self.search[pair.quote.start], self.found[pair.file.start]
            self.typos += [typo] if (typo := typo_in(tokens_of(quoted), tokens_of(found))) else []
        elif kind in (Kind.MEANING, Kind.OTHER):
            self.stale.append(pair)

    def is_blank(self, pair: Pair) -> bool:
        return all(is_blank(line) for line in [*self.quoted(pair), *self.in_file(pair)])

    def shares_half(self, pair: Pair) -> bool:
        """Whether a pair of two lines that differ shares about half of their tokens."""
        if not pair.single:
            return False
        return token_similarity(self.search[pair.quote.start], self.found[pair.file.start]) >= HALF

    def quoted(self, pair: Pair) -> list[str]:
        return [self.search[k] for k in pair.quote]

    def in_file(self, pair: Pair) -> list[str]:
        return [self.found[k] for k in pair.file]

    def _is_cut(self, pair: Pair) -> bool:
        """A first line without its beginning, or a last line without its end, cut between two tokens."""
        quoted, found = tokens_of(self.search[pair.quote.start]), tokens_of(self.found[pair.file.start])
        if not quoted or len(quoted) >= len(found):
            return False
        if CUT_TURNS & (set(found) - set(quoted)):
            return False
        first, last = pair.quote.start == 0, pair.quote.stop == len(self.search)
        return (first and found[-len(quoted) :] == quoted) or (last and found[: len(quoted)] == quoted)


Condition: TypeAlias = Callable[[Comparison], bool]


def every_changed_line_is_there(c: Comparison) -> bool:
    return all(pair.same for pair in c.pairs if any(line in c.changed for line in pair.quote))


def neighbours_of_changes_are_there(c: Comparison) -> bool:
    """A line beside a change may differ in a comment, a comma or a typo only."""
    stops = [run.a_stop for run in c.runs]
    near = ((pair, bisect_left(stops, pair.quote.start)) for pair in (*c.stale, *c.cut))
    return not any(k < len(stops) and c.runs[k].a_start <= pair.quote.stop for pair, k in near)


def at_most_one_typo(c: Comparison) -> bool:
    return len(c.typos) <= 1


def typo_is_no_other_name(c: Comparison) -> bool:
    """The model's spelling is nowhere in the file, the file's nowhere in the edit."""
    words = {token for line in (*c.search, *c.replace) for token in tokens_of(line)}
    return all(not c.index.words.count(quoted) and found not in words for quoted, found in c.typos)


def at_most_one_stale_line(c: Comparison) -> bool:
    return len(c.stale) <= 1 and all(len(pair.quote) <= 1 and len(pair.file) <= 1 for pair in c.stale)


def stale_line_keeps_its_meaning(c: Comparison) -> bool:
    """A line that differs only in an operator, a negation or a boolean is another program."""
    return not any(pair.single and c.kind(pair) is Kind.MEANING for pair in c.stale)


def stale_line_is_the_same_line_changed(c: Comparison) -> bool:
    """A line in another's place is that line after a change only in code, and where they share most of it."""
    others = [pair for pair in c.stale if pair.single]
    return all(
        c.suffix in CODE_SUFFIXES and is_other_form(c.search[pair.quote.start], c.found[pair.file.start])
        for pair in others
    )


def quoted_lines_that_differ_stand_nowhere_else(c: Comparison) -> bool:
    """Where the file holds such a line as quoted, the quote may be meant for that place."""
    numbered = c.index.numbered(spacing_key)
    differing = [line for pair in c.pairs if not pair.same for line in c.quoted(pair)]
    return not any(numbered.count(spacing_key(line)) for line in differing if sum(map(str.isalnum, line)) >= TELLING)


def stale_line_is_none_of_the_changed(c: Comparison) -> bool:
    """Otherwise it can't be told which of two equal lines is the one to change."""
    changed = {spacing_key(c.search[k]) for k in c.changed}
    changed |= {spacing_key(line) for run in c.runs for line in c.replace[run.b_start : run.b_stop]}
    lines = [line for pair in (*c.stale, *c.cut) for line in (*c.quoted(pair), *c.in_file(pair))]
    return not any(spacing_key(line) in changed for line in lines)


def stale_line_does_not_name_the_place(c: Comparison) -> bool:
    lines = [line for pair in c.stale for line in (*c.quoted(pair), *c.in_file(pair))]
    return not any(names_a_place(line, c.suffix) for line in lines)


def stale_line_opens_no_block_around_the_change(c: Comparison) -> bool:
    return not any(_opens_around(c, pair) for pair in c.stale)


def cut_line_has_company(c: Comparison) -> bool:
    """A line that is cut short counts only beside two other whole lines."""
    whole = sum(pair.same and not c.is_blank(pair) for pair in c.pairs)
    return not c.cut or whole >= 2


def rest_of_the_quote_stands_once(c: Comparison) -> bool:
    """A line that differs must not be the one that tells this place from another."""
    return all(_places_without(c, pair) <= 1 for pair in (*c.stale, *c.cut))


def _places_without(c: Comparison, pair: Pair) -> int:
    """How often the quote stands in the file with any line, or none, in place of this one."""
    numbered = c.index.numbered(spacing_key, blank_lines=False)
    keys = [[spacing_key(line) for line in part if not is_blank(line)] for part in _around(c.search, pair.quote)]
    head, tail = keys
    starts = set(numbered.runs(tail)) if tail else None
    ends = [at + len(head) for at in numbered.runs(head)] if head else None
    if starts is None or ends is None:
        return len(ends if ends is not None else starts or ())
    return sum(bool(starts & {end, end + 1}) for end in ends)


def _around(lines: Sequence[str], part: range) -> tuple[Sequence[str], Sequence[str]]:
    return lines[: part.start], lines[part.stop :]


CONDITIONS: tuple[tuple[str, Condition], ...] = (
    ("a line that the edit changes is not there as quoted", every_changed_line_is_there),
    ("a line beside the change differs", neighbours_of_changes_are_there),
    ("more than one name is spelt otherwise", at_most_one_typo),
    ("a name that differs is the name of something else", typo_is_no_other_name),
    ("more than one line of context differs", at_most_one_stale_line),
    ("a line differs in an operator, a negation or a boolean", stale_line_keeps_its_meaning),
    ("a line of context is another one", stale_line_is_the_same_line_changed),
    ("a line that differs stands elsewhere as quoted", quoted_lines_that_differ_stand_nowhere_else),
    ("a line that differs equals one that the edit removes or adds", stale_line_is_none_of_the_changed),
    ("a line that names the place differs", stale_line_does_not_name_the_place),
    ("a line that opens the block around the change differs", stale_line_opens_no_block_around_the_change),
    ("the line that differs is what tells this place from another", rest_of_the_quote_stands_once),
    ("a line is cut short, with too few whole lines beside it", cut_line_has_company),
)


CHEAP = (every_changed_line_is_there, neighbours_of_changes_are_there, at_most_one_typo, at_most_one_stale_line)


def has_target(c: Comparison) -> bool:
    """Whether a place has the lines that the edit changes, and those beside the change."""
    return every_changed_line_is_there(c) and neighbours_of_changes_are_there(c)


def _opens_around(c: Comparison, pair: Pair) -> bool:
    """Whether a differing line, on either side, stands before a change and less deep than all down to it."""
    sides: list[tuple[Sequence[str], range, Iterator[int]]] = [
        (c.search, pair.quote, (run.a_start for run in c.runs)),
        (c.found, pair.file, (at for run in c.runs if (at := _file_line(c, run)) is not None)),
    ]
    return any(_is_around(lines, k, at) for lines, where, changes in sides for at in list(changes) for k in where)


def _file_line(c: Comparison, run: Run) -> int | None:
    """The line of the place at which a change happens."""
    return next((pair.file.start for pair in c.pairs if run.a_start in pair.quote), len(c.found) if c.found else None)


def _is_around(lines: Sequence[str], line: int, change: int) -> bool:
    if line >= change or is_blank(lines[line]):
        return False
    depth = len(indent_of(lines[line]).expandtabs())
    between = [len(indent_of(b).expandtabs()) for b in lines[line + 1 : change + 1] if not is_blank(b)]
    return bool(between) and all(deeper > depth for deeper in between)
