"""Files and standard streams ↔ what a command reads and says, in UTF-8 whatever the locale."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, TextIO

import click

from editapply.reading import MOST_BYTES
from editapply.report.excerpt import printable

STDIN = "-"
CHUNK = 1 << 20
AUTO, ALWAYS, NEVER = "auto", "always", "never"
MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class Unwritten(click.ClickException):
    """The answer can't be written, so there is no use in answering more."""

    exit_code = 2


def read_text(source: str) -> str:
    """The text of a file or of standard input; bytes that are no text become lone surrogates."""
    data = read_source(source)
    for mark, codec in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    return data.decode("utf-8", "surrogateescape")


def read_source(source: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; a usage error where they can't be had."""
    try:
        if source != STDIN:
            with Path(source).open("rb") as file:
                return _read_all(file, source)
        if sys.stdin is None:
            raise click.UsageError("standard input is closed: name a file")
        return _read_all(sys.stdin.buffer, "standard input")
    except OSError as error:
        raise click.UsageError(f"can't read {source!r}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise click.UsageError(f"can't read {source!r}: {error}") from None


def _read_all(file: BinaryIO, name: str) -> bytes:
    """A stream to its end, which some have not: what is longer than any file that is edited is refused."""
    parts: list[bytes] = []
    size = 0
    while part := file.read(CHUNK):
        size += len(part)
        if size > MOST_BYTES:
            raise click.UsageError(f"{name} has more than {MOST_BYTES} bytes")
        parts.append(part)
    return b"".join(parts)


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and os.isatty(stream.fileno())


def wants_colour(color: str, terminal: bool, environment: Mapping[str, str]) -> bool:
    """Whether to colour: as asked, else on a terminal that can, unless NO_COLOR says no."""
    if color != AUTO:
        return color == ALWAYS
    return terminal and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def say(text: str, stream: TextIO | None, raw: bool = False, color: str = NEVER, done: bool = False) -> None:
    """Write text as UTF-8; a reader that has gone away is no error.

    On a terminal, and where there are colours, control characters are shown as escapes before
    any colour is put in, so that no file can send codes. `raw` keeps undecodable bytes elsewhere.
    Raises `Unwritten`, which says that all the same something has been done where that is so.
    """
    if stream is None:  # it was closed before the program began, and its number may be another file's by now
        return
    colourful = wants_colour(color, is_terminal(stream), os.environ)
    if colourful or is_terminal(stream):
        text = escaped(text)
    if colourful:
        from editapply.cli.colours import paint

        text = paint(text)
    data = text.encode("utf-8", "surrogateescape") if raw else printable(text).encode("utf-8")
    try:
        _write(data, stream.fileno())
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        but = ", but what it tells has been done" if done else ""
        raise Unwritten(f"the answer can't be written ({why}){but}") from None


def say_notes(notes: Sequence[str]) -> None:
    """What was not as usual about the writing, a line each, on standard error; nothing stops where it is full."""
    with suppress(Unwritten):
        for note in notes:
            say(f"editapply: {note}\n", sys.stderr)


def escaped(text: str) -> str:
    """Text whose control characters are shown as escapes, but for line ends and tabs."""
    return "".join(char if char.isprintable() or char in "\n\t" else repr(char)[1:-1] for char in printable(text))


def _write(data: bytes, descriptor: int) -> None:
    with suppress(BrokenPipeError):
        while data:
            data = data[os.write(descriptor, data) :]
