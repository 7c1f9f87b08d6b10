"""Two texts, or a text and all its windows of whole lines → how many character pairs they share."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add

# Where the last occurrences of one bigram began: a ring of as many lines as SEARCH has of the bigram.
_Ring = deque[int]


def dice(a: str, b: str) -> float:
    """How many of the two texts' bigrams are shared: 0.0 (none) to 1.0 (equal texts).

        dice = 2 · |bigrams(a) ∩ bigrams(b)| / (|bigrams(a)| + |bigrams(b)|)

    A bigram is two neighbouring characters; `"hello"` has he, el, ll, lo. The intersection is one of
    multisets: a pair that stands twice in both texts counts twice.

    Edge cases: equal texts are 1.0, whatever their length; otherwise a text shorter than two characters
    has no bigram and the result is 0.0. Letter case and blanks count.

    Complexity: time and memory linear in both texts.

    Source: Dice's coefficient (1945), as in the article on fuzzy matches for failed SEARCH/REPLACE edits.

    Wrong in these known ways: it is blind to order beyond neighbours (different texts can have 1.0); one
    character weighs little in a long text, so a lost `not` hardly shows; on short texts it is coarse.

    >>> dice("night", "nacht")
    0.25
    >>> dice("x = 1", "xx = 1")
    0.8888888888888888
    >>> dice("a", "a"), dice("a", "ab")
    (1.0, 0.0)
    >>> dice("xyxx", "xxyx")
    1.0
    """
    if a == b:
        return 1.0
    if len(a) < 2 or len(b) < 2:
        return 0.0
    ours, theirs = Counter(_pairs(a)), Counter(_pairs(b))
    shared = sum(min(n, theirs.get(pair, 0)) for pair, n in ours.items())
    return _coefficient(shared, len(a), len(b))


def window_dice(lines: Sequence[str], search: str, size: int) -> list[float]:
    r"""The Dice of every window of `size` whole lines with `search`, exact, in one pass over the text.

    `lines` bear their line ends. Entry i equals `dice("".join(lines[i:i + size]), search)`, bit for bit;
    there are `max(0, len(lines) - size + 1)` entries. ValueError if `size` is below 1.

    Formula: that of `dice`. Of a bigram that SEARCH has c times, a window counts the first c occurrences
    that it holds. So occurrence k adds one to just the windows that hold it but not occurrence k-c, an
    interval of window starts: two entries of a difference array, whose running sum is what is shared.

    Edge cases: as for `dice`; a pair across a line border is in the windows that hold both characters;
    lines may be empty or lack their end.

    Complexity: time linear in the text plus `search`, whatever `size`; memory in the number of lines plus
    `search`.

    Source: the measure is that of `dice`, the intervals are this project's own.

    Wrong in these known ways: those of `dice`; and the window's length is fixed, so a quote that lacks
    two lines of the place is compared with too few lines.

    >>> window_dice(["a = 1\n", "b = 2\n", "b = 3\n"], "b = 2\n", 1)
    [0.4, 1.0, 0.6]
    """
    if size < 1:
        raise ValueError(f"a window has at least one line, not {size}")
    ends = [0, *accumulate(map(len, lines))]
    lengths = [end - start for start, end in zip(ends, ends[size:], strict=False)]
    if len(search) < 2:
        return _equal_windows("".join(lines), search, zip(ends, lengths, strict=False))
    # Equal texts need no case of their own here: with two characters or more the formula gives 1.0.
    shared = zip(accumulate(_steps(lines, search, size)), lengths, strict=False)
    return [_coefficient(n, length, len(search)) if length > 1 else 0.0 for n, length in shared]


def _pairs(text: str) -> Iterator[str]:
    return map(add, text, text[1:])


def _coefficient(shared: int, length_a: int, length_b: int) -> float:
    return 2 * shared / (length_a - 1 + length_b - 1)


def _equal_windows(text: str, search: str, places: Iterable[tuple[int, int]]) -> list[float]:
    """1.0 for each window (start, length) that equals a SEARCH without bigrams, 0.0 for the others."""
    return [float(length == len(search) and text.startswith(search, start)) for start, length in places]


def _steps(lines: Sequence[str], search: str, size: int) -> list[int]:
    """By window start: the shared bigrams of this window less those of the window before.

    line                0   1   2   3   4   5       c = 2, size = 4
    occurrences                k-2 k-1  k
    windows with k          |-----------|           they start at 1, 2, 3, 4
    of these, not k-2               |---|           3, 4: there k counts
    """
    # A ring holds, oldest first, 1 + the line of the occurrence's first character: the first window that no
    # longer holds it. A ring is full from the start, with occurrences that no window holds.
    rings = {pair: deque([0] * n, maxlen=n) for pair, n in Counter(_pairs(search)).items()}
    steps = [0] * (len(lines) + 1)
    end, last = 0, ""  # 1 + the line of the last character so far, and that character
    for at, line in enumerate(lines):
        if not line:
            continue
        first = max(0, at - size + 1)  # the first window that holds this line
        border = rings.get(last + line[0])
        if border is not None:
            _count([border], steps, min(first, end), end)
        end, last = at + 1, line[-1]
        # A ring is never empty, so the filter drops just the pairs that SEARCH lacks.
        _count(filter(None, map(rings.get, _pairs(line))), steps, first, end)
    return steps


def _count(rings: Iterable[_Ring], steps: list[int], first: int, end: int) -> None:
    """Note one occurrence for each ring, in the windows from `first` up to, not including, `end`."""
    noted = 0
    for ring in rings:
        noted += 1
        begin = ring[0]
        ring.append(end)
        steps[begin if begin > first else first] += 1
    steps[end] -= noted
