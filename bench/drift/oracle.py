"""Rows of a place, each with the file's side and the model's side → the case and its right result, by construction.

A row holds one line (or several, where a formatter wrapped it) twice: as the file has it and as the
model writes it. Who is on which page of the case follows from the row's role alone:

    role   before   search   replace   after
    KEEP   file     quote    quote     file
    DROP   file     quote
    ADD                      quote     file
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from random import Random


class Role(Enum):
    KEEP = auto()
    DROP = auto()
    ADD = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """`file` is None where only the model has the line, `quote` where only the file has it.

    `mask` says of each character of the source's line whether it is code, comment or string. With `is_skipped` the
    model writes dots for the lines.
    """

    role: Role
    file: str | None
    quote: str | None
    mask: str = ""
    is_skipped: bool = False

    @property
    def is_fresh(self) -> bool:
        """An unchanged line that has no drift yet."""
        return self.role is Role.KEEP and self.file is not None and self.file == self.quote

    @property
    def is_blank(self) -> bool:
        return not (self.file or "").strip() and not (self.quote or "").strip()


@dataclass(frozen=True, slots=True)
class Case:
    """One edit with its right result: `after`, or None where only a refusal is right.

    With `may_refuse` a refusal is right too. `line` is the 1-based line of the place in `before`, `place` are all its
    lines but for those that the quote skips with dots.
    """

    kind: str
    source: str
    path: str
    change: str
    variant: str
    line: int
    before: str
    search: str
    replace: str
    after: str | None
    may_refuse: bool = False
    place: tuple[int, ...] = ()


Finish = Callable[[Case], Case]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file cut in three: lines before the place, the place as rows, lines behind it.

    `unit` is one step of the file's indentation; `finish` is what happens to the whole texts at the end.
    """

    source: str
    path: str
    change: str
    unit: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    tail: tuple[str, ...]
    variant: str = ""
    must_refuse: bool = False
    may_refuse: bool = False
    finish: tuple[Finish, ...] = ()

    @property
    def suffix(self) -> str:
        return self.path[self.path.rindex(".") :]


# What makes a sheet drift; None where the sheet has nothing that can drift so
Drift = Callable[[Sheet, Random], Sheet | None]


def any_of(ways: tuple[Drift, ...]) -> Drift:
    """A drift in one of the ways, by chance."""
    return lambda sheet, rng: rng.choice(ways)(sheet, rng)


def join_lines(lines: Iterable[str | None]) -> str:
    return "".join(line + "\n" for line in lines if line is not None)


def place_of(sheet: Sheet) -> str:
    """The lines of the place, as the file has them before the edit."""
    return join_lines(row.file for row in sheet.rows if row.role is not Role.ADD)


def lines_of_place(sheet: Sheet) -> tuple[int, ...]:
    """The 1-based lines of the place before the edit, without those that the model skips."""
    numbers: list[int] = []
    line = len(sheet.head) + 1
    for row in sheet.rows:
        if row.role is not Role.ADD and row.file is not None:
            following = line + row.file.count("\n") + 1
            numbers += [] if row.is_skipped else range(line, following)
            line = following
    return tuple(numbers)


def before_of(sheet: Sheet) -> str:
    return join_lines(sheet.head) + place_of(sheet) + join_lines(sheet.tail)


def after_of(sheet: Sheet) -> str:
    place = join_lines(row.file for row in sheet.rows if row.role is not Role.DROP)
    return join_lines(sheet.head) + place + join_lines(sheet.tail)


def search_of(sheet: Sheet) -> str:
    return join_lines(row.quote for row in sheet.rows if row.role is not Role.ADD)


def replace_of(sheet: Sheet) -> str:
    return join_lines(row.quote for row in sheet.rows if row.role is not Role.DROP)


def case_of(sheet: Sheet, kind: str) -> Case:
    case = Case(
        kind=kind,
        source=sheet.source,
        path=sheet.path,
        change=sheet.change,
        variant=sheet.variant,
        line=len(sheet.head) + 1,
        before=before_of(sheet),
        search=search_of(sheet),
        replace=replace_of(sheet),
        after=None if sheet.must_refuse else after_of(sheet),
        may_refuse=sheet.may_refuse,
        place=lines_of_place(sheet),
    )
    for finish in sheet.finish:
        case = finish(case)
    return case


def with_row(sheet: Sheet, index: int, *rows: Row) -> Sheet:
    """The sheet with the row at `index` replaced by `rows` (none: taken out)."""
    return replace(sheet, rows=sheet.rows[:index] + rows + sheet.rows[index + 1 :])


def insert_row(sheet: Sheet, index: int, row: Row) -> Sheet:
    return replace(sheet, rows=(*sheet.rows[:index], row, *sheet.rows[index:]))


def is_near_change(rows: tuple[Row, ...], index: int) -> bool:
    """Whether no untouched line that isn't blank lies between the row and a change."""
    return _meets_change(rows[:index][::-1]) or _meets_change(rows[index + 1 :])


def _meets_change(rows: tuple[Row, ...]) -> bool:
    for row in rows:
        if row.role is not Role.KEEP:
            return True
        if row.is_fresh and not row.is_blank:
            return False
    return False


def verdict(case: Case, after: str | None) -> str:
    """What an engine's answer is worth: `right`, `wrong` or `refused`; None is a refusal."""
    if after is None:
        return "right" if case.after is None or case.may_refuse else "refused"
    return "right" if after == case.after else "wrong"
