"""Two lines that differ → what one has where the other has something else, down to the token."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from editapply.diff import Run, diff_lines
from editapply.indent import indent_of
from editapply.normalize import BLANKS
from editapply.report.signs import contrasted, name_of

CLOSE = 24  # differences with fewer characters between them are told as one
SHORT = 3
REACH = 24
BEFORE = 200
BEHIND = 1500
MOST_TOLD = 2
FEW_SHARED = 0.3
MOST_NAMED = 3
_WORD = re.compile(rf"\w+|[{BLANKS}]+|[^\w{BLANKS}]")


class Piece(NamedTuple):
    """Where a line of the file and a line of the quote differ: the characters of each."""

    ours: str
    theirs: str
    before: str
    starts: bool
    ends: bool

    @property
    def is_blank(self) -> bool:
        return not self.ours.strip(BLANKS) and not self.theirs.strip(BLANKS)


def tell_lines(ours: str, theirs: str, named: set[str]) -> str:
    """What follows `line 3` in a sentence: `has … where SEARCH has …`.

    `named` are the characters whose names have been told; new ones are added.

    >>> tell_lines("  x = 1 ", "x = 2", set())
    'is indented by 2 blanks where SEARCH is not, and has `x = 1` where SEARCH has `x = 2`; 1 more difference'
    """
    pieces = list(_pieces(ours, theirs))
    odd: list[str] = []
    told: list[str] = []
    for piece in pieces[:MOST_TOLD]:
        if piece.is_blank:
            told.append(_blanks(piece))
        else:
            shown, quoted, signs = contrasted(piece.ours, piece.theirs)
            told.append(f"has {_ticked(shown)} where SEARCH has {_ticked(quoted)}")
            odd += [sign for sign in signs if sign not in named]
    more = len(pieces) - len(told)
    rest = f"; {more} more difference{'' if more == 1 else 's'}" if more else ""
    return ", and ".join(told) + rest + _names(odd, named)


def _ticked(shown: str) -> str:
    return f"`{shown}`" if shown else "nothing"


def _names(odd: Sequence[str], named: set[str]) -> str:
    new = list(dict.fromkeys(odd))[:MOST_NAMED]
    named.update(new)
    return f" ({', '.join(map(name_of, new))})" if new else ""


def _blanks(piece: Piece) -> str:
    """A difference in nothing but blanks, by its place in the line."""
    if piece.starts:
        return tell_indent(piece.ours, piece.theirs)
    where = "at its end" if piece.ends else f"behind {_ticked(piece.before)}"
    return f"has {count_blanks(piece.ours)} {where} where SEARCH has {_instead(piece)}"


def _instead(piece: Piece) -> str:
    if not piece.theirs:
        return "none"
    return str(len(piece.theirs)) if _is_common(piece.ours, piece.theirs) else count_blanks(piece.theirs)


def _is_common(ours: str, theirs: str) -> bool:
    """Whether both have nothing but common blanks."""
    return not ours.strip(" ") and not theirs.strip(" ")


def tell_indent(ours: str, theirs: str) -> str:
    """The difference between two indentations.

    >>> tell_indent("\\t", "    ")
    'is indented by a tab where SEARCH has 4 blanks'
    >>> tell_indent("        ", "    ")
    'is indented by 8 blanks where SEARCH has 4'
    """
    if not ours:
        return f"is not indented where SEARCH has {count_blanks(theirs)}"
    if not theirs:
        return f"is indented by {count_blanks(ours)} where SEARCH is not"
    instead = str(len(theirs)) if _is_common(ours, theirs) else count_blanks(theirs)
    return f"is indented by {count_blanks(ours)} where SEARCH has {instead}"


def count_blanks(run: str) -> str:
    """Which blanks, and how many.

    >>> count_blanks(""), count_blanks(" "), count_blanks("\\t  ")
    ('no blank', '1 blank', 'a tab and 2 blanks')
    """
    kinds = (("\t", "tab"), (" ", "blank"), ("\f", "form feed"), ("\v", "vertical tab"))
    counts = [(run.count(sign), noun) for sign, noun in kinds if sign in run]
    named = ["a tab" if (n, noun) == (1, "tab") else f"{n} {noun}{'' if n == 1 else 's'}" for n, noun in counts]
    return " and ".join(named) or "no blank"


def _pieces(ours: str, theirs: str) -> Iterator[Piece]:
    """The differences in order, indentation and blanks at the end apart from the rest."""
    heads, tails = (indent_of(ours), indent_of(theirs)), (_tail_of(ours), _tail_of(theirs))
    if heads[0] != heads[1]:
        yield Piece(*heads, "", True, False)
    sides = zip((ours, theirs), heads, tails, strict=True)
    yield from _inner_pieces(*(line[len(head) : len(line) - len(tail)] for line, head, tail in sides))
    if tails[0] != tails[1]:
        yield Piece(*tails, "", False, True)


def _tail_of(line: str) -> str:
    """The blanks that a line ends with; of a blank line all is indentation."""
    return line[len(line.rstrip(BLANKS)) :] if line.strip(BLANKS) else ""


def _inner_pieces(ours: str, theirs: str) -> Iterator[Piece]:
    """Of lines that differ over a great length only the first difference."""
    if ours == theirs:
        return
    head = common_head(ours, theirs)
    start = max(0, head - BEFORE)
    tail = common_head(ours[head:][::-1], theirs[head:][::-1])
    stops = [min(len(line) - tail + REACH, head + BEHIND) for line in (ours, theirs)]
    a, b = _WORD.findall(ours[start : stops[0]]), _WORD.findall(theirs[start : stops[1]])
    groups = _grouped(_runs(a, b), a, b)
    if max(len(ours), len(theirs)) - tail > head + BEHIND:
        a, b = [*a, ours[stops[0] : len(ours) - tail]], [*b, theirs[stops[1] : len(theirs) - tail]]
        groups = [Run(groups[0].a_start, len(a), groups[0].b_start, len(b))]
    for group in groups:
        yield _piece(a, b, group)


def _runs(a: Sequence[str], b: Sequence[str]) -> list[Run]:
    """The runs of tokens that differ; all of them where few are shared."""
    ours, theirs = (Counter(token for token in side if token.strip(BLANKS)) for side in (a, b))
    if 2 * (ours & theirs).total() < FEW_SHARED * (ours.total() + theirs.total()):
        return [Run(0, len(a), 0, len(b))]
    return diff_lines(a, b)


def common_head(a: str, b: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if a[low:middle] == b[low:middle] else (low, middle - 1)
    return low


def _grouped(runs: Sequence[Run], a: Sequence[str], b: Sequence[str]) -> list[Run]:
    """Runs of tokens with little between them as one, but for those of nothing but blanks."""
    at = [0, *accumulate(map(len, a))]
    groups: list[Run] = []
    for run in runs:
        blank = not "".join([*a[run.a_start : run.a_stop], *b[run.b_start : run.b_stop]]).strip(BLANKS)
        if groups and not blank and at[run.a_start] - at[groups[-1].a_stop] <= CLOSE:
            groups[-1] = Run(groups[-1].a_start, run.a_stop, groups[-1].b_start, run.b_stop)
        else:
            groups.append(run)
    return groups


def _piece(a: Sequence[str], b: Sequence[str], group: Run) -> Piece:
    """A run of tokens; with the word before it, or behind it, where it says too little by itself."""
    a_start, a_stop, b_start, b_stop = group
    ours, theirs = "".join(a[a_start:a_stop]), "".join(b[b_start:b_stop])
    before = _word_before(a, a_start)
    if not ours.strip(BLANKS) and not theirs.strip(BLANKS):
        return Piece(ours, theirs, before.rstrip(BLANKS), False, False)
    if all(len(text) >= SHORT and any(map(str.isalnum, text)) for text in (ours, theirs)):
        return Piece(ours, theirs, before, False, False)
    behind = "" if before else _word_before(a[a_stop:][::-1], len(a) - a_stop, reverse=True)
    return Piece(before + ours + behind, before + theirs + behind, before, False, False)


def _word_before(tokens: Sequence[str], stop: int, reverse: bool = False) -> str:
    """The nearest word in front of a token, and what stands between; nothing where it is far."""
    taken: list[str] = []
    for token in reversed(tokens[:stop]):
        taken.insert(0, token)
        if sum(map(len, taken)) > REACH:
            return ""
        if token[0].isalnum() or token[0] == "_":
            return "".join(taken[::-1] if reverse else taken)
    return ""
