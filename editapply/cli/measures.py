"""`editapply similarity`, `suggest` and `extract-json`: the library's measures for shells."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from editapply.cli.given import AS_JSON, REFUSED
from editapply.cli.streams import STDIN, read_text, say
from editapply.text import body, split_lines

MEASURES = ("dice", "lcs", "overlap", "jaccard")


@click.command("similarity")
@click.argument("measure", type=click.Choice(MEASURES))
@click.argument("a")
@click.argument("b")
@AS_JSON
def similarity_command(measure: str, a: str, b: str, as_json: bool) -> None:
    """How alike A and B are, from 0 to 1: by character pairs (dice), common subsequence (lcs),
    words of B found in A (overlap), or common words (jaccard)."""
    from editapply import similarity

    measures = {
        "dice": similarity.dice,
        "lcs": similarity.lcs_similarity,
        "overlap": similarity.overlap,
        "jaccard": similarity.jaccard,
    }
    value = round(measures[measure](a, b), 4)
    _print({"measure": measure, "similarity": value}, f"{value:g}", as_json)


@click.command("suggest")
@click.argument("name")
@click.argument("names", nargs=-1)
@click.option("--threshold", default=0.4, show_default=True, type=click.FloatRange(0, 1), help="The least similarity.")
@AS_JSON
def suggest_command(name: str, names: tuple[str, ...], threshold: float, as_json: bool) -> None:
    """The one of NAMES that NAME was probably meant to be (NAMES from standard input, a line each, if none is given).

    Exit status 1 where none is near enough.
    """
    from editapply.similarity import lcs_similarity, suggest

    known = names or tuple(body(line) for line in split_lines(read_text(STDIN)))
    best = suggest(name, known, threshold)
    value = None if best is None else round(lcs_similarity(name, best), 4)
    _print({"suggestion": best, "similarity": value}, best or "", as_json)
    sys.exit(REFUSED if best is None else 0)


@click.command("extract-json")
@click.argument("source", default="-", metavar="[FILE|-]")
@AS_JSON
def extract_json_command(source: str, as_json: bool) -> None:
    """The first JSON value in a chatty text. Exit status 1 where there is none.

    With --json its span too (0-based offsets in characters).
    """
    from editapply.similarity import extract_json

    found = extract_json(read_text(source))
    value, span = found if found is not None else (None, None)
    text = "" if found is None else json.dumps(value, ensure_ascii=False, indent=1)
    _print({"found": found is not None, "value": value, "span": span}, text, as_json)
    sys.exit(REFUSED if found is None else 0)


def _print(document: dict[str, Any], text: str, as_json: bool) -> None:
    shown = json.dumps(document, indent=1) if as_json else text
    say(f"{shown}\n" if shown else "", sys.stdout)
