"""Target: the bytes of a file come back as they were, or the file is refused."""

from __future__ import annotations

from editapply.decode import decode, encode
from editapply.errors import FileError
from editapply.model import Code

from .laws import lines_of


def check_decoding(data: bytes) -> None:
    """Decoding loses nothing, and a line put in front of any line changes no other byte."""
    try:
        text, encoding = decode(data, "a.txt")
    except FileError as error:
        if error.code in (Code.BINARY, Code.ENCODING):
            return
        raise
    assert encode(text, encoding, "a.txt") == data
    lines = lines_of(text)
    middle = len("".join(lines[: len(lines) // 2]))
    parts = [encode(part, encoding, "a.txt").removeprefix(encoding.mark) for part in (text[:middle], text[middle:])]
    new = "x = 1\n".encode(encoding.codec)
    changed = encode(text[:middle] + "x = 1\n" + text[middle:], encoding, "a.txt")
    assert changed == encoding.mark + parts[0] + new + parts[1]
