"""A quote that a model's habits have spoiled → both sides as they were meant, one repair at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from editapply.text import Lines

Sides: TypeAlias = "tuple[str, str]"
Mend: TypeAlias = Callable[[str, str], "Sides | None"]
"""SEARCH and REPLACE → both repaired alike; None where this isn't what is wrong, or REPLACE doesn't go with it."""

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_NUMBER = re.compile(r"[ \t]*(\d{1,7})(?:[ \t]*(\||:|→|│)|(\t))")
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|#39|#x27|#34);")
_ENTITIES = {
    "&lt;": "<",
    "&gt;": ">",
    "&amp;": "&",
    "&quot;": '"',
    "&apos;": "'",
    "&#39;": "'",
    "&#x27;": "'",
    "&#34;": '"',
}
_ESCAPE = re.compile(r"\\(n|t|r|\"|'|\\)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_QUOTE_ESCAPE = re.compile(r"\\([\"'])")


FEWEST_NUMBERED = 2
SPACED = ("|", ":", "│")  # signs behind a line number that have a blank behind them


class Repair(NamedTuple):
    name: str
    mend: Mend


def _side(bodies: Sequence[str]) -> str:
    return "".join(body + "\n" for body in bodies)


def _fence_inside(search: str, replace: str) -> Sides | None:
    sides = [_unfenced(Lines(side).bodies) for side in (search, replace)]
    return None if sides[0] is None or sides[1] is None else (_side(sides[0]), _side(sides[1]))


def _unfenced(bodies: Sequence[str]) -> Sequence[str] | None:
    """Lines without the fence around them; no lines are none with a fence."""
    if not bodies:
        return bodies
    opening = _FENCE.match(bodies[0])
    if len(bodies) < 2 or opening is None or bodies[-1].strip() != opening[1]:
        return None
    return bodies[1:-1]


def _line_numbers(search: str, replace: str) -> Sides | None:
    """Every line of SEARCH has a number, ascending by one; of REPLACE all lines have one, or none has."""
    quoted, written = Lines(search).bodies, Lines(replace).bodies
    found = [_NUMBER.match(body) for body in quoted]
    numbers = [int(number[1]) for number in found if number]
    if len(numbers) < FEWEST_NUMBERED or any(number and number[2] != found[0][2] for number in found if found[0]):
        return None
    if len(numbers) != len(quoted) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    new = [_NUMBER.match(body) for body in written]
    if any(new) and not (all(new) and _goes_on(new, found)):
        return None
    bare = [body[number.end() :] for body, number in zip(quoted, found, strict=True) if number]
    bare_new = [body[number.end() :] for body, number in zip(written, new, strict=True) if number]
    if not any(new):
        return _nearer(bare, written)
    if _has_gap([*bare, *bare_new]) and all(number and number[2] in SPACED for number in found):
        bare, bare_new = [body[1:] for body in bare], [body[1:] for body in bare_new]
    return _side(bare), _side(bare_new)


def _goes_on(new: Sequence[re.Match[str] | None], found: Sequence[re.Match[str] | None]) -> bool:
    """Whether the numbers of REPLACE are line numbers too: the same sign, and from SEARCH's first one on by one."""
    first = next(number for number in found if number)
    marks = [(int(number[1]), number[2], number[3]) for number in new if number]
    return marks == [(int(first[1]) + k, first[2], first[3]) for k in range(len(marks))]


def _nearer(bare: Sequence[str], written: Sequence[str]) -> Sides | None:
    """REPLACE has no numbers: SEARCH with or without the blank behind them, whichever shares more lines with it."""
    ways = [bare, [body[1:] for body in bare]] if _has_gap(bare) else [bare]
    shared = [len(set(way) & set(written)) for way in ways]
    if len(ways) == 2 and shared[0] == shared[1]:
        return None
    return _side(ways[shared.index(max(shared))]), _side(written)


