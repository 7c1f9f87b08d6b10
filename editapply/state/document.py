"""The root and the content of a refused plan ↔ the bytes of its JSON document."""

from __future__ import annotations

import json
from typing import Any

from editapply.errors import StateError
from editapply.model import Pending
from editapply.state.codec import from_document, to_document

VERSION = 2
LONGEST_NUMBER = 40


def encode(root: str, pending: Pending) -> bytes:
    """The document; raises `StateError` for what `decode` would refuse, so that nothing is promised that won't hold.

    Lone surrogates stand in it as they are: escaped, two of them would come back as one character.
    """
    plan = to_document(pending)
    from_document(plan)
    document = {"version": VERSION, "root": root, "plan": plan}
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def decode(data: bytes) -> tuple[str, Pending]:
    """The root and the plan of a document; raises `StateError` with the bare reason, and nothing but that."""
    document = _values(data)
    if type(document) is not dict or document.keys() != {"version", "root", "plan"}:
        raise StateError("it is no document of a kept plan")
    if type(document["version"]) is not int or document["version"] != VERSION:
        raise StateError("another version of editapply wrote it")
    if type(document["root"]) is not str:
        raise StateError("root is not a text")
    return document["root"], from_document(document["plan"])


def _values(data: bytes) -> Any:
    try:
        text = data.decode("utf-8", "surrogatepass")
        return json.loads(text, parse_int=_whole, parse_float=_fraction, parse_constant=_constant)
    except (ValueError, RecursionError):
        raise StateError("it is no JSON that editapply wrote") from None


def _whole(text: str) -> int:
    """Some Pythons take minutes to read a number of a million digits."""
    _check_length(text)
    return int(text)


def _fraction(text: str) -> float:
    _check_length(text)
    return float(text)


def _constant(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _check_length(text: str) -> None:
    if len(text) > LONGEST_NUMBER:
        raise ValueError("the number is too long")
