"""Pairs of matched lines → how an indentation of the quote is written in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from editapply.normalize import BLANKS

Pairs: TypeAlias = Sequence[tuple[str, str]]
"""Indentations of the same line: in the quote, in the file."""

Reindent: TypeAlias = Callable[[str], "str | None"]
"""An indentation in the quote → in the file; None where the matched lines don't tell."""


def indent_of(body: str) -> str:
    """The blanks that a line begins with.

    >>> indent_of("\\t x")
    '\\t '
    """
    return body[: len(body) - len(body.lstrip(BLANKS))]


def unit_of(bodies: Iterable[str]) -> str:
    """One level of indentation: a tab, or as many blanks as lines are most often deeper than the one before.

    The stars of a block of comment, one blank deeper than the code, are passed over.

    >>> unit_of(["a", "  b", "    c", "d"]), unit_of(["a", "b"])
    ('  ', '')
    """
    indents = [indent_of(body) for body in bodies if body.strip() and not body.lstrip(BLANKS).startswith("*")]
    tabs = sum(indent.startswith("\t") for indent in indents)
    if 2 * tabs > sum(map(bool, indents)):
        return "\t"
    steps = Counter(abs(len(b) - len(a)) for a, b in pairwise(indents) if len(a) != len(b))
    likely = [step for step, count in steps.items() if 2 * count >= max(steps.values())]
    return " " * min([step for step in likely if step > 1] or likely, default=0)


def find_reindent(pairs: Pairs, quote: Sequence[str], file_unit: str) -> Reindent | None:
    """How the file writes the indentations of the quote's lines and of new lines between them.

    `quote` are the lines that tell what one level is there. A first line without indentation
    that fits nothing else is left out: models cut it off; a new line like it is then not known.
    None where the lines stand otherwise to each other than the quote's: then only `as_seen` is left.
    """
    unit = unit_of(quote)
    whole = _fitting(pairs, unit, file_unit)
    if whole is not None or not pairs or pairs[0][0] or not pairs[0][1]:
        return whole
    rest = _fitting(pairs[1:], unit, file_unit)
    return None if rest is None else lambda indent: rest(indent) if indent else None


def is_uniform(pairs: Pairs, quote: Sequence[str], file_unit: str) -> bool:
    """Whether all lines moved by the same blanks, or are written with other levels throughout."""
    return not pairs or _fitting(pairs, unit_of(quote), file_unit) is not None


def _fitting(pairs: Pairs, unit: str, file_unit: str) -> Reindent | None:
    """The way that fits all pairs."""
    for reindent in _ways(pairs, unit, file_unit):
        if all(reindent(ours) == theirs for ours, theirs in pairs):
            return reindent
    return None


def _ways(pairs: Pairs, unit: str, file_unit: str) -> Iterator[Reindent]:
    """Unchanged, moved, or with other levels; the units tell which of the last two is likelier."""
    if not pairs:
        return
    yield lambda indent: indent
    ours, theirs = next(
        (pair for pair in pairs if not _rest(pair[0], unit) and not _rest(pair[1], file_unit)), pairs[0]
    )
    moved, leveled = _moved(ours, theirs), _leveled(ours, theirs, unit, file_unit, min(len(pair[0]) for pair in pairs))
    flush = "\t" not in unit + file_unit and not any(ours for ours, _ in pairs)  # that tells of no level's width
    if unit == file_unit or not unit or not file_unit or flush:
        yield from (moved, leveled)
    else:
        yield leveled
        if len(set(pairs)) > 1:
            yield moved


def _moved(ours: str, theirs: str) -> Reindent:
    """All lines stand deeper, or less deep, by the same blanks.

    >>> _moved("  ", "    ")("      "), _moved("    ", "")("  ")
    ('        ', None)
    """
    if theirs.endswith(ours):
        more = theirs[: len(theirs) - len(ours)]
        return lambda indent: more + indent
    less = ours[: len(ours) - len(theirs)] if ours.endswith(theirs) else "\0"
    return lambda indent: indent[len(less) :] if indent.startswith(less) else None


def _leveled(ours: str, theirs: str, unit: str, file_unit: str, shallowest: int = 0) -> Reindent:
    """A level is written otherwise: tabs for blanks, or more or fewer blanks.

    >>> _leveled("  ", "\\t", "  ", "\\t")("     ")
    '\\t\\t '
    """

    def reindent(indent: str) -> str | None:
        if len(indent) < shallowest:  # how many levels less deep is a guess
            return None
        level, rest = _level(indent, unit)
        deeper = level - _level(ours, unit)[0] + _level(theirs, file_unit)[0]
        return None if deeper < 0 else file_unit * deeper + rest

    if not unit or not file_unit or _rest(ours, unit) != _rest(theirs, file_unit):
        return lambda indent: None
    return reindent


def _rest(indent: str, unit: str) -> str:
    """The blanks beyond whole levels."""
    return _level(indent, unit)[1] if unit else indent


def _level(indent: str, unit: str) -> tuple[int, str]:
    """How many levels deep, and the blanks beyond that."""
    level = 0
    while indent.startswith(unit):
        level, indent = level + 1, indent[len(unit) :]
    return level, indent


def as_seen(pairs: Pairs) -> Reindent:
    """Only what was seen is known, and only where it was always the same."""
    seen: dict[str, set[str]] = {}
    for ours, theirs in pairs:
        seen.setdefault(ours, set()).add(theirs)
    return lambda indent: next(iter(seen[indent])) if len(seen.get(indent, ())) == 1 else None
