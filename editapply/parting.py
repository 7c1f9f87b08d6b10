"""A run of changed lines, with lines in its midst that the quote lacks → the parts between which they stay."""

from __future__ import annotations

from collections.abc import Sequence

from editapply.align import MOST_PARTNERS, PARTNER, Pair
from editapply.diff import Run
from editapply.similarity.edits import token_similarity
from editapply.text import is_blank

UNQUOTED = "the file has lines between those to change that the quote lacks, and it can't be told where they would stay"


def part_run(
    run: Run, pairs: Sequence[Pair], search: Sequence[str], replace: Sequence[str], found: Sequence[str]
) -> list[Run] | str:
    """The run, cut wherever the file has lines of its own inside of it, so that they stay; or why it can't be cut.

    A cut needs the quoted lines on both sides of it to have their changed forms side by side in
    REPLACE. Blank lines go with a run that is deleted.
    """
    own = [pair for pair in pairs if _is_inside(pair, run) and _has_own_lines(pair, search, found)]
    if not own:
        return [run]
    if run.b_start == run.b_stop:
        blank = all(is_blank(found[k]) for pair in own if not pair.quote for k in pair.file)
        return [run] if blank and not any(_moves(pair, search, replace) for pair in own) else UNQUOTED
    parts = [run]
    old, new = search[run.a_start : run.a_stop], replace[run.b_start : run.b_stop]
    for at in dict.fromkeys(pair.quote.start - run.a_start for pair in own):
        there = _cut(old, new, at) if all(not pair.quote for pair in own) else None
        if there is None:
            return UNQUOTED
        last = parts.pop()
        middle = run.a_start + at, run.b_start + there
        parts += [
            Run(last.a_start, middle[0], last.b_start, middle[1]),
            Run(middle[0], run.a_stop, middle[1], run.b_stop),
        ]
    return parts


def _is_inside(pair: Pair, run: Run) -> bool:
    if pair.quote:
        return run.a_start < pair.quote.stop and pair.quote.start < run.a_stop
    return run.a_start < pair.quote.start < run.a_stop


def _has_own_lines(pair: Pair, search: Sequence[str], found: Sequence[str]) -> bool:
    """Whether the file has lines that the quote lacks: any ones, or more blank lines."""
    if not pair.quote:
        return True
    return sum(is_blank(found[k]) for k in pair.file) > sum(is_blank(search[k]) for k in pair.quote)


def _moves(pair: Pair, search: Sequence[str], replace: Sequence[str]) -> bool:
    """Whether the lines beside those of the file stand side by side in REPLACE: they are not deleted, but moved."""
    start, stop = pair.quote.start, max(pair.quote.stop, pair.quote.start + 1)
    beside = [line.strip() for line in search[max(0, start - 1) : stop + 1] if line.strip()]
    written = [line.strip() for line in replace if line.strip()]
    return any(written[k : k + 2] == beside[:2] for k in range(len(written) - 1))


def _cut(old: Sequence[str], new: Sequence[str], at: int) -> int | None:
    """Where `new` is cut if `old` is cut in front of line `at`; None where that is not certain."""
    if len(old) * len(new) > MOST_PARTNERS:
        return None
    before, behind = _partner(old, new, at - 1), _partner(old, new, at)
    return behind if before is not None and behind == before + 1 else None


def _partner(old: Sequence[str], new: Sequence[str], line: int) -> int | None:
    """The line of `new` that a line of `old` became: they are more like each other than like any other one.

    Where both sides have as many lines, as much like each other as like any other one is enough.
    """
    if is_blank(old[line]):
        return None
    alike = [token_similarity(old[line], other) for other in new]
    best = line if len(old) == len(new) else max(range(len(new)), key=lambda k: alike[k])
    rivals = [value for k, value in enumerate(alike) if k != best]
    rivals += [token_similarity(other, new[best]) for k, other in enumerate(old) if k != line]
    most = max(rivals, default=0.0)
    certain = alike[best] >= most if len(old) == len(new) else alike[best] > most
    return best if certain and alike[best] >= PARTNER else None
