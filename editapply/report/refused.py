"""A plan with refused edits → what fits, what was refused, and what to do about it, in the room there is."""

from __future__ import annotations

from collections.abc import Sequence

from editapply.model import Rejected
from editapply.report.fit import fitting_lines, share
from editapply.report.headline import headline
from editapply.report.numbers import blocks, counted
from editapply.report.refusal import Refusal, format_refusal
from editapply.report.steps import state_and_steps
from editapply.report.table import table_lines
from editapply.report.view import View

LONGEST_STEP = 160
BREAK = len("\n\n")


def format_refused(view: View, room: int) -> str:
    """At most `room` characters; what fits is told with `partial` alone."""
    reserved = min(_longest_end(view), room // 2)
    left = room - reserved - BREAK
    done = "\n".join(table_lines(view, left // 4)) if view.plan.options.partial and view.fitting else ""
    parts = [done] if done else []
    left = room - sum(len(part) + BREAK for part in parts)
    refusals = _refusals(view, left - reserved - BREAK)
    end = _end(view, refusals)
    wider = _refusals(view, left - len(end) - BREAK) if len(end) < reserved else refusals
    if len(_end(view, wider)) <= len(end):
        refusals = wider
    parts += [refusal.text for refusal in refusals]
    left -= sum(len(refusal.text) + BREAK for refusal in refusals)
    return "\n\n".join([*parts, "\n".join(fitting_lines(_end(view, refusals).split("\n"), left))])


def _end(view: View, refusals: Sequence[Refusal]) -> str:
    told = zip(view.plan.rejected, refusals, strict=False)
    return state_and_steps(view, {outcome.index for outcome, refusal in told if refusal.corrected})


def _longest_end(view: View) -> int:
    """The characters that the end of the report may take, whichever corrected blocks it shows."""
    ways = state_and_steps(view, ()), state_and_steps(view, {outcome.index for outcome in view.plan.rejected})
    return max(map(len, ways)) + LONGEST_STEP


def _refusals(view: View, room: int) -> list[Refusal]:
    """The refused edits, each in its share of the room; those that there is none for are named by their numbers."""
    rejected, limit = view.plan.rejected, view.plan.options.max_report // 4
    heads = _headlines(rejected, limit, room)
    left_out = _left_out(rejected[len(heads) :])
    room -= sum(len(refusal.text) + BREAK for refusal in left_out) + sum(heads) + BREAK * len(heads)
    told = [format_refusal(outcome, view, limit) for outcome in rejected[: len(heads)]]
    shares = share([len(refusal.text) - head for refusal, head in zip(told, heads, strict=True)], room)
    for k, (head, more) in enumerate(zip(heads, shares, strict=True)):
        if len(told[k].text) > head + more:
            told[k] = format_refusal(rejected[k], view, head + more)
    return [*told, *left_out]


def _left_out(rejected: Sequence[Rejected]) -> list[Refusal]:
    if not rejected:
        return []
    numbers = blocks(outcome.index for outcome in rejected).split(" ", 1)[1]
    were = "was" if len(rejected) == 1 else "were"
    return [Refusal(f"and {counted(len(rejected), 'more block')} {were} refused: {numbers}.")]


def _headlines(rejected: Sequence[Rejected], limit: int, room: int) -> list[int]:
    """The lengths of the first headlines: of all, or of as many as take half of the room."""
    lengths: list[int] = []
    for outcome in rejected:
        lengths.append(min(limit, len(headline(outcome))))
        if sum(lengths) + BREAK * len(lengths) > room // 2:
            return lengths[: max(1, len(lengths) - 1)]
    return lengths
