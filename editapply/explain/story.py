"""A plan → the steps of each block, made by the functions that locating runs, where it stops they stop.

`Draft` decides what comes of an edit; this module follows its way from tier to tier without
changing anything but drafts of its own, which know the text as edited so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from editapply.already import Already, find_already
from editapply.budget import JUDGING, RANKING, Budget
from editapply.draft import Draft
from editapply.explain.repairs import repair_steps
from editapply.explain.step import Explained, Place, Step, place_at, places_in
from editapply.locate import Located, locate_as_written, locate_exactly, locate_fuzzy, locate_repaired
from editapply.matching import Index, find_exact, find_whitespace, places_inside_words, rank_candidates
from editapply.matching.fuzzy import BELOW, Verdict, judge_candidates
from editapply.matching.whitespace import GRADES
from editapply.model import Applied, Code, Edit, Match, Options, Outcome, Plan, Rejected, Tier, Unchanged
from editapply.settle import encoding_problem
from editapply.text import is_blank

SO_FAR = ", in what earlier blocks made"
TOO_MUCH = "too much work"
BEFORE_LOOKING = frozenset({Code.MALFORMED, Code.PLACEHOLDER, Code.FILE_EXISTS})

SoFar: TypeAlias = Callable[[], Index]


def explain_plan(plan: Plan) -> list[Explained]:
    """The steps of every block of a plan, in the order of its outcomes."""
    drafts: dict[str, Draft] = {}
    budget, effort = Budget(), Budget()
    explained: list[Explained] = []
    for outcome in plan.outcomes:
        path = outcome.path
        if path not in plan.texts and not isinstance(outcome, Applied):
            explained.append(Explained(outcome))
            continue
        if path not in drafts:
            drafts[path] = Draft(path, plan.texts.get(path), budget, plan.options)
            effort.grow(plan.texts.get(path, ""))
        explained.append(Explained(outcome, _steps(outcome, drafts[path], effort)))
        if isinstance(outcome, Applied):
            drafts[path].add(outcome.edit)
    return explained


def _steps(outcome: Outcome, draft: Draft, effort: Budget) -> tuple[Step, ...]:
    edit = outcome.edit
    if edit is None or not _was_looked_for(outcome, edit, draft):
        return ()
    so_far = (lambda: draft.so_far) if draft.hunks else None
    return explain_edit(edit, draft.original, draft.options, so_far, effort)


def _was_looked_for(outcome: Outcome, edit: Edit, draft: Draft) -> bool:
    """Whether the block came as far as that its quote was looked for."""
    if is_blank(edit.search):
        return False
    if isinstance(outcome, Rejected) and outcome.code is Code.ENCODING:
        return not encoding_problem(edit, draft.is_raw)
    if isinstance(outcome, Unchanged) and outcome.code is Code.ALREADY_APPLIED:
        return outcome.span is not None
    return isinstance(outcome, Applied) or outcome.code not in BEFORE_LOOKING


def explain_edit(
    edit: Edit, original: Index, options: Options, so_far: SoFar | None = None, effort: Budget | None = None
) -> tuple[Step, ...]:
    """The steps of one edit with a SEARCH that isn't blank.

    `so_far` gives the text with the hunks of earlier blocks, if there are any; `effort` bounds
    the work.
    """
    return tuple(_looked_for(edit, original, options, so_far, effort or Budget()))


def _looked_for(edit: Edit, original: Index, options: Options, so_far: SoFar | None, effort: Budget) -> Iterator[Step]:
    size = len(original.lines.text)
    texts = [original]
    if so_far is not None and locate_exactly(edit, original) is None:
        if not effort.spend(size):
            yield Step("exact", note=TOO_MUCH, skipped=True)
            return
        texts.append(so_far())
    yield from _as_written(edit, texts, options)
    located = locate_as_written(edit, texts, options)
    already = None if located is not None and located.index is not original else find_already(original, edit, located)
    if already is not None:
        stopped = located is not None or not _is_meant_elsewhere(edit, original, already, options, effort)
        yield _already(original, already, stopped)
        if stopped:
            return
    if located is not None:
        return
    yield from repair_steps(edit, original, options)
    if locate_repaired(edit, original, options) is not None:
        return
    if not effort.spend(RANKING * size + JUDGING * len(edit.search)):
        yield Step("fuzzy", note=TOO_MUCH, skipped=True)
        return
    yield _fuzzy(edit, original, options)


def _as_written(edit: Edit, texts: Sequence[Index], options: Options) -> Iterator[Step]:
    """The quote as it is: exact in both texts, then the whitespace tier in both, up to the first that has it."""
    for index, where in zip(texts, ("", SO_FAR), strict=False):
        step = _exact(edit, index, "exact" + where)
        yield step
        if step.tier is not None:
            return
    reason = _why_no_whitespace(edit, options)
    if reason:
        yield Step("whitespace", note=reason, skipped=True)
        return
    for index, where in zip(texts, ("", SO_FAR), strict=False):
        step = _whitespace(edit, index, "whitespace" + where)
        yield step
        if step.tier is not None:
            return


def _exact(edit: Edit, index: Index, tried: str) -> Step:
    places = find_exact(index, edit)
    if places:
        return _found(tried, index, places)
    inside = [] if edit.whole_lines else places_inside_words(index, edit.search)
    return Step(tried, note="only inside of longer words" if inside else "")


def _why_no_whitespace(edit: Edit, options: Options) -> str:
    if options.max_tier < Tier.WHITESPACE:
        return _not_allowed(options)
    one_ends = edit.search.endswith("\n") is not edit.replace.endswith("\n")
    return "only one side ends with a line end" if not edit.whole_lines and edit.replace and one_ends else ""


def _not_allowed(options: Options) -> str:
    return f"the loosest tier allowed is {options.max_tier.label}"


def _whitespace(edit: Edit, index: Index, tried: str) -> Step:
    places = find_whitespace(index, replace(edit, whole_lines=True))
    names = [grade.name for grade in GRADES]
    if not places:
        return Step(tried, note="" if tried.endswith(SO_FAR) else ", ".join(names))
    stricter = names[: names.index(places[0].grade)]
    return _found(tried, index, places, f"not yet with {', '.join(stricter)}" if stricter else "")


def _found(tried: str, index: Index, places: Sequence[Match], note: str = "") -> Step:
    first = places[0]
    return Step(
        tried, tier=first.tier, grade=first.grade, places=places_in(index, places), count=len(places), note=note
    )


def _already(original: Index, already: Already, stopped: bool) -> Step:
    note = "the edit is made already" if stopped else "but another place is much like SEARCH"
    return Step("REPLACE", places=(place_at(original, already.span, 1.0),), count=1, note=note)


def _is_meant_elsewhere(edit: Edit, original: Index, already: Already, options: Options, effort: Budget) -> bool:
    """Whether a place that REPLACE isn't at is much like SEARCH; the same question as a draft asks."""
    if not effort.spend(RANKING * len(original.lines.text)):
        return True
    likely = (c for c in rank_candidates(original, edit.search) if c.similarity >= options.threshold)
    return any(not candidate.span.overlaps(already.span) for candidate in likely)


def _fuzzy(edit: Edit, original: Index, options: Options) -> Step:
    if options.max_tier < Tier.FUZZY:
        return Step("fuzzy", note=_not_allowed(options), skipped=True)
    found = locate_fuzzy(edit, original, options)
    verdicts = judge_candidates(original, replace(edit, whole_lines=True), options)
    places = tuple(_judged(original, verdict, options) for verdict in verdicts)
    if isinstance(found, Located):
        match = found.places[0]
        return Step("fuzzy", tier=match.tier, grade=match.grade, places=places, count=len(places))
    told = {BELOW, *(name for verdict in verdicts for name in verdict.failed)}
    return Step("fuzzy", places=places, count=len(places), note="; ".join(n for n in found.failed if n not in told))


def _judged(original: Index, verdict: Verdict, options: Options) -> Place:
    candidate = verdict.candidate
    below = f"below the threshold {options.threshold:g}"
    note = "; ".join(below if name == BELOW else name for name in verdict.failed)
    return place_at(original, candidate.span, candidate.similarity, note or "every condition holds")
