"""A refused quote laid beside the place that is most like it, and what can be told of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from editapply.align import Pair, align
from editapply.locate import Missing
from editapply.matching import Index
from editapply.model import Candidate, Cause, Edit, Options, Span
from editapply.text import Lines, lines_of, run_of

MOST_SHOWN = 3
MOST_NAMED = 5


class Told(NamedTuple):
    """Why a quote stands nowhere.

    `edit` is the edit as it should have been quoted, where that is known; `tied` tells that the
    first place is not the only one of its kind.
    """

    cause: Cause | None
    detail: str
    candidates: tuple[Candidate, ...]
    edit: Edit | None = None
    tied: bool = False


@dataclass(eq=False)
class Question:
    """A refused edit with what is known of it; `missing` tells what the fuzzy tier saw."""

    edit: Edit
    index: Index
    options: Options
    missing: Missing

    @cached_property
    def best(self) -> Candidate | None:
        return next(iter(self.missing.candidates), None)

    @cached_property
    def search(self) -> list[str]:
        return Lines(self.edit.search).bodies

    @cached_property
    def first(self) -> int:
        """The 0-based line at which the nearest place begins."""
        return self.index.lines.first_and_last(self.best.span)[0] - 1 if self.best else 0

    @cached_property
    def found(self) -> list[str]:
        """The lines of the nearest place."""
        if self.best is None:
            return []
        return self.index.lines.bodies[self.first : self.index.lines.first_and_last(self.best.span)[1]]

    @cached_property
    def pairs(self) -> list[Pair]:
        return align(self.search, self.found)

    def tell(self, cause: Cause | None, detail: str, first: Sequence[Candidate] = (), edit: Edit | None = None) -> Told:
        """An answer; places that it is about come before those that are only near."""
        others = [near for near in self.missing.candidates if not any(near.span.overlaps(c.span) for c in first)]
        return Told(cause, detail, tuple([*first, *others][:MOST_SHOWN]), edit)

    def lines(self, spans: Sequence[Span]) -> str:
        """`line 7`, `lines 3-4, 9`."""
        places = [self.index.lines.first_and_last(span) for span in spans]
        if len(places) == 1:
            return lines_of(*places[0])
        named = ", ".join(run_of(*place) for place in places[:MOST_NAMED])
        return f"lines {named}" + (f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else "")
