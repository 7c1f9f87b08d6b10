"""Explained outcomes → the text of `editapply explain`, bounded in length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from editapply.explain.repairs import REPAIRS, SKIPPED_LINES
from editapply.explain.step import Explained, Place, Step
from editapply.model import Applied, Outcome, Plan, Rejected, Tier
from editapply.report.excerpt import distinctive_line, visible
from editapply.text import Lines, lines_of, run_of

MOST_SHOWN = 4
MOST_CHARACTERS = 40_000
MOST_NOTE = 800


def format_explanation(plan: Plan, explained: Sequence[Explained]) -> str:
    """A paragraph for each block: what was tried, what each try found, and the outcome.

    Where it would be too long, blocks that fit are told together, then the last are left out.
    """
    full = [_paragraph(plan, block) for block in explained]
    if sum(map(len, full)) > MOST_CHARACTERS:
        groups = groupby(zip(explained, full, strict=True), key=lambda pair: isinstance(pair[0].outcome, Rejected))
        full = [text for refused, pairs in groups for text in _briefly(refused, list(pairs))]
    lengths = accumulate(map(len, full))
    shown = [text for text, length in zip(full, lengths, strict=True) if length <= MOST_CHARACTERS]
    more = [f"… and {len(full) - len(shown)} more\n"] if len(full) > len(shown) else []
    return "\n".join([*shown, *more])


def _briefly(refused: bool, pairs: Sequence[tuple[Explained, str]]) -> list[str]:
    if refused or len(pairs) == 1:
        return [text for _, text in pairs]
    first, last = pairs[0][0].outcome, pairs[-1][0].outcome
    return [f"blocks {first.index} to {last.index}\n  -> applied or unchanged\n"]


def _paragraph(plan: Plan, block: Explained) -> str:
    steps = (line for step in block.steps for line in _step(step))
    lines = [_heading(block.outcome), *steps, f"  -> {describe_outcome(block.outcome, plan)}"]
    return "".join(line + "\n" for line in lines)


def _heading(outcome: Outcome) -> str:
    edit = outcome.edit
    search = outcome.search if isinstance(outcome, Rejected) else outcome.edit.search
    line = distinctive_line(search)
    number = outcome.reply_line if isinstance(outcome, Rejected) else outcome.edit.reply_line
    block = f"block {outcome.index}, reply line {number}" if edit or outcome.index else "the reply"
    parts = [visible(outcome.path)] * bool(outcome.path) + [f"`{line}`"] * bool(line)
    return f"{block}: {', '.join(parts)}" if parts else block


def describe_outcome(outcome: Outcome, plan: Plan) -> str:
    """What came of a block, in one line."""
    if isinstance(outcome, Applied):
        return f"applied: {_match(outcome, plan)}, +{outcome.added} -{outcome.removed}"
    status = "rejected" if isinstance(outcome, Rejected) else "unchanged"
    detail = f": {_shortened(outcome.detail)}" if outcome.detail else ""
    return f"{status}: {outcome.code.value}{detail}{_near(outcome) if isinstance(outcome, Rejected) else ''}"


def _near(outcome: Rejected) -> str:
    """The paths like the one that isn't there, and the other files that hold the quote."""
    paths = [visible(path) for path in outcome.nearest]
    others = [f"{visible(place.path)} {lines_of(place.first, place.last)}" for place in outcome.elsewhere[:MOST_SHOWN]]
    near = f"; nearest paths: {', '.join(paths)}" if paths else ""
    return near + (f"; it stands in {', '.join(others)}" if others else "")


def _match(outcome: Applied, plan: Plan) -> str:
    text = plan.texts.get(outcome.path)
    if text is None and not outcome.edit.search.strip():
        return "the file is created"
    repairs = f", repaired ({', '.join(outcome.repairs)})" if outcome.repairs else ""
    where = f" at {lines_of(*Lines(text).first_and_last(outcome.span))}" if text else ""
    return f"{_named(outcome.tier.label, outcome.grade)}{repairs}{where}"


def _named(tier: str, grade: str) -> str:
    return f"{tier} ({grade})" if grade else tier


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_NOTE else text[: MOST_NOTE - 1] + "…"


def _step(step: Step) -> Iterator[str]:
    """A step in a line; a line for each place where each has something of its own to say."""
    head = "  " + (f'repair "{step.repair}"' if step.repair else _named(step.tried, step.grade)) + ": "
    if step.skipped:
        yield f"{head}not tried ({step.note})"
    elif any(place.note for place in step.places):
        told = [f"{_similar(place)}: {_shortened(place.note)}" for place in step.places[:MOST_SHOWN]]
        told += [f"… and {step.count - MOST_SHOWN} more"] if step.count > MOST_SHOWN else []
        told += [f"refused: {_shortened(step.note)}"] if step.note else []
        yield from ((head if k == 0 else " " * len(head)) + line for k, line in enumerate(told))
    elif step.repair:
        yield head + _repaired(step)
    else:
        yield head + _told(step)


def _told(step: Step) -> str:
    if step.tried == REPAIRS:
        return _shortened(step.note)
    note = f" ({step.note})" if step.note else ""
    return f"{_places(step)}{note}"


def _repaired(step: Step) -> str:
    if step.repair == SKIPPED_LINES and not step.count:
        return f"in parts: {step.note}"
    found = f"{_named(step.tier.label, step.grade)} at " if step.tier is not None else "at " if step.count else ""
    how = "in parts" if step.repair == SKIPPED_LINES else "both sides repaired"
    note = f", but {step.note}" if step.note else ""
    return f"{how}; then {found}{_places(step)}{note}"


def _places(step: Step) -> str:
    if not step.places:
        return "nowhere"
    if step.count == 1 and step.tier is Tier.WHITESPACE and not step.repair:
        return _similar(step.places[0])
    shown = [(place.first, place.last) for place in step.places[:MOST_SHOWN]]
    if len(shown) == 1:
        return lines_of(*shown[0])
    named = ", ".join(run_of(*place) for place in shown)
    more = f", … and {step.count - MOST_SHOWN} more" if step.count > MOST_SHOWN else ""
    return f"lines {named}{more}"


def _similar(place: Place) -> str:
    return f"{lines_of(place.first, place.last)}, similarity {place.similarity:.2f}"
