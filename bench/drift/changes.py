"""A source file → a small change as a person would make it, as rows with two to four lines of context."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .corpus import SourceFile
from .mutate import mutate, new_name
from .oracle import Role, Row, Sheet
from .statements import indent_behind, names_near, new_statement, new_wrapping
from .syntax import find_names, indent_of, is_balanced, names_the_place, opens_block


@dataclass(frozen=True, slots=True)
class Change:
    """The rows that stand for the file's lines `first` to `last` (half-open, 0-based)."""

    name: str
    first: int
    last: int
    rows: tuple[Row, ...]


ChangeMaker = Callable[[SourceFile, Random], Change | None]


def insert(file: SourceFile, rng: Random) -> Change | None:
    index = rng.randrange(len(file.lines) - 1)
    indent = indent_behind(file, index)
    if indent is None:
        return None
    return Change("insert", index + 1, index + 1, tuple(_new_rows(file, index, indent, rng)))


def delete(file: SourceFile, rng: Random) -> Change | None:
    first = rng.randrange(1, len(file.lines) - 1)
    last = _run_of_statements(file, first, rng.choice((1, 1, 2, 3)))
    if last is None:
        return None
    return Change("delete", first, last, tuple(_dropped(file, at) for at in range(first, last)))


def change_line(file: SourceFile, rng: Random) -> Change | None:
    """One line with something in it changed; with chance, a new statement behind it."""
    index = rng.randrange(len(file.lines) - 1)
    changed = _mutated(file, index, rng)
    if changed is None:
        return None
    rows = [_dropped(file, index), _added(changed)]
    indent = indent_behind(file, index)
    if indent is not None and rng.random() < 0.2:
        rows += _new_rows(file, index, indent, rng)
    return Change("change a line", index, index + 1, tuple(rows))


def change_two(file: SourceFile, rng: Random) -> Change | None:
    """Two lines changed, next to each other or with one untouched line between."""
    index = rng.randrange(len(file.lines) - 3)
    other = index + rng.choice((1, 2))
    first, second = _mutated(file, index, rng), _mutated(file, other, rng)
    if first is None or second is None:
        return None
    if other == index + 1:
        rows = [_dropped(file, index), _dropped(file, other), _added(first), _added(second)]
    else:
        between = _kept(file, index + 1)
        rows = [_dropped(file, index), _added(first), between, _dropped(file, other), _added(second)]
    return Change("change two lines", index, other + 1, tuple(rows))


def rename(file: SourceFile, rng: Random) -> Change | None:
    """A name changed wherever it stands in the code of a few lines."""
    first = rng.randrange(len(file.lines) - 1)
    last = min(first + rng.choice((2, 3, 4, 5)), len(file.lines))
    names = [found[0] for found in find_names(file.lines[first], file.masks[first], file.family) if len(found[0]) >= 4]
    if not names:
        return None
    old = rng.choice(names)
    new, rows = new_name(old, rng), []
    for at in range(first, last):
        changed = _renamed(file, at, old, new)
        rows += [_kept(file, at)] if changed == file.lines[at] else [_dropped(file, at), _added(changed)]
    return Change("rename", first, last, _grouped(rows))


def wrap(file: SourceFile, rng: Random) -> Change | None:
    """One to three statements put into a new block."""
    first = rng.randrange(1, len(file.lines) - 1)
    last = _run_of_statements(file, first, rng.choice((1, 2, 3)))
    if last is None or not all(_may_be_wrapped(file, at) for at in range(first, last)):
        return None
    indent = indent_of(file.lines[first])
    opening, closing = new_wrapping(file.family, names_near(file, first), indent, rng)
    inner = [file.unit + file.lines[at] for at in range(first, last)]
    rows = [_dropped(file, at) for at in range(first, last)]
    return Change("wrap", first, last, tuple(rows + [_added(line) for line in [opening, *inner, *closing]]))


