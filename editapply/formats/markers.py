"""Lines of a reply → marker lines, paired into blocks (nested examples and git conflicts inside)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from editapply.formats.names import read_hint, read_name

_OPEN = re.compile(r"([ \t]*)(<{5,9}|-{5,9})[ \t]*SEARCH>?(?:[ \t:]+(\S.*))?$", re.IGNORECASE)
_CLOSE = re.compile(r"([ \t]*)(>{5,9}|\+{5,9})[ \t]*REPLACE>?()$", re.IGNORECASE)
_DIVIDER = re.compile(r"([ \t]*)(={5,9})()$")
_CONFLICT_OPEN = re.compile(r"()(<{7})(?: (.*))?$")
_CONFLICT_CLOSE = re.compile(r"()(>{7})(?: (.*))?$")
SHORTEST = 5


class Kind(Enum):
    OPEN = auto()
    DIVIDER = auto()
    CLOSE = auto()
    CONFLICT_OPEN = auto()
    CONFLICT_CLOSE = auto()


_PATTERNS = (
    (Kind.OPEN, _OPEN),
    (Kind.CLOSE, _CLOSE),
    (Kind.DIVIDER, _DIVIDER),
    (Kind.CONFLICT_OPEN, _CONFLICT_OPEN),
    (Kind.CONFLICT_CLOSE, _CONFLICT_CLOSE),
)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker line: `line` is its 0-based number in the reply, `rest` what follows the keyword."""

    line: int
    kind: Kind
    indent: str
    signs: str
    rest: str


@dataclass(slots=True)
class Frame:
    """A block, or a git conflict inside of one, from its opening marker to its end, if it has one."""

    opening: Marker
    closing: Marker | None = None
    dividers: list[Marker] = field(default_factory=list)
    inner: list[Frame] = field(default_factory=list)


def read_marker(line: str, number: int) -> Marker | None:
    """The marker that `line` (without its end) is, if it is one."""
    line = line.rstrip(" \t")
    bare = line.lstrip(" \t")
    if len(bare) < SHORTEST or bare[0] not in "<-=>+" or bare[1] != bare[0]:
        return None
    for kind, pattern in _PATTERNS:
        found = pattern.match(line)
        if found and not (kind is Kind.OPEN and found[3] and not (read_name(found[3]) or read_hint(found[3]))):
            return Marker(number, kind, found[1], found[2], found[3] or "")
    return None


class Pairing:
    """Pairs markers like brackets; fed line by line, so that it stays linear.

    With `same_size`, markers that are longer or shorter than those of the open block are content.
    """

    def __init__(self, same_size: bool) -> None:
        self.same_size = same_size
        self.open: list[Frame] = []
        self.blocks: list[Frame] = []
        self.strays: list[Marker] = []

    @property
    def broken(self) -> int:
        return len(self.strays) + sum(frame.closing is None for frame in in_order(self.blocks))

    def feed(self, marker: Marker) -> None:
        if self.same_size and self.open and len(self.open[-1].opening.signs) != len(marker.signs):
            return
        if marker.kind is Kind.OPEN or (marker.kind is Kind.CONFLICT_OPEN and self.open):
            self.open.append(Frame(marker))
        elif marker.kind is Kind.DIVIDER and self.open:
            self.open[-1].dividers.append(marker)
        elif marker.kind is Kind.CONFLICT_CLOSE and self.open:
            self._close_conflict()
        elif marker.kind is Kind.CLOSE:
            self._close_block(marker)

    def _close_conflict(self) -> None:
        """A whole conflict is content, and so are its dividers."""
        if self.open[-1].opening.kind is Kind.CONFLICT_OPEN and self.open[-1].dividers:
            self.open.pop()

    def _close_block(self, marker: Marker) -> None:
        while self.open and self.open[-1].opening.kind is Kind.CONFLICT_OPEN:
            half = self.open.pop()
            if self.open:
                self.open[-1].dividers += half.dividers
        if not self.open:
            self.strays.append(marker)
            return
        frame = self.open.pop()
        frame.closing = marker
        self._keep(frame)

    def _keep(self, frame: Frame) -> None:
        outer = next((f for f in reversed(self.open) if f.opening.kind is Kind.OPEN), None)
        (outer.inner if outer else self.blocks).append(frame)

    def finish(self) -> None:
        """The reply has ended: what is still open is a block that was cut off."""
        while self.open:
            frame = self.open.pop()
            if frame.opening.kind is Kind.OPEN:
                self._keep(frame)


def in_order(frames: list[Frame]) -> Iterator[Frame]:
    """Blocks from first to last; what was nested in a block without an end stands alone."""
    todo = frames[::-1]
    while todo:
        frame = todo.pop()
        yield frame
        if frame.closing is None:
            todo += frame.inner[::-1]
