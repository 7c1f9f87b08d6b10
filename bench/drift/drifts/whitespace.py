"""Drifts of blanks: indentation, tabs, width, line ends, blank lines (never next to a change), CRLF."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from ..oracle import Case, Drift, Role, Row, Sheet, any_of, insert_row, is_near_change, with_row
from ..syntax import indent_of


def _flush_left(sheet: Sheet, rng: Random) -> Sheet | None:
    """As a model writes a method that it thinks of alone: the least indentation is 0."""
    indents = [indent_of(line) for line in _quoted_lines(sheet)]
    least = min(indents, key=len)
    return _move_out(sheet, least, "flush left")


def _one_step_out(sheet: Sheet, rng: Random) -> Sheet | None:
    return _move_out(sheet, sheet.unit, "one step out")


def _move_out(sheet: Sheet, prefix: str, variant: str) -> Sheet | None:
    if not prefix or any(not line.startswith(prefix) for line in _quoted_lines(sheet)):
        return None
    return _with_quotes(sheet, lambda line: line[len(prefix) :], variant)


def _one_step_in(sheet: Sheet, rng: Random) -> Sheet | None:
    return _with_quotes(sheet, lambda line: sheet.unit + line, "one step in")


def _first_line_out(sheet: Sheet, rng: Random) -> Sheet | None:
    """The first line alone without its indentation, as where a selection began at its first word."""
    row = sheet.rows[0]
    if not row.is_fresh or row.quote is None or not indent_of(row.quote):
        return None
    moved = replace(row, quote=row.quote.lstrip(" \t"))
    return replace(with_row(sheet, 0, moved), variant="first line only")


SHIFTED: tuple[Drift, ...] = (_flush_left, _flush_left, _one_step_out, _one_step_in, _first_line_out)
shifted = any_of(SHIFTED)


def tabs(sheet: Sheet, rng: Random) -> Sheet | None:
    """Blanks for the file's tabs, or tabs for the file's blanks."""
    if sheet.unit == "\t":
        width = rng.choice((2, 4, 4, 8))
        return _with_quotes(sheet, lambda line: _recast(line, "\t", " " * width), f"tabs in the file, {width} blanks")
    return _with_quotes(sheet, lambda line: _recast(line, sheet.unit, "\t"), "blanks in the file, tabs")


def width(sheet: Sheet, rng: Random) -> Sheet | None:
    """Steps of two blanks for steps of four, or the other way round."""
    other = {"  ": "    ", "    ": "  "}.get(sheet.unit)
    if other is None:
        return None
    variant = f"{len(sheet.unit)} in the file, {len(other)}"
    return _with_quotes(sheet, lambda line: _recast(line, sheet.unit, other), variant)


def _recast(line: str, unit: str, other: str) -> str:
    """Every whole step of the line's indentation written in the other way; what is left over stays."""
    rest, steps = line, 0
    while rest.startswith(unit):
        rest, steps = rest[len(unit) :], steps + 1
    return other * steps + rest


def _ends_in_file(sheet: Sheet, rng: Random) -> Sheet | None:
    """Blanks at the ends of unchanged lines of the file."""
    return _with_line_ends(sheet, [at for at, row in enumerate(sheet.rows) if row.is_fresh], True, rng)


def _ends_in_blank_lines(sheet: Sheet, rng: Random) -> Sheet | None:
    """Blanks in the file's blank lines."""
    return _with_line_ends(sheet, [at for at, row in enumerate(sheet.rows) if row.is_fresh and row.is_blank], True, rng)


def _ends_in_quote(sheet: Sheet, rng: Random) -> Sheet | None:
    """Blanks at the ends of lines that the quote takes from the file."""
    wanted = [at for at, row in enumerate(sheet.rows) if row.is_fresh or row.role is Role.DROP]
    return _with_line_ends(sheet, wanted, False, rng)


LINE_ENDS: tuple[Drift, ...] = (_ends_in_file, _ends_in_blank_lines, _ends_in_quote)
line_ends = any_of(LINE_ENDS)


def _with_line_ends(sheet: Sheet, wanted: list[int], in_file: bool, rng: Random) -> Sheet | None:
    rows = list(sheet.rows)
    if not wanted:
        return None
    for at in sorted(rng.sample(wanted, min(len(wanted), rng.choice((1, 2, 3))))):
        rows[at] = _with_blanks(rows[at], in_file, rng)
    return replace(sheet, rows=tuple(rows), variant="in the file" if in_file else "in the quote")


def _with_blanks(row: Row, in_file: bool, rng: Random) -> Row:
    blanks = rng.choice((" ", "  ", "    ", "\t"))
    text = (row.file if in_file else row.quote) or ""
    return replace(row, file=text + blanks) if in_file else replace(row, quote=text + blanks)


def _fewer_in_quote(sheet: Sheet, rng: Random) -> Sheet | None:
    there = [at for at, row in enumerate(sheet.rows) if row.is_fresh and row.is_blank]
    there = [at for at in there if not is_near_change(sheet.rows, at)]
    if not there:
        return None
    at = rng.choice(there)
    return replace(with_row(sheet, at, replace(sheet.rows[at], quote=None)), variant="fewer in the quote")


def _more_in_quote(sheet: Sheet, rng: Random) -> Sheet | None:
    return _with_blank_row(sheet, range(1, len(sheet.rows)), Row(Role.KEEP, None, ""), "more in the quote", rng)


def _more_in_file(sheet: Sheet, rng: Random) -> Sheet | None:
    return _with_blank_row(sheet, range(1, len(sheet.rows)), Row(Role.KEEP, "", None), "more in the file", rng)


def _more_at_edge(sheet: Sheet, rng: Random) -> Sheet | None:
    edges = (0, len(sheet.rows))
    return _with_blank_row(sheet, edges, Row(Role.KEEP, None, ""), "more at the quote's edge", rng)


BLANK_LINES: tuple[Drift, ...] = (_fewer_in_quote, _fewer_in_quote, _more_in_quote, _more_in_file, _more_at_edge)
blank_lines = any_of(BLANK_LINES)


def _with_blank_row(sheet: Sheet, places: range | tuple[int, ...], row: Row, variant: str, rng: Random) -> Sheet | None:
    sheets = [insert_row(sheet, at, row) for at in places]
    fit = [one for one, at in zip(sheets, places, strict=True) if not is_near_change(one.rows, at)]
    return replace(rng.choice(fit), variant=variant) if fit else None


def crlf(sheet: Sheet, rng: Random) -> Sheet:
    """The file ends its lines with CRLF, the model writes LF."""
    return replace(sheet, finish=(*sheet.finish, _as_crlf))


def _as_crlf(case: Case) -> Case:
    after = None if case.after is None else case.after.replace("\n", "\r\n")
    return replace(case, before=case.before.replace("\n", "\r\n"), after=after)


def _quoted_lines(sheet: Sheet) -> list[str]:
    quotes = [row.quote for row in sheet.rows if row.quote is not None]
    return [line for quote in quotes for line in quote.split("\n") if line.strip()]


def _with_quotes(sheet: Sheet, change: Callable[[str], str], variant: str) -> Sheet | None:
    """Every line that the model writes changed, blank ones left; None where nothing changes."""
    rows = tuple(row if row.quote is None else replace(row, quote=_by_line(row.quote, change)) for row in sheet.rows)
    return None if rows == sheet.rows else replace(sheet, rows=rows, variant=variant)


def _by_line(text: str, change: Callable[[str], str]) -> str:
    return "\n".join(change(line) if line.strip() else line for line in text.split("\n"))