def _may_be_wrapped(file: SourceFile, at: int) -> bool:
    """Whether the line is no definition, import, key or docstring, but something that a block may hold."""
    line = file.lines[at]
    return bool(file.codes[at].strip(" \t_")) and (file.family == "css" or not names_the_place(line))


CHANGES: tuple[ChangeMaker, ...] = (
    insert,
    insert,
    delete,
    change_line,
    change_line,
    change_two,
    rename,
    rename,
    wrap,
)


def make_sheet(file: SourceFile, maker: ChangeMaker, rng: Random) -> Sheet | None:
    """A change at a random place of the file with its context; None where the place has none such."""
    change = maker(file, rng)
    if change is None:
        return None
    above, below = (rng.choice((2, 3, 3, 4)) if rng.random() < 0.9 else rng.choice((0, 1)) for _ in "ab")
    first = max(0, change.first - above)
    last = min(len(file.lines), change.last + below)
    while first < change.first and not file.lines[first].strip():
        first += 1
    while last > change.last and not file.lines[last - 1].strip():
        last -= 1
    if (change.first - first) + (last - change.last) < 2:
        return None
    rows = (
        *(_kept(file, at) for at in range(first, change.first)),
        *change.rows,
        *(_kept(file, at) for at in range(change.last, last)),
    )
    return Sheet(file.source, file.path, change.name, file.unit, file.lines[:first], rows, file.lines[last:])


def _new_rows(file: SourceFile, index: int, indent: str, rng: Random) -> list[Row]:
    lines = new_statement(file.family, file.unit, names_near(file, index), indent, rng)
    return [_added(line) for line in lines]


def _kept(file: SourceFile, at: int) -> Row:
    return Row(Role.KEEP, file.lines[at], file.lines[at], file.masks[at][:-1])


def _dropped(file: SourceFile, at: int) -> Row:
    return Row(Role.DROP, file.lines[at], file.lines[at], file.masks[at][:-1])


def _added(line: str) -> Row:
    return Row(Role.ADD, line, line)


def _grouped(rows: list[Row]) -> tuple[Row, ...]:
    """Within each run of changed lines, what goes before what comes, as in a diff."""
    out: list[Row] = []
    for row in rows:
        at = len(out)
        while row.role is Role.DROP and at and out[at - 1].role is Role.ADD:
            at -= 1
        out.insert(at, row)
    return tuple(out)


def _run_of_statements(file: SourceFile, first: int, count: int) -> int | None:
    """The end of a run of whole statements of about `count` lines from `first` on; None where there is none."""
    if not file.lines[first].strip() or not file.is_boundary(first - 1):
        return None
    for last in range(first + count, min(first + 6, len(file.lines))):
        codes = file.codes[first:last]
        if file.is_boundary(last - 1) and is_balanced("".join(codes)) and not _ends_inside(file, first, last):
            return last
    return None


def _ends_inside(file: SourceFile, first: int, last: int) -> bool:
    """Whether the run ends in a block that goes on behind it, leaves its own block, or has blank lines."""
    lines, own = file.lines[first:last], indent_of(file.lines[first])
    if any(not line.strip() or not line.startswith(own) for line in lines):
        return True
    following = file.lines[last] if last < len(file.lines) else ""
    if opens_block(file.codes[last - 1], file.family) or re.match(r"\s*[})\]]", lines[0]):
        return True
    return bool(following.strip()) and len(indent_of(following)) > len(own)


def _mutated(file: SourceFile, index: int, rng: Random) -> str | None:
    line, mask = file.lines[index], file.masks[index][:-1]
    return mutate(line, mask, file.suffix, rng) if line.strip() else None


def _renamed(file: SourceFile, at: int, old: str, new: str) -> str:
    line = file.lines[at]
    for found in reversed([one for one in find_names(line, file.masks[at], file.family) if one[0] == old]):
        line = line[: found.start()] + new + line[found.end() :]
    return line
