"""A text made ready to be searched for runs of lines, by any key, in linear time."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from editapply.comments import Syntax, lines_in_blocks, lines_in_strings, syntax_of
from editapply.matching.blocks import Blocks
from editapply.normalize import Normalized, fold_newlines, line_tokens
from editapply.text import Lines

Key: TypeAlias = Callable[[str], str]
"""A line's body → what is compared of it."""

UNKNOWN = 0
_WORD = re.compile(r"\w+")
COSTLY = 8


class Numbered:
    """Units of a text (lines, tokens) as numbers (from 1), one a distinct key, with the places of each.

    `lines` tells the 0-based line of each unit.
    """

    def __init__(self, keys: Iterable[tuple[str, int]]) -> None:
        self.lines = array("I")
        self.numbers: dict[str, int] = {}
        self.units = array("I")
        self.counts = array("I", [0])
        self._last = array("q", [-1])
        self._earlier = array("q")
        for place, (key, line) in enumerate(keys):
            self.lines.append(line)
            number = self.numbers.setdefault(key, len(self.counts))
            if number == len(self.counts):
                self.counts.append(0)
                self._last.append(-1)
            self.units.append(number)
            self.counts[number] += 1
            self._earlier.append(self._last[number])
            self._last[number] = place

    def count(self, key: str) -> int:
        """How many units have this key."""
        number = self.numbers.get(key)
        return 0 if number is None else self.counts[number]

    def places_of(self, number: int) -> list[int]:
        """The units with this number, ascending."""
        places: list[int] = []
        place = self._last[number]
        while place >= 0:
            places.append(place)
            place = self._earlier[place]
        return places[::-1]

    def runs(self, keys: Iterable[str]) -> list[int]:
        """The units at which `keys` stand one after the other, overlaps too.

        They are looked for at the places of the rarest. Where that one is common, as in a file of
        one repeated line, the algorithm of Knuth, Morris and Pratt keeps the work linear.
        """
        needle = array("I", (self.numbers.get(key, UNKNOWN) for key in keys))
        if not needle or UNKNOWN in needle or len(needle) > len(self.units):
            return []
        rarest = min(range(len(needle)), key=lambda k: self.counts[needle[k]])
        if self.counts[needle[rarest]] * len(needle) > COSTLY * len(self.units):
            return _find_repeating(self.units, needle)
        starts = (place - rarest for place in self.places_of(needle[rarest]))
        return [start for start in starts if start >= 0 and self.units[start : start + len(needle)] == needle]


class Index:
    """A text whose runs of lines and tokens can be found by any key."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        self._numbered: dict[tuple[Key, bool], Numbered] = {}
        self._in_comments: dict[Syntax, frozenset[int]] = {}
        self._in_strings: dict[str, frozenset[int]] = {}

    @cached_property
    def folded(self) -> Normalized:
        """The text with "\\n" for every line end."""
        return fold_newlines(self.lines.text)

    @cached_property
    def tokens(self) -> Numbered:
        """The text's tokens, without commas before a closing bracket."""
        return Numbered(line_tokens(self.lines.bodies))

    @cached_property
    def token_begins(self) -> int:
        """As bits, which of the tokens begin a line."""
        return line_begins(self.tokens.lines)

    @cached_property
    def blocks(self) -> Blocks:
        """Where blocks begin and end, by indentation."""
        return Blocks(self.lines.bodies)

    @cached_property
    def words(self) -> Numbered:
        """The text's words, those in strings and comments too."""
        return Numbered((word, k) for k, body in enumerate(self.lines.bodies) for word in _WORD.findall(body))

    def lines_in_comments(self, path: str) -> frozenset[int]:
        """The lines (0-based) inside of blocks of comment, as files with this suffix write them."""
        syntax = syntax_of(path)
        if syntax not in self._in_comments:
            self._in_comments[syntax] = lines_in_blocks(self.lines.bodies, syntax)
        return self._in_comments[syntax]

    def lines_in_strings(self, path: str) -> frozenset[int]:
        """The lines (0-based) that begin inside of a string, as files with this suffix write them."""
        if path not in self._in_strings:
            self._in_strings[path] = lines_in_strings(self.lines.bodies, path)
        return self._in_strings[path]

    def runs(self, quote: Sequence[str], key: Key) -> list[int]:
        """The lines (0-based) at which the bodies `quote` stand one after the other, overlaps too.

        >>> Index("a\\na\\na\\nb\\n").runs(["a", "a"], str)
        [0, 1]
        """
        return self.numbered(key).runs(map(key, quote))

    def numbered(self, key: Key, blank_lines: bool = True) -> Numbered:
        """The lines by `key`, with or without those that are blank."""
        if (key, blank_lines) not in self._numbered:
            bodies = self.lines.bodies
            lines = ((key(body), k) for k, body in enumerate(bodies) if blank_lines or body.strip())
            self._numbered[key, blank_lines] = Numbered(lines)
        return self._numbered[key, blank_lines]


def bits_of(flags: Iterable[bool]) -> int:
    """Flags as the bits of one number, the first one the lowest: many are compared at once."""
    return int("0" + "".join("1" if flag else "0" for flag in flags)[::-1], 2)


def line_begins(lines: Sequence[int]) -> int:
    """As bits, which units begin a line, from the line of each."""
    return bits_of(k == 0 or lines[k] > lines[k - 1] for k in range(len(lines)))


def _find_repeating(haystack: array[int], needle: array[int]) -> list[int]:
    border = [0] * len(needle)
    k = 0
    for i in range(1, len(needle)):
        while k and needle[i] != needle[k]:
            k = border[k - 1]
        k += needle[i] == needle[k]
        border[i] = k
    found: list[int] = []
    k = 0
    for i, symbol in enumerate(haystack):
        while k and (k == len(needle) or symbol != needle[k]):
            k = border[k - 1]
        k += symbol == needle[k]
        if k == len(needle):
            found.append(i - k + 1)
    return found
