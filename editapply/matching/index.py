"""A text made ready to be searched for runs of lines, by any key, in linear time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from editapply.normalize import Normalized, fold_newlines
from editapply.text import Lines

Key: TypeAlias = Callable[[str], str]
"""A line's body → what is compared of it."""

UNKNOWN = 0
COSTLY = 8


class Numbered:
    """The lines of a text as numbers (from 1), one a distinct key, with the places of each."""

    def __init__(self, keys: Iterable[str]) -> None:
        self.numbers: dict[str, int] = {}
        self.lines = array("I")
        self.counts = array("I", [0])
        self._last = array("q", [-1])
        self._earlier = array("q")
        for line, key in enumerate(keys):
            number = self.numbers.setdefault(key, len(self.counts))
            if number == len(self.counts):
                self.counts.append(0)
                self._last.append(-1)
            self.lines.append(number)
            self.counts[number] += 1
            self._earlier.append(self._last[number])
            self._last[number] = line

    def places_of(self, number: int) -> list[int]:
        """The lines with this number, ascending."""
        places: list[int] = []
        line = self._last[number]
        while line >= 0:
            places.append(line)
            line = self._earlier[line]
        return places[::-1]

    def runs(self, needle: array[int]) -> list[int]:
        """Where `needle` stands, overlaps too: looked for at the places of its rarest line.

        Where that line is common, as in a file of one repeated line, it is looked for by the
        algorithm of Knuth, Morris and Pratt instead, so that the work stays linear.
        """
        if not needle or UNKNOWN in needle or len(needle) > len(self.lines):
            return []
        rarest = min(range(len(needle)), key=lambda k: self.counts[needle[k]])
        if self.counts[needle[rarest]] * len(needle) > COSTLY * len(self.lines):
            return _find_repeating(self.lines, needle)
        starts = (line - rarest for line in self.places_of(needle[rarest]))
        return [start for start in starts if start >= 0 and self.lines[start : start + len(needle)] == needle]


class Index:
    """A text whose runs of lines can be found by any key."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        self._numbered: dict[Key, Numbered] = {}
        self._folded: Normalized | None = None

    @property
    def folded(self) -> Normalized:
        """The text with "\n" for every line end."""
        if self._folded is None:
            self._folded = fold_newlines(self.lines.text)
        return self._folded

    def runs(self, quote: Sequence[str], key: Key) -> list[int]:
        """The lines (0-based) at which the bodies `quote` stand one after the other, overlaps too.

        >>> Index("a\\na\\na\\nb\\n").runs(["a", "a"], str)
        [0, 1]
        """
        numbered = self.numbered(key)
        return numbered.runs(array("I", (numbered.numbers.get(key(line), UNKNOWN) for line in quote)))

    def numbered(self, key: Key) -> Numbered:
        if key not in self._numbered:
            self._numbered[key] = Numbered(map(key, self.lines.bodies))
        return self._numbered[key]


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
