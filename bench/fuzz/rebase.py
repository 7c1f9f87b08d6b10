"""Target: edits of any text; what they may change, and what they must leave."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import editapply
from editapply.apply import plan_edits
from editapply.model import Applied, Edit, Options, Outcome, Plan, Rejected, Tier

from .laws import check_inside, check_outside, check_replaced, check_signs, letters_in, places_of
from .pieces import Settings, read_settings, split

SECOND = "b.py"
LETTERS_STAY = frozenset({"line numbers", "diff signs", "blank first or last lines", "skipped lines"})


def check_rebase(data: bytes) -> None:
    """The input: settings, two files, and up to three pairs of SEARCH and REPLACE, the last one for the second file.

    >>> check_rebase(b"A\\0a = 1\\nb\\n\\0\\0a = 1\\n\\0a = 2\\n")
    """
    head, first, second, *sides = split(data, 9)
    settings = read_settings(head)
    pairs = [(search, written) for search, written in zip(sides[::2], sides[1::2], strict=True) if search or written]
    if not second:
        texts, paths = {settings.path: first}, [settings.path] * 3
    else:
        texts, paths = {settings.path: first, SECOND: second}, [settings.path, settings.path, SECOND]
    edits = [made(settings, path, *pair, k + 1) for k, (path, pair) in enumerate(zip(paths, pairs, strict=False))]
    for edit in edits[:1]:
        check_alone(texts[edit.path], edit, settings.options)
    if len(edits) > 1:
        check_together(texts, edits, settings.options)


def made(settings: Settings, path: str, search: str, written: str, index: int) -> Edit:
    """The hint and the count are those of the first edit alone."""
    hint, count = (settings.hint, settings.count) if index == 1 else (None, 1)
    return Edit(path, search, search if settings.same else written, hint, settings.whole_lines, count, index=index)


def check_alone(before: str, edit: Edit, options: Options) -> None:
    result = editapply.apply_edits(before, [edit], options)
    outcome = result.outcomes[0]
    if isinstance(outcome, Applied):
        assert edit.search != edit.replace or not edit.search.strip(), "equal sides were applied"
        check_applied(before, result.after, outcome)
        return
    assert result.after == before, "the text changed without an edit that was applied"
    if isinstance(outcome, Rejected):
        check_refused(before, outcome, options)


def check_applied(before: str, after: str, outcome: Applied) -> None:
    """One edit changed nothing outside of its place, and there what it asks for."""
    edit, span = outcome.edit, outcome.span
    check_inside(before, span, whole_lines=edit.whole_lines)
    assert after.startswith(before[: span.start]), "text before the place changed"
    assert after.endswith(before[span.end :]), "text behind the place changed"
    assert len(after) >= len(before) - len(span)
    if edit.count != 1:
        return
    if outcome.repairs:
        if outcome.repairs[0] in LETTERS_STAY:
            check_signs(before, after, edit.search, edit.replace, letters_in)
        return
    check_signs(before, after, edit.search, edit.replace)
    if not edit.search.strip() or not edit.whole_lines:
        return
    places = places_of(before, edit.search)
    assert (outcome.tier is Tier.EXACT) == bool(places), "the strictest tier did not decide"
    assert not places or span in places, "the quote stands elsewhere"
    assert len(places) < 2 or edit.hint is not None, "one of several places was chosen"
    if places:
        check_replaced(before, after, span, edit.replace)


def check_refused(before: str, outcome: Rejected, options: Options) -> None:
    """What a refusal offers lies in the file; the edit that it says would fit is made at a place of its own."""
    for candidate in outcome.candidates:
        check_inside(before, candidate.span, whole_lines=False)
        if candidate.context is not None:
            check_inside(before, candidate.context)
            assert len(places_of(before, before[candidate.context.start : candidate.context.end])) == 1
    if outcome.correction is not None:
        result = editapply.apply_edits(before, [outcome.correction], options)
        corrected = result.outcomes[0]
        assert isinstance(corrected, Applied), f"the correction does not fit: {corrected.code.value}"
        check_applied(before, result.after, corrected)
    if outcome.edit is not None and outcome.candidates:
        check_accepted(before, outcome, options)


def check_accepted(before: str, outcome: Rejected, options: Options) -> None:
    """Taking a place that was offered changes that place alone."""
    assert outcome.edit is not None
    path, place = outcome.path, outcome.candidates[0].span
    plan = plan_edits([outcome.edit], {path: before}.get, options, accept={outcome.index: 1})
    after = plan.changes[path].after if path in plan.changes else before
    assert after is not None
    assert isinstance(plan.outcomes[0], Applied) or after == before
    assert after.startswith(before[: place.start]), "accepting changed text before the place"
    assert after.endswith(before[place.end :]), "accepting changed text behind the place"


def check_together(texts: dict[str, str], edits: Sequence[Edit], options: Options) -> None:
    plan = plan_edits(edits, texts.get, options)
    assert [outcome.index for outcome in plan.outcomes] == [edit.index for edit in edits]
    assert set(plan.changes) <= {outcome.path for outcome in plan.outcomes if isinstance(outcome, Applied)}
    for path, before in texts.items():
        own = [outcome for outcome in plan.outcomes if outcome.path == path]
        check_file(path, before, own, plan)


def check_file(path: str, before: str, outcomes: Sequence[Outcome], plan: Plan) -> None:
    change = plan.changes.get(path)
    after = before if change is None else change.after
    assert after is not None
    assert change is None or change.before == before
    spans = [outcome.span for outcome in outcomes if isinstance(outcome, Applied)]
    for span in spans:
        check_inside(before, span, whole_lines=False)
    check_outside(before, after, spans)
    if all(a.end < b.start for a, b in pairwise(sorted(spans))):
        check_sum(before, after, [outcome for outcome in outcomes if isinstance(outcome, Applied)], plan.options)


def check_sum(before: str, after: str, applied: Sequence[Applied], options: Options) -> None:
    """Edits of places apart do together what each does alone."""
    expected, at = "", 0
    for outcome in sorted(applied, key=lambda outcome: outcome.span):
        alone = editapply.apply_edits(before, [outcome.edit], options)
        if not isinstance(alone.outcomes[0], Applied) or alone.outcomes[0].span != outcome.span:
            return
        span = outcome.span
        expected += before[at : span.start] + alone.after[span.start : len(alone.after) - (len(before) - span.end)]
        at = span.end
    assert after == expected + before[at:], "edits of places apart did other things together than alone"
