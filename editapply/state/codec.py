"""A refused plan ↔ the plain values of a JSON document; what was not written by us is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from editapply.charsets import find_codec
from editapply.errors import StateError
from editapply.model import Action, Edit, Options, Pending, Problem, Reading, Tier

LARGEST_NUMBER = 10**15
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of value is written and how it is read back; `read` raises `StateError`.

    Its second argument says where in the document the value stands.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]


def to_document(pending: Pending) -> dict[str, Any]:
    """Plain values (dicts, lists, texts, numbers, None) that `from_document` turns back into `pending`."""
    document: dict[str, Any] = PENDING.write(pending)
    return document


def from_document(value: Any) -> Pending:
    """The plan that `to_document` wrote; raises `StateError` for anything else, and nothing but that."""
    pending: Pending = PENDING.read(value, "plan")
    known = {edit.index for edit in pending.edits} | {problem.index for problem in pending.problems}
    if not known.issuperset((*pending.failed, *pending.accepted)):
        raise StateError("plan names a block that isn't there")
    return pending


def _simple(is_right: Callable[[Any], bool], expected: str) -> Shape:
    def read(value: Any, where: str) -> Any:
        _expect(is_right(value), where, expected)
        return value

    return Shape(lambda value: value, read)


def _optional(shape: Shape) -> Shape:
    return Shape(
        lambda value: None if value is None else shape.write(value),
        lambda value, where: None if value is None else shape.read(value, where),
    )


def _many(shape: Shape) -> Shape:
    """A tuple, written as a list."""

    def read(value: Any, where: str) -> tuple[Any, ...]:
        _expect(type(value) is list, where, "a list")
        return tuple(shape.read(item, f"{where}[{k}]") for k, item in enumerate(value))

    return Shape(lambda items: [shape.write(item) for item in items], read)


def _table(shape: Shape) -> Shape:
    """A mapping from text."""

    def read(value: Any, where: str) -> dict[str, Any]:
        _expect(type(value) is dict and all(type(key) is str for key in value), where, "a table")
        return {key: shape.read(item, f"{where}[…]") for key, item in value.items()}

    return Shape(lambda table: {key: shape.write(item) for key, item in table.items()}, read)


def _choice(names: Mapping[str, Enum]) -> Shape:
    """A member of an enumeration, written by name."""
    name_of = {member: name for name, member in names.items()}

    def read(value: Any, where: str) -> Enum:
        _expect(type(value) is str and value in names, where, f"one of {', '.join(names)}")
        return names[value]

    return Shape(lambda member: name_of[member], read)


def _record(make: Callable[..., Any], /, **fields: Shape) -> Shape:
    """A dataclass, written as a table of its fields: all of them, and no other."""

    def read(value: Any, where: str) -> Any:
        _expect(type(value) is dict and value.keys() == fields.keys(), where, "a table of the fields that belong there")
        given = {name: shape.read(value[name], f"{where}.{name}") for name, shape in fields.items()}
        try:
            return make(**given)
        except ValueError:
            raise StateError(f"{where} holds a count or a hint that can't be") from None

    return Shape(lambda made: {name: shape.write(getattr(made, name)) for name, shape in fields.items()}, read)


def _read_choices(value: Any, where: str) -> dict[int, int]:
    choices = dict(_many(_LINES).read(value, where))
    _expect(all(choices.values()), where, "a list of candidates, counted from 1")
    return choices


def _expect(is_right: bool, where: str, expected: str) -> None:
    if not is_right:
        raise StateError(f"{where} is not {expected}")


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_NUMBER


def _is_finite(value: Any) -> bool:
    return _is_number(value) or (type(value) is float and math.isfinite(value))


def _is_pair(value: Any) -> bool:
    return type(value) is list and len(value) == 2 and all(map(_is_number, value))


def _is_encoding(value: Any) -> bool:
    try:
        return type(value) is str and bool(find_codec(value))
    except ValueError:
        return False


_TEXT = _simple(lambda value: isinstance(value, str), "a text")
_FLAG = _simple(lambda value: type(value) is bool, "true or false")
_NUMBER = _simple(_is_number, f"a whole number from 0 to {LARGEST_NUMBER}")
_FINITE = _simple(_is_finite, "a number")
_HASH = _simple(lambda value: type(value) is str and _DIGEST.fullmatch(value) is not None, "a SHA-256 in hex")
_ENCODING = _simple(_is_encoding, "an encoding")
_PAIR = _simple(_is_pair, "a pair of whole numbers")
_LINES = Shape(list, lambda value, where: tuple(_PAIR.read(value, where)))
_CHOICES = Shape(lambda choices: [list(pair) for pair in choices.items()], _read_choices)

READING = _record(Reading, search=_TEXT, replace=_TEXT, sound=_FLAG)
EDIT = _record(
    Edit,
    path=_TEXT,
    search=_TEXT,
    replace=_TEXT,
    hint=_optional(_LINES),
    whole_lines=_FLAG,
    count=_optional(_NUMBER),
    action=_choice({action.value: action for action in Action}),
    to=_optional(_TEXT),
    scope=_many(_TEXT),
    insert_after=_optional(_NUMBER),
    at_end=_FLAG,
    readings=_many(READING),
    index=_NUMBER,
    reply_line=_NUMBER,
    mentions=_many(_TEXT),
    stands_for=_optional(_NUMBER),
)
PROBLEM = _record(Problem, message=_TEXT, index=_NUMBER, reply_line=_NUMBER, path=_TEXT, search=_TEXT)
OPTIONS = _record(
    Options,
    max_tier=_choice({tier.label: tier for tier in Tier}),
    threshold=_FINITE,
    partial=_FLAG,
    allow_placeholder=_FLAG,
    max_report=_NUMBER,
    encoding=_optional(_ENCODING),
)
PENDING = _record(
    Pending,
    edits=_many(EDIT),
    problems=_many(PROBLEM),
    failed=_many(_NUMBER),
    digests=_table(_optional(_HASH)),
    options=OPTIONS,
    accepted=_CHOICES,
)
