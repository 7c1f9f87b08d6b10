"""A line of code and its file's suffix → what of the line is comment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Syntax(NamedTuple):
    """How comments begin (to the line's end), and how a block of comment opens and closes."""

    line: tuple[str, ...] = ()
    block: tuple[str, str] | None = None


_SLASHES = Syntax(("//",), ("/*", "*/"))
_HASH = Syntax(("#",))
_MARKUP = Syntax((), ("<!--", "-->"))
_BY_SUFFIX = {
    "c h cc cpp cxx hpp hh cs java js jsx mjs cjs ts tsx mts cts go rs swift kt kts scala dart": _SLASHES,
    "scss less jsonc json5": _SLASHES,
    "py pyi rb sh bash zsh yaml yml toml pl r ex exs cfg conf mk cmake dockerfile makefile tf": _HASH,
    "php": Syntax(("//", "#"), ("/*", "*/")),
    "css": Syntax((), ("/*", "*/")),
    "html htm xml svg vue": _MARKUP,
    "sql lua hs": Syntax(("--",)),
    "ini": Syntax((";", "#")),
    "el lisp clj scm": Syntax((";",)),
    "tex erl": Syntax(("%",)),
}
SYNTAXES = {suffix: syntax for suffixes, syntax in _BY_SUFFIX.items() for suffix in suffixes.split()}
_STRING = re.compile(r'"(?:[^"\\]|\\.){0,400}"' + r"|'(?:[^'\\]|\\.){0,400}'")
_DOUBTFUL = frozenset("\"'`\\/")
_DIRECTIVE = re.compile(r"[!\[(:>]|go:|\s*(?:type:|noqa|pylint|mypy|eslint|@ts-|prettier|pragma|nolint|coding[:=])")
_TRIPLE = re.compile(r"\"\"\"|'''")
LINE_START_ONLY = frozenset({";", "%"})


def syntax_of(path: str) -> Syntax:
    """The comments of a file, by the suffix of its name; none where it isn't known."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1].lower()
    return SYNTAXES.get(name.rsplit(".", 1)[-1], Syntax())


def split_comment(line: str, syntax: Syntax) -> tuple[str, str]:
    """A line's code and its comment, where it is certain that there is one; else all of it is code.

    The sign begins the line or follows a blank, nothing before it could open a string or a
    pattern, and what follows isn't a directive to some tool.

    >>> split_comment('x = "#"  # why', syntax_of("a.py")), split_comment("n=$# # 1", syntax_of("a.py"))[1]
    (('x = "#"  ', '# why'), '# 1')
    """
    bare = _STRING.sub(lambda found: "s" * len(found[0]), line)
    starts = [(at, sign) for sign in syntax.line for at in _signs_after_blanks(bare, sign)]
    if syntax.block:
        starts += [(at, syntax.block[0]) for at in _signs_after_blanks(bare, syntax.block[0])]
    for at, sign in sorted(starts):
        if sign in LINE_START_ONLY and line[:at].strip():
            continue
        if _DOUBTFUL & set(bare[:at]) or _DIRECTIVE.match(line, at + len(sign)):
            return line, ""
        if syntax.block and sign == syntax.block[0] and not _ends_line(line, at, syntax.block[1]):
            return line, ""
        return line[:at], line[at:]
    return line, ""


def _signs_after_blanks(bare: str, sign: str) -> list[int]:
    """The first place of a sign that begins the line or follows a blank."""
    at = bare.find(sign)
    while at > 0 and not bare[at - 1].isspace():
        at = bare.find(sign, at + 1)
    return [at] if at >= 0 else []


def _ends_line(line: str, at: int, closing: str) -> bool:
    """Whether a comment that opens here is the last thing in its line, or stays open."""
    end = line.find(closing, at + 2)
    return end < 0 or not line[end + len(closing) :].strip()


def lines_in_blocks(bodies: Sequence[str], syntax: Syntax) -> frozenset[int]:
    """The lines (0-based) that lie inside of a block of comment from their first character on."""
    if syntax.block is None:
        return frozenset()
    opening, closing = syntax.block
    inside: set[int] = set()
    is_open = False
    for k, body in enumerate(bodies):
        if is_open:
            if closing not in body or not body.split(closing, 1)[1].strip():
                inside.add(k)
            is_open = closing not in body
        else:
            is_open = body.lstrip().startswith(opening) and closing not in body
    return frozenset(inside)


def lines_in_strings(bodies: Sequence[str], path: str) -> frozenset[int]:
    """The lines (0-based) that begin inside of a Python string of three quotes."""
    if not path.endswith((".py", ".pyi")):
        return frozenset()
    inside: set[int] = set()
    quotes = ""
    for k, body in enumerate(bodies):
        if quotes:
            inside.add(k)
        for found in _TRIPLE.finditer(body):
            quotes = "" if quotes == found[0] else quotes or found[0]
    return frozenset(inside)
