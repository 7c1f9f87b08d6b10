"""SEARCH/REPLACE blocks: a reply → edits and problems, and edits → a reply."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from editapply.formats.lead import Lead, read_lead
from editapply.formats.markers import Frame, Marker
from editapply.formats.names import Fence, read_fence
from editapply.formats.parsed import Parsed
from editapply.formats.scan import Scan, scan
from editapply.formats.sides import read_line_hint, readings_of, with_underline
from editapply.model import Edit, Problem, Reading
from editapply.text import body, is_blank, split_lines

UNDERLINED = frozenset({"md", "markdown", "mdx", "rst", "adoc"})  # files whose headings may have a line of `=` below
NO_OPENING = "an end marker without `<<<<<<< SEARCH` before it"
NO_NAME = "no file name: write the file's path on the line above the block"


def parse_blocks(reply: str) -> Parsed:
    """Read every SEARCH/REPLACE block of `reply`; prose around the blocks is ignored."""
    found = scan([body(line) for line in split_lines(reply.removeprefix("\ufeff"))])
    reader = _Reader(found)
    for frame in _with_strays(found):
        reader.read(frame)
    if found.unclosed is not None:
        reader.report("`<think>` is never closed: end it with `</think>`, then write the blocks", found.unclosed)
    return Parsed(tuple(reader.edits), tuple(reader.problems))


def _with_strays(found: Scan) -> list[Frame | Marker]:
    parts: list[Frame | Marker] = [*found.frames, *found.strays]
    return sorted(parts, key=lambda part: part.line if isinstance(part, Marker) else part.opening.line)


class _Reader:
    """Reads one block after the other; keeps the file name that the next block may take over."""

    def __init__(self, found: Scan) -> None:
        self.lines = found.lines
        self.openings = sorted(frame.opening.line for frame in found.frames)
        self.edits: list[Edit] = []
        self.problems: list[Problem] = []
        self.number = 0
        self.path = ""
        self.lead_start = 0
        self.fence: Fence | None = None

    def report(self, message: str, line: int, path: str = "", search: str = "") -> None:
        self.problems.append(Problem(message, max(1, self.number), line + 1, path, search))

    def read(self, part: Frame | Marker) -> None:
        if isinstance(part, Marker):
            self.number += 1
            near = f"`{part.rest[:60]}` is no marker that is read: write `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`"
            self.report(near if part.rest else NO_OPENING, part.line, self.path)
            self.lead_start = part.line + 1
        elif part.opening.line >= self.lead_start:
            self.number += 1
            lead = self._lead(part)
            self.fence = lead.fence
            self._read_block(part, lead)
            self.path = self.path if lead.conflict else lead.path or self.path
            self.lead_start = (part.closing or part.opening).line + 1

    def _lead(self, frame: Frame) -> Lead:
        """What stands in front of a block; the fence of the block before goes on where none closes it."""
        line = frame.opening.line
        lead = read_lead(self.lines, self.lead_start, frame.opening, self.path)
        if self.fence is None or any(read_fence(self.lines[k]) for k in range(self.lead_start, line)):
            return lead
        return replace(lead, fence=lead.fence or self.fence)

    def _read_block(self, frame: Frame, lead: Lead) -> None:
        line = frame.opening.line
        if lead.conflict:
            self.report(lead.conflict, line, lead.path)
            return
        if frame.closing is None:
            self.report(self._unclosed(frame), line, lead.path)
            return
        hint, start = read_line_hint(self.lines, line + 1, frame.closing.line)
        lead = replace(lead, hint=hint or lead.hint)
        readings = readings_of(self.lines, frame, lead.fence, start)
        if isinstance(readings, str):
            self.report(readings, line, lead.path)
        elif not lead.path or (lead.weak and is_blank(readings[0].search)):
            self.report(NO_NAME, line, search=readings[0].search)
        else:
            if lead.path.rsplit(".", 1)[-1].lower() in UNDERLINED:
                readings = with_underline(readings, frame.dividers[-1].signs)
            self._add(readings, lead, line)

    def _unclosed(self, frame: Frame) -> str:
        line = frame.opening.line
        after = bisect_right(self.openings, line)
        expected = "`>>>>>>> REPLACE`" if frame.dividers else "`=======` and `>>>>>>> REPLACE`"
        if after == len(self.openings):
            return f"the block is cut off: the reply ends (line {len(self.lines)}) where {expected} is missing"
        following = self.openings[after] + 1
        return f"{expected} missing: another SEARCH begins at reply line {following} before this block has ended"

    def _add(self, readings: Sequence[Reading], lead: Lead, line: int) -> None:
        first = readings[0]
        self.edits.append(
            Edit(
                path=lead.path,
                search=first.search,
                replace=first.replace,
                hint=lead.hint,
                readings=tuple(readings) if len(readings) > 1 or not first.sound else (),
                index=self.number,
                reply_line=line + 1,
                mentions=lead.mentions,
                stands_for=lead.stands_for,
            )
        )


def format_blocks(edits: Sequence[Edit]) -> str:
    """A reply that `parse_blocks` reads as these edits again (path, hint and both sides)."""
    return "\n".join(map(format_block, edits))


def format_block(edit: Edit) -> str:
    """One edit as a block with its path above; markers and fence are longer than any in the content.

    Where it stands for a block of an earlier reply, `(block N)` is put in front of the path.
    """
    content = split_lines(edit.search + edit.replace)
    size = next((n for n in (7, 8, 9, 6, 5) if not any(_begins_with_marker(line, n) for line in content)), 7)
    fence = "`" * max(3, 1 + max((_leading(line.lstrip(), "`") for line in content), default=0))
    hint = "" if edit.hint is None else f":{edit.hint[0]}-{edit.hint[1]}"
    number = "" if edit.stands_for is None else f"(block {edit.stands_for}) "
    return (
        f"{number}{edit.path}{hint}\n{fence}\n{'<' * size} SEARCH\n{edit.search}{'=' * size}\n"
        f"{edit.replace}{'>' * size} REPLACE\n{fence}\n"
    )


def _begins_with_marker(line: str, size: int) -> bool:
    return any(_leading(line.lstrip(" \t"), sign) == size for sign in "<=>")


def _leading(text: str, sign: str) -> int:
    return len(text) - len(text.lstrip(sign))
