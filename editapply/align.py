"""The lines of a quote and those of its place → which of them stand for which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editapply.diff import equal_pairs
from editapply.normalize import CLOSING, OPENING, line_tokens, spacing_key
from editapply.similarity.edits import token_similarity

MOST_PARTNERS = 2500
PARTNER = 0.5


@dataclass(frozen=True, slots=True)
class Pair:
    """Lines of the quote and lines of the file (0-based ranges) that stand for each other.

    `same`: they are equal but for blanks, look-alikes and line breaks inside brackets. A pair
    of one line each may differ otherwise; ranges of other sizes are what could not be paired.
    """

    quote: range
    file: range
    same: bool

    @property
    def single(self) -> bool:
        return len(self.quote) == len(self.file) == 1


def align(quote: Sequence[str], file: Sequence[str]) -> list[Pair]:
    """Pairs in order, together all lines of both sides.

    >>> [(list(p.quote), list(p.file), p.same) for p in align(["f(a, b)", "x"], ["f(", "  a, b", ")", "x"])]
    [([0], [0, 1, 2], True), ([1], [3], True)]
    """
    keys, file_keys = [*map(spacing_key, quote)], [*map(spacing_key, file)]
    if keys == file_keys:
        return [Pair(range(k, k + 1), range(k, k + 1), True) for k in range(len(quote))]
    ours, theirs = list(line_tokens(quote)), list(line_tokens(file))
    tokens = [token for token, _ in ours]
    if tokens == [token for token, _ in theirs]:
        return _with_blanks(_by_breaks(tokens, [k for _, k in ours], [k for _, k in theirs]), quote, file)
    return _with_blanks(_by_lines(keys, file_keys), quote, file)


def _by_breaks(tokens: Sequence[str], ours: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
    """Both sides have the same tokens: a pair ends where both break the line.

    A pair is the same only where breaks that one side alone has lie inside of brackets.
    """
    pairs: list[Pair] = []
    start = depth = 0
    same = True
    for k in range(1, len(ours) + 1):
        depth = max(0, depth + (tokens[k - 1] in OPENING) - (tokens[k - 1] in CLOSING))
        breaks = (True, True) if k == len(ours) else (ours[k] > ours[k - 1], theirs[k] > theirs[k - 1])
        same = same and (breaks[0] is breaks[1] or depth > 0)
        if all(breaks):
            pairs.append(Pair(range(ours[start], ours[k - 1] + 1), range(theirs[start], theirs[k - 1] + 1), same))
            start, depth, same = k, 0, True
    return pairs


def _with_blanks(pairs: Sequence[Pair], quote: Sequence[str], file: Sequence[str]) -> list[Pair]:
    """The blank lines between pairs: paired one to one where there are as many on both sides."""
    full: list[Pair] = []
    i = j = 0
    end = Pair(range(len(quote), len(quote)), range(len(file), len(file)), True)
    for pair in [*pairs, end]:
        ours = pair.quote if pair.quote or pair is end else range(i, i)
        theirs = pair.file if pair.file or pair is end else range(j, j)
        full += _gap(range(i, ours.start), range(j, theirs.start), True) if i < ours.start or j < theirs.start else []
        full += [Pair(ours, theirs, pair.same)] if ours or theirs else []
        i, j = ours.stop, theirs.stop
    return full


def _gap(quote: range, file: range, same: bool) -> list[Pair]:
    if len(quote) == len(file):
        return [Pair(range(i, i + 1), range(j, j + 1), same) for i, j in zip(quote, file, strict=True)]
    return [Pair(quote, file, False)]


def _by_lines(keys: Sequence[str], file_keys: Sequence[str]) -> list[Pair]:
    """Lines that aren't blank: the equal ones; between them one to one where there are as many on both sides."""
    ours, theirs = _filled(keys), _filled(file_keys)
    equal = equal_pairs([keys[k] for k in ours], [file_keys[k] for k in theirs])
    pairs: list[Pair] = []
    i = j = 0
    for i_next, j_next in [*equal, (len(ours), len(theirs))]:
        pairs += _differing(ours[i:i_next], theirs[j:j_next])
        if i_next < len(ours):
            pairs.append(Pair(_at(ours[i_next]), _at(theirs[j_next]), True))
        i, j = i_next + 1, j_next + 1
    return pairs


def _filled(keys: Sequence[str]) -> list[int]:
    return [k for k, key in enumerate(keys) if key]


def _differing(ours: Sequence[int], theirs: Sequence[int]) -> list[Pair]:
    if len(ours) == len(theirs):
        return [Pair(_at(i), _at(j), False) for i, j in zip(ours, theirs, strict=True)]
    return [Pair(_over(ours), _over(theirs), False)]


def _at(line: int) -> range:
    return range(line, line + 1)


def _over(lines: Sequence[int]) -> range:
    return range(lines[0], lines[-1] + 1) if lines else range(0)


def find_partners(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """For lines of `new` the line of `old` that each is the changed form of, in order."""
    if len(old) == len(new):
        return {k: k for k in range(len(new))}
    if len(old) * len(new) > MOST_PARTNERS:
        return {}
    partners: dict[int, int] = {}
    start = 0
    for j, line in enumerate(new):
        likely = [(token_similarity(line, old[i]), -i) for i in range(start, len(old)) if line.strip()]
        best = max(likely, default=(0.0, 0))
        if best[0] >= PARTNER:
            partners[j] = -best[1]
            start = -best[1] + 1
    return partners
