"""An edit whose quote was not exact → which lines differed in what, so that the model learns the true text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from editapply.align import Pair
from editapply.comments import lines_in_blocks, syntax_of
from editapply.indent import indent_of
from editapply.matching.differences import Kind, kind_of
from editapply.matching.repairs import repaired
from editapply.model import Applied, Tier
from editapply.normalize import BLANKS, fold_lookalikes
from editapply.report.differs import shortened, tell_group
from editapply.report.laid import Laid, lay
from editapply.report.numbers import lines as named_lines
from editapply.text import Lines, is_blank

MOST_DETAILS = 2
LONGEST_JUDGED = 2000
KINDS = {
    Kind.COMMENT: "in a comment",
    Kind.PUNCTUATION: "in a comma or semicolon",
    Kind.TYPO: "in the spelling of a name",
}
OTHER = "in other text"
NOT_QUOTED = "not quoted"
MISSING = "a quoted line is missing before"
SLIGHT = frozenset(
    {
        *("in blanks at the end", "in look-alike characters", "in indentation", "in blanks inside the line"),
        *("in blank lines", "in line breaks"),
    }
)


class Learned(NamedTuple):
    """`kinds` say which lines differ in what; `details` tell down to the token what is more than blanks."""

    kinds: Sequence[str] = ()
    details: Sequence[str] = ()


def learn(outcome: Applied, lines: Lines | None) -> Learned:
    """What the lines of an edit's place are that were not quoted as they are."""
    search = _as_meant(outcome)
    if lines is None or outcome.tier is Tier.EXACT or search is None:
        return Learned()
    laid = lay(lines, outcome.span, search, outcome.edit.replace)
    if not _is_beside(outcome, laid):
        return Learned([outcome.grade] if outcome.grade else [])
    comments = _lines_in_comments(laid, outcome.path, lines)
    kinds = [(pair, kind) for pair in laid.differing for kind in _kinds(laid, pair, outcome.path, comments)]
    telling = list(dict.fromkeys(pair for pair, kind in kinds if kind not in SLIGHT))[:MOST_DETAILS]
    named: set[str] = set()
    details = [shortened(tell_group(laid, [pair], named)) for pair in telling]
    return Learned([shortened(told) for told in _summary(laid, kinds)], details)


def _as_meant(outcome: Applied) -> str | None:
    """The quote after its repair; None where the repair left no whole quote."""
    if not outcome.repairs:
        return outcome.edit.search
    edit = outcome.edit
    return next((search for name, search, _ in repaired(edit.search, edit.replace) if name in outcome.repairs), None)


def _is_beside(outcome: Applied, laid: Laid) -> bool:
    """Whether the quote can be laid beside the lines: it has one place, and that lies in the file before.

    Only the whitespace tier finds several places, or one in what earlier blocks made; the lines
    of its place are equal but for blanks and look-alikes, if it is the place.
    """
    return outcome.tier is not Tier.WHITESPACE or all(_is_like(laid, pair) for pair in laid.pairs)


def _is_like(laid: Laid, pair: Pair) -> bool:
    return pair.same or all(map(is_blank, [*laid.quoted(pair), *laid.in_file(pair)]))


def _summary(laid: Laid, kinds: Sequence[tuple[Pair, str]]) -> list[str]:
    by_kind: dict[str, list[int]] = {}
    for pair, kind in kinds:
        by_kind.setdefault(kind, []).extend(laid.number(k) for k in pair.file or [pair.file.start])
    named = {kind: named_lines(numbers) for kind, numbers in by_kind.items()}
    return [f"{kind} {told}" if kind is MISSING else f"{told} {kind}" for kind, told in named.items()]


def _kinds(laid: Laid, pair: Pair, path: str, comment: frozenset[int]) -> Iterator[str]:
    """In what the lines of a pair differ: one kind, or several kinds of blanks."""
    quoted, found = laid.quoted(pair), laid.in_file(pair)
    if all(map(is_blank, [*quoted, *found])):
        yield "in blanks at the end" if pair.single else "in blank lines"
    elif not pair.single:
        yield "in line breaks" if pair.same else MISSING if not found else NOT_QUOTED if not quoted else OTHER
    elif pair.same:
        yield from _slight(quoted[0], found[0])
    else:
        in_comment = laid.number(pair.file.start) - 1 in comment and quoted[0].lstrip().startswith("*")
        yield KINDS[Kind.COMMENT] if in_comment else _kind(quoted[0], found[0], path)


def _slight(quoted: str, found: str) -> Iterator[str]:
    """What differs in lines that are equal but for blanks and look-alikes."""
    sides = quoted.strip(BLANKS), found.strip(BLANKS)
    folded = fold_lookalikes(sides[0]), fold_lookalikes(sides[1])
    if indent_of(quoted) != indent_of(found):
        yield "in indentation"
    if sides[0] != sides[1] and folded != sides:
        yield "in look-alike characters"
    if "".join(folded[0].split()) != "".join(folded[1].split()):
        yield KINDS[Kind.PUNCTUATION]  # a comma that a closing bracket makes optional
    elif folded[0].strip() != folded[1].strip():
        yield "in blanks inside the line"
    if quoted[len(quoted.rstrip(BLANKS)) :] != found[len(found.rstrip(BLANKS)) :]:
        yield "in blanks at the end"


def _kind(quoted: str, found: str, path: str) -> str:
    """What differs in a line beyond blanks."""
    if len(quoted) + len(found) > LONGEST_JUDGED:
        return OTHER
    return KINDS.get(kind_of(quoted, found, syntax_of(path), path.rsplit(".", 1)[-1].lower()), OTHER)


def _lines_in_comments(laid: Laid, path: str, lines: Lines) -> frozenset[int]:
    """The lines (0-based) inside of blocks of comment, where the quote has a line that looks like one."""
    if not any(line.lstrip().startswith("*") for line in laid.quote):
        return frozenset()
    return lines_in_blocks(lines.bodies, syntax_of(path))
