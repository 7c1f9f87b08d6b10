"""Bytes ↔ text, so that every byte that isn't edited comes back as it was."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from editapply.errors import FileError
from editapply.model import Code
from editapply.text import split_lines


class Encoding(NamedTuple):
    """A codec, the byte order mark in front of the text, and what to do with other bytes."""

    codec: str
    mark: bytes = b""
    errors: str = "strict"


UTF8 = Encoding("utf-8")
MARKED = (
    Encoding("utf-8", codecs.BOM_UTF8),
    Encoding("utf-16-le", codecs.BOM_UTF16_LE),
    Encoding("utf-16-be", codecs.BOM_UTF16_BE),
)
UTF32_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
UNICODE = frozenset(encoding.codec for encoding in MARKED)
NEL = "\x85"


def decode(data: bytes, path: str, codec: str | None = None) -> tuple[str, Encoding]:
    """The text of a file, without its mark, and how to get back to bytes.

    `codec` (as `find_codec` gives it) reads what has no mark and is not UTF-8, or holds NUL
    bytes. Without one, bytes that are not UTF-8 become lone surrogates (PEP 383) and are written
    back as they were. Raises `FileError` for binary data, for a mark that the data doesn't keep
    to, and where the codec would not give every byte back.
    """
    if data.startswith(UTF32_MARKS):
        raise FileError(Code.ENCODING, path, "the file is UTF-32: convert it to UTF-8 first")
    for encoding in MARKED:
        if data.startswith(encoding.mark):
            return _decode_marked(data, encoding, path), encoding
    if b"\0" not in data:
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8"), UTF8
    if codec is not None:
        return _decode_named(data, codec, path), Encoding(codec)
    if b"\0" in data:
        raise FileError(Code.BINARY, path, "the file is binary: it holds NUL bytes")
    raw = Encoding("utf-8", errors="surrogateescape")
    return data.decode(raw.codec, raw.errors), raw


def _decode_marked(data: bytes, encoding: Encoding, path: str) -> str:
    try:
        text = data[len(encoding.mark) :].decode(encoding.codec)
    except UnicodeDecodeError as error:
        where = f"{encoding.codec} at byte {error.start + len(encoding.mark)}"
        raise FileError(Code.ENCODING, path, f"the file begins with a byte order mark but is not {where}") from None
    _check_no_nul(text, path)
    return text


def _decode_named(data: bytes, codec: str, path: str) -> str:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        where = f"{codec} at byte {error.start} (0x{data[error.start]:02X})"
        raise FileError(Code.ENCODING, path, f"the file is not {where}: name the encoding that it has") from None
    _check_no_nul(text, path)
    _check_line_ends(text, codec, path)
    again = b"".join(line.encode(codec, "replace") for line in split_lines(text))
    if again != data:
        where = f"byte {_first_difference(data, again)}"
        raise FileError(Code.ENCODING, path, f"{codec} would not write {where} back as it is: convert the file first")
    return text


def _check_no_nul(text: str, path: str) -> None:
    if "\0" in text:
        raise FileError(Code.BINARY, path, "the file is binary: it holds NUL characters")


def _check_line_ends(text: str, codec: str, path: str) -> None:
    """Lines end with LF alone; in EBCDIC they often end with NEL, and all of the file would be one line."""
    if NEL in text and NEL.encode(codec, "ignore") == b"\x15":
        raise FileError(Code.ENCODING, path, f"{codec} lines that end with NEL (0x15) can't be edited: use LF (0x25)")


def _first_difference(a: Sequence[object], b: Sequence[object]) -> int:
    pairs = enumerate(zip(a, b, strict=False))
    return next((at for at, (ours, theirs) in pairs if ours != theirs), min(len(a), len(b)))


def encode(text: str, encoding: Encoding, path: str) -> bytes:
    """The bytes of a file with this text; raises `FileError` where the encoding lacks a character."""
    if encoding.codec not in UNICODE:
        return _encode_lines(text, encoding.codec, path)
    try:
        return encoding.mark + text.encode(encoding.codec, encoding.errors)
    except UnicodeEncodeError as error:
        raise _lacking(text, error.start, encoding.codec, path) from None


def _encode_lines(text: str, codec: str, path: str) -> bytes:
    """Each line for itself, as `decode` has checked it: its bytes depend on no other line, so they stay.

    Some codecs write a character as the byte of another one (shift_jis "¥" as "\\"): that is lacking too.
    """
    _check_line_ends(text, codec, path)
    encoded: list[bytes] = []
    start = 0
    for line in split_lines(text):
        try:
            encoded.append(line.encode(codec))
        except UnicodeEncodeError as error:
            raise _lacking(text, start + error.start, codec, path) from None
        back = encoded[-1].decode(codec, "replace")
        if back != line:
            raise _lacking(text, start + _first_difference(line, back), codec, path)
        start += len(line)
    return b"".join(encoded)


def _lacking(text: str, at: int, codec: str, path: str) -> FileError:
    char = text[at : at + 1]
    shown = f"U+{ord(char):04X} ({char})" if char.isprintable() else f"U+{ord(char):04X}"
    line = text.count("\n", 0, at) + 1
    return FileError(Code.ENCODING, path, f"{codec} has no character {shown}, as in line {line} of the new text")
