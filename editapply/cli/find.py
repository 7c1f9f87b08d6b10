"""`editapply find`: a text and a file → the places where the text stands there, or the nearest ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from editapply.budget import JUDGING, RANKING, Budget
from editapply.cli.given import AS_JSON, COLOR, ENCODING, REFUSED
from editapply.cli.streams import STDIN, read_source, read_text, say
from editapply.decode import decode
from editapply.errors import FileError
from editapply.matching import find, rank
from editapply.model import Candidate, Match, Tier
from editapply.report.excerpt import differences, excerpt, printable, visible
from editapply.text import Lines, is_blank, lines_of


@dataclass(frozen=True, slots=True)
class Sought:
    """A text in a file: its places, of the strictest tier that has any; where it has none, the nearest ones."""

    name: str
    lines: Lines
    search: str
    places: Sequence[Match] = ()
    nearest: Sequence[Candidate] = ()
    too_long: bool = False


@click.command("find")
@click.argument("file", metavar="FILE")
@click.argument("text", default=STDIN, metavar="[TEXT|-]")
@click.option("--limit", default=3, show_default=True, type=click.IntRange(1), help="The most places that are near.")
@ENCODING
@AS_JSON
@COLOR
def find_command(file: str, text: str, limit: int, encoding: str | None, as_json: bool, color: str) -> None:
    """Tell where the lines of TEXT (a file, or - for standard input) stand in FILE, or would be nearest.

    Exit status: 0 where they stand, 1 where at best something like them does, 2 trouble.
    """
    if file == text == STDIN:
        raise click.UsageError("FILE and TEXT can't both be standard input")
    search = read_text(text)
    if is_blank(search):
        raise click.UsageError("there is nothing to look for: TEXT is blank")
    sought = seek(file, _decoded(file, encoding), search, limit)
    if as_json:
        say(format_sought_document(sought), sys.stdout)
    else:
        say(format_sought(sought), sys.stdout, color=color)
    sys.exit(0 if sought.places else REFUSED)


def _decoded(file: str, encoding: str | None) -> str:
    """A file's text; write-protected files and pipes can be read too."""
    try:
        return decode(read_source(file), file, encoding)[0]
    except FileError as error:
        raise click.UsageError(str(error)) from None


def seek(name: str, before: str, search: str, limit: int, budget: Budget | None = None) -> Sought:
    """Where the whole lines of `search` stand in the text `before`, or would be nearest."""
    ended = search if search.endswith("\n") else search + "\n"
    places = find(before, ended)
    if places:
        return Sought(name, Lines(before), ended, places)
    budget = budget or Budget()
    budget.grow(before)
    if not budget.spend(RANKING * len(before) + JUDGING * len(ended)):
        return Sought(name, Lines(before), ended, too_long=True)
    return Sought(name, Lines(before), ended, nearest=rank(before, ended, limit))


def format_sought(sought: Sought) -> str:
    """A line for each place, or the nearest ones as the report shows them."""
    if sought.places:
        return "".join(_place(sought.lines, place) for place in sought.places)
    name = visible(sought.name)
    if sought.too_long:
        return f"Text not found in {name}. The text or the file is too long to look for similar places.\n"
    if not sought.nearest:
        return f"Text not found in {name}, nor anything like it.\n"
    parts = "".join(_near(sought, candidate) for candidate in sought.nearest)
    return f"Text not found in {name}. Closest matches (ranked by similarity):\n{parts}"


def _place(lines: Lines, place: Match) -> str:
    where = lines_of(*lines.first_and_last(place.span))
    grade = f" ({place.grade})" if place.grade else ""
    similarity = "" if place.tier is Tier.EXACT else f"  {place.similarity:.2f}"
    return f"{where}  {place.tier.label}{grade}{similarity}\n"


def _near(sought: Sought, candidate: Candidate) -> str:
    where = lines_of(*sought.lines.first_and_last(candidate.span))
    shown = "".join(f"    {line}\n" for line in excerpt(sought.lines, candidate.span, sought.search))
    told = "".join(f"  differs: {text}\n" for text in differences(sought.lines, candidate.span, sought.search))
    return f"\n  [{candidate.similarity:.2f}] {where}:\n{shown}{told}"


def format_sought_document(sought: Sought) -> str:
    """The JSON document with the same facts, in ASCII."""
    document = {
        "file": printable(sought.name),
        "found": bool(sought.places),
        "places": [_place_document(sought.lines, place) for place in sought.places],
        "nearest": [_near_document(sought, candidate) for candidate in sought.nearest],
        "report": printable(format_sought(sought)),
    }
    return json.dumps(document, indent=1) + "\n"


def _place_document(lines: Lines, place: Match) -> dict[str, Any]:
    return {
        "lines": list(lines.first_and_last(place.span)),
        "tier": place.tier.label,
        "grade": place.grade or None,
        "similarity": round(place.similarity, 4),
    }


def _near_document(sought: Sought, candidate: Candidate) -> dict[str, Any]:
    lines, search = sought.lines, sought.search
    return {
        "lines": list(lines.first_and_last(candidate.span)),
        "similarity": round(candidate.similarity, 4),
        "text": printable("\n".join(excerpt(lines, candidate.span, search))),
        "differs": [printable(line) for line in differences(lines, candidate.span, search)],
    }
