"""The name of an encoding → its codec's own name, or why files can't be edited in it."""

from __future__ import annotations

import codecs
import re
from encodings.aliases import aliases

from editapply.similarity.lcs import did_you_mean

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.:()+-]{0,39}")
_SHOWN = 40
_PROBE = "The quick brown fox jumps over 13 lazy dogs\t\r\n"

# Codecs that pass the probe, or say too little when they fail it, and what to do instead.
_SEVEN_BITS = "its bytes can't be told from plain ASCII: convert the files to UTF-8"
_UNUSABLE = (
    (re.compile(r"utf-?(16|32)"), "say which bytes come first: {0}-le or {0}-be"),
    (re.compile(r"utf-8-sig"), "say utf-8: a byte order mark is kept anyway"),
    (re.compile(r"utf-7|hz|iso2022-.*"), _SEVEN_BITS),
    (re.compile(r"(raw-)?unicode-escape|punycode|idna|undefined"), "it is no encoding of files"),
    (re.compile(r"mbcs|oem"), "what it means depends on the machine: name the code page, as cp1252"),
)


def find_codec(name: str) -> str:
    """The codec's own name; raises `ValueError` with one clear sentence for a name that can't be used.

    >>> find_codec("Windows-1252"), find_codec("UTF_16LE")
    ('cp1252', 'utf-16-le')
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name[:_SHOWN]!a} is not the name of an encoding")
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        raise ValueError(did_you_mean(f"there is no encoding {name!r}", name, _known())) from None
    reason = _reason_against(codec)
    if reason:
        raise ValueError(f"{name} can't be used: {reason}")
    return codec


def _reason_against(codec: str) -> str:
    plain = codec.replace("_", "-").lower()
    for pattern, reason in _UNUSABLE:
        if pattern.fullmatch(plain):
            return reason.format(codec)
    return "" if _keeps_text(codec) else "it is no encoding of files"


def _keeps_text(codec: str) -> bool:
    """Whether plain text comes back, and the bytes of a character don't depend on what stands before it."""
    try:
        data = _PROBE.encode(codec)
        return data.decode(codec) == _PROBE and data == b"".join(char.encode(codec) for char in _PROBE)
    except (LookupError, UnicodeError):
        return False


def _known() -> list[str]:
    names = {name.replace("_", "-") for name in aliases.values()}
    return sorted(name for name in names if not any(pattern.fullmatch(name) for pattern, _ in _UNUSABLE))
