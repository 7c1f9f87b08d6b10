"""An edit of many files ↔ the bytes of its entry in the journal.

An entry is one file: a line of JSON (what, when, which files), the bytes of the files before and
after, compressed, and a line with the SHA-256 of all that. Behind it, notes are appended, one a line.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from editapply.errors import StateError
from editapply.state.document import values_of
from editapply.state.shapes import HASH, NUMBER, TEXT, choice, expect, many, optional, record, simple

VERSION = 1
TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.editapply\.tmp")  # as a commit names it
LONGEST_HEADER = 64_000_000
SEAL = 65  # characters of a SHA-256 in hex and a line end
QUICK = 1  # of zlib's levels
MOST_UNPACKED = 2**30  # bytes of all files, before and after
LARGEST_MODE = 0o7777


class Kind(str, Enum):
    """What an entry did: an edit, or the undoing or redoing of one."""

    EDIT = "edit"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Side:
    """A file's bytes before or after: the SHA-256 (hex), how many, and how many compressed."""

    sha256: str
    size: int
    packed: int


@dataclass(frozen=True, slots=True)
class Item:
    """One file of an entry, by its path under the entry's root; a side is None where there is no file.

    `temporary` is the name that is used beside it, `mode` that of a file that came or went,
    `folders` those that were made for it, `tiers` how its quotes were found.
    """

    path: str
    temporary: str
    before: Side | None
    after: Side | None
    mode: int | None = None
    folders: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of an entry without its bytes: `title` is the reply's first line.

    `root` is a path, as the file has it (in git's own folder from the journal's), a real one where
    the journal gives the entry. `of` is the id of the entry that this one undoes or redoes.
    """

    root: str
    title: str
    items: tuple[Item, ...]
    kind: Kind = Kind.EDIT
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """A file's bytes before and after."""

    before: bytes | None
    after: bytes | None


def _is_name(value: Any) -> bool:
    """Whether the system can have a file of this name."""
    try:
        return type(value) is str and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def _is_inside(value: Any) -> bool:
    """Whether a path can only lead to what lies below a root."""
    return _is_name(value) and not {"", ".", ".."} & set(value.split("/"))


def _is_mode(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_MODE


_PATH = simple(_is_inside, "a path below the root")
_SIDE = record(Side, sha256=HASH, size=NUMBER, packed=NUMBER)
_ITEM = record(
    Item,
    path=_PATH,
    temporary=simple(lambda value: type(value) is str and TEMPORARY.fullmatch(value), "the name of a temporary"),
    before=optional(_SIDE),
    after=optional(_SIDE),
    mode=optional(simple(_is_mode, "the mode of a file")),
    folders=many(_PATH),
    tiers=many(TEXT),
)
_ENTRY = record(
    Entry,
    root=simple(_is_name, "a path"),
    title=TEXT,
    items=many(_ITEM),
    kind=choice({k.value: k for k in Kind}),
    of=optional(TEXT),
)


def encode(entry: Entry, contents: Sequence[Contents]) -> bytes:
    """The entry's file; the sides of its items are made from `contents`, one for each. `StateError`: too many bytes."""
    blobs: list[bytes] = []
    items: list[Item] = []
    for item, content in zip(entry.items, contents, strict=True):
        before, after = (_pack(data, blobs) for data in (content.before, content.after))
        items.append(replace(item, before=before, after=after))
    _check_size(items)
    header = {"version": VERSION, "entry": _ENTRY.write(replace(entry, items=tuple(items)))}
    data = json.dumps(header, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n" + b"".join(blobs)
    return data + hashlib.sha256(data).hexdigest().encode("ascii") + b"\n"


def _check_size(items: Sequence[Item]) -> None:
    """What is kept can be read back, and no entry takes the memory that it only claims to need."""
    size = sum(side.size for item in items for side in (item.before, item.after) if side)
    if size > MOST_UNPACKED:
        raise StateError(f"its files have {size} bytes, more than {MOST_UNPACKED}")


def _pack(data: bytes | None, blobs: list[bytes]) -> Side | None:
    if data is None:
        return None
    blobs.append(zlib.compress(data, QUICK))
    return Side(hashlib.sha256(data).hexdigest(), len(data), len(blobs[-1]))


def decode_header(line: bytes) -> Entry:
    """The entry of a header line; raises `StateError` with the bare reason, and nothing but that."""
    document = values_of(line)
    if type(document) is not dict or document.keys() != {"version", "entry"}:
        raise StateError("it is no entry of the journal")
    if type(document["version"]) is not int or document["version"] != VERSION:
        raise StateError("another version of editapply wrote it")
    entry: Entry = _ENTRY.read(document["entry"], "entry")
    return entry


def decode(data: bytes) -> tuple[Entry, list[Contents], list[str]]:
    """An entry, the bytes of its files, and the notes behind; raises `StateError` where it isn't whole."""
    header, end, _ = data.partition(b"\n")
    if not end:
        raise StateError("it was not written to its end")
    entry = decode_header(header)
    _check_size(entry.items)
    at = len(header) + 1
    contents: list[Contents] = []
    for item in entry.items:
        before, at = _unpack(data, at, item.before)
        after, at = _unpack(data, at, item.after)
        contents.append(Contents(before, after))
    seal = data[at : at + SEAL]
    expect(seal == hashlib.sha256(data[:at]).hexdigest().encode("ascii") + b"\n", "the journal's entry", "whole")
    return entry, contents, _notes(data[at + SEAL :])


def _unpack(data: bytes, at: int, side: Side | None) -> tuple[bytes | None, int]:
    if side is None:
        return None, at
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(data[at : at + side.packed], max(1, side.size))
    except zlib.error:
        raise StateError("it is damaged") from None
    expect(hashlib.sha256(found).hexdigest() == side.sha256, "the journal's entry", "whole")
    return found, at + side.packed


def _notes(data: bytes) -> list[str]:
    """The notes that were written to their end."""
    return [line for line in data.decode("ascii", "replace").split("\n")[:-1] if line]
