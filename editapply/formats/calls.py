"""JSON tool calls in a chatty reply (`{"path": …, "old_string": …, "new_string": …}`) → edits that are pairs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from editapply.formats.parsed import Parsed
from editapply.formats.scan import without_reasoning
from editapply.model import Edit, Problem
from editapply.similarity.braces import extract_json
from editapply.similarity.lcs import did_you_mean, suggest

Json: TypeAlias = Mapping[str, Any]

PATH = ("path", "file_path", "filePath", "filepath", "file", "filename")
OLD = ("old_string", "old_str", "oldString", "old_text", "search")
NEW = ("new_string", "new_str", "newString", "new_text", "replace")
ALL = ("replace_all", "replaceAll")
COUNT = ("count", "expected_replacements")
BLOCK = ("block",)
KNOWN = (*PATH, *OLD, *NEW, *ALL, *COUNT, *BLOCK)
_OLD_KEY = re.compile(r'"(?:old_string|old_str|oldString|old_text)\\?"\s*:')
EDITING = ("str_replace", "edit", "replace")
MOST_VALUES = 200
DEEPEST = 12


def parse_calls(reply: str) -> Parsed:
    """The edits of every JSON tool call in `reply`; JSON that asks for no edit is prose."""
    edits: list[Edit] = []
    problems: list[Problem] = []
    reply = without_reasoning(reply)
    for count, (line, value) in enumerate(_values(reply)):
        if count == MOST_VALUES:
            problems.append(Problem(f"more than {MOST_VALUES} JSON values: send fewer", len(edits) + 1, line))
            break
        for call in _calls(value, "", 0):
            read = _read(call, len(edits) + len(problems) + 1, line)
            if isinstance(read, Problem):
                problems.append(read)
            else:
                edits.append(read)
    unread = len(_OLD_KEY.findall(reply)) - len(edits) - len(problems)
    if unread > 0 and (edits or problems):
        message = f"{unread} more tool calls are in the reply, but not as JSON that can be read: send them again, whole"
        problems.append(Problem(message, len(edits) + len(problems) + 1, reply.count("\n") + 1))
    return Parsed(tuple(edits), tuple(problems))


def _values(reply: str) -> Iterator[tuple[int, Any]]:
    """The JSON values in a text and the lines (from 1) at which they begin."""
    at, line = 0, 1
    while True:
        found = extract_json(reply[at:])
        if found is None:
            return
        value, (start, stop) = found
        line += reply.count("\n", at, at + start)
        yield line, value
        line += reply.count("\n", at + start, at + stop)
        at += stop


def _calls(value: Any, path: str, depth: int) -> Iterator[Json]:
    """The objects that look like an edit, wherever they are nested; a path counts for what is inside."""
    if depth > DEEPEST:
        return
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = _parsed(value)
    if isinstance(value, list):
        for item in value:
            yield from _calls(item, path, depth + 1)
    elif isinstance(value, dict):
        own = _first(value, PATH)
        path = own if isinstance(own, str) else path
        if _is_call(value, path):
            yield {"path": path, **value}
        else:
            for item in value.values():
                yield from _calls(item, path, depth + 1) if isinstance(item, (dict, list, str)) else ()


def _parsed(text: str) -> Any:
    """Arguments that come as a JSON text of their own."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_call(value: Json, path: str) -> bool:
    if value.get("command", "str_replace") not in EDITING or value.get("dry_run") is True:
        return False
    has_old, has_new = (any(key in value for key in keys) for keys in (OLD, NEW))
    misspelt = any(key not in KNOWN and suggest(key, (*OLD, *NEW), 0.8) for key in value)
    return (has_old and has_new) or (bool(path) and (has_old or has_new) and misspelt)


def _read(call: Json, index: int, line: int) -> Edit | Problem:
    path, old, new = _first(call, PATH), _first(call, OLD), _first(call, NEW)
    for name, side in (("path", path), ("old_string", old), ("new_string", new)):
        if not isinstance(side, str):
            return Problem(_complaint(call, name), index, line, path if isinstance(path, str) else "")
    if not path:
        return Problem("the tool call names no file: give `path`", index, line)
    if old == new == "":
        return Problem("both strings are empty: nothing to find and nothing to write", index, line, str(path))
    return Edit(
        path=str(path),
        search=str(old),
        replace=str(new),
        whole_lines=False,
        count=_count(call),
        index=index,
        reply_line=line,
        stands_for=_whole(_first(call, BLOCK)),
    )


def _count(call: Json) -> int | None:
    """How many places to change; None is all of them."""
    if _first(call, ALL) is True:
        return None
    return _whole(_first(call, COUNT)) or 1


def _whole(value: Any) -> int | None:
    """A number from 1, or None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 1 else None


def _complaint(call: Json, name: str) -> str:
    given = [key for key in call if key not in KNOWN]
    wrong = next((key for key in given if suggest(key, KNOWN, 0.8)), None)
    if wrong is None:
        return f"the tool call has no text as `{name}`"
    return did_you_mean(f"the tool call has no `{name}`, but {wrong!r}", wrong, KNOWN, 0.8)


def _first(call: Json, keys: tuple[str, ...]) -> Any:
    return next((call[key] for key in keys if key in call), None)
