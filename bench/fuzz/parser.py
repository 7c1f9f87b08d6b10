"""Target: any text as a reply; what is read of it, and that it is read the same when it is written down again."""

from __future__ import annotations

from collections.abc import Sequence

from editapply.errors import ReplyError
from editapply.formats import format_blocks, parse, parse_reply
from editapply.model import Edit, Problem

from .laws import bodies_of
from .pieces import decoded


def check_parser(data: bytes) -> None:
    reply = decoded(data)
    last = reply.count("\n") + 1
    edits, problems = read(reply)
    assert edits or problems
    check_problems(problems, last)
    bodies = bodies_of(reply)
    for edit in edits:
        check_edit(edit, last)
        if edit.whole_lines:
            check_verbatim(bodies, edit)
    numbers = [edit.index for edit in edits]
    assert numbers == sorted(set(numbers))
    check_written_down([edit for edit in edits if edit.whole_lines])


def read(reply: str) -> tuple[list[Edit], list[Problem]]:
    try:
        return parse_reply(reply), []
    except ReplyError as error:
        return error.edits, error.problems


def check_problems(problems: Sequence[Problem], last: int) -> None:
    for problem in problems:
        assert problem.message
        assert 0 <= problem.reply_line <= last


def check_edit(edit: Edit, last: int) -> None:
    assert edit.path
    assert edit.path == edit.path.strip() or not edit.whole_lines
    assert 1 <= edit.reply_line <= last
    assert edit.index >= 1
    assert edit.hint is None or 1 <= edit.hint[0] <= edit.hint[1]
    readings = [(reading.search, reading.replace) for reading in edit.readings]
    assert readings[:1] in ([], [(edit.search, edit.replace)])
    for sides in [(edit.search, edit.replace), *readings]:
        assert not edit.whole_lines or all(not side or side.endswith("\n") for side in sides)
        assert any(sides)


def check_verbatim(bodies: Sequence[str], edit: Edit) -> None:
    """Both sides stand in the reply behind the opening marker, a divider between them and a marker behind."""
    search, written = bodies_of(edit.search), bodies_of(edit.replace)
    hints = next((k for k, body in enumerate(bodies[edit.reply_line :]) if not _is_hint(body)), 0)
    starts = [edit.reply_line + k for k in range(hints + 2)]
    assert any(_stands(bodies[start:], search, written) for start in starts), f"block at line {edit.reply_line}"


def _is_hint(body: str) -> bool:
    return body.strip().startswith((":start_line:", ":end_line:"))


def _stands(bodies: Sequence[str], search: Sequence[str], written: Sequence[str]) -> bool:
    divider = len(search)
    end = divider + 1 + len(written)
    if end >= len(bodies) or set(bodies[divider].strip()) != {"="}:
        return False
    found, wanted = [*bodies[:divider], *bodies[divider + 1 : end]], [*search, *written]
    return bodies[end].strip()[:5] in (">>>>>", "+++++") and [*map(str.strip, found)] == [*map(str.strip, wanted)]


def check_written_down(edits: Sequence[Edit]) -> None:
    """Blocks written down are never read as other edits than those that they were."""
    readable = [edit for edit in edits if is_readable(edit)]
    if len(readable) < 2:
        return
    again = parse(format_blocks(readable))
    assert not again.problems, again.problems
    assert list(map(said, again.edits)) == list(map(said, readable))


def is_readable(edit: Edit) -> bool:
    """Whether one block alone comes back; where it doesn't, it must not come back as another edit."""
    again = parse(format_blocks([edit]))
    same = [said(other) for other in again.edits] == [said(edit)]
    sure = [other for other in again.edits if not other.readings and said(other) != said(edit)]
    assert not sure, f"{said(edit)} is read as {said(sure[0])}"
    return same and not again.edits[0].readings and not again.problems


def said(edit: Edit) -> tuple[object, ...]:
    return edit.path, edit.hint, edit.search, edit.replace, edit.stands_for
