"""Drifts of the file as a whole: a second place like the first, the place gone, the edit done already."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

from ..mutate import mutate, new_name
from ..oracle import Case, Drift, Role, Row, Sheet, with_row
from ..syntax import defines_something, find_names
from .whitespace import line_ends, shifted
from .wording import comma, comment, typo, typographic


def _as_it_is(sheet: Sheet, rng: Random) -> Sheet:
    return sheet


# how far from the place another place may begin, in lines
_LEAST_DISTANCE = 4
# how the quote drifts besides: not at all, in blanks, or in words that the place is known by in spite of them
_BLANKS: tuple[tuple[str, Drift], ...] = (("exact", _as_it_is), ("indentation", shifted), ("line ends", line_ends))
_QUOTES = (*_BLANKS, ("typographic", typographic), ("comment", comment), ("comma", comma), ("typo", typo))
Told = Callable[[Sheet, Random], tuple[Sheet, str] | None]


def _twin(sheet: Sheet, rng: Random, quote: tuple[str, Drift], tell: Told, stays: bool) -> Sheet | None:
    """A near twin of the place elsewhere in the file; or in its stead, where only a refusal is right."""
    drifted = quote[1](sheet, rng)
    told = None if drifted is None else tell(drifted, rng)
    if drifted is None or told is None:
        return None
    other, what = told
    variant = f"{what}, quote: {quote[0]}"
    if not stays:
        return replace(other, must_refuse=True, variant=variant)
    placed = _place_copy(drifted, _file_lines(other), rng)
    return None if placed is None else replace(placed, variant=variant)


def _two_places(sheet: Sheet, rng: Random, quote: tuple[str, Drift]) -> Sheet | None:
    """The place there twice: only a refusal is right."""
    drifted = quote[1](sheet, rng)
    placed = None if drifted is None else _place_copy(drifted, _file_lines(drifted), rng)
    return None if placed is None else replace(placed, must_refuse=True, variant=f"quote: {quote[0]}")


def _gone(sheet: Sheet, rng: Random, quote: tuple[str, Drift], whole: bool) -> Sheet | None:
    """The whole place gone, or only the lines to change, which would become others: only a refusal is right."""
    drifted = quote[1](sheet, rng)
    if drifted is None or not (whole or {Role.DROP, Role.ADD} <= {row.role for row in drifted.rows}):
        return None
    lost = (Role.KEEP, Role.DROP) if whole else (Role.DROP,)
    rows = tuple(replace(row, file=None) if row.role in lost else row for row in drifted.rows)
    variant = f"{'the whole place' if whole else 'the lines to change'}, quote: {quote[0]}"
    return replace(drifted, rows=rows, must_refuse=True, variant=variant)


def _already(sheet: Sheet, rng: Random, quote: tuple[str, Drift]) -> Sheet | None:
    """The file is as the edit wants it: it must stay so, whether that is called a success or a refusal."""
    drifted = quote[1](sheet, rng)
    if drifted is None:
        return None
    return replace(drifted, may_refuse=True, finish=(*drifted.finish, _done), variant=f"quote: {quote[0]}")


def _done(case: Case) -> Case:
    assert case.after is not None
    return replace(case, before=case.after)


def _with_other_target(sheet: Sheet, rng: Random) -> tuple[Sheet, str] | None:
    """One line that the edit changes is another one in the file."""
    changed = [at for at, row in enumerate(sheet.rows) if row.role is Role.DROP and row.mask]
    return _with_mutation(sheet, changed, rng, "another changed line")


def _with_other_name(sheet: Sheet, rng: Random) -> tuple[Sheet, str] | None:
    """Two unchanged lines are others in the file, and one of them names the place."""
    fresh = [at for at, row in enumerate(sheet.rows) if row.is_fresh and not row.is_blank and row.mask]
    naming = [at for at in fresh if defines_something(sheet.rows[at].file or "")]
    if not naming:
        return None
    at = rng.choice(naming)
    line = _renamed(sheet.rows[at], rng)
    if line is None:
        return None
    renamed = with_row(sheet, at, replace(sheet.rows[at], file=line))
    return _with_mutation(renamed, [other for other in fresh if other != at], rng, "another name and line")


def _renamed(row: Row, rng: Random) -> str | None:
    """The line with the name that it defines, the first one before a bracket or the first at all, made another."""
    names = list(find_names(row.file or "", row.mask))
    if not names:
        return None
    line = row.file or ""
    found = next((name for name in names if line[name.end() : name.end() + 1] == "("), names[0])
    return line[: found.start()] + new_name(found[0], rng) + line[found.end() :]


def _with_mutation(sheet: Sheet, places: list[int], rng: Random, what: str) -> tuple[Sheet, str] | None:
    if not places:
        return None
    at = rng.choice(places)
    row = sheet.rows[at]
    line = mutate(row.file or "", row.mask, sheet.suffix, rng)
    if line is None or any(line == other.file for other in sheet.rows):
        return None
    return with_row(sheet, at, replace(row, file=line)), what


def _file_lines(sheet: Sheet) -> tuple[str, ...]:
    return tuple(row.file for row in sheet.rows if row.file is not None and row.role is not Role.ADD)


def _place_copy(sheet: Sheet, lines: tuple[str, ...], rng: Random) -> Sheet | None:
    """The lines put at a blank line elsewhere in the file."""
    heads = [at for at, line in enumerate(sheet.head[:-_LEAST_DISTANCE]) if not line.strip()]
    tails = [at for at, line in enumerate(sheet.tail) if not line.strip() and at >= _LEAST_DISTANCE]
    places = [("head", at) for at in heads] + [("tail", at) for at in tails]
    if not places:
        return None
    side, at = rng.choice(places)
    if side == "head":
        return replace(sheet, head=(*sheet.head[: at + 1], *lines, *sheet.head[at:]))
    return replace(sheet, tail=(*sheet.tail[: at + 1], *lines, *sheet.tail[at:]))


_TELLS: tuple[Told, ...] = (_with_other_target, _with_other_target, _with_other_name)
TWIN: tuple[Drift, ...] = tuple(partial(_twin, quote=one, tell=tell, stays=True) for tell in _TELLS for one in _QUOTES)
TWIN_ONLY: tuple[Drift, ...] = tuple(
    partial(_twin, quote=one, tell=tell, stays=False) for tell in _TELLS for one in _QUOTES
)
TWO_PLACES: tuple[Drift, ...] = tuple(partial(_two_places, quote=one) for one in _QUOTES)
GONE: tuple[Drift, ...] = tuple(partial(_gone, quote=one, whole=whole) for whole in (True, False) for one in _BLANKS)
ALREADY: tuple[Drift, ...] = tuple(partial(_already, quote=one) for one in _BLANKS)
