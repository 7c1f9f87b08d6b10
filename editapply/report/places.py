"""A refused edit → the other places that it may be meant for: other files, other paths, all places of its quote."""

from __future__ import annotations

from editapply.model import Candidate, Code, Elsewhere, Rejected
from editapply.report.numbers import counted, listed
from editapply.report.signs import MOST_OF_A_QUOTE, visible
from editapply.report.view import View
from editapply.text import Lines, lines_of, run_of

MOST_PLACES = 20
MOST_ELSEWHERE = 5
MOST_NEAREST = 5


def tell_facts(outcome: Rejected, view: View) -> list[str]:
    """Where the quote stands, or which file was meant; a line for each fact."""
    facts = [_elsewhere(outcome.elsewhere)] if outcome.elsewhere else []
    if outcome.nearest:
        facts.append(f"Nearest paths: {', '.join(map(visible, outcome.nearest[:MOST_NEAREST]))}.")
    lines = view.now(outcome.path)
    if outcome.code is Code.AMBIGUOUS and outcome.candidates and lines is not None:
        facts += _all_places(outcome.candidates, lines)
    return facts


def _elsewhere(places: tuple[Elsewhere, ...]) -> str:
    named = [f"{visible(place.path)} {lines_of(place.first, place.last)}" for place in places[:MOST_ELSEWHERE]]
    more = len(places) - len(named)
    return f"The quote stands in {listed([*named, counted(more, 'more place')] if more else named)}."


def _all_places(candidates: tuple[Candidate, ...], lines: Lines) -> list[str]:
    """All places in one line, or a line for each where it is known what would make them unique."""
    shown = candidates[:MOST_PLACES]
    more = len(candidates) - len(shown)
    if not any(candidate.context for candidate in shown):
        named = [run_of(*lines.first_and_last(candidate.span)) for candidate in shown]
        return [f"It stands at lines {listed([*named, f'{more} more'] if more else named)}."]
    numbered = [f"  {k}. {_place(candidate, lines)}" for k, candidate in enumerate(shown, start=1)]
    return ["It stands at:", *numbered, *([f"  and {counted(more, 'more place')}"] if more else [])]


def _place(candidate: Candidate, lines: Lines) -> str:
    first, last = lines.first_and_last(candidate.span)
    where = lines_of(first, last)
    if candidate.context is None:
        return where
    start, stop = lines.first_and_last(candidate.context)
    around = [(start, first - 1, "above"), (last + 1, stop, "below")]
    named = [f"{lines_of(a, b)} {side}" for a, b, side in around if a <= b]
    if not named:
        return where
    single = [a for a, b, _ in around if a <= b] if stop - start == last - first + 1 else []
    quoted = f": `{visible(lines.bodies[single[0] - 1].strip(), MOST_OF_A_QUOTE)}`" if single else ""
    return f"{where} (unique with {listed(named)}{quoted})"
