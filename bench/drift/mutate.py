"""A line of code → the same line with one small thing changed in it, as an edit or a colleague would change it."""

import re
from collections.abc import Callable, Iterator
from random import Random

from .syntax import CODE, STRING, code_of, family_of, find_names, names_the_place
from .words import WORDS

# line, its mask, the file's suffix, chance → the line changed, or None where there is nothing of that sort
Mutation = Callable[[str, str, str, Random], str | None]


def change_number(line: str, mask: str, suffix: str, rng: Random) -> str | None:
    found = pick_match(r"(?<![\w.#])[1-9]\d{0,5}(?![\w.%])", line, mask, CODE, rng)
    if found is None:
        return None
    value = int(found[0])
    return _put(line, found.start(), found.end(), str(rng.choice((value + 1, value * 2, value + 10))))


def change_text(line: str, mask: str, suffix: str, rng: Random) -> str | None:
    """Another word in a string."""
    found = pick_match(r"(?<![\w\\%{$])[A-Za-z]{4,}(?![\w}])", line, mask, STRING, rng)
    if found is None:
        return None
    word = rng.choice(WORDS)
    return None if word == found[0] else _put(line, found.start(), found.end(), word)


def change_argument(line: str, mask: str, suffix: str, rng: Random) -> str | None:
    """One argument more in a call that is closed on the line."""
    if family_of(suffix) != "python" and names_the_place(line):
        return None
    code = code_of(line, mask)
    calls = [at for at in call_starts(code) if closing(code, at) is not None]
    if not calls or family_of(suffix) == "css":
        return None
    last = closing(code, rng.choice(calls))
    assert last is not None
    if code[:last].rstrip().endswith(","):
        return None
    comma = "" if code[last - 1] == "(" else ", "
    return _put(line, last, last, comma + new_argument(suffix, rng))


def change_name(line: str, mask: str, suffix: str, rng: Random) -> str | None:
    names = [found for found in find_names(line, mask, family_of(suffix)) if len(found[0]) >= 3]
    if not names:
        return None
    found = rng.choice(names)
    return _put(line, found.start(), found.end(), new_name(found[0], rng))


def change_operator(line: str, mask: str, suffix: str, rng: Random) -> str | None:
    """Another operator, or another boolean."""
    swaps = {" < ": " <= ", " > ": " >= ", " == ": " != ", " === ": " !== ", " && ": " || ", " and ": " or "}
    swaps |= {" + ": " - ", "True": "False", "true": "false", "False": "True", "false": "true", " is not ": " is "}
    there = [old for old in swaps if code_of(line, mask).count(old) == 1]
    if not there:
        return None
    old = rng.choice(there)
    at = code_of(line, mask).index(old)
    return _put(line, at, at + len(old), swaps[old])


ALL: tuple[Mutation, ...] = (change_number, change_text, change_argument, change_name, change_operator)
WITHOUT_OPERATORS = ALL[:-1]


def mutate(line: str, mask: str, suffix: str, rng: Random, ways: tuple[Mutation, ...] = ALL) -> str | None:
    """The line changed in the first way that fits, the ways tried in random order."""
    for way in rng.sample(ways, len(ways)):
        changed = way(line, mask, suffix, rng)
        if changed is not None and changed != line:
            return changed
    return None


def new_name(name: str, rng: Random) -> str:
    """A name made from another one, in its style."""
    word = rng.choice(WORDS)
    if name.isupper():
        return f"{name}_{word.upper()}"
    if "-" in name or name.startswith("$"):
        return f"{name}-{word}"
    if "_" in name or name.islower():
        return f"{name}_{word}"
    return name + word.capitalize()


def new_argument(suffix: str, rng: Random) -> str:
    word = rng.choice(WORDS)
    if family_of(suffix) == "python":
        return f"{word}={rng.choice(('None', 'True', '0', '10'))}"
    if family_of(suffix) == "script":
        return rng.choice((word, f"{{ {word}: true }}"))
    return rng.choice((word, "0", f"k{word.capitalize()}"))


def pick_match(pattern: str, line: str, mask: str, sign: str, rng: Random) -> re.Match[str] | None:
    """A random match that lies wholly in characters of one sign."""
    found = [one for one in re.finditer(pattern, line) if set(mask[one.start() : one.end()]) == {sign}]
    return rng.choice(found) if found else None


def call_starts(code: str) -> Iterator[int]:
    """The open brackets of calls: a name right before them that is no keyword."""
    for found in re.finditer(r"(?<![\w$])([A-Za-z_$][\w$.]*)\(", code):
        if found[1] not in ("if", "for", "while", "switch", "catch", "return", "function", "in", "not", "and", "or"):
            yield found.end() - 1


def closing(code: str, at: int) -> int | None:
    """Where the bracket that opens at `at` closes on the line."""
    depth = 0
    for index in range(at, len(code)):
        depth += (code[index] in "([{") - (code[index] in ")]}")
        if not depth:
            return index
    return None


def _put(line: str, start: int, end: int, text: str) -> str:
    return line[:start] + text + line[end:]
