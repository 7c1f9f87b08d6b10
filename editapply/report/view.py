"""A plan, with the lines of its files cut once for all that is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from editapply.model import Applied, Candidate, Code, Outcome, Plan, Rejected, Span
from editapply.text import Lines

if TYPE_CHECKING:
    from editapply.report.laid import Laid

MOST_LAID = 100
ACCEPTABLE = (Code.NOT_FOUND, Code.AMBIGUOUS)


class View:
    """What the parts of a report look at."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._lines: dict[str, Lines] = {}
        self._now: dict[str, Lines] = {}
        self._laid: dict[tuple[int, Span], Laid] = {}

    def lines(self, path: str) -> Lines | None:
        """The lines of a file before; None where it wasn't read."""
        if path not in self.plan.texts:
            return None
        if path not in self._lines:
            self._lines[path] = Lines(self.plan.texts[path])
        return self._lines[path]

    def now(self, path: str) -> Lines | None:
        """The lines of a file as the plan leaves it, which is where refused edits are to go."""
        change = self.plan.changes.get(path) if self.plan.written else None
        if change is None or change.after is None:
            return self.lines(path)
        if path not in self._now:
            self._now[path] = Lines(change.after)
        return self._now[path]

    def laid(self, outcome: Rejected, candidate: Candidate) -> Laid:
        """The quote of a refused edit beside one of its candidates."""
        from editapply.report.laid import lay

        key = id(outcome), candidate.span
        if key not in self._laid:
            if len(self._laid) >= MOST_LAID:
                self._laid.clear()
            lines = self.now(outcome.path) or Lines("")
            replace = outcome.edit.replace if outcome.edit else ""
            self._laid[key] = lay(lines, candidate.span, outcome.search, replace)
        return self._laid[key]

    @cached_property
    def fitting(self) -> Sequence[Outcome]:
        return [outcome for outcome in self.plan.outcomes if not isinstance(outcome, Rejected)]

    @cached_property
    def applied(self) -> Sequence[Applied]:
        return [outcome for outcome in self.plan.outcomes if isinstance(outcome, Applied)]


def acceptable(outcome: Rejected) -> int:
    """The number (from 1) of the first candidate that `--accept` can take; 0 where there is none."""
    offered = outcome.candidates if outcome.code in ACCEPTABLE else ()
    return next((k for k, candidate in enumerate(offered, start=1) if candidate.fits), 0)
