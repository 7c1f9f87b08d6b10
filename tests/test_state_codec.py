from __future__ import annotations

import json
import math
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editapply.errors import StateError
from editapply.model import Action, Edit, Options, Pending, Problem, Reading, Tier
from editapply.state.codec import from_document, to_document
from editapply.state.document import decode, encode
from editapply.state.shapes import LARGEST_NUMBER

few = settings(max_examples=100)
SURROGATES = st.sampled_from(["\ud800", "\udc00", "\udbff", "\udfff", "\udc80"])
PIECES = SURROGATES | st.sampled_from(["\0", "\n", "\r", "\u2028", "\U0001f600"]) | st.text(max_size=3)
texts = st.lists(PIECES, max_size=5).map("".join)
numbers = st.integers(0, LARGEST_NUMBER)
tuples = st.lists(texts, max_size=2).map(tuple)
readings = st.builds(Reading, texts, texts, st.booleans())
hints = st.tuples(st.integers(1, 9), st.integers(9, LARGEST_NUMBER))
edits = st.builds(
    Edit,
    path=texts,
    search=texts,
    replace=texts,
    hint=st.none() | hints,
    whole_lines=st.booleans(),
    count=st.none() | st.integers(1, LARGEST_NUMBER),
    action=st.sampled_from(Action),
    to=st.none() | texts,
    scope=tuples,
    insert_after=st.none() | numbers,
    at_end=st.booleans(),
    readings=st.lists(readings, max_size=2).map(tuple),
    index=numbers,
    reply_line=numbers,
    mentions=tuples,
    stands_for=st.none() | numbers,
)
problems = st.builds(Problem, texts, numbers, numbers, texts, texts)
options = st.builds(
    Options,
    st.sampled_from(Tier),
    st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 1),
    st.booleans(),
    st.booleans(),
    numbers,
    st.booleans(),
    numbers,
    st.booleans(),
    st.sampled_from([None, "cp1252", "utf-16-le"]),
)
digests = st.dictionaries(texts, st.none() | st.text("0123456789abcdef", min_size=64, max_size=64), max_size=3)


@st.composite
def pendings(draw: st.DrawFn) -> Pending:
    """A plan of a few blocks, some of which failed."""
    blocks = draw(st.lists(edits, max_size=3)), draw(st.lists(problems, max_size=3))
    known = [block.index for some in blocks for block in some]
    failed = draw(st.lists(st.sampled_from(known), max_size=3)) if known else []
    accepted = {number: draw(st.integers(1, LARGEST_NUMBER)) for number in failed if draw(st.booleans())}
    return Pending(tuple(blocks[0]), tuple(blocks[1]), tuple(failed), draw(digests), draw(options), accepted)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@few
@given(pendings())
def test_from_document_undoes_to_document(pending: Pending) -> None:
    assert from_document(to_document(pending)) == pending


@few
@given(texts, pendings())
def test_decode_undoes_encode(root: str, pending: Pending) -> None:
    """Two lone surrogates side by side stay two."""
    assert decode(encode(root, pending)) == (root, pending)


@few
@given(values)
def test_any_value_is_a_plan_or_a_state_error(value: Any) -> None:
    with pytest.raises(StateError):
        from_document(value)


@few
@given(st.data(), pendings(), values)
def test_any_value_anywhere_is_a_plan_or_a_state_error(data: st.DataObject, pending: Pending, value: Any) -> None:
    document = to_document(pending)
    *path, last = data.draw(st.sampled_from(list(places(document))))
    inside: Any = document
    for key in path:
        inside = inside[key]
    inside[last] = value
    assert len(fault_of(document)) < 200


def fault_of(document: Any) -> str:
    """Why this is no plan, empty where it is one."""
    try:
        from_document(document)
    except StateError as error:
        return str(error)
    return ""


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The keys that lead to each value inside of this one."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in inner for found in [(*path, key), *places(item, (*path, key))]]


