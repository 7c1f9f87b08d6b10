"""The edits that fit → a line for each, what was not as quoted, and the diff of what was accepted."""

from __future__ import annotations

from editapply.model import Applied, Outcome, Rejected, Tier, Unchanged
from editapply.report.fit import clipped, fitting_lines
from editapply.report.numbers import counted
from editapply.report.patch import format_patch
from editapply.report.signs import cut, visible
from editapply.report.view import View
from editapply.report.warn import plan_warnings

WIDEST = (60, 20)
LEAST = 12  # characters of a row
LONGEST_NOTE = 300
LONGEST_WARNING = 300
MOST_WARNINGS = 5

Cells = tuple[str, str, str]


def table_lines(view: View, room: int) -> list[str]:
    """Everything that is told of the edits that fit: rows with notes, diffs of accepted ones, warnings."""
    warnings = _warnings(view, room // 4)
    left = room - sum(len(line) + 1 for line in warnings)
    diff = _accepted_diff(view, left // 2)
    left -= sum(len(line) + 1 for line in diff)
    return [*_rows(view, left), *diff, *warnings]


def _rows(view: View, room: int) -> list[str]:
    cells = [cells_of(outcome, view) for outcome in view.fitting[: room // LEAST]]
    widths = [min(WIDEST[k], max((len(row[k]) for row in cells), default=0)) for k in range(2)]
    left = room - LEAST - 2 * len(str(len(view.fitting)))
    lines: list[str] = []
    for k, (place, what, counts) in enumerate(cells):
        row = f"{place:<{widths[0]}}  {what:<{widths[1]}}  {counts}".rstrip()
        if len(row) + 1 > left:
            return [*lines, f"… and {counted(len(view.fitting) - k, 'more edit')}"]
        notes = fitting_lines(_notes(view.fitting[k], view), min(left - len(row) - 1, room // 4))
        lines += [row, *notes]
        left -= sum(len(line) + 1 for line in [row, *notes])
    more = len(view.fitting) - len(cells)
    return [*lines, f"… and {counted(more, 'more edit')}"] if more else lines


def cells_of(outcome: Outcome, view: View) -> Cells:
    """Where an edit stands, how it was found, and the lines it adds and removes."""
    path, lines = visible(outcome.path), view.lines(outcome.path)
    if isinstance(outcome, Rejected):
        return path, "rejected", outcome.code.value
    if lines is not None and len(lines) and outcome.span is not None:
        path += ":{}-{}".format(*lines.first_and_last(outcome.span))
    if isinstance(outcome, Unchanged):
        return path, "unchanged", f"{outcome.code.value}: {visible(outcome.detail)}"
    created = lines is None and not outcome.edit.search.strip()
    how = "created" if created else outcome.tier.label + (" accepted" if outcome.accepted else "")
    return path, how, f"+{outcome.added} -{outcome.removed}"


def _notes(outcome: Outcome, view: View) -> list[str]:
    """What was repaired, and what was not as quoted, so that the model learns the true text."""
    if not isinstance(outcome, Applied) or (outcome.tier is Tier.EXACT and not outcome.repairs):
        return []
    from editapply.report.learned import learn

    learned = learn(outcome, view.lines(outcome.path))
    notes = [f"repaired: {', '.join(outcome.repairs)}"] if outcome.repairs else []
    notes += [f"not as quoted: {', '.join(learned.kinds)}"] if learned.kinds else []
    notes += [f"differs: {detail}" for detail in learned.details]
    return [f"  {clipped(note, LONGEST_NOTE)}" for note in notes]


def _accepted_diff(view: View, room: int) -> list[str]:
    """What the files become whose edits were put at a place that the caller chose."""
    paths = dict.fromkeys(outcome.path for outcome in view.applied if outcome.accepted)
    changes = {path: view.plan.changes[path] for path in paths if path in view.plan.changes}
    return fitting_lines([cut(line) for line in format_patch(changes).split("\n")[:-1]], room) if changes else []


def _warnings(view: View, room: int) -> list[str]:
    warnings = [clipped(warning, LONGEST_WARNING) for warning in plan_warnings(view.plan)]
    more = len(warnings) - MOST_WARNINGS
    rest = [f"… and {counted(more, 'more warning')}"] if more > 0 else []
    return fitting_lines([*warnings[:MOST_WARNINGS], *rest], room)


def summary(view: View) -> str:
    """What came of all edits, where none was refused."""
    applied, unchanged = len(view.applied), len(view.fitting) - len(view.applied)
    if not applied:
        return f"nothing to write: {counted(unchanged, 'edit')} unchanged"
    rest = f", {unchanged} unchanged" if unchanged else ""
    files = counted(len({outcome.path for outcome in view.applied}), "file")
    if view.plan.written:
        return f"{counted(applied, 'edit')} applied to {files}{rest}"
    return f"{counted(applied, 'edit')} would be applied to {files}{rest}; nothing was written"
