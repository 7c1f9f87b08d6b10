"""A refused plan ↔ the plain values of a JSON document; what was not written by us is refused."""

from __future__ import annotations

from typing import Any

from editapply.charsets import find_codec
from editapply.errors import StateError
from editapply.model import Action, Edit, Options, Pending, Problem, Reading, Tier
from editapply.state.shapes import (
    FINITE,
    FLAG,
    HASH,
    NUMBER,
    PAIR,
    TEXT,
    Shape,
    choice,
    expect,
    many,
    optional,
    record,
    simple,
    table,
)


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


def _read_choices(value: Any, where: str) -> dict[int, int]:
    choices = dict(many(_LINES).read(value, where))
    expect(all(choices.values()), where, "a list of candidates, counted from 1")
    return choices


def _is_encoding(value: Any) -> bool:
    try:
        return type(value) is str and bool(find_codec(value))
    except ValueError:
        return False


_ENCODING = simple(_is_encoding, "an encoding")
_LINES = Shape(list, lambda value, where: tuple(PAIR.read(value, where)))
_CHOICES = Shape(lambda choices: [list(pair) for pair in choices.items()], _read_choices)

READING = record(Reading, search=TEXT, replace=TEXT, sound=FLAG)
EDIT = record(
    Edit,
    path=TEXT,
    search=TEXT,
    replace=TEXT,
    hint=optional(_LINES),
    whole_lines=FLAG,
    count=optional(NUMBER),
    action=choice({action.value: action for action in Action}),
    to=optional(TEXT),
    scope=many(TEXT),
    insert_after=optional(NUMBER),
    at_end=FLAG,
    readings=many(READING),
    index=NUMBER,
    reply_line=NUMBER,
    mentions=many(TEXT),
    stands_for=optional(NUMBER),
)
PROBLEM = record(Problem, message=TEXT, index=NUMBER, reply_line=NUMBER, path=TEXT, search=TEXT)
OPTIONS = record(
    Options,
    max_tier=choice({tier.label: tier for tier in Tier}),
    threshold=FINITE,
    partial=FLAG,
    allow_placeholder=FLAG,
    max_report=NUMBER,
    journal=FLAG,
    keep=NUMBER,
    require_journal=FLAG,
    encoding=optional(_ENCODING),
)
PENDING = record(
    Pending,
    edits=many(EDIT),
    problems=many(PROBLEM),
    failed=many(NUMBER),
    digests=table(optional(HASH)),
    options=OPTIONS,
    accepted=_CHOICES,
)