@few
@given(st.binary(max_size=40) | values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_a_document_or_a_state_error(data: bytes) -> None:
    with pytest.raises(StateError):
        decode(data)


def sample() -> dict[str, Any]:
    """The document of a plan with everything in it."""
    edit = Edit("a", "s", "r", (1, 2), to="b", insert_after=0, readings=(Reading("s", "r"),), stands_for=1)
    problem = Problem("m", 2, 1)
    return to_document(Pending((edit,), (problem,), (1, 2), {"a": "0" * 64, "b": None}, Options(), {1: 2}))


@pytest.mark.parametrize(
    ("path", "of"),
    [
        ((), Pending),
        (("edits", 0), Edit),
        (("edits", 0, "readings", 0), Reading),
        (("problems", 0), Problem),
        (("options",), Options),
    ],
)
def test_every_field_is_written_and_none_may_be_missing_or_more(path: tuple[Any, ...], of: type) -> None:
    for change in (None, *(field.name for field in fields(of))):
        document = sample()
        table: Any = document
        for key in path:
            table = table[key]
        assert set(table) == {field.name for field in fields(of)}
        table["more"] = table.pop(change) if change else 1
        with pytest.raises(StateError, match=r" is not a table of the fields that belong there$"):
            from_document(document)


HASH = "a SHA-256 in hex"
NUMBER = f"a whole number from 0 to {LARGEST_NUMBER}"
IMPOSSIBLE = "plan.edits[0] holds a count or a hint that can't be"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("edits",), {}, "plan.edits is not a list"),
        (("edits",), "x", "plan.edits is not a list"),
        (("edits", 0), [], "plan.edits[0] is not a table of the fields that belong there"),
        (("edits", 0, "path"), None, "plan.edits[0].path is not a text"),
        (("edits", 0, "path"), ["a"], "plan.edits[0].path is not a text"),
        (("edits", 0, "search"), 1, "plan.edits[0].search is not a text"),
        (("edits", 0, "hint"), [1], "plan.edits[0].hint is not a pair of whole numbers"),
        (("edits", 0, "hint"), [1, 2.0], "plan.edits[0].hint is not a pair of whole numbers"),
        (("edits", 0, "hint"), [2, 1], IMPOSSIBLE),
        (("edits", 0, "hint"), [0, 1], IMPOSSIBLE),
        (("edits", 0, "count"), 0, IMPOSSIBLE),
        (("edits", 0, "count"), True, f"plan.edits[0].count is not {NUMBER}"),
        (("edits", 0, "index"), None, f"plan.edits[0].index is not {NUMBER}"),
        (("edits", 0, "index"), -1, f"plan.edits[0].index is not {NUMBER}"),
        (("edits", 0, "index"), 10**16, f"plan.edits[0].index is not {NUMBER}"),
        (("edits", 0, "index"), 1.0, f"plan.edits[0].index is not {NUMBER}"),
        (("edits", 0, "whole_lines"), 1, "plan.edits[0].whole_lines is not true or false"),
        (("edits", 0, "action"), "exec", "plan.edits[0].action is not one of edit, create, write, delete, move"),
        (("edits", 0, "action"), [], "plan.edits[0].action is not one of edit, create, write, delete, move"),
        (("edits", 0, "scope"), "ab", "plan.edits[0].scope is not a list"),
        (("edits", 0, "scope"), [1], "plan.edits[0].scope[0] is not a text"),
        (("edits", 0, "readings", 0, "sound"), None, "plan.edits[0].readings[0].sound is not true or false"),
        (("problems", 0, "message"), None, "plan.problems[0].message is not a text"),
        (("failed",), [3], "plan names a block that isn't there"),
        (("accepted",), [[3, 1]], "plan names a block that isn't there"),
        (("accepted",), {"1": 1}, "plan.accepted is not a list"),
        (("accepted",), [[1, 1, 1]], "plan.accepted[0] is not a pair of whole numbers"),
        (("accepted",), [[1, -1]], "plan.accepted[0] is not a pair of whole numbers"),
        (("accepted",), [[1, 0]], "plan.accepted is not a list of candidates, counted from 1"),
        (("failed",), [None], f"plan.failed[0] is not {NUMBER}"),
        (("digests",), [], "plan.digests is not a table"),
        (("digests",), {1: None}, "plan.digests is not a table"),
        (("digests", "a"), "0" * 63, f"plan.digests[…] is not {HASH}"),
        (("digests", "a"), "F" * 64, f"plan.digests[…] is not {HASH}"),
        (("digests", "a"), "0" * 64 + "\n", f"plan.digests[…] is not {HASH}"),
        (("digests", "a"), 0, f"plan.digests[…] is not {HASH}"),
        (("options", "max_tier"), 1, "plan.options.max_tier is not one of exact, whitespace, merged, fuzzy"),
        (("options", "threshold"), math.nan, "plan.options.threshold is not a number"),
        (("options", "threshold"), math.inf, "plan.options.threshold is not a number"),
        (("options", "threshold"), True, "plan.options.threshold is not a number"),
        (("options", "threshold"), "1", "plan.options.threshold is not a number"),
        (("options", "partial"), None, "plan.options.partial is not true or false"),
        (("options", "max_report"), 0.5, f"plan.options.max_report is not {NUMBER}"),
    ],
)
def test_what_a_document_may_not_hold(path: tuple[Any, ...], value: Any, message: str) -> None:
    document = sample()
    *most, last = path
    inside: Any = document
    for key in most:
        inside = inside[key]
    inside[last] = value
    with pytest.raises(StateError) as raised:
        from_document(document)
    assert str(raised.value) == message


