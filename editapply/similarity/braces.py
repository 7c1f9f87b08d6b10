"""Text → where its braces balance: the first block, the JSON in chatty text, the brackets left open."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn

_BLANKS = " \t\n\r"
_MARK = re.compile(r'[{}"\\]')
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*'
_PIECE = re.compile(rf'[{{}}]|{_STRING}"?', re.DOTALL)
# An object begins with a key or ends at once, so most braces of prose and code need no parse.
_OBJECT = re.compile(rf'\{{(?=[{_BLANKS}]*(?:\}}|{_STRING}"[{_BLANKS}]*:))', re.DOTALL)
_PARTNERS = {")": "(", "]": "[", "}": "{"}


def find_balanced(text: str, start: int = 0) -> tuple[int, int] | None:
    r"""The span (0-based, half-open, in characters) of the first `{…}` from `start` on that balances, or None.

    Formula: from each `{` in turn, count `{` as +1 and `}` as -1, without those in string literals ("…",
    where a backslash takes the next character along); the first whose count comes back to 0 is it.

    Edge cases: a quote in front of the `{` is prose. If the first `{` never closes, a later one may, also
    one that the first took for part of a string.

    Complexity: time and memory linear, whatever the text: the counts from all `{` run side by side, and
    two that agree on where strings are agree for the rest of the text, so there are at most three.

    Source: the article on text matching in an agent engine.

    Wrong in these known ways: a lone brace in prose may take a later brace's partner; braces in strings
    of other signs ('…', `…`) and in comments count; a block need not be JSON.

    >>> find_balanced('Sure! {"answer": 42} hope that helps.')
    (6, 20)
    >>> find_balanced(r'{"a": "}\"}"}'), find_balanced("{ {}"), find_balanced("{")
    ((0, 13), (2, 4), None)
    """
    first = text.find("{", max(start, 0))
    counts, best = _Counts(), None
    for mark in _MARK.finditer(text, first if first >= 0 else len(text)):
        opening = counts.take(mark.start(), mark[0])
        if opening is not None and (best is None or opening < best[0]):
            best = opening, mark.end()
            if opening == first:
                break
    return best


def extract_json(text: str) -> tuple[Any, tuple[int, int]] | None:
    """The JSON value in a text with its span (0-based, half-open, in characters), or None.

    Formula: the whole text as strict JSON (any value, blanks around it aside), else the first `{…}` that
    is. A `{` inside a block that isn't JSON gets its chance too.

    Edge cases: NaN and Infinity are not JSON. A block with one of these, with an integer of more digits
    than Python reads (4300) or nested too deeply for its parser is passed over with all that is in it.

    Complexity: linear, whatever the text: where a parse broke off, the blocks open there would break off
    too and are not tried, so no character is read by more than a few tries.

    Source: the article on text matching in an agent engine.

    Wrong in these known ways: with several blocks the first wins, an example in front of the answer too;
    of a broken object, an object in it is taken; a list in chatty text gives its first object.

    >>> extract_json('Sure! {"answer": 42} hope that helps.')
    ({'answer': 42}, (6, 20))
    >>> extract_json(" [1, 2] "), extract_json('f() { return; } {"a": 1}'), extract_json("{a: 1}")
    (([1, 2], (1, 7)), ({'a': 1}, (16, 24)), None)
    """
    source, hopeless = _Source(text), set[int]()
    whole = _parse(source, len(text) - len(text.lstrip(_BLANKS)))
    if not isinstance(whole, int) and whole[1][1] == len(text.rstrip(_BLANKS)):
        return whole
    for brace in _OBJECT.finditer(text):
        if brace.start() not in hopeless:
            block = _parse(source, brace.start())
            if not isinstance(block, int):
                return block
            hopeless.update(_open_at(text, brace.start(), block))
    return None


@dataclass(frozen=True, slots=True)
class Balance:
    """By kind of bracket, how many open less how many close; and whether each closing one fits."""

    parens: int
    brackets: int
    braces: int
    well_nested: bool

    @property
    def is_balanced(self) -> bool:
        """Whether every bracket has its partner."""
        return self.well_nested and not (self.parens or self.brackets or self.braces)


def balance(text: str, suffix: str = "") -> Balance:
    r"""Which brackets a text leaves open, outside strings and comments.

    Formula: for each kind, opening less closing signs; `well_nested` as long as each closing sign is the
    partner of the latest open one. `suffix` (`.py`, `PY`) says what strings and comments look like.

    Edge cases: an unknown suffix has no comments, and just "…" within a line. A comment or three quotes
    without an end go on to the text's end; another quote without a partner is a mere character.

    Complexity: time linear in the text, memory in what is open.

    Source: this project's own, after the article on text matching in an agent engine.

    Wrong in these known ways: patterns between slashes (JavaScript), strings with delimiters of their own
    (C++, Rust, here-documents) and code inside strings are not understood.

    >>> balance("f(a[0], '(')  # :-(\n", ".py").is_balanced, balance("([)]")
    (True, Balance(parens=0, brackets=0, braces=0, well_nested=False))
    """
    left = dict.fromkeys("([{", 0)
    due: list[str] = []
    well_nested = True
    for piece in _syntax(suffix.lower().lstrip(".")).finditer(text):
        sign = piece[0]
        if sign in left:
            left[sign] += 1
            due.append(sign)
        elif sign in _PARTNERS:
            left[_PARTNERS[sign]] -= 1
            well_nested = well_nested and bool(due) and due.pop() == _PARTNERS[sign]
    return Balance(left["("], left["["], left["{"], well_nested)


@dataclass(slots=True)
class _Counts:
    """The counts from every `{` so far: the openings without a partner, by where their count is now."""

    outside: list[int] = field(default_factory=list)
    inside: list[int] = field(default_factory=list)  # inside a string
    escaped: list[int] = field(default_factory=list)  # inside a string, just behind a backslash
    behind: int = -1  # the offset just behind that backslash

    def take(self, at: int, sign: str) -> int | None:
        """Go on to the `sign` at `at`; the earliest opening that it closes, if any."""
        if at != self.behind:
            self.inside, self.escaped = _together(self.inside, self.escaped), []
        if sign == "\\":
            self.inside, self.escaped, self.behind = self.escaped, self.inside, at + 1
        elif sign == '"':
            self.outside, self.inside, self.escaped = self.inside, _together(self.outside, self.escaped), []
        elif sign == "{":
            self.outside.append(at)
        elif self.outside:
            return self.outside.pop()
        return None


def _together(a: list[int], b: list[int]) -> list[int]:
    """Two stacks of openings that close together from here on, as one; of two that pair up, the earlier."""
    # Each pair costs one opening, so all calls for a text cost no more than it has openings.
    shorter, longer = sorted((a, b), key=len)
    for depth in range(1, len(shorter) + 1):
        longer[-depth] = min(longer[-depth], shorter[-depth])
    return longer


class _Source(str):
    """A text whose lines a parse error can't count: that would read it from its start for each error."""

    def count(self, *_: object) -> int:
        return 0

    rfind = count


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def _parse(source: _Source, start: int) -> tuple[Any, tuple[int, int]] | int:
    """The value that begins at `start` with its span, or where its parse broke off (-1: not known)."""
    try:
        value, end = _DECODER.raw_decode(source, start)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        return -1
    return value, (start, end)


