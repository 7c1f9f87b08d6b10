"""Drifts of the reply's form: line numbers, a fence inside a side, entities."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

from ..oracle import Case, Sheet, after_of, before_of, replace_of, search_of

_NUMBERED = re.compile(r"^\s*\d+(?:\s*[|:→]|\t)", re.M)
_ENTITY = re.compile(r"&(?:#\w+|\w+);")
# how readers of files write a line number before a line
_STYLES = ("{n} | {line}", "{n:>4} | {line}", "{n:>5}\t{line}", "{n}: {line}", "{n:>6}→{line}", "{n}→{line}")
_TAGS = {".py": "python", ".js": "js", ".ts": "ts", ".tsx": "tsx", ".java": "java", ".scss": "scss", ".h": "c"}


def line_numbers(sheet: Sheet, rng: Random) -> Sheet | None:
    """The file's line numbers before each line of SEARCH, and with chance of REPLACE, counted on."""
    if _NUMBERED.search(before_of(sheet) + replace_of(sheet)):
        return None
    style, both = rng.choice(_STYLES), rng.random() < 0.6
    finish = partial(_number_case, style=style, both=both, trim=rng.random() < 0.3)
    variant = f"{style.format(n=7, line='x')}, {'both sides' if both else 'SEARCH only'}"
    return replace(sheet, finish=(*sheet.finish, finish), variant=variant)


def _number_case(case: Case, style: str, both: bool, trim: bool) -> Case:
    def numbered(side: str) -> str:
        return "".join(line + "\n" for line in _numbered(side, case.line, style, trim))

    return replace(case, search=numbered(case.search), replace=numbered(case.replace) if both else case.replace)


def _numbered(side: str, first: int, style: str, trim: bool) -> Iterator[str]:
    for number, line in enumerate(side.split("\n")[:-1], first):
        text = style.format(n=number, line=line)
        yield text.rstrip(" ") if trim and not line else text


def fence(sheet: Sheet, rng: Random) -> Sheet | None:
    """A code fence around the lines inside both sides."""
    if "```" in before_of(sheet) + replace_of(sheet):
        return None
    tag = rng.choice((_TAGS.get(sheet.suffix, "cpp"), _TAGS.get(sheet.suffix, "cpp"), ""))
    variant = "with a language" if tag else "without a language"
    return replace(sheet, finish=(*sheet.finish, partial(_fence_case, tag=tag)), variant=variant)


def _fence_case(case: Case, tag: str) -> Case:
    sides = (f"```{tag}\n{side}```\n" for side in (case.search, case.replace))
    return replace(case, search=next(sides), replace=next(sides))


def entities(sheet: Sheet, rng: Random) -> Sheet | None:
    """`&lt;`, `&amp;` and the like on both sides, where neither the file nor the edit has any of its own."""
    quotes_too = rng.random() < 0.4
    search = search_of(sheet)
    if html.escape(search, quote=quotes_too) == search or _ENTITY.search(before_of(sheet) + after_of(sheet)):
        return None
    variant = "quotes too" if quotes_too else "signs only"
    return replace(sheet, finish=(*sheet.finish, partial(_escape_case, quotes_too=quotes_too)), variant=variant)


def _escape_case(case: Case, quotes_too: bool) -> Case:
    sides = (html.escape(side, quote=quotes_too) for side in (case.search, case.replace))
    return replace(case, search=next(sides), replace=next(sides))
