"""A change of quoted lines, and lines like them → the same change made on those, line by line."""

import re
from collections.abc import Iterator, Sequence

from .loose import compact
from .syntax import indent_of

_LETTER = re.compile(r"\w")
# the share of the quote's lines with letters that must be among the others, so that they are taken for its place
LEAST_KNOWN = 0.5


def recast(search: Sequence[str], replace: Sequence[str], found: Sequence[str]) -> list[str] | None:
    """`found` with the change from `search` to `replace`; None where that can't be laid on it.

    Lines that the change drops must stand in `found`, but for blanks, commas and letter case. What it only adds needs
    both neighbours there, one behind the other. All else stays as it is in `found`.
    """
    laid = _Laid(search, found)
    parts = [[line] for line in found] + [[]]
    for first, last, added in _changes(search, replace):
        gap, written = laid.gap(first, last), [laid.indented(line) for line in added]
        if gap is None or None in written or not laid.is_known:
            return None
        kept = [] if gap else parts[gap.start]
        for k in gap:
            parts[k] = []
        parts[gap.start] = [line for line in written if line is not None] + kept
    return [line for part in parts for line in part]


class _Laid:
    """A quote laid beside lines: `same` are pairs of equal lines, `aligned` has more that stand for each other."""

    def __init__(self, search: Sequence[str], found: Sequence[str]) -> None:
        self.search, self.found = search, found
        self.same = dict(common_pairs([*map(compact, search)], [*map(compact, found)]))
        self.aligned = {**self.same, **_between(self.same, len(search), len(found))}
        self.indents: dict[str, set[str]] = {}
        for i, k in self.same.items():
            if search[i].strip():
                self.indents.setdefault(indent_of(search[i]), set()).add(indent_of(found[k]))

    @property
    def is_known(self) -> bool:
        """Whether enough lines of the quote are there, so that this may be its place."""
        telling = [i for i, line in enumerate(self.search) if _LETTER.search(line)]
        return sum(i in self.same for i in telling) >= max(1, LEAST_KNOWN * len(telling))

    def gap(self, first: int, last: int) -> range | None:
        """The found lines that stand for the quote's `first` up to `last`; an empty range says where none do."""
        if first < last:
            return _run([self.same.get(line) for line in range(first, last)])
        before, after = self.aligned.get(first - 1), self.aligned.get(last)
        if first == 0 and after is not None:
            return range(after, after)
        if before is None or (last < len(self.search) and after != before + 1):
            return None
        return range(before + 1, before + 1)

    def indented(self, line: str) -> str | None:
        """A new line as deep as the lines that are the same want it; None where they don't say."""
        own = indent_of(line)
        if not line.strip() or all({quoted} == wanted for quoted, wanted in self.indents.items()):
            return line
        if own in self.indents:
            shifts: set[tuple[str, str] | None] = {(own, wanted) for wanted in self.indents[own]}
        else:
            shifts = {_shift(quoted, one) for quoted, wanted in self.indents.items() for one in wanted}
        shift = next(iter(shifts))
        if shift is None or len(shifts) > 1 or not line.startswith(shift[0]):
            return None
        return shift[1] + line.removeprefix(shift[0])


def common_pairs(first: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """The positions of a longest common run of lines, gaps allowed."""
    lengths = [[0] * (len(other) + 1) for _ in range(len(first) + 1)]
    for i in reversed(range(len(first))):
        for j in reversed(range(len(other))):
            same = first[i] == other[j]
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if same else max(lengths[i + 1][j], lengths[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(first) and j < len(other):
        if first[i] == other[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        else:
            i, j = (i + 1, j) if lengths[i + 1][j] >= lengths[i][j + 1] else (i, j + 1)
    return pairs


def _between(same: dict[int, int], search: int, found: int) -> dict[int, int]:
    """Between two pairs, as many lines here as there, one to one."""
    more: dict[int, int] = {}
    i = k = 0
    for i_next, k_next in [*sorted(same.items()), (search, found)]:
        if i_next - i == k_next - k:
            more.update(zip(range(i, i_next), range(k, k_next), strict=True))
        i, k = i_next + 1, k_next + 1
    return more


def _run(numbers: Sequence[int | None]) -> range | None:
    """The numbers as a range; None where they don't follow one another."""
    first = numbers[0]
    if first is None:
        return None
    run = range(first, first + len(numbers))
    return run if list(numbers) == list(run) else None


def _shift(quoted: str, wanted: str) -> tuple[str, str] | None:
    """What to take off an indentation and what to put before it; None where it is another way of indenting."""
    if wanted.endswith(quoted):
        return "", wanted.removesuffix(quoted)
    return (quoted.removesuffix(wanted), "") if quoted.endswith(wanted) else None


def _changes(search: Sequence[str], replace: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Runs of dropped lines, `first` up to `last`, each with what comes in their place."""
    i = j = 0
    for i_next, j_next in [*common_pairs(search, replace), (len(search), len(replace))]:
        if i < i_next or j < j_next:
            yield i, i_next, replace[j:j_next]
        i, j = i_next + 1, j_next + 1
