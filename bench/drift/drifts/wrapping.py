"""Drift by a formatter: an unchanged statement on one line here, on several there."""

from dataclasses import replace
from random import Random

from ..mutate import call_starts, closing
from ..oracle import Drift, Role, Row, Sheet, any_of, is_near_change, with_row
from ..syntax import CODE, COMMENT, code_of, family_of, indent_of, is_balanced

_LONGEST_LINE = 130


def _wrap_in_file(sheet: Sheet, rng: Random) -> Sheet | None:
    found = _pick_call(sheet, rng)
    if found is None:
        return None
    at, text = found
    return replace(with_row(sheet, at, replace(sheet.rows[at], file=text)), variant="wrapped in the file")


def _wrap_in_quote(sheet: Sheet, rng: Random) -> Sheet | None:
    found = _pick_call(sheet, rng)
    if found is None:
        return None
    at, text = found
    return replace(with_row(sheet, at, replace(sheet.rows[at], quote=text)), variant="wrapped in the quote")


def _pick_call(sheet: Sheet, rng: Random) -> tuple[int, str] | None:
    """A line with a call, away from any change, and the same line wrapped."""
    there = [at for at, row in enumerate(sheet.rows) if row.is_fresh and not is_near_change(sheet.rows, at)]
    texts = [(at, wrap_line(sheet.rows[at].file or "", sheet.rows[at].mask, sheet, rng)) for at in there]
    fit = [(at, text) for at, text in texts if text is not None]
    return rng.choice(fit) if fit else None


def wrap_line(line: str, mask: str, sheet: Sheet, rng: Random) -> str | None:
    """The line's first call with its arguments on lines of their own, one each or all together."""
    code = code_of(line, mask)
    if COMMENT in mask or not code.strip() or not is_balanced(code):
        return None
    start = next(call_starts(code), None)
    end = None if start is None else closing(code, start)
    if start is None or end is None or end - start < 12:
        return None
    arguments = _split_arguments(line, code, start + 1, end)
    if any(not one for one in arguments):
        return None
    indent = indent_of(line)
    inner = indent + sheet.unit
    comma = _last_comma(arguments, sheet.suffix)
    if len(arguments) > 1 and rng.random() < 0.6:
        body = f",\n{inner}".join(arguments) + comma
    else:
        body = ", ".join(arguments) + comma * (len(arguments) > 1 and rng.random() < 0.3)
    return f"{line[: start + 1]}\n{inner}{body}\n{indent}{line[end:]}"


def _split_arguments(line: str, code: str, start: int, end: int) -> list[str]:
    parts, depth, at = [], 0, start
    for index in range(start, end):
        depth += (code[index] in "([{") - (code[index] in ")]}")
        if code[index] == "," and not depth:
            parts.append(line[at:index].strip())
            at = index + 1
    return [*parts, line[at:end].strip()]


def _last_comma(arguments: list[str], suffix: str) -> str:
    """The comma that the language's formatter puts behind the last argument."""
    may = {"python": True, "script": True}.get(family_of(suffix), False)
    last = arguments[-1]
    return "," if may and not last.startswith(("*", "...")) and " for " not in last else ""


def _join_in_quote(sheet: Sheet, rng: Random) -> Sheet | None:
    """Lines that the source itself has wrapped, written on one line by the model."""
    runs = [(first, last) for first in range(len(sheet.rows)) if (last := _end_of_run(sheet.rows, first)) is not None]
    runs = [run for run in runs if not any(is_near_change(sheet.rows, at) for at in run)]
    if not runs:
        return None
    first, last = rng.choice(runs)
    lines = [row.file or "" for row in sheet.rows[first : last + 1]]
    joined = _joined(lines)
    if len(joined) > _LONGEST_LINE:
        return None
    rows = (*sheet.rows[:first], Row(Role.KEEP, "\n".join(lines), joined), *sheet.rows[last + 1 :])
    return replace(sheet, rows=rows, variant="joined in the quote")


def _end_of_run(rows: tuple[Row, ...], first: int) -> int | None:
    """The row whose bracket closes the one that ends the row at `first`; None where there is no such run."""
    opening = (rows[first].file or "").rstrip()
    if not opening.endswith(("(", "[")) or not _is_code(rows[first]):
        return None
    indent = indent_of(opening)
    for last in range(first + 1, min(first + 9, len(rows))):
        line = rows[last].file or ""
        if not _is_code(rows[last]):
            return None
        if indent_of(line) == indent:
            codes = "".join(code_of(row.file or "", row.mask) for row in rows[first : last + 1])
            return last if line.strip()[:1] in tuple(")]") and is_balanced(codes) else None
    return None


def _is_code(row: Row) -> bool:
    """An untouched line of code without a comment, whose strings end on it."""
    if not row.is_fresh or row.is_blank or not row.mask or COMMENT in row.mask:
        return False
    return row.mask[len(indent_of(row.file or ""))] == CODE or (row.file or "").strip()[0] in "\"'`fr"


def _joined(lines: list[str]) -> str:
    """The lines on one: no blank behind an opening bracket or before a closing one, no comma before it."""
    text = lines[0].rstrip()
    for line in (line.strip() for line in lines[1:]):
        if line[:1] in tuple(")]"):
            text = text.removesuffix(",") + line
        else:
            text += line if text.endswith(("(", "[")) else " " + line
    return text


WRAPPED: tuple[Drift, ...] = (_join_in_quote, _join_in_quote, _wrap_in_file, _wrap_in_quote)
wrapped = any_of(WRAPPED)
