from __future__ import annotations

import json

import pytest

import editapply
from editapply.formats import parse
from editapply.formats.calls import MOST_VALUES
from editapply.model import Edit


def call(**fields: object) -> str:
    return json.dumps({"path": "a.py", "old_string": "a", "new_string": "b", **fields})


def pair(path: str = "a.py", old: str = "a", new: str = "b", count: int | None = 1, line: int = 1) -> Edit:
    return Edit(path, old, new, whole_lines=False, count=count, reply_line=line)


@pytest.mark.parametrize(
    ("reply", "edits"),
    [
        pytest.param(call(), [pair()], id="a call alone"),
        pytest.param(f"I'll do it.\n\n```json\n{call()}\n```\nDone.", [pair(line=4)], id="in prose"),
        pytest.param('{"file_path": "a.py", "old_str": "a", "new_str": "b"}', [pair()], id="other keys"),
        pytest.param('{"filePath": "a.py", "oldString": "a", "newString": "b"}', [pair()], id="camel case"),
        pytest.param('{"path": "a.py", "search": "a", "replace": "b"}', [pair()], id="search and replace"),
        pytest.param(call(replace_all=True), [pair(count=None)], id="all places"),
        pytest.param(call(replace_all=False), [pair()], id="one place"),
        pytest.param(call(expected_replacements=2), [pair(count=2)], id="counted"),
        pytest.param(call(count=0), [pair()], id="a count that is none"),
        pytest.param(
            '{"path": "a.py", "edits": [{"old_string": "a", "new_string": "b"}]}', [pair()], id="a path for all"
        ),
        pytest.param(json.dumps({"name": "edit", "arguments": call()}), [pair()], id="arguments as a text"),
        pytest.param(json.dumps({"input": json.loads(call())}), [pair()], id="nested"),
        pytest.param(call(old_string="x\ny", new_string=""), [pair(old="x\ny", new="")], id="deletion over lines"),
        pytest.param('{"a": 1} {"b": [2]}', [], id="json that is no call"),
        pytest.param('{"old_string": "a"}', [], id="half a call without a path"),
        pytest.param("{" * 5000, [], id="deep"),
    ],
)
def test_calls(reply: str, edits: list[Edit]) -> None:
    assert list(parse(reply).edits) == edits


def test_several_calls_are_numbered() -> None:
    edits = parse(f"{call()}\n\n{call(path='b.py')}\n").edits
    assert [(edit.path, edit.index, edit.reply_line) for edit in edits] == [("a.py", 1, 1), ("b.py", 2, 3)]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        pytest.param('{"old_string": "a", "new_string": "b"}', "names no file", id="no path"),
        pytest.param(call(path=""), "names no file", id="empty path"),
        pytest.param(call(old_string="", new_string=""), "both strings are empty", id="both empty"),
        pytest.param(call(new_string=None), "no text as `new_string`", id="not a text"),
        pytest.param('{"path": "a.py", "old_string": "a", "new_strin": "b"}', "new_strin", id="misspelt"),
    ],
)
def test_calls_that_cannot_be_read(reply: str, words: str) -> None:
    parsed = parse(reply)
    assert parsed.edits == ()
    assert [words in problem.message for problem in parsed.problems] == [True]


def test_blocks_come_before_calls() -> None:
    """A reply with blocks is read as blocks; JSON in it is prose."""
    reply = f"{call()}\nb.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"
    assert [edit.path for edit in parse(reply).edits] == ["b.py"]


@pytest.mark.parametrize("tag", ["think", "thinking"])
def test_a_call_in_the_reasoning_is_no_edit(tag: str) -> None:
    reply = f"<{tag}>\nI could send {call()}, but that would break it.\n</{tag}>\nI leave it as it is.\n"
    assert parse(reply).edits == ()


def test_more_calls_than_are_read_are_refused() -> None:
    count = MOST_VALUES + 1
    result = editapply.plan_reply(f"{call()}\n" * (count - 1) + call(path="b.py"), {"a.py": "a\n", "b.py": "a\n"})
    assert not result.ok or "b.py" in result.changes
