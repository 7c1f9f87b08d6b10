"""A quote that doesn't stand as written → a step for each repair of it that could be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from editapply.explain.step import Step, places_in
from editapply.locate import Located, Missing, locate_as_written, locate_repaired
from editapply.matching import Index
from editapply.matching.elision import split_elided, stands_for_lines
from editapply.matching.repairs import repaired
from editapply.model import Edit, Options, Tier
from editapply.normalize import indent_key
from editapply.text import Lines, lines_of

MOST_PARTS = 5
REPAIR, REPAIRS = "repair", "repairs"
SKIPPED_LINES = "skipped lines"

Result: TypeAlias = "Located | Missing | None"


def repair_steps(edit: Edit, original: Index, options: Options) -> Iterator[Step]:
    """Every repair, where it leads to, and whether locating takes it."""
    if options.max_tier is Tier.EXACT:
        yield Step(REPAIRS, note="the loosest tier allowed is exact", skipped=True)
        return
    result = locate_repaired(edit, original, options)
    steps = [_repair(edit, found, original, options, result) for found in repaired(edit.search, edit.replace)]
    parts = split_elided(edit.search, edit.replace)
    if parts is not None:
        steps.append(_elided(edit, [search for search, _ in parts], original, options, result))
    yield from steps
    if not steps:
        yield Step(REPAIRS, note="none applies")
    if isinstance(result, Missing):
        yield Step(REPAIRS, note="; ".join(result.failed))


def _repair(edit: Edit, found: tuple[str, str, str], original: Index, options: Options, result: Result) -> Step:
    name, search, written = found
    mended = replace(edit, search=search, replace=written, whole_lines=True)
    located = locate_as_written(mended, [original], options)
    if located is None:
        return Step(REPAIR, name)
    first, places = located.places[0], places_in(original, located.places)
    step = Step(REPAIR, name, first.tier, first.grade, places, len(located.places))
    if isinstance(result, Located) and _leads_to(located) == _leads_to(result):
        return step
    note = "" if isinstance(result, Missing) else "its numbers are not those of the lines there"
    return replace(step, tier=None, grade="", note=note)


def _leads_to(located: Located) -> tuple[object, ...]:
    return located.edit.replace, tuple(place.span for place in located.places)


def _elided(edit: Edit, parts: list[str], original: Index, options: Options, result: Result) -> Step:
    if isinstance(result, Located) and result.repairs == (SKIPPED_LINES,):
        whole = result.places[0]
        return Step(REPAIR, SKIPPED_LINES, whole.tier, whole.grade, places_in(original, result.places), 1)
    dots = [body for body in Lines(edit.search).bodies if stands_for_lines(body)]
    held = original.numbered(indent_key)
    if any(held.count(indent_key(body)) for body in dots):
        return Step(REPAIR, SKIPPED_LINES, note="the file has such a line of dots itself")
    told = [_part(number, edit, part, original, options) for number, part in enumerate(parts[:MOST_PARTS], start=1)]
    more = [f"{len(parts) - MOST_PARTS} more parts"] if len(parts) > MOST_PARTS else []
    return Step(REPAIR, SKIPPED_LINES, note=", ".join([*told, *more]))


def _part(number: int, edit: Edit, search: str, original: Index, options: Options) -> str:
    located = locate_as_written(replace(edit, search=search, replace="", whole_lines=True), [original], options)
    if located is None:
        return f"part {number} is nowhere"
    if len(located.places) > 1:
        return f"part {number} at {len(located.places)} places"
    return f"part {number} at {lines_of(*original.lines.first_and_last(located.places[0].span))}"
