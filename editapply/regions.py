"""A run of SEARCH that an edit changes → the lines of the place that stand for it."""

from __future__ import annotations

from collections.abc import Sequence

from editapply.align import Pair
from editapply.diff import Run
from editapply.text import is_blank


class Regions:
    """The aligned lines of one place, asked for by lines of the quote.

    `accepting`: the caller has seen the place and chosen it, so that a line to change may
    differ from the quote's, one to one.
    """

    def __init__(
        self, pairs: Sequence[Pair], search: Sequence[str], found: Sequence[str], accepting: bool = False
    ) -> None:
        self.pairs = pairs
        self.search, self.found = search, found
        self.accepting = accepting
        self.pair_of = {line: pair for pair in pairs for line in pair.quote}

    def whole_pairs(self, runs: Sequence[Run]) -> list[Run]:
        """The runs, widened so that none begins or ends inside of a pair of several lines."""
        wide: list[Run] = []
        for run in map(self._widened, runs):
            if wide and run.a_start < wide[-1].a_stop:
                last = wide.pop()
                run = Run(last.a_start, max(last.a_stop, run.a_stop), last.b_start, max(last.b_stop, run.b_stop))
            wide.append(run)
        return wide

    def _widened(self, run: Run) -> Run:
        a_start, a_stop, b_start, b_stop = run
        head = self.pair_of.get(a_start) if a_start < a_stop or self._splits(a_start) else None
        if head is not None and len(head.quote) > 1 and head.same:
            b_start -= a_start - head.quote.start
            a_start = head.quote.start
        tail = self.pair_of.get(a_stop - 1) if a_start < a_stop else None
        if tail is not None and len(tail.quote) > 1 and tail.same:
            b_stop += tail.quote.stop - a_stop
            a_stop = tail.quote.stop
        return Run(a_start, a_stop, b_start, b_stop)

    def _splits(self, line: int) -> bool:
        pair = self.pair_of.get(line)
        return pair is not None and pair.quote.start < line

    def of(self, run: Run) -> range | str:
        """The lines (0-based, of the place) that the run changes; empty for an insertion. Or why there are none."""
        before = self.pair_of.get(run.a_start - 1)
        if before is not None and not self._ends_alike(before) and self._quote_ends(before).endswith(","):
            return "the line before the change lacks the comma that the quote has"
        return self._insertion(run.a_start) if run.a_start == run.a_stop else self._changed(run)

    def _changed(self, run: Run) -> range | str:
        touched = list(dict.fromkeys(self.pair_of[line] for line in range(run.a_start, run.a_stop)))
        for k, pair in enumerate(touched):
            inner = 0 < k < len(touched) - 1
            stands = pair.same or (self.accepting and pair.single)
            if not stands and not (inner and self._is_blank(pair)):
                return "the lines to change are not all there as the quote has them"
            if not self._ends_alike(pair):
                return "a comma at the end of a line to change is not as the quote has it"
        return range(touched[0].file.start, touched[-1].file.stop)

    def _insertion(self, at: int) -> range | str:
        """New lines go between two lines that are matched one to one, or to the matched one that they touch."""
        before, after = self.pair_of.get(at - 1), self.pair_of.get(at)
        left, right = self._edge(before), self._edge(after)
        if before is None and after is None:
            return "the quote has no line to hold on to"
        if left is not None and right is not None:
            if left.file.stop == right.file.start or is_blank(self.search[at]):
                return range(left.file.stop, left.file.stop)
            if is_blank(self.search[at - 1]):
                return range(right.file.start, right.file.start)
            return "other lines stand where the new ones would go"
        if left is not None:
            return range(left.file.stop, left.file.stop)
        if right is not None:
            return range(right.file.start, right.file.start)
        return "the lines beside the new ones are not there as the quote has them"

    def _edge(self, pair: Pair | None) -> Pair | None:
        return pair if pair is not None and (pair.same or pair.single) else None

    def _ends_alike(self, pair: Pair) -> bool:
        """Whether both sides end with a comma, or neither does."""
        if not pair.quote or not pair.file:
            return True
        return self._quote_ends(pair).endswith(",") is self.found[pair.file[-1]].rstrip().endswith(",")

    def _quote_ends(self, pair: Pair) -> str:
        return self.search[pair.quote[-1]].rstrip() if pair.quote else ""

    def _is_blank(self, pair: Pair) -> bool:
        lines = [*(self.search[k] for k in pair.quote), *(self.found[k] for k in pair.file)]
        return all(map(is_blank, lines))
