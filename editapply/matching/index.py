"""A text made ready to be searched for runs of lines, by any key, in linear time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TypeAlias

from editapply.normalize import Normalized, fold_newlines
from editapply.text import Lines

Key: TypeAlias = Callable[[str], str]
"""A line's body → what is compared of it."""

UNKNOWN = 0
WIDTH = array("I").itemsize
FEW = 16


class Index:
    """The lines of a text as numbers, one a distinct key, so that a quote is found as bytes."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        self._numbered: dict[Key, tuple[dict[str, int], array[int]]] = {}
        self._folded: Normalized | None = None

    @property
    def folded(self) -> Normalized:
        """The text with "\\n" for every line end."""
        if self._folded is None:
            self._folded = fold_newlines(self.lines.text)
        return self._folded

    def runs(self, quote: Sequence[str], key: Key) -> list[int]:
        """The lines (0-based) at which the bodies `quote` stand one after the other, overlaps too."""
        if not quote:
            return []
        numbers, haystack = self._number(key)
        return find_all(haystack, array("I", (numbers.get(key(line), UNKNOWN) for line in quote)))

    def _number(self, key: Key) -> tuple[dict[str, int], array[int]]:
        if key not in self._numbered:
            numbers: dict[str, int] = {}
            haystack = array("I", (numbers.setdefault(key(line), len(numbers) + 1) for line in self.lines.bodies))
            self._numbered[key] = numbers, haystack
        return self._numbered[key]


def find_all(haystack: array[int], needle: array[int]) -> list[int]:
    """Every position of `needle`, overlaps too; linear, also where the needle repeats itself.

    >>> find_all(array("I", [1, 1, 1, 2]), array("I", [1, 1]))
    [0, 1]
    """
    if UNKNOWN in needle:
        return []
    straw, pin = haystack.tobytes(), needle.tobytes()
    found: list[int] = []
    at = straw.find(pin)
    while at >= 0:
        if at % WIDTH == 0:
            found.append(at // WIDTH)
        if len(found) > FEW:
            return _find_all_repeating(haystack, needle)
        at = straw.find(pin, at + 1)
    return found


def _find_all_repeating(haystack: array[int], needle: array[int]) -> list[int]:
    """The algorithm of Knuth, Morris and Pratt: a needle's own repetitions cost nothing."""
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
