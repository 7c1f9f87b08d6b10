"""Plain values of a JSON document ↔ texts, numbers, tuples, tables and dataclasses, read with suspicion."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from editapply.errors import StateError

LARGEST_NUMBER = 10**15
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of value is written and how it is read back; `read` raises `StateError`.

    Its second argument says where in the document the value stands.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]


def simple(is_right: Callable[[Any], object], expected: str) -> Shape:
    def read(value: Any, where: str) -> Any:
        expect(is_right(value), where, expected)
        return value

    return Shape(lambda value: value, read)


def optional(shape: Shape) -> Shape:
    return Shape(
        lambda value: None if value is None else shape.write(value),
        lambda value, where: None if value is None else shape.read(value, where),
    )


def many(shape: Shape) -> Shape:
    """A tuple, written as a list."""

    def read(value: Any, where: str) -> tuple[Any, ...]:
        expect(type(value) is list, where, "a list")
        return tuple(shape.read(item, f"{where}[{k}]") for k, item in enumerate(value))

    return Shape(lambda items: [shape.write(item) for item in items], read)


def table(shape: Shape) -> Shape:
    """A mapping from text."""

    def read(value: Any, where: str) -> dict[str, Any]:
        expect(type(value) is dict and all(type(key) is str for key in value), where, "a table")
        return {key: shape.read(item, f"{where}[…]") for key, item in value.items()}

    return Shape(lambda table: {key: shape.write(item) for key, item in table.items()}, read)


def choice(names: Mapping[str, Enum]) -> Shape:
    """A member of an enumeration, written by name."""
    name_of = {member: name for name, member in names.items()}

    def read(value: Any, where: str) -> Enum:
        expect(type(value) is str and value in names, where, f"one of {', '.join(names)}")
        return names[value]

    return Shape(lambda member: name_of[member], read)


def record(make: Callable[..., Any], /, **fields: Shape) -> Shape:
    """A dataclass, written as a table of its fields: all of them, and no other."""

    def read(value: Any, where: str) -> Any:
        expect(type(value) is dict and value.keys() == fields.keys(), where, "a table of the fields that belong there")
        given = {name: shape.read(value[name], f"{where}.{name}") for name, shape in fields.items()}
        try:
            return make(**given)
        except ValueError:
            raise StateError(f"{where} holds a count or a hint that can't be") from None

    return Shape(lambda made: {name: shape.write(getattr(made, name)) for name, shape in fields.items()}, read)


def expect(is_right: object, where: str, expected: str) -> None:
    if not is_right:
        raise StateError(f"{where} is not {expected}")


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_NUMBER


def _is_finite(value: Any) -> bool:
    return _is_number(value) or (type(value) is float and math.isfinite(value))


def _is_pair(value: Any) -> bool:
    return type(value) is list and len(value) == 2 and all(map(_is_number, value))


TEXT = simple(lambda value: isinstance(value, str), "a text")
FLAG = simple(lambda value: type(value) is bool, "true or false")
NUMBER = simple(_is_number, f"a whole number from 0 to {LARGEST_NUMBER}")
FINITE = simple(_is_finite, "a number")
HASH = simple(lambda value: type(value) is str and _DIGEST.fullmatch(value) is not None, "a SHA-256 in hex")
PAIR = simple(_is_pair, "a pair of whole numbers")
