"""The fuzzy tier: the windows most like a quote, of which one may be taken where every condition holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editapply.diff import equal_pairs
from editapply.matching.index import Index
from editapply.matching.ranking import rank_candidates
from editapply.matching.rules import Comparison, has_target
from editapply.matching.shifted import fits_shifted
from editapply.model import Candidate, Edit, Match, Options, Span, Tier
from editapply.normalize import spacing_key
from editapply.text import Lines

MARGIN = 0.02
EQUAL = 0.003
MOST_PLACES = 6
NEAR = 10
REACH = 2
BELOW = "no place is similar enough"
RIVAL = "another place is about as similar"
TWO_FIT = "two places fit"
SHIFTED = "it fits as well some lines before or behind, as the lines to change stand there too"
OTHER_FORM = "a line of context is there in another form"


@dataclass(frozen=True, slots=True)
class Judged:
    """The match, or why there is none: the conditions that the best candidate fails."""

    match: Match | None
    candidates: tuple[Candidate, ...]
    failed: tuple[str, ...] = ()


def find_fuzzy(index: Index, edit: Edit, options: Options) -> Judged:
    """The one place that the quote was meant for in spite of what differs, if that is certain."""
    candidates = rank_candidates(index, edit.search, MOST_PLACES)
    shown = tuple(candidates[:3])
    likely = [candidate for candidate in candidates if candidate.similarity >= options.threshold]
    if not likely:
        return Judged(None, shown, (BELOW,))
    compared = [_compare(index, edit, candidate) for candidate in likely]
    fitting = [c for laid in compared for c in laid if not c.failed and not _is_otherwise(c, laid)]
    if not fitting and any(not c.failed for laid in compared for c in laid):
        return Judged(None, shown, (OTHER_FORM,))
    if not fitting:
        return Judged(None, shown, min(compared[0], key=lambda comparison: len(comparison.failed)).failed)
    best = fitting[0]
    if any(other.targets != best.targets for other in fitting):
        return Judged(None, shown, (TWO_FIT,))
    if fits_shifted(index, best):
        return Judged(None, shown, (SHIFTED,))
    own = next(
        candidate
        for candidate, laid in zip(likely, compared, strict=True)
        if any(best is comparison for comparison in laid)
    )
    rivals = [rival for rival in candidates if rival is not own and rival.similarity > own.similarity - MARGIN]
    if any(_is_rival(best, rival, likely, compared) for rival in rivals):
        return Judged(None, shown, (RIVAL,))
    span = index.lines.span(best.first, best.first + len(best.found))
    if not _near_hint(index, edit, span, candidates):
        return Judged(None, shown, ("the place is far from the lines that the block names",))
    return Judged(Match(span, Tier.FUZZY, own.similarity, "context"), shown)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One candidate, and the conditions that it fails in the window that fails fewest; none where it fits."""

    candidate: Candidate
    failed: tuple[str, ...]


def judge_candidates(index: Index, edit: Edit, options: Options) -> list[Verdict]:
    """Every place that `find_fuzzy` looks at, best first, with what speaks against it."""
    candidates = rank_candidates(index, edit.search, MOST_PLACES)
    return [
        Verdict(c, _failed_at(index, edit, c) if c.similarity >= options.threshold else (BELOW,)) for c in candidates
    ]


def _failed_at(index: Index, edit: Edit, candidate: Candidate) -> tuple[str, ...]:
    laid = _compare(index, edit, candidate)
    if all(_is_otherwise(c, laid) for c in laid if not c.failed) and not all(c.failed for c in laid):
        return (OTHER_FORM,)
    return min((c.failed for c in laid), key=len)


def _is_otherwise(comparison: Comparison, laid: Sequence[Comparison]) -> bool:
    """Whether another window over the same target shows that a line which seems to be gone is there in another form."""
    if all(pair.single for pair in comparison.stale):
        return False
    return any(
        other.targets == comparison.targets and other.failed and any(map(other.shares_half, other.stale))
        for other in laid
    )


def _is_rival(
    best: Comparison, rival: Candidate, likely: Sequence[Candidate], compared: Sequence[Sequence[Comparison]]
) -> bool:
    """Whether a place that is about as similar might be meant as well.

    Where the best place differs by slips of the quote alone, a place that lacks the lines to
    change might not; where a line of context is stale, it might.
    """
    own = next(c for c, laid in zip(likely, compared, strict=True) if best in laid)
    if best.stale or best.cut or rival not in likely or rival.similarity > own.similarity - EQUAL:
        return True
    return any(has_target(comparison) for comparison in compared[likely.index(rival)])


def _compare(index: Index, edit: Edit, candidate: Candidate) -> list[Comparison]:
    """The quote laid beside the place, in each of its windows."""
    search, replace = Lines(edit.search).bodies, Lines(edit.replace).bodies
    windows = _windows(index, search, *index.lines.first_and_last(candidate.span))
    return [
        Comparison(index, edit.path, search, replace, w.start, index.lines.bodies[w.start : w.stop]) for w in windows
    ]


def _windows(index: Index, search: Sequence[str], first: int, last: int) -> list[range]:
    """The candidate's lines, and those from the first to the last line there that the quote has too.

    Lines of the quote in front of and behind these may stand for other lines, or for none.
    """
    bodies = index.lines.bodies
    around = range(max(0, first - 1 - REACH), min(len(bodies), last + REACH))
    pairs = equal_pairs([*map(spacing_key, search)], [spacing_key(bodies[k]) for k in around])
    windows = [range(first - 1, last)]
    if pairs:
        start, stop = around.start + pairs[0][1], around.start + pairs[-1][1] + 1
        head, tail = pairs[0][0], len(search) - 1 - pairs[-1][0]
        windows += [
            range(max(0, start - before), min(len(bodies), stop + behind))
            for before in sorted({0, head}, reverse=True)
            for behind in sorted({0, tail}, reverse=True)
        ]
    return list(dict.fromkeys(windows))


def _near_hint(index: Index, edit: Edit, span: Span, candidates: Sequence[Candidate]) -> bool:
    """Whether the place is within ten lines of the hint, or none of the candidates is."""
    if edit.hint is None:
        return True
    window = range(edit.hint[0] - NEAR, edit.hint[1] + NEAR + 1)
    return _touches(index, span, window) or not any(_touches(index, c.span, window) for c in candidates)


def _touches(index: Index, span: Span, lines: range) -> bool:
    first, last = index.lines.first_and_last(span)
    return first < lines.stop and lines.start <= last
