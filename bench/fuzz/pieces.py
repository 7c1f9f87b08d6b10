"""Bytes → the few texts that a target reads, and back; without atheris, so that stored inputs can be replayed."""

from __future__ import annotations

from dataclasses import dataclass, field

from editapply.model import Options, Tier

SEPARATOR = b"\0"
SUFFIXES = ("py", "c", "md", "yaml", "ts", "txt", "html", "json")
TIERS = tuple(Tier)


def split(data: bytes, count: int) -> list[str]:
    """`count` texts; the last one takes what is left, and what is missing is empty."""
    parts = data.split(SEPARATOR, count - 1)
    return [decoded(part) for part in [*parts, *[b""] * (count - len(parts))]]


def join(*pieces: str) -> bytes:
    return SEPARATOR.join(encoded(piece) for piece in pieces)


def decoded(data: bytes) -> str:
    """As the command line decodes what it reads: other bytes become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@dataclass(frozen=True)
class Settings:
    """What the first piece of an input says, one letter for each choice; a letter that lacks is the usual choice.

    `same`: REPLACE is SEARCH.
    """

    path: str = "a.py"
    options: Options = field(default_factory=Options)
    whole_lines: bool = True
    count: int | None = 1
    hint: tuple[int, int] | None = None
    same: bool = False


def read_settings(head: str) -> Settings:
    """The letters say, in order: the suffix, the options, what of the edit is unusual, the lines of the hint.

    >>> read_settings("BGA").path, read_settings("@@A").whole_lines, read_settings("").hint
    ('a.c', False, None)
    """
    suffix, options, kind, first, more = ((*map(ord, head[:5]), 0, 0, 0, 0, 0))[:5]
    hinted = bool(kind & 2)
    start = 1 + (first & 31)
    return Settings(
        path=f"a.{SUFFIXES[max(0, suffix - ord('A')) % len(SUFFIXES)]}",
        options=Options(
            max_tier=TIERS[-1 - (options & 3)],
            partial=bool(options & 4),
            allow_placeholder=bool(options & 8),
            max_report=800 if options & 16 else 8000,
        ),
        whole_lines=not kind & 1,
        count=None if kind & 4 else 2 if kind & 8 else 1,
        hint=(start, start + (more & 31)) if hinted else None,
        same=bool(kind & 16),
    )
