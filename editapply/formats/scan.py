"""A reply → its paired markers, with the model's reasoning blanked out."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from editapply.formats.markers import Frame, Kind, Marker, Pairing, in_order, read_marker

_OPEN_TAG = re.compile(r"[ \t]*<think(?:ing)?>", re.IGNORECASE)
_CLOSE_TAG = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_NEAR_MARKER = re.compile(r"[ \t>#*/|-]{0,6}(?:<{4,12}|>{4,12})[ \t]?(?:SEARCH|REPLACE|ORIGINAL|UPDATED)\b[ \t]*$")
QUOTES = "`'\""


@dataclass(slots=True)
class Scan:
    """`lines` are the reply's, those of reasoning blanked; `unclosed` is the line of an opening tag without an end."""

    lines: list[str]
    frames: list[Frame]
    strays: list[Marker]
    unclosed: int | None = None


def scan(lines: list[str]) -> Scan:
    """Pair the markers of a reply; a tag inside of a block is content and ends no reasoning.

    Markers of a block are of one size; only where that leaves blocks open, any size ends a block.
    """
    pairing, found = _scan(lines, same_size=True)
    if pairing.broken:
        other, loose = _scan(lines, same_size=False)
        found = loose if other.broken < pairing.broken else found
    return found


def without_reasoning(reply: str) -> str:
    """A reply without blocks, its reasoning blanked; what is never closed is reasoning to the end."""
    found = scan(reply.split("\n"))
    return "\n".join(found.lines if found.unclosed is None else found.lines[: found.unclosed])


def _scan(lines: list[str], same_size: bool) -> tuple[Pairing, Scan]:
    lines, pairing = list(lines), Pairing(same_size)
    closings = [k for k, line in enumerate(lines) if "</" in line and _CLOSE_TAG.search(line)]
    unclosed = None
    k = blanked = 0
    while k < len(lines):
        if not pairing.open and _OPEN_TAG.match(lines[k]):
            nearest = bisect_left(closings, k)
            if nearest == len(closings):
                unclosed = k
                break
            k = _blank(lines, k, closings[nearest])
        elif not pairing.open and "</" in lines[k] and _ends_reasoning(lines[k]):
            pairing = Pairing(same_size)
            blanked = _blank(lines, blanked, k)
        marker = read_marker(lines[k], k)
        if marker is None and not pairing.open and _NEAR_MARKER.match(lines[k]):
            pairing.strays.append(Marker(k, Kind.CLOSE, "", "", lines[k].strip()))
        if marker is not None:
            pairing.feed(marker)
        k += 1
    pairing.finish()
    return pairing, Scan(lines, list(in_order(pairing.blocks)), pairing.strays, unclosed)


def _blank(lines: list[str], first: int, last: int) -> int:
    """Empty the lines of reasoning; what follows the closing tag in its line stays."""
    for k in range(first, last):
        lines[k] = ""
    lines[last] = _CLOSE_TAG.split(lines[last])[-1]
    return last


def _ends_reasoning(line: str) -> bool:
    """Whether a lone closing tag stands at a line's begin or end, and isn't quoted in prose."""
    text = line.strip()
    tags = list(_CLOSE_TAG.finditer(text))
    if not tags or _OPEN_TAG.search(text):
        return False
    return tags[0].start() == 0 or (tags[-1].end() == len(text) and text[tags[-1].start() - 1] not in QUOTES)
