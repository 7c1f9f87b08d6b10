"""A block's lines → its two sides, or every way to read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from editapply.formats.markers import Frame, Marker
from editapply.formats.names import Fence, read_fence
from editapply.model import Reading
from editapply.text import is_blank

MOST_DIVIDERS = 12
_LINE_HINT = re.compile(r"[ \t]*:(start|end)_line:[ \t]*(\d{1,9})$")
_DIVIDES = re.compile(r"[ \t]*={5,9}[ \t]*$")
_RULE = re.compile(r"[ \t]*-{5,9}$")


def read_line_hint(lines: Sequence[str], start: int, stop: int) -> tuple[tuple[int, int] | None, int]:
    """Lines like `:start_line:12` at a block's beginning, and where its text begins behind them.

    >>> read_line_hint([":start_line:12", "-------", "a"], 0, 3)
    ((12, 12), 2)
    """
    given: dict[str, int] = {}
    at = start
    while at < stop and (found := _LINE_HINT.match(lines[at])):
        given[found[1]] = int(found[2])
        at += 1
    first = given.get("start", 0)
    last = given.get("end", first)
    divider = next((k for k in range(at, stop) if _DIVIDES.match(lines[k])), stop)
    written = lines[divider + 1] if divider + 1 < stop else ""
    if (
        not 1 <= first <= last
        or _LINE_HINT.match(written)
        or (_RULE.match(written) and lines[at : at + 1] == [written])
    ):
        return None, start
    return (first, last), at + 1 if at < stop and _RULE.match(lines[at]) else at


def readings_of(lines: Sequence[str], frame: Frame, fence: Fence | None, start: int) -> list[Reading] | str:
    """The readings of a block that has an end and whose text begins at line `start`, or what is wrong with it."""
    assert frame.closing is not None
    stop = frame.closing.line
    dividers = _own_dividers(frame)
    if not dividers:
        return (
            f"no `=======` line between `{frame.opening.signs} SEARCH` and "
            f"`{frame.closing.signs} REPLACE` (reply line {stop + 1}): put it between the two texts"
        )
    if frame.inner and not _is_quoted_example(lines, frame, dividers, fence):
        inner = frame.inner[0].opening.line + 1
        return (
            f"another SEARCH begins at reply line {inner} inside of this block: is `>>>>>>> REPLACE` missing "
            "before it? (To write about such blocks, use a longer fence around the block.)"
        )
    if len(dividers) > MOST_DIVIDERS:
        return f"{len(dividers)} lines look like the divider `{dividers[0].signs}`: use markers of another length"
    if _ends_with_own_fence(lines, frame, dividers[-1].line, fence):
        return f"a closing fence stands before `{frame.closing.signs} REPLACE` (reply line {stop + 1}): put it behind"
    readings = [_reading(lines[start:stop], start, dividers, k) for k in range(len(dividers))]
    if len(readings) == 1 and is_blank(readings[0].search) and is_blank(readings[0].replace):
        return "both sides are empty: nothing to find and nothing to write"
    return _without_indent(readings, frame.opening.indent, fence)


def _ends_with_own_fence(lines: Sequence[str], frame: Frame, divider: int, fence: Fence | None) -> bool:
    """Whether the fence around the block is closed inside of it, behind the last line of REPLACE.

    A fence that SEARCH leaves open too, or that opens in REPLACE, is content.
    """
    assert frame.closing is not None
    last = read_fence(lines[frame.closing.line - 1])
    if (
        fence is None
        or last is None
        or last.info
        or last.signs[:1] != fence.signs[:1]
        or len(last.signs) < len(fence.signs)
    ):
        return False
    odd = [
        sum(read_fence(lines[k]) is not None for k in side) % 2
        for side in (range(frame.opening.line + 1, divider), range(divider + 1, frame.closing.line))
    ]
    return odd == [0, 1]


def _own_dividers(frame: Frame) -> list[Marker]:
    """The dividers that are as long and as indented as the block's opening; else any."""
    size, indent = len(frame.opening.signs), frame.opening.indent
    own = [d for d in frame.dividers if len(d.signs) == size and d.indent == indent]
    return own or [d for d in frame.dividers if len(d.signs) == size] or frame.dividers


def _reading(content: Sequence[str], start: int, dividers: Sequence[Marker], chosen: int) -> Reading:
    """The split at one divider. It is sound where REPLACE has no more divider-like lines than SEARCH.

    With an empty SEARCH (a new file) such a line must underline a heading of its own length.
    """
    at = dividers[chosen].line - start
    search, replace = content[:at], content[at + 1 :]
    written = [divider.line - start for divider in dividers[chosen + 1 :]]
    creates = is_blank("".join(search))
    sound = all(_underlines(content, line) for line in written) if creates else len(written) <= chosen
    return Reading(_side(search), _side(replace), sound)


def _underlines(lines: Sequence[str], at: int) -> bool:
    """Whether a line is the underline of a heading: as long as the words above it."""
    return at > 0 and len(lines[at - 1].rstrip()) == len(lines[at].rstrip()) and lines[at - 1].strip("= \t") != ""


def _side(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)


def _is_quoted_example(lines: Sequence[str], frame: Frame, dividers: Sequence[Marker], fence: Fence | None) -> bool:
    """Whether blocks nested in this one are content: SEARCH quotes such a block, or the fence is longer.

    Otherwise a missing end marker, made up for by one too many further on, would look the same.
    """
    if any(inner.opening.line < dividers[-1].line for inner in frame.inner):
        return True
    assert frame.closing is not None
    if fence is None:
        return False
    inside = [found for k in range(frame.opening.line, frame.closing.line) if (found := read_fence(lines[k]))]
    behind = next((lines[k] for k in range(frame.closing.line + 1, len(lines)) if lines[k].strip()), "")
    closing = read_fence(behind)
    return closing is not None and closing.signs == fence.signs and all(len(f.signs) < len(fence.signs) for f in inside)


def with_underline(readings: Sequence[Reading], signs: str) -> list[Reading]:
    """The readings, and that in which the divider underlines SEARCH's last line, and the real one is missing.

    Where such a SEARCH stands in the file, the block can't be trusted.
    """
    longest = max(readings, key=lambda reading: reading.search.count("\n"))
    last = longest.search.rstrip("\n").rsplit("\n", 1)[-1]
    if not any(char.isalnum() for char in last):
        return list(readings)
    return [*readings, Reading(longest.search + signs + "\n", "", sound=False)]


def _without_indent(readings: list[Reading], indent: str, fence: Fence | None) -> list[Reading]:
    """Take a block's own indentation (in a list, say) off its content.

    Where only the markers are known to be indented, both readings stay: the file decides.
    """
    content = [line for reading in readings for line in (reading.search + reading.replace).split("\n") if line.strip()]
    if not indent or not all(line.startswith(indent) for line in content):
        return readings
    shifted = [Reading(_dedent(r.search, indent), _dedent(r.replace, indent), r.sound) for r in readings]
    if fence is not None and fence.indent == indent:
        return shifted
    if all(is_blank(reading.search) for reading in readings):
        return shifted if any(_indent(line) == indent for line in content) else readings
    return [*shifted, *readings]


def _dedent(side: str, indent: str) -> str:
    return "".join(line.removeprefix(indent) + "\n" for line in side.split("\n")[:-1])


def _indent(line: str) -> str:
    return "".join(takewhile(lambda c: c in " \t", line))