def _open_at(text: str, start: int, end: int) -> list[int]:
    """The `{` from `start` on that are open at `end`; where that is -1, all in the block at `start`."""
    opened: list[int] = []
    closed: list[int] = []
    for piece in _PIECE.finditer(text, start, len(text) if end < 0 else end):
        if piece[0] == "{":
            opened.append(piece.start())
        elif piece[0] == "}":
            closed.append(opened.pop())
            if not opened:
                break
    return opened + closed if end < 0 else opened


def _quoted(sign: str, without: str = "") -> str:
    return rf"{sign}[^{sign}\\{without}]*(?:\\.[^{sign}\\{without}]*)*{sign}"


_SIGNS = {
    **{sign: rf"{sign}[^\n]*" for sign in ("//", "#", "--")},
    " #": r"(?<!\S)#[^\n]*",
    "/*": r"/\*.*?(?:\*/|\Z)",
    "<!--": r"<!--.*?(?:-->|\Z)",
    **{sign * 3: rf"{sign * 3}(?:[^\\]|\\.)*?(?:{sign * 3}|\Z)" for sign in "\"'"},
    **{sign: _quoted(sign, r"\n") for sign in "\"'"},
    **{f"{sign} lines": _quoted(sign) for sign in "\"'`"},
    **{f"{sign} raw": f"{sign}[^{sign}]*{sign}" for sign in "'`"},
    "' one": r"'(?:[^'\\\n]|\\[^\n][^'\n]{0,9})'",
}
_SYNTAXES = {  # by suffixes, the first that fits wins
    "c h cc cpp hpp cs java kt scala swift": ("//", "/*", '"""', '"', "' one"),
    "js jsx mjs cjs ts tsx mts cts": ("//", "/*", '"', "'", "` lines"),
    "go": ("//", "/*", '"', "' one", "` raw"),
    "rs": ("//", "/*", '" lines', "' one"),
    "php": ("//", "#", "/*", '" lines', "' lines"),
    "css": ("/*", '"', "'"),
    "scss less dart jsonc json5": ("//", "/*", '"', "'"),
    "py pyi toml": ("#", '"""', "'''", '"', "'"),
    "rb pl r ex exs": ("#", '" lines', "' lines"),
    "sh bash zsh": (" #", '" lines', "' raw"),
    "yaml yml": (" #", '"'),
    "json": ('"',),
    "sql lua": ("--", "/*", '"', "'"),
    "html htm xml svg vue": ("<!--",),
}

KNOWN_SUFFIXES = frozenset(suffix for suffixes in _SYNTAXES for suffix in suffixes.split())


@lru_cache
def _syntax(suffix: str) -> re.Pattern[str]:
    """What to look at in a file of this suffix: comments, strings, brackets, and a backslash with its next."""
    signs = next((signs for suffixes, signs in _SYNTAXES.items() if suffix in suffixes.split()), ('"',))
    return re.compile("|".join([*map(_SIGNS.__getitem__, signs), r"[(\[{}\])]", r"\\."]), re.DOTALL)
