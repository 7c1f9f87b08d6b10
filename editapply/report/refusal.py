"""A refused edit → what is wrong, the lines really there, and the block as it would fit, in the room there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from editapply.model import Candidate, Code, Rejected
from editapply.report.corrected import corrected_block
from editapply.report.differs import tell_differences
from editapply.report.excerpt import MOST_LINES, show, size_of
from editapply.report.fit import clipped, fitting_lines
from editapply.report.headline import headline
from editapply.report.laid import Laid
from editapply.report.places import tell_facts
from editapply.report.resuming import accept_line
from editapply.report.view import View
from editapply.text import Lines, lines_of

MOST_CANDIDATES = 3
MOST_ALONE = 24  # lines of a candidate that is shown without a corrected block
FEW = 4
ALMOST = 0.99  # 1.00 is said of equal lines alone
MOST_DIFFERENCES = 8
RANKED = "Closest matches (ranked by similarity):"
UNRANKED = "The file has there:"
CORRECTED = "Corrected block, with the lines of candidate 1 and your change (send it if that is the place you mean):"


class Refusal(NamedTuple):
    """The text, and whether it holds the corrected block."""

    text: str
    corrected: bool = False


class Shown(NamedTuple):
    """A candidate as it is shown: its first line, lines of the file, and what differs in them."""

    title: str
    excerpt: Sequence[str]
    told: Sequence[str]

    def __str__(self) -> str:
        lines = [f"    {line}" for line in self.excerpt]
        return "\n".join([self.title, *lines, *(f"  differs: {text}" for text in self.told)])


def format_refusal(outcome: Rejected, view: View, room: int) -> Refusal:
    """At most `room` characters.

    Room is given first to what is wrong, then to what differs in the first candidate, to its
    lines, to the corrected block (whole, or absent), and to what is left.
    """
    head = clipped(headline(outcome), room)
    text = "\n".join([head, *fitting_lines(tell_facts(outcome, view), room - len(head))])
    lines = view.now(outcome.path)
    if lines is None or not outcome.candidates or outcome.code is Code.AMBIGUOUS:
        return Refusal(text)
    return _Candidates(outcome, view, lines, room - len(text) - 1).under(text)


class _Candidates:
    """The candidates of one refusal, and its corrected block, under their heading."""

    def __init__(self, outcome: Rejected, view: View, lines: Lines, room: int) -> None:
        self.outcome, self.view, self.lines = outcome, view, lines
        self.ranked = outcome.code is Code.NOT_FOUND
        self.heading = RANKED if self.ranked else UNRANKED
        self.room = room - len(self.heading) - 1

    def under(self, text: str) -> Refusal:
        laid = self.view.laid(self.outcome, self.outcome.candidates[0])
        title = self._title(self.outcome.candidates[0])
        if len(title) + 1 > self.room:
            return Refusal(text)
        told = self._told(laid, self.room - len(title) - 1)
        ending, corrected = self._ending(laid, self.room - len(str(Shown(title, [], told))) - 1)
        left = self.room - len(str(Shown(title, [], told))) - 1 - len(ending)
        shown = Shown(title, show(laid, MOST_LINES if corrected else MOST_ALONE, left), told)
        others = self._others(left - size_of(shown.excerpt))
        if not corrected:
            shown = self._told_longer(shown, laid, left - size_of(shown.excerpt) - sum(len(str(o)) + 1 for o in others))
        return Refusal("\n".join([text, self.heading, str(shown), *map(str, others)]) + ending, corrected)

    def _told_longer(self, shown: Shown, laid: Laid, room: int) -> Shown:
        """With more of what differs, where room is left."""
        longer = shown._replace(told=tell_differences(laid, MOST_DIFFERENCES)) if shown.told else shown
        return longer if len(str(longer)) - len(str(shown)) <= room else shown

    def _title(self, candidate: Candidate) -> str:
        where = lines_of(*self.lines.first_and_last(candidate.span))
        similarity = candidate.similarity if candidate.similarity == 1 else min(candidate.similarity, ALMOST)
        return f"\n  [{similarity:.2f}] {where}:" if self.ranked else f"  {where}:"

    def _told(self, laid: Laid, room: int) -> list[str]:
        """What differs, where the quote was meant for these lines; beyond the first only where a line fits too."""
        if self.outcome.code is Code.OVERLAP:
            return []
        told = tell_differences(laid)
        while told and self._is_too_long(laid, told, room):
            told.pop()
        return told

    def _is_too_long(self, laid: Laid, told: Sequence[str], room: int) -> bool:
        left = room - size_of(told) - len("differs") * len(told)
        return left < 0 or (len(told) > 1 and not show(laid, 1, left))

    def _ending(self, laid: Laid, room: int) -> tuple[str, bool]:
        """The corrected block where there is room for it and a few lines above; else how to take the candidate."""
        block = corrected_block(self.outcome, self.view.plan)
        if block is not None:
            ending = f"\n\n{CORRECTED}\n\n{block.removesuffix(chr(10))}"
            if len(ending) + size_of(show(laid, FEW)) <= room:
                return ending, True
        line = accept_line(self.view.plan, self.outcome) if self.outcome.correction else ""
        return (f"\n{line}", False) if line and len(line) < room else ("", False)

    def _others(self, room: int) -> list[Shown]:
        """The other candidates, whole or with little of each."""
        kept: list[Shown] = []
        for candidate in self.outcome.candidates[1:MOST_CANDIDATES]:
            laid = self.view.laid(self.outcome, candidate)
            told = [] if self.outcome.code is Code.OVERLAP else tell_differences(laid)
            title = self._title(candidate)
            ways = (Shown(title, show(laid), told), Shown(title, show(laid, FEW), told[:1]), Shown(title, [], told[:1]))
            shown = next((way for way in ways if len(str(way)) + 1 <= room), None)
            if shown is None:
                break
            kept.append(shown)
            room -= len(str(shown)) + 1
        return kept
