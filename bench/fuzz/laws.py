"""Checks that know nothing of how the product works: each asserts one promise about texts before and after."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from editapply.model import Span

SIGNS = frozenset("()[]{}<>=+*/%&|!@#$^~?:;_\\`")
"""Signs that no look-alike stands for, and that no tier lets pass: all but quotes, dashes, dots and commas."""
Count: TypeAlias = Callable[[str], "Counter[str]"]
NO_LETTERS = frozenset("\u02bc")


def lines_of(text: str) -> list[str]:
    """The lines with their ends."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + parts[-1:] * bool(parts[-1])


def bodies_of(text: str) -> list[str]:
    return [line.removesuffix("\n").removesuffix("\r") if line.endswith("\n") else line for line in lines_of(text)]


def starts_of(text: str) -> list[int]:
    """The offset of every line, and the text's length behind them."""
    starts = [0]
    for line in lines_of(text):
        starts.append(starts[-1] + len(line))
    return starts


def places_of(text: str, quote: str) -> list[Span]:
    """Where the lines of `quote` stand in a text, by trying every line."""
    bodies, wanted, starts = bodies_of(text), bodies_of(quote), starts_of(text)
    size = len(wanted)
    found = (k for k in range(len(bodies) - size + 1) if bodies[k : k + size] == wanted) if size else ()
    return [Span(starts[k], starts[k + size]) for k in found]


def check_inside(text: str, span: Span, whole_lines: bool = True) -> None:
    assert 0 <= span.start <= span.end <= len(text), f"{span} is outside of a text of {len(text)} characters"
    if whole_lines:
        starts = starts_of(text)
        assert span.start in starts, f"{span} does not begin a line"
        assert span.end in starts, f"{span} does not end with a line"


def check_outside(before: str, after: str, spans: Sequence[Span]) -> None:
    """What is not inside of `spans` stands in the text after, in its order, and its ends at the ends."""
    kept, at = [], 0
    for span in sorted(spans):
        kept.append(before[at : max(at, span.start)])
        at = max(at, span.end)
    kept.append(before[at:])
    *inner, last = kept
    limit, at = len(after) - len(last), 0
    assert after.startswith(inner[0] if inner else last), "the text before the first span changed"
    assert limit >= 0, "the text behind the last span changed"
    assert after.endswith(last), "the text behind the last span changed"
    assert inner or after == before, "the text changed without a span"
    for part in inner:
        at = after.find(part, at, limit)
        assert at >= 0, f"text between two spans is gone: {part[:60]!r}"
        at += len(part)


def signs_in(text: str) -> Counter[str]:
    """How often each letter, digit and sign stands in a text, whatever form it has there."""
    plain = unicodedata.normalize("NFKD", "".join(char for char in text if char not in NO_LETTERS))
    return Counter(char for char in plain if char.isalnum() or char in SIGNS)


def letters_in(text: str) -> Counter[str]:
    return Counter({char: count for char, count in signs_in(text).items() if char.isalpha()})


def check_signs(before: str, after: str, search: str, replace: str, count: Count = signs_in) -> None:
    """An edit puts in and takes away just the letters, digits and signs that REPLACE has more or less than SEARCH."""
    done, asked = count(after), count(replace)
    done.subtract(count(before))
    asked.subtract(count(search))
    assert +done == +asked, f"put in {dict(+done)}, asked for {dict(+asked)}"
    assert -done == -asked, f"took away {dict(-done)}, asked for {dict(-asked)}"


def check_replaced(before: str, after: str, span: Span, replace: str) -> None:
    """The lines of `span` are those of REPLACE, but for line ends; the file ends as it did."""
    wanted = bodies_of(before[: span.start]) + bodies_of(replace) + bodies_of(before[span.end :])
    found = bodies_of(after)
    if not before.endswith("\n"):
        wanted, found = _without_blank_end(wanted), _without_blank_end(found)
    assert found == wanted, f"{found[:9]} is not {wanted[:9]}"


def _without_blank_end(bodies: list[str]) -> list[str]:
    return bodies[:-1] if bodies and not bodies[-1] else bodies
