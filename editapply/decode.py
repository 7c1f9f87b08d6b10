"""Bytes ↔ text, so that every byte that isn't edited comes back as it was."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from editapply.errors import FileError
from editapply.model import Code


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


def decode(data: bytes, path: str) -> tuple[str, Encoding]:
    """The text of a file, without its mark, and how to get back to bytes.

    Bytes that are not UTF-8 become lone surrogates (PEP 383) and are written back as they
    were. Raises `FileError` for binary data and for a mark that the data doesn't keep to.
    """
    if data.startswith(UTF32_MARKS):
        raise FileError(Code.ENCODING, path, "the file is UTF-32: convert it to UTF-8 first")
    for encoding in MARKED:
        if data.startswith(encoding.mark):
            return _decode_marked(data, encoding, path), encoding
    if b"\0" in data:
        raise FileError(Code.BINARY, path, "the file is binary: it holds NUL bytes")
    try:
        return data.decode("utf-8"), UTF8
    except UnicodeDecodeError:
        raw = Encoding("utf-8", errors="surrogateescape")
        return data.decode(raw.codec, raw.errors), raw


def _decode_marked(data: bytes, encoding: Encoding, path: str) -> str:
    try:
        text = data[len(encoding.mark) :].decode(encoding.codec)
    except UnicodeDecodeError as error:
        where = f"{encoding.codec} at byte {error.start + len(encoding.mark)}"
        raise FileError(Code.ENCODING, path, f"the file begins with a byte order mark but is not {where}") from None
    if "\0" in text:
        raise FileError(Code.BINARY, path, "the file is binary: it holds NUL characters")
    return text


def encode(text: str, encoding: Encoding, path: str) -> bytes:
    """The bytes of a file with this text; raises `FileError` where the encoding lacks a character."""
    try:
        return encoding.mark + text.encode(encoding.codec, encoding.errors)
    except UnicodeEncodeError as error:
        lacking = f"U+{ord(text[error.start]):04X}"
        raise FileError(Code.ENCODING, path, f"{encoding.codec} has no character {lacking}") from None
