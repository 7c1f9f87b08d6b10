"""SEARCH, REPLACE and the indentation found → whether REPLACE is indented as SEARCH is, or as the file is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from editapply.align import find_partners
from editapply.comments import split_comment, syntax_of
from editapply.diff import diff_lines, equal_pairs
from editapply.indent import indent_of, unit_of
from editapply.normalize import CLOSING, OPENING

PYTHON = frozenset({"py", "pyi", "pyx"})
NESTED = PYTHON | {"yaml", "yml"}


class Depth(Enum):
    """Whose indentation REPLACE has."""

    QUOTE = "quote"
    FILE = "file"


def find_depth(
    search: Sequence[str], replace: Sequence[str], found: Mapping[int, str], unit: str, path: str
) -> Depth | None:
    """Whose indentation REPLACE has, or None where it can't be told.

    `found`: the indentation in the file of lines of SEARCH (0-based). The first line of REPLACE
    tells, and no line that comes again from SEARCH may tell otherwise.

        file  "        b"    SEARCH  "b"    REPLACE  "b2"            the quote's
                                                     "        b2"    the file's
                                                     "    b2"        can't be told
    """
    written = [j for j, line in enumerate(replace) if line.strip()]
    moved = {i: indent for i, indent in found.items() if indent_of(search[i]) != indent}
    first = min(found, default=0)
    is_cut = len(found) > 1 and [*moved] == [first] and not indent_of(search[first])
    if not written or not moved or is_cut:  # then the other lines have the file's indentation in SEARCH too
        return Depth.QUOTE
    standing = _Standing(search, replace, moved, unit, path)
    start = indent_of(replace[written[0]])
    if start == indent_of(search[first]):
        return Depth.QUOTE if all(map(standing.is_likely, written)) else None
    if start == found[first] and not standing.is_left_over(written[0]):
        floor = _shared(found)
        inside = all(indent_of(replace[j]).startswith(floor) for j in written)
        return Depth.FILE if inside and not standing.at_quote else None
    is_told = standing.at_quote or standing.is_kept(written[0])
    return Depth.QUOTE if is_told and not standing.at_file else None


class _Standing:
    """The lines of REPLACE that come again from SEARCH, and where they stand; `moved` as `found` of `find_depth`."""

    def __init__(
        self, search: Sequence[str], replace: Sequence[str], moved: Mapping[int, str], unit: str, path: str
    ) -> None:
        self.search, self.replace, self.moved = search, replace, moved
        self.units = {unit, unit_of(search)} - {""}
        self.path = path
        suffix = path.rsplit(".", 1)[-1].lower()
        self.is_python, self.is_nested = suffix in PYTHON, suffix in NESTED
        self.same, self.again = _coming_again(search, replace)
        known = {j: i for j, i in self.again.items() if i in moved and replace[j].strip()}
        self.at_quote = {j for j, i in known.items() if indent_of(replace[j]) == indent_of(search[i])}
        self.is_anchored = bool(self.at_quote - {next(j for j, line in enumerate(replace) if line.strip())})
        self.at_file = {j for j, i in known.items() if indent_of(replace[j]) == moved[i]}

    def is_kept(self, j: int) -> bool:
        return j in self.same and self._deepening(j) == 0

    def is_left_over(self, j: int) -> bool:
        """Whether REPLACE begins with a line as SEARCH has it, and what is gone above opened no block that needs it."""
        if not self.is_kept(j):
            return False
        gone, size = self.search[: self.same[j]], len(indent_of(self.replace[j]))
        return not self.is_nested or not any(self._has_opening(line) for line in gone if len(indent_of(line)) < size)

    def is_likely(self, j: int) -> bool:
        """Whether a line of REPLACE, of which the first has SEARCH's indentation, may have it too."""
        if j in self.at_quote or self.is_kept(j):
            return True
        indent, parent = indent_of(self.replace[j]), self._parent(j)
        if j in self.at_file and len(indent) < len(indent_of(self.search[self.again[j]])):
            return any(indent_of(line) == indent for line in self.replace[:j] if line.strip())
        if parent is None:
            return j not in self.at_file
        if j in self.again and parent in self.again and self._deepening(j) == self._deepening(parent):
            return True
        if j in self.at_file or (self.is_python and indent in self.moved.values()):
            return self._opens(parent) and not self._was_below(j, parent) and self._is_a_step(parent, indent)
        return self._is_a_step(parent, indent)

    def _parent(self, j: int) -> int | None:
        """The nearest line above that is less deep."""
        size = len(indent_of(self.replace[j]))
        above = (k for k in range(j - 1, -1, -1) if self.replace[k].strip())
        return next((k for k in above if len(indent_of(self.replace[k])) < size), None)

    def _deepening(self, j: int) -> int:
        """By how many characters a line that comes again is deeper than in SEARCH."""
        return len(indent_of(self.replace[j])) - len(indent_of(self.search[self.again[j]]))

    def _was_below(self, j: int, parent: int) -> bool:
        """Whether SEARCH too has the one line less deep than the other: then no new block makes it deeper."""
        if j not in self.again or parent not in self.again:
            return False
        ours, theirs = (indent_of(self.search[self.again[k]]) for k in (j, parent))
        return len(theirs) < len(ours)

    def _opens(self, j: int) -> bool:
        """Whether a line may have deeper ones below it."""
        if self._has_opening(self.replace[j]):
            return True
        code = self._code(self.replace[j])
        if self.is_python or not code or code.endswith((";", ",")):
            return '"""' in code or "'''" in code
        below = [line for line in self.search[self.same[j] + 1 :] if line.strip()] if j in self.same else []
        return j not in self.same or any(
            len(indent_of(line)) > len(indent_of(self.search[self.same[j]])) for line in below[:1]
        )

    def _has_opening(self, line: str) -> bool:
        code = self._code(line)
        return code.endswith((":", "\\")) or _is_open(code)

    def _code(self, line: str) -> str:
        return split_comment(line, syntax_of(self.path))[0].strip()

    def _is_a_step(self, parent: int, indent: str) -> bool:
        """Whether a line is one level deeper than the one above it, not at a depth of the file's.

        A model may cut off the indentation of the first line alone.
        """
        above, code = indent_of(self.replace[parent]), self.replace[parent].rstrip()
        is_aligned = _is_open(code) and code[-1] not in OPENING
        if self.is_anchored or not self.units or is_aligned:
            return True
        floor = _shared(self.moved)
        reaches = indent.startswith(floor) and not above.startswith(floor)
        return not reaches or indent[len(above) :] in self.units


def _coming_again(search: Sequence[str], replace: Sequence[str]) -> tuple[dict[int, int], dict[int, int]]:
    """For lines of REPLACE the line of SEARCH that they equal but for depth; and with those that changed."""
    ours, theirs = [line.strip() for line in search], [line.strip() for line in replace]
    same = {j: i for i, j in equal_pairs(ours, theirs) if theirs[j]}
    again = dict(same)
    for run in diff_lines(ours, theirs):
        partners = find_partners(ours[run.a_start : run.a_stop], theirs[run.b_start : run.b_stop])
        again |= {run.b_start + j: run.a_start + i for j, i in partners.items()}
    return same, again


def _is_open(code: str) -> bool:
    return sum(code.count(sign) for sign in OPENING) > sum(code.count(sign) for sign in CLOSING)


def _shared(found: Mapping[int, str]) -> str:
    """The blanks that all these indentations begin with."""
    least, most = min(found.values()), max(found.values())
    return least[: next((k for k, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least))]
