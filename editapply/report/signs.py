"""Text → text on one line of bearable length, in which what can't be seen is shown."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection

from editapply.normalize import LOOKALIKES

MOST_CHARACTERS = 160
MOST_OF_A_QUOTE = 80
SLACK = 20
HOMOGLYPHS = frozenset("аеорсухіѕјАВЕКМНОРСТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧο")  # Cyrillic and Greek letters that look Latin
_SURROGATE = re.compile("[\ud800-\udfff]")


def printable(text: str) -> str:
    """Text that can be encoded: what no encoding has is shown as U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def visible(text: str, most: int = MOST_CHARACTERS) -> str:
    """Text on one line: control characters as escapes, cut to a length that can be read.

    >>> visible("a\\tb\\u00a0"), visible("x" * 30, most=4)
    ('a\\\\tb\\\\u00a0', 'xxxx…[26 characters]')
    """
    kept = text if len(text) <= most + SLACK else text[:most]
    shown = "".join(char if char.isprintable() else escape(char) for char in printable(kept))
    while len(shown) > most + 2 * SLACK:
        kept = kept[: len(kept) // 2]
        shown = "".join(char if char.isprintable() else escape(char) for char in printable(kept))
    return shown if kept == text else f"{shown}…[{len(text) - len(kept)} characters]"


def escape(char: str) -> str:
    """A character as source code would write it.

    >>> escape("\\t"), escape("\\u00a0"), escape("\\x1b")
    ('\\\\t', '\\\\u00a0', '\\\\x1b')
    """
    if ord(char) < 128:
        return repr(char)[1:-1]
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def cut(text: str, around: int = 0) -> str:
    """At most `MOST_CHARACTERS` of a line, those around a position, with the number left out."""
    if len(text) <= MOST_CHARACTERS + SLACK:
        return text
    start = max(0, min(around - MOST_CHARACTERS // 3, len(text) - MOST_CHARACTERS))
    stop = start + MOST_CHARACTERS
    head = f"[{start} characters]…" if start else ""
    tail = f"…[{len(text) - stop} characters]" if stop < len(text) else ""
    return head + text[start:stop] + tail


def distinctive_line(search: str) -> str:
    """The first line of a quote that says something (a lone brace doesn't), cut to 80 characters."""
    lines = [line.strip() for line in search.split("\n", 200)[:200] if line.strip()]
    line = next((line for line in lines if len(re.findall(r"\w", line[:200])) >= 3), lines[0] if lines else "")
    shown = visible(line)
    return shown if len(shown) <= MOST_OF_A_QUOTE else shown[: MOST_OF_A_QUOTE - 1] + "…"


def contrasted(ours: str, theirs: str) -> tuple[str, str, list[str]]:
    """Two pieces of text that differ, with what the eye can't tell apart as escapes; and these characters.

    >>> contrasted("it’s", "it's")
    ('it\\\\u2019s', "it's", ['’'])
    """
    kept = [text if len(text) <= MOST_OF_A_QUOTE + SLACK else text[:MOST_OF_A_QUOTE] for text in (ours, theirs)]
    odd = _unlike(*kept)
    escapes = any(_is_escaped(char, odd) for char in "".join(kept))
    shown = [
        _escaped(part, odd, escapes) + (f"…[{len(text) - len(part)} characters]" if part != text else "")
        for part, text in zip(kept, (ours, theirs), strict=True)
    ]
    return shown[0], shown[1], [char for char in dict.fromkeys("".join(kept)) if char in odd]


def name_of(char: str) -> str:
    """`U+2019 RIGHT SINGLE QUOTATION MARK`"""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def _unlike(ours: str, theirs: str) -> set[str]:
    """The characters that one side has more often, and that look like others or like nothing."""
    counts = Counter(ours), Counter(theirs)
    more = (counts[0] - counts[1]) + (counts[1] - counts[0])
    in_latin = any(char.isascii() and char.isalpha() for char in more)
    return {char for char in more if not char.isascii() and _is_deceptive(char, in_latin)}


def _is_deceptive(char: str, in_latin: bool) -> bool:
    if char in HOMOGLYPHS:
        return in_latin
    if "\ud800" <= char <= "\udfff":
        return False
    return ord(char) in LOOKALIKES or unicodedata.combining(char) > 0 or not char.isprintable()


def _is_escaped(char: str, odd: Collection[str]) -> bool:
    return char in odd or not (char.isprintable() or "\ud800" <= char <= "\udfff")


def _escaped(text: str, odd: Collection[str], escapes: bool) -> str:
    """Where there are escapes, a backslash that is one is doubled, so that none is taken for the other."""
    plain = printable(text.replace("\\", "\\\\") if escapes else text)
    return "".join(escape(char) if _is_escaped(char, odd) else char for char in plain)
