"""The lines between the block before and an opening marker → the block's file, hint and fence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from editapply.formats.markers import Marker
from editapply.formats.names import (
    Fence,
    Name,
    is_tag_line,
    paths_mentioned,
    read_block_number,
    read_fence,
    read_hint,
    read_info,
    read_name,
    read_sentence,
)

MOST_MENTIONS = 40
MOST_LEAD_LINES = 400
MOST_NEAR_LINES = 12


@dataclass(frozen=True, slots=True)
class Lead:
    """`path` is empty where no file is named; `weak` where it was picked out of a sentence.

    `conflict` says why two names can't both be meant; `mentions` are the paths named between
    this block and the one whose path it took over; `stands_for` is the number in `(block N)`.
    """

    path: str = ""
    hint: tuple[int, int] | None = None
    fence: Fence | None = None
    weak: bool = False
    conflict: str = ""
    mentions: tuple[str, ...] = ()
    stands_for: int | None = None


def read_lead(lines: Sequence[str], start: int, opening: Marker, inherited: str) -> Lead:
    """Who the block is for: behind the marker, inside the fence, in its info string, or on the line above."""
    above = lines[max(start, opening.line - MOST_LEAD_LINES) : opening.line]
    numbers = map(read_block_number, [opening.rest, *above[: -MOST_NEAR_LINES - 1 : -1]])
    number = next((number for number in numbers if number is not None), None)
    return replace(_who(above, opening, inherited), stands_for=number)


def _who(above: Sequence[str], opening: Marker, inherited: str) -> Lead:
    names, fence = _names_above(above)
    behind = read_name(opening.rest) if opening.rest else None
    names = [behind, *names] if behind else names
    hint = next((name.hint for name in names if name.hint), None) or read_hint(opening.rest)
    if not names and not inherited:
        names = _only_name(above)
    strict = [name for name in names if name.strict]
    if strict:
        longest = max(strict, key=lambda name: len(name.path)) if not _conflict(strict) else strict[0]
        return Lead(longest.path, hint, fence, conflict=_conflict(strict))
    if names:
        return Lead(names[0].path, hint, fence, weak=True)
    mentions = tuple(islice(dict.fromkeys(paths_mentioned(above)), MOST_MENTIONS)) if inherited else ()
    return Lead(inherited, hint, fence, mentions=tuple(path for path in mentions if path != inherited))


def _names_above(above: Sequence[str]) -> tuple[list[Name], Fence | None]:
    """The names next to the block, nearest first, and the fence that opens around it.

    Upwards: (name inside the fence) fence (name above), tags and blank lines between them.
    """
    names: list[Name] = []
    fence: Fence | None = None
    inside_fence = _inside_fence(above)
    for line in islice((line for line in reversed(above) if line.strip()), MOST_NEAR_LINES):
        found = read_fence(line)
        if found is not None and fence is not None:
            break
        name = read_info(found.info) if found else read_name(line) or (None if names else read_sentence(line))
        names += [name] if name else []
        fence = found or fence
        if found is None and (name is not None or not is_tag_line(line)) and (fence is not None or not inside_fence):
            break
    return names, fence


def _inside_fence(above: Sequence[str]) -> bool:
    """Whether the lead's last fence line opens (has an info string, or is one of an odd number)."""
    fences = [found for line in above if (found := read_fence(line)) is not None]
    return bool(fences) and (bool(fences[-1].info) or len(fences) % 2 == 1)


def _only_name(above: Sequence[str]) -> list[Name]:
    """The one file that a line further above names, where the whole lead names no other."""
    names = [name for line in above if (name := read_name(line)) is not None]
    paths = {name.path for name in names}
    others = set(paths_mentioned(above)) - paths if len(paths) == 1 else paths
    return names[-1:] if len(paths) == 1 and not others else []


def _conflict(names: Sequence[Name]) -> str:
    first = names[0].path
    for other in names[1:]:
        a, b = first.replace("\\", "/"), other.path.replace("\\", "/")
        if a != b and not a.endswith("/" + b) and not b.endswith("/" + a):
            return f"two file names, `{first}` and `{other.path}`: name one file only"
    return ""
