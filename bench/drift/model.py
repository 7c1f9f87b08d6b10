"""A refused block and the report → the next try of a model that thinks no further.

It sends the corrected block back where the report has one. Else it copies the lines shown for candidate 1 into SEARCH
and makes its own change on them. It knows its block and the text of the report, and nothing of the file.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from editapply.formats import format_block, format_blocks, parse
from editapply.model import Edit

from .recast import recast

SENT_BACK, COPIED = "the corrected block", "the lines of candidate 1"
NOTHING_SHOWN = "gave up: no candidate is shown"
NOT_WHOLE = "gave up: candidate 1 is not shown whole"
NO_FIT = "gave up: its change doesn't fit the lines shown"

_CORRECTED = re.compile(r"^Corrected block.*$", re.M)
_CANDIDATE = re.compile(r"^ {2}(?:\[\d\.\d\d\] )?lines? (\d+)(?:-(\d+))?:$", re.M)
_SHOWN = " " * 4
_CUT = re.compile(r"…\[\d+ characters\]$|^\[\d+ characters\]…|^… \(\d+ lines?\)$|\ufffd")


@dataclass(frozen=True, slots=True)
class NextTry:
    """The reply, or None where the model gives up; `way` says how it was made, or why it wasn't."""

    reply: str | None
    way: str


def next_try(block: Edit, report: str) -> NextTry:
    corrected = corrected_block(report)
    if corrected is not None:
        return NextTry(corrected, SENT_BACK)
    lines = shown_lines(report)
    if lines is None:
        return NextTry(None, NOTHING_SHOWN if _CANDIDATE.search(report) is None else NOT_WHOLE)
    changed = recast(_lines(block.search), _lines(block.replace), lines)
    if changed is None:
        return NextTry(None, NO_FIT)
    return NextTry(format_block(Edit(block.path, _text(lines), _text(changed))), COPIED)


def corrected_block(report: str) -> str | None:
    """The block below the line that announces it, read and written as a reply."""
    announced = _CORRECTED.search(report)
    if announced is None:
        return None
    edits = parse(report[announced.end() :]).edits
    return format_blocks(edits[:1]) if edits else None


def shown_lines(report: str) -> list[str] | None:
    """The lines of candidate 1; None where there is none, or where some of it is cut or left out."""
    title = _CANDIDATE.search(report)
    if title is None:
        return None
    lines = []
    for line in report[title.end() + 1 :].split("\n"):
        if not line.startswith(_SHOWN):
            break
        lines.append(line.removeprefix(_SHOWN))
    first, last = int(title[1]), int(title[2] or title[1])
    return None if len(lines) != last - first + 1 or any(map(_CUT.search, lines)) else lines


def _lines(side: str) -> list[str]:
    return side.split("\n")[:-1]


def _text(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)
