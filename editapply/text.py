"""Text → its lines, with positions: the one place that knows what a line and its end are.

A line ends with "\\n" (a "\\r" right before it belongs to the line end) or with the text.
Form feed, NEL, U+2028 and a lone "\\r" are content.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate

from editapply.model import Span


def split_lines(text: str) -> list[str]:
    """Lines with their ends; joined they are `text` again.

    >>> split_lines("a\\r\\nb\\x0cc\\nd")
    ['a\\r\\n', 'b\\x0cc\\n', 'd']
    """
    lines = text.split("\n")
    last = lines.pop()
    ended = [line + "\n" for line in lines]
    return [*ended, last] if last else ended


def join_lines(lines: Iterable[str]) -> str:
    return "".join(lines)


def body(line: str) -> str:
    """A line without its end.

    >>> body("a\\r\\n"), body("a"), body("a\\r")
    ('a', 'a', 'a\\r')
    """
    if not line.endswith("\n"):
        return line
    return line[:-2] if line.endswith("\r\n") else line[:-1]


def line_end(line: str) -> str:
    return line[len(body(line)) :]


def is_blank(text: str) -> bool:
    return not text.strip()


def is_empty(text: str) -> bool:
    """Whether a file holds nothing but line ends and common blanks."""
    return not text.strip(" \t\r\n")


def is_encodable(text: str) -> bool:
    """Whether every character can be written: a lone surrogate stands for an undecodable byte."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def run_of(first: int, last: int) -> str:
    """A run of lines by its numbers: `3`, `3-5`."""
    return str(first) if first == last else f"{first}-{last}"


def lines_of(first: int, last: int) -> str:
    """How people name the lines from `first` to `last`.

    >>> lines_of(3, 3), lines_of(3, 5)
    ('line 3', 'lines 3-5')
    """
    return f"line{'' if first == last else 's'} {run_of(first, last)}"


class Lines:
    """A text cut into lines, with the offset at which each begins."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def raw(self) -> list[str]:
        """The lines with their ends."""
        return split_lines(self.text)

    def __len__(self) -> int:
        return len(self.raw)

    @cached_property
    def bodies(self) -> list[str]:
        return [body(line) for line in self.raw]

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line, and behind them the text's length."""
        return [0, *accumulate(map(len, self.raw))]

    @cached_property
    def newline(self) -> str:
        """The line end that most lines have; "\\n" where there is none.

        >>> Lines("a\\r\\nb\\r\\nc\\n").newline
        '\\r\\n'
        """
        ends = Counter(map(line_end, self.raw))
        del ends[""]
        return max(ends, key=lambda end: ends[end], default="\n")

    def span(self, first: int, stop: int) -> Span:
        """The span of lines `first` (0-based) up to, not including, `stop`."""
        return Span(self.starts[first], self.starts[stop])

    def index_at(self, offset: int) -> int:
        """The 0-based line that holds the character at `offset` (the last one for the end)."""
        return max(0, min(bisect_right(self.starts, offset) - 1, len(self.raw) - 1))

    def first_and_last(self, span: Span) -> tuple[int, int]:
        """The lines that `span` touches, 1-based and inclusive, for people.

        >>> Lines("a\\nb\\nc\\n").first_and_last(Span(2, 6))
        (2, 3)
        """
        first = self.index_at(span.start)
        return first + 1, max(first, self.index_at(max(span.start, span.end - 1))) + 1

    def newline_near(self, index: int) -> str:
        """The line end that a line put in front of line `index` should have."""
        for neighbour in (index - 1, index):
            if 0 <= neighbour < len(self.raw) and (end := line_end(self.raw[neighbour])):
                return end
        return self.newline