def _has_gap(bare: Sequence[str]) -> bool:
    return all(not body or body.startswith(" ") for body in bare)


def _entities(search: str, replace: str) -> Sides | None:
    """All signs of markup came as entities, on both sides: one that stands as it is shows that they are meant."""
    if not _ENTITY.search(search):
        return None
    rest = _ENTITY.sub("", search + replace)
    raw = {_ENTITIES[code] for code in _ENTITY.findall(search)}
    if any(sign in rest for sign in raw | set("<>&")):
        return None
    return _decoded(search), _decoded(replace)


def _decoded(text: str) -> str:
    return _ENTITY.sub(lambda found: _ENTITIES[found[0]], text)


def _escaped_text(search: str, replace: str) -> Sides | None:
    """Line ends, tabs and quotes came with backslashes, on one line each."""
    if "\n" in search.rstrip("\n") or "\n" in replace.rstrip("\n") or not re.search(r"\\[nt\"']", search):
        return None
    if '\\"' in search and '"' in _ESCAPE.sub("", replace):
        return None
    if "\\n" in search and replace.strip() and "\\n" not in replace:
        return None
    sides = _unescaped(search), _unescaped(replace)
    return None if any(_breaks_string(line) for side in sides for line in side.split("\n")) else sides


def _breaks_string(line: str) -> bool:
    """Whether a string literal opens in a line and doesn't end there."""
    return any(line.count(sign) % 2 for sign in '"`')


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)


def _escaped_quotes(search: str, replace: str) -> Sides | None:
    """Only the quotes came with backslashes; a backslash in front of an n is meant."""
    if "\n" in search.rstrip("\n") or "\n" in replace.rstrip("\n") or not _QUOTE_ESCAPE.search(search):
        return None
    if any(sign in _QUOTE_ESCAPE.sub("", replace) for sign in set(_QUOTE_ESCAPE.findall(search))):
        return None
    return _QUOTE_ESCAPE.sub(r"\1", search), _QUOTE_ESCAPE.sub(r"\1", replace)


def _diff_signs(search: str, replace: str) -> Sides | None:
    """SEARCH came with the signs of removed lines, REPLACE with those of added ones."""
    old, new = Lines(search).bodies, Lines(replace).bodies
    if not _signed(old, "-") or not _signed(new, "+"):
        return None
    return _side([body[1:] for body in old]), _side([body[1:] for body in new])


def _signed(bodies: Sequence[str], sign: str) -> bool:
    return all(body[:1] in (sign, " ", "") for body in bodies) and any(body.startswith(sign) for body in bodies)


def _blank_ends(search: str, replace: str) -> Sides | None:
    """Blank first or last lines, the same on both sides."""
    old, new = Lines(search).bodies, Lines(replace).bodies
    head, tail = _blank_head(old), _blank_head(old[::-1])
    if head + tail == 0 or head + tail >= len(old) or not new:
        return None
    if _blank_head(new) != head or _blank_head(new[::-1]) != tail:
        return None
    return _side(old[head : len(old) - tail]), _side(new[head : len(new) - tail])


def _blank_head(bodies: Sequence[str]) -> int:
    return next((k for k, body in enumerate(bodies) if body.strip()), len(bodies))


REPAIRS = (
    Repair("fence inside of the block", _fence_inside),
    Repair("line numbers", _line_numbers),
    Repair("HTML entities", _entities),
    Repair("escaped text", _escaped_text),
    Repair("escaped quotes", _escaped_quotes),
    Repair("diff signs", _diff_signs),
    Repair("blank first or last lines", _blank_ends),
)


def repaired(search: str, replace: str) -> list[tuple[str, str, str]]:
    """Every repair that can be made: its name, and both sides after it. A SEARCH that ends blank is none."""
    found: list[tuple[str, str, str]] = []
    for name, mend in REPAIRS:
        sides = mend(search, replace)
        if sides is not None and sides[0].strip() and sides[0] != search:
            found.append((name, *sides))
    return found
