"""An input → one like it, changed as replies and files differ from each other: lines, quotes and their drift."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from .laws import lines_of
from .pieces import join, split

Change: TypeAlias = Callable[[Random, "list[str]"], "list[str]"]
"""Lines with their ends → some of them changed."""

WORDS = (
    *("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "<<<<<<< HEAD", ">>>>>>> main", "<<<<< SEARCH", "=====", "```py"),
    *("```", "~~~", "a.py", "src/b.md:3", "File: a.py", "(block 2) a.py", "<think>", "</think>", "...", "# ...", "…"),
    *("# rest of the code", "12 | ", "13 | ", "12: ", "&lt;", "&amp;", "\\n", '\\"', "- ", "+ ", "-", "+", "x = 1"),
    *("“x”", "it’s", "\u00a0", "\u200b", "\ufeff", "ｘ", "e\u0301", "é", "\x0c", "\x85", "\u2028", "\r", "\t", "    "),
    *("f(a,", "b)", "f(a, b)", "[", "]", "{", "}", ",", ";", "def f():", "# note", "// note", "/*", "*/", '"""', "not"),
    *('{"path": "a.py", "old_string": "a", "new_string": "b"}', ":start_line:1", "-------", "Title", "\udc80"),
)
SIGNS = (("'", "’"), ('"', "“"), ("-", "—"), (" ", "\u00a0"), (" ", "  "), (", ", ","), ("...", "…"), ("(", "( "))


def indent(random: Random, lines: list[str]) -> list[str]:
    margin = random.choice([" ", "  ", "    ", "\t"])
    return [margin + line for line in lines]


def dedent(random: Random, lines: list[str]) -> list[str]:
    return [line.lstrip(" \t") or line for line in lines]


def as_tabs(random: Random, lines: list[str]) -> list[str]:
    return [line.replace("    ", "\t") for line in lines]


def spoil_ends(random: Random, lines: list[str]) -> list[str]:
    return [line.rstrip(" \t\r\n") + random.choice([" \n", "\n", "\r\n", "\t\n"]) for line in lines]


def swap_signs(random: Random, lines: list[str]) -> list[str]:
    old, new = random.choice(SIGNS)[:: random.choice([1, -1])]
    return [line.replace(old, new) for line in lines]


def drop_line(random: Random, lines: list[str]) -> list[str]:
    at = random.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def double_line(random: Random, lines: list[str]) -> list[str]:
    at, to = random.randrange(len(lines)), random.randrange(len(lines) + 1)
    return [*lines[:to], lines[at], *lines[to:]]


def put_line(random: Random, lines: list[str]) -> list[str]:
    at = random.randrange(len(lines) + 1)
    return [*lines[:at], random.choice(WORDS) + "\n", *lines[at:]]


def put_word(random: Random, lines: list[str]) -> list[str]:
    at = random.randrange(len(lines))
    cut = random.randrange(len(lines[at]) + 1)
    return [*lines[:at], lines[at][:cut] + random.choice(WORDS) + lines[at][cut:], *lines[at + 1 :]]


def slip(random: Random, lines: list[str]) -> list[str]:
    """One letter lost or doubled."""
    at = random.randrange(len(lines))
    cut = random.randrange(len(lines[at]) or 1)
    middle = random.choice(["", lines[at][cut : cut + 1] * 2])
    return [*lines[:at], lines[at][:cut] + middle + lines[at][cut + 1 :], *lines[at + 1 :]]


def join_lines(random: Random, lines: list[str]) -> list[str]:
    at = random.randrange(len(lines))
    return [*lines[:at], "".join([lines[at].rstrip("\r\n"), " ", *lines[at + 1 : at + 2]]), *lines[at + 2 :]]


def break_line(random: Random, lines: list[str]) -> list[str]:
    at = random.randrange(len(lines))
    cut = lines[at].find(random.choice("(,[ )")) + 1
    return [*lines[:at], lines[at][:cut] + "\n", lines[at][cut:], *lines[at + 1 :]]


def number(random: Random, lines: list[str]) -> list[str]:
    form, first = random.choice(["{} | ", "{}: ", "{}→", "{:6}\t"]), random.randrange(1, 9)
    return [form.format(k) + line for k, line in enumerate(lines, start=first)]


CHANGES: tuple[Change, ...] = (
    *(indent, dedent, as_tabs, spoil_ends, swap_signs, drop_line, double_line, put_line, put_word, slip),
    *(join_lines, break_line, number),
)


def mutate(data: bytes, most: int, random: Random, pieces: int, sides: Sequence[int] = ()) -> bytes:
    """An input of `pieces` texts, changed in one; at most `most` bytes.

    `sides` are the numbers of a file, and of the SEARCH and REPLACE that may quote it anew; with
    a REPLACE of -1 the second one is a reply, which gets a block.
    """
    parts = split(data, pieces)
    if sides and random.random() < 0.4:
        requote(parts, random, *sides)
    else:
        filled = [at for at, part in enumerate(parts) if part]
        at = random.choice(filled if filled and random.random() < 0.95 else range(len(parts)))
        parts[at] = changed(parts[at], random)
    return join(*parts)[:most]


def changed(text: str, random: Random) -> str:
    """One run of lines changed in one way."""
    lines = lines_of(text) or ["\n"]
    first = random.randrange(len(lines))
    stop = random.choice([first + 1, random.randrange(first, len(lines)) + 1, len(lines)])
    return "".join(lines[:first] + random.choice(CHANGES)(random, lines[first:stop]) + lines[stop:])


def requote(parts: list[str], random: Random, file: int, search: int, written: int) -> None:
    """A new quote of lines of the file, drifted or not, and the same lines with a change."""
    lines = lines_of(parts[file]) or ["x = 1\n"]
    first = random.randrange(len(lines))
    quote = "".join(lines[first : first + random.randrange(1, 7)])
    for _ in range(random.randrange(3)):
        quote = changed(quote, random)
    new = changed(quote, random)
    if written >= 0:
        parts[search], parts[written] = quote, new
        return
    block = f"a.py\n<<<<<<< SEARCH\n{quote.rstrip()}\n=======\n{new.rstrip()}\n>>>>>>> REPLACE\n"
    parts[search] = block if random.random() < 0.5 else parts[search] + "\n" + block