def test_noop_the_sample_is_a_plan() -> None:
    assert to_document(from_document(sample())) == sample()


NO_JSON = "it is no JSON that editapply wrote"
NO_DOCUMENT = "it is no document of a kept plan"
OTHER_VERSION = "another version of editapply wrote it"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", NO_JSON),
        (b"\xff", NO_JSON),
        (b"\xef\xbb\xbf{}", NO_JSON),
        (b"{", NO_JSON),
        (b"{} {}", NO_JSON),
        (b"[" * 1_000_000, NO_JSON),
        (b'{"a":' * 500_000, NO_JSON),
        (b"9" * 1_000, NO_JSON),
        (b"9" * 1_000_000, NO_JSON),
        (b"0." + b"9" * 1_000_000, NO_JSON),
        (b"1e" + b"9" * 1_000_000, NO_JSON),
        (b"NaN", NO_JSON),
        (b"-Infinity", NO_JSON),
        (b"null", NO_DOCUMENT),
        (b"[]", NO_DOCUMENT),
        (b"{}", NO_DOCUMENT),
        (b'{"version": 2, "root": "/", "plan": {}, "more": 1}', NO_DOCUMENT),
        (b'{"version": 1, "root": "/", "plan": {}}', OTHER_VERSION),
        (b'{"version": true, "root": "/", "plan": {}}', OTHER_VERSION),
        (b'{"version": 2.0, "root": "/", "plan": {}}', OTHER_VERSION),
        (b'{"version": "1", "root": "/", "plan": {}}', OTHER_VERSION),
        (b'{"version": 2, "root": null, "plan": {}}', "root is not a text"),
        (b'{"version": 2, "root": "/", "plan": 1}', "plan is not a table of the fields that belong there"),
    ],
    ids=lambda value: value[:20] if isinstance(value, (bytes, str)) else None,
)
def test_what_is_no_document(data: bytes, message: str) -> None:
    with pytest.raises(StateError) as raised:
        decode(data)
    assert str(raised.value) == message


def test_an_infinite_threshold_is_no_number() -> None:
    data = encode("/", from_document(sample())).replace(b"0.75", b"1e999")
    with pytest.raises(StateError, match=r"^plan\.options\.threshold is not a number$"):
        decode(data)


@pytest.mark.parametrize("threshold", [math.nan, math.inf])
def test_what_would_not_be_read_is_not_written(threshold: float) -> None:
    with pytest.raises(StateError, match=r"^plan\.options\.threshold is not a number$"):
        encode("/", Pending((), (), (), {}, Options(threshold=threshold)))
