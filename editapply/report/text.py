"""A plan → the report on standard output, written for a model that will send the next try."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from editapply.model import Applied, Code, Outcome, Plan, Rejected, Tier, Unchanged
from editapply.report.excerpt import differences, distinctive_line, excerpt, visible
from editapply.report.warn import plan_warnings
from editapply.text import Lines

MOST_PER_EDIT = 2000
MOST_IN_ALL = 8000
MOST_PLACES = 20
MOST_ROWS = 60
MOST_TABLE_LINES = 150

HEADLINES = {
    Code.MALFORMED: "ERROR: a block can't be read",
    Code.NOT_FOUND: "ERROR: SEARCH text not found",
    Code.AMBIGUOUS: "ERROR: SEARCH text is ambiguous",
    Code.FILE_NOT_FOUND: "ERROR: file not found:",
    Code.FILE_EXISTS: "ERROR: SEARCH is empty, and the file exists:",
    Code.UNSAFE_PATH: "ERROR: unsafe path:",
    Code.BINARY: "ERROR: binary file:",
    Code.ENCODING: "ERROR: encoding",
    Code.STALE: "ERROR: stale:",
    Code.OVERLAP: "ERROR: the edit overlaps another one",
    Code.CONFLICT: "ERROR: conflict",
    Code.PLACEHOLDER: "ERROR: REPLACE has a placeholder",
    Code.PERMISSION: "ERROR: permission denied:",
    Code.BUDGET: "ERROR: too much work",
    Code.IO: "ERROR: can't read or write",
}

NEXT_STEPS = {
    Code.MALFORMED: "Send {block} again, whole: a line with the path, then every marker on its own line.",
    Code.NOT_FOUND: "Send {block} again, quoting the lines of the file as they are.",
    Code.AMBIGUOUS: "Send {block} again, with enough lines around the place to make SEARCH unique.",
    Code.FILE_NOT_FOUND: "Send {block} again with the right path, or with an empty SEARCH to create the file.",
    Code.FILE_EXISTS: "Send {block} again, quoting in SEARCH the lines to change.",
    Code.UNSAFE_PATH: "Send {block} again with a path inside the root folder.",
    Code.BINARY: "Leave {block} out: binary files are not edited.",
    Code.ENCODING: "Send {block} again in plain ASCII, away from such bytes, or convert the file first.",
    Code.STALE: "Read the file again, then send {block} again.",
    Code.OVERLAP: "Send one block for both changes in place of {block}.",
    Code.CONFLICT: "Send {block} again, quoting the lines of the file as they are.",
    Code.PLACEHOLDER: "Send {block} again, with the lines themselves in REPLACE.",
    Code.PERMISSION: "Make the file writable, or leave {block} out.",
}


def format_report(plan: Plan) -> str:
    """What became of every block, what was written, and what to send next."""
    if plan.ok:
        return "\n".join([*_table(plan, plan.outcomes), *plan_warnings(plan), _summary(plan)]) + "\n"
    parts: list[str] = []
    if plan.options.partial:
        done = [outcome for outcome in plan.outcomes if not isinstance(outcome, Rejected)]
        parts += ["\n".join([*_table(plan, done), *plan_warnings(plan)])] if done else []
    parts += _bounded([_refusal(outcome, plan) for outcome in plan.rejected])
    parts.append("\n".join([_state(plan), *_next_steps(plan)]))
    return "\n\n".join(parts) + "\n"


def describe(outcome: Outcome, plan: Plan) -> str:
    """One outcome in a line."""
    if isinstance(outcome, Rejected):
        return _headline(outcome)
    return "  ".join(_cells(outcome, plan))


def _table(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    done = [outcome for outcome in outcomes if not isinstance(outcome, Rejected)]
    rows = [_cells(outcome, plan) for outcome in done]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(2)]
    table: list[str] = []
    for outcome, (place, what, counts) in zip(done, rows, strict=True):
        table.append(f"{place:<{widths[0]}}  {what:<{widths[1]}}  {counts}".rstrip())
        table += _notes(outcome, plan) if isinstance(outcome, Applied) and len(table) < MOST_ROWS else []
    left_out = len(table) - MOST_TABLE_LINES
    return table if left_out <= 0 else [*table[:MOST_TABLE_LINES], f"… and {left_out} more lines"]


def _notes(outcome: Applied, plan: Plan) -> list[str]:
    """What differed where the match was not exact, so that the model learns the true text."""
    notes = [f"  repaired: {', '.join(outcome.repairs)}"] if outcome.repairs else []
    if outcome.tier is not Tier.EXACT and not outcome.repairs and outcome.path in plan.texts:
        told = differences(Lines(plan.texts[outcome.path]), outcome.span, outcome.edit.search)
        forgiven = f" ({outcome.grade})" if outcome.grade else ""
        notes += [f"  not as quoted{forgiven}: {text}" for text in told]
    return notes


def _cells(outcome: Applied | Unchanged, plan: Plan) -> tuple[str, str, str]:
    path = visible(outcome.path)
    text = plan.texts.get(outcome.path)
    created = isinstance(outcome, Applied) and text is None and not outcome.edit.search.strip()
    if text and outcome.span is not None:
        path += ":{}-{}".format(*Lines(text).first_and_last(outcome.span))
    if isinstance(outcome, Unchanged):
        return path, "unchanged", f"{outcome.code.value}: {outcome.detail}"
    return path, "created" if created else outcome.tier.label, f"+{outcome.added} -{outcome.removed}"


def _summary(plan: Plan) -> str:
    applied = [outcome for outcome in plan.outcomes if isinstance(outcome, Applied)]
    unchanged = len(plan.outcomes) - len(applied)
    rest = f", {unchanged} unchanged" if unchanged else ""
    if not applied:
        return f"nothing to write: {_count(unchanged, 'edit')} unchanged"
    files = _count(len({outcome.path for outcome in applied}), "file")
    if plan.written:
        return f"{_count(len(applied), 'edit')} applied to {files}{rest}"
    return f"{_count(len(applied), 'edit')} would be applied to {files}{rest}; nothing was written"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _headline(outcome: Rejected) -> str:
    headline = HEADLINES[outcome.code]
    where = f" {'' if headline.endswith(':') else 'in '}{visible(outcome.path)}" if outcome.path else ""
    line = distinctive_line(outcome.search)
    quote = f": `{line}`" if line else ""
    block = f" (block {outcome.index}, reply line {outcome.reply_line}{quote})" if outcome.reply_line else ""
    detail = f": {outcome.detail}" if outcome.detail else ""
    return f"{headline}{where}{block}{detail}" + ("" if detail.endswith("?") else ".")


def _refusal(outcome: Rejected, plan: Plan) -> str:
    parts = [_headline(outcome)]
    if outcome.nearest:
        parts.append("Nearest paths: " + ", ".join(visible(path) for path in outcome.nearest) + ".")
    if outcome.candidates and outcome.path in plan.texts:
        lines = Lines(plan.texts[outcome.path])
        parts += _places(outcome, lines) if outcome.code in (Code.AMBIGUOUS, Code.OVERLAP) else _nearest(outcome, lines)
    return _fitted("\n".join(parts), MOST_PER_EDIT)


def _places(outcome: Rejected, lines: Lines) -> list[str]:
    places = [lines.first_and_last(candidate.span) for candidate in outcome.candidates]
    named = [f"{first}-{last}" for first, last in places[:MOST_PLACES]]
    more = f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    return [f"It stands at lines {', '.join(named)}{more}."] if outcome.code is Code.AMBIGUOUS else []


def _nearest(outcome: Rejected, lines: Lines) -> list[str]:
    parts = ["Closest matches (ranked by similarity):"]
    for candidate in outcome.candidates:
        first, last = lines.first_and_last(candidate.span)
        shown = "\n".join(f"    {line}" for line in excerpt(lines, candidate.span, outcome.search))
        told = "".join(f"\n  differs: {text}" for text in differences(lines, candidate.span, outcome.search))
        parts.append(f"\n  [{candidate.similarity:.2f}] lines {first}-{last}:\n{shown}{told}")
    return parts


def _fitted(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return text[: text.rfind("\n", 0, limit - 60)] + f"\n  … ({text.count(chr(10), limit - 60) + 1} more lines)"


def _bounded(refusals: list[str]) -> list[str]:
    """As many refusals as there is room for; of the others, the first line."""
    room = MOST_IN_ALL - 600
    kept: list[str] = []
    for k, refusal in enumerate(refusals):
        text = refusal if len(refusal) <= room else refusal.split("\n", 1)[0]
        if len(text) > room:
            kept.append(f"… and {len(refusals) - k} more blocks were refused.")
            break
        kept.append(text)
        room -= len(text) + 2
    return kept


def _state(plan: Plan) -> str:
    fitting = [outcome.index for outcome in plan.outcomes if not isinstance(outcome, Rejected)]
    if plan.written:
        fitting = [outcome.index for outcome in plan.outcomes if isinstance(outcome, Applied)]
        return f"{_blocks(fitting)} {'was' if len(fitting) == 1 else 'were'} written."
    fit = f" {_blocks(fitting)} {'fits' if len(fitting) == 1 else 'fit'}." if fitting else ""
    return f"Nothing was written.{fit}"


def _next_steps(plan: Plan) -> list[str]:
    """What to send next, once for each kind of refusal."""
    by_code: dict[Code, list[int]] = {}
    for outcome in plan.rejected:
        if outcome.index:
            by_code.setdefault(outcome.code, []).append(outcome.index)
    known = {code: numbers for code, numbers in by_code.items() if code in NEXT_STEPS}
    return [NEXT_STEPS[code].format(block=_blocks(numbers).lower()) for code, numbers in known.items()]


def _blocks(numbers: Iterable[int]) -> str:
    """`Block 2`, `Blocks 1 and 3`, `Blocks 1-5 and 7`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs][:MOST_PLACES]
    if len(runs) > MOST_PLACES:
        shown.append("others")
    text = shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + f" and {shown[-1]}"
    return f"Block {text}" if text.isdigit() else f"Blocks {text}"
