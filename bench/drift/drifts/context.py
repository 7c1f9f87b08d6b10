"""Drifts of the lines around a change: gone stale, cut short, skipped with dots."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

from ..loose import compact, count_places
from ..mutate import WITHOUT_OPERATORS, mutate
from ..oracle import (
    Drift,
    Role,
    Row,
    Sheet,
    any_of,
    before_of,
    insert_row,
    is_near_change,
    join_lines,
    search_of,
    with_row,
)
from ..statements import new_line
from ..syntax import code_of, family_of, find_names, indent_of, is_plain_statement, mask_text

_DOTS = re.compile(r"^\s*(?:#|//|/\*|\*)?\s*(?:\.\.\.|…)\s*(?:\*/)?$", re.M)
# between two tokens: at a blank, at a bracket or comma, or where a name ends or begins at a dot
_BORDER = re.compile(r"(?= )|(?<= )|(?=[()\[\]{},])|(?<=[()\[\]{},])|(?<=\w)(?=\.[A-Za-z])|(?<=[\w)]\.)(?=[A-Z])")
_COMMENT_SIGNS = {"python": "#", "script": "//", "c": "//", "css": "//"}
_LONGEST_SKIP = 14


def _more_in_file(sheet: Sheet, rng: Random) -> Sheet | None:
    found = _passing_line(sheet, range(1, len(sheet.rows)), rng)
    if found is None:
        return None
    at, line = found
    return replace(insert_row(sheet, at, Row(Role.KEEP, line, None)), variant="a line more in the file")


def _fewer_in_file(sheet: Sheet, rng: Random) -> Sheet | None:
    found = _passing_line(sheet, range(len(sheet.rows) + 1), rng)
    if found is None:
        return None
    at, line = found
    return replace(insert_row(sheet, at, Row(Role.KEEP, None, line)), variant="a line fewer in the file")


def _changed_in_file(sheet: Sheet, rng: Random) -> Sheet | None:
    places = [at for at, row in _plain_statements(sheet) if not is_near_change(sheet.rows, at)]
    if not places:
        return None
    at = rng.choice(places)
    row = sheet.rows[at]
    line = _other_form(sheet, row, rng)
    if line is None or line in before_of(sheet) or line in search_of(sheet):
        return None
    drifted = replace(with_row(sheet, at, replace(row, file=line)), variant="a line changed in the file")
    return None if compact(row.quote or "") in compact(before_of(drifted)) else drifted


def _other_form(sheet: Sheet, row: Row, rng: Random) -> str | None:
    """What a colleague made of the line meanwhile: something in it changed, or another statement."""
    if rng.random() < 0.75:
        return mutate(row.file or "", row.mask, sheet.suffix, rng, WITHOUT_OPERATORS)
    return _new_line(sheet, row, rng)


def _passing_line(sheet: Sheet, within: range, rng: Random) -> tuple[int, str] | None:
    """A new line before or behind a statement of the place, with an untouched line between it and every change."""
    gaps = [(gap, row) for at, row in _plain_statements(sheet) for gap in _gaps(at, row) if gap in within]
    probe = Row(Role.KEEP, "x", None)
    gaps = [(gap, row) for gap, row in gaps if not is_near_change(insert_row(sheet, gap, probe).rows, gap)]
    if not gaps:
        return None
    at, beside = rng.choice(gaps)
    line = _new_line(sheet, beside, rng)
    return None if line is None or compact(line) in compact(before_of(sheet)) else (at, line)


def _gaps(at: int, row: Row) -> tuple[int, ...]:
    ends = re.match(r"\s*(?:return|raise|throw)\b", row.file or "")
    return (at,) if ends else (at, at + 1)


def _new_line(sheet: Sheet, beside: Row, rng: Random) -> str | None:
    """A statement or comment that defines nothing, names no place and is indented like the row beside it."""
    family = family_of(sheet.suffix)
    names = [found[0] for row in sheet.rows if row.mask for found in find_names(row.file or "", row.mask, family)]
    line = new_line(family, names, indent_of(beside.file or ""), rng)
    is_comment = line.strip().startswith(_COMMENT_SIGNS[family])
    return line if is_comment or is_plain_statement(line, mask_text(line, sheet.suffix)) else None


def _plain_statements(sheet: Sheet) -> Iterator[tuple[int, Row]]:
    for at, row in enumerate(sheet.rows):
        if row.is_fresh and row.mask and is_plain_statement(row.file or "", row.mask):
            yield at, row


STALE: tuple[Drift, ...] = (_more_in_file, _fewer_in_file, _changed_in_file, _changed_in_file)
stale = any_of(STALE)


def _cut(sheet: Sheet, rng: Random, first: bool) -> Sheet | None:
    """The quote begins in the middle of its first line, or ends in the middle of its last."""
    at = 0 if first else len(sheet.rows) - 1
    row, whole = sheet.rows[at], [row for row in sheet.rows if row.role is not Role.ADD and not row.is_blank]
    if not row.is_fresh or is_near_change(sheet.rows, at) or len(whole) < 3 or "\n" in (row.file or ""):
        return None
    kept = _cut_line(row, first, rng)
    if kept is None:
        return None
    return replace(with_row(sheet, at, replace(row, quote=kept)), variant="first line" if first else "last line")


CUT: tuple[Drift, ...] = (partial(_cut, first=True), partial(_cut, first=False))
cut = any_of(CUT)


def _cut_line(row: Row, at_start: bool, rng: Random) -> str | None:
    """The line's end or its beginning, cut between two tokens; at least two words and half the line stay."""
    line, code = row.file or "", code_of(row.file or "", row.mask)
    borders = [found.start() for found in _BORDER.finditer(code)]
    kept = [line[at:].lstrip() if at_start else line[:at].rstrip() for at in borders if code[:at].strip()]
    whole = len(compact(line))
    fit = [text for text in kept if whole - 4 >= len(compact(text)) >= max(8, whole // 2)]
    fit = [text for text in fit if len(re.findall(r"\w+", text)) >= 2]
    return rng.choice(fit) if fit else None


def _dots_above(sheet: Sheet, rng: Random) -> Sheet | None:
    """`...` for the lines between the change's surroundings and lines further up, the same on both sides."""
    skip, part = _skip(rng), rng.choice((1, 2, 2, 3))
    if not _is_anchor(sheet.rows[0], sheet.rows[1]) or len(sheet.head) <= skip + part:
        return None
    head, lines = sheet.head[: -skip - part], sheet.head[-skip - part :]
    rows = _with_dots(sheet, lines[:part], lines[part:], sheet.rows[0].file or "", rng)
    if rows is None:
        return None
    return replace(sheet, head=head, rows=(*rows, *sheet.rows), variant=_dots_named("above", rows[-1]))


def _dots_below(sheet: Sheet, rng: Random) -> Sheet | None:
    skip, part = _skip(rng), rng.choice((1, 2, 2, 3))
    if not _is_anchor(sheet.rows[-1], sheet.rows[-2]) or len(sheet.tail) <= skip + part:
        return None
    lines, tail = sheet.tail[: skip + part], sheet.tail[skip + part :]
    rows = _with_dots(sheet, lines[skip:], lines[:skip], sheet.rows[-1].file or "", rng)
    if rows is None:
        return None
    rows = (rows[-1], *rows[:-1])
    return replace(sheet, tail=tail, rows=(*sheet.rows, *rows), variant=_dots_named("below", rows[0]))


DOTS: tuple[Drift, ...] = (_dots_above, _dots_above, _dots_below)


def _dots_named(side: str, row: Row) -> str:
    return f"{side}, {'bare' if (row.quote or '').strip() == '...' else 'in a comment'}"


def _skip(rng: Random) -> int:
    return rng.randrange(2, _LONGEST_SKIP)


def _is_anchor(row: Row, other: Row) -> bool:
    """Whether the part's edge and the line next to it are unchanged: the dots lie away from any change."""
    return row.is_fresh and other.is_fresh and not row.is_blank


def _with_dots(
    sheet: Sheet, part: tuple[str, ...], skipped: tuple[str, ...], beside: str, rng: Random
) -> tuple[Row, ...] | None:
    """The far part's rows and the row of dots; None unless each part stands in the file once, by itself."""
    if not part[0].strip() or not part[-1].strip() or not any(line.strip() for line in skipped):
        return None
    text, far = before_of(sheet), join_lines(part)
    if _DOTS.search(text) or len(compact(far)) < 12:
        return None
    if count_places(text, far) != 1 or count_places(text, search_of(sheet)) != 1:
        return None
    sign = rng.choice(("", "", _COMMENT_SIGNS[family_of(sheet.suffix)] + " "))
    rows = [Row(Role.KEEP, line, line) for line in part]
    return (*rows, Row(Role.KEEP, "\n".join(skipped), indent_of(beside) + sign + "...", is_skipped=True))
