"""One file while the edits of a reply are gathered for it: where each goes, and what they make together."""

from __future__ import annotations

from collections.abc import Sequence

from editapply.already import is_there_already, places_of_replace
from editapply.budget import RANKING, Budget
from editapply.hunks import Hunk, add_hunks, fold, splice
from editapply.matching import Index, find_places, places_inside_words, rank_candidates
from editapply.model import Applied, Candidate, Code, Edit, Match, Outcome, Rejected, Span, Tier, Unchanged
from editapply.readings import choose_reading
from editapply.rewrite import Rebased, fill, insert_lines, rebase
from editapply.text import is_blank, is_encodable


class Draft:
    """The text before, and the hunks on it so far. `add` takes one edit and tells what came of it."""

    def __init__(self, path: str, before: str | None, budget: Budget) -> None:
        self.path = path
        self.budget = budget
        self.budget.grow(before or "")
        self.before = before
        self.original = Index(before or "")
        self.exists = before is not None
        self.hunks: list[Hunk] = []
        self.makers: dict[Hunk, int] = {}
        self.is_raw = not is_encodable(before or "")
        self._so_far: Index | None = None

    @property
    def after(self) -> str | None:
        return self.so_far.lines.text if self.exists else None

    @property
    def changed(self) -> bool:
        return self.after != self.before

    @property
    def so_far(self) -> Index:
        """The text with all hunks made."""
        if self._so_far is None:
            self._so_far = Index(splice(self.original.lines.text, self.hunks)) if self.hunks else self.original
        return self._so_far

    def add(self, edit: Edit) -> Outcome:
        chosen = choose_reading(edit, (self.original, self.so_far) if edit.readings else ())
        if isinstance(chosen, str):
            return self._reject(edit, Code.MALFORMED, chosen)
        problem = self._encoding_problem(chosen)
        if problem:
            return self._reject(chosen, Code.ENCODING, problem)
        if is_blank(chosen.search):
            return self._write_new(chosen)
        if not self.exists:
            return self._reject(chosen, Code.FILE_NOT_FOUND, "nothing is there, and SEARCH has text")
        return self._change(chosen)

    def _encoding_problem(self, edit: Edit) -> str:
        if self.is_raw and not (edit.search + edit.replace).isascii():
            return "the file is not UTF-8: only edits in plain ASCII are made to it, so that its other bytes stay"
        if not is_encodable(edit.replace):
            return "REPLACE holds characters that no encoding has (lone surrogates): send others"
        return ""

    def _write_new(self, edit: Edit) -> Outcome:
        """An edit with a blank SEARCH: a new file, an empty one filled, or lines inserted at a hint."""
        text = self.so_far.lines
        if is_blank(text.text):
            self.exists = True
            return self._make(edit, fill(self.original.lines, edit.replace), [self._beginning()], self.original)
        if self.so_far.folded.text == edit.replace:
            whole = Span(0, len(self.original.lines.text))
            return Unchanged(edit, Code.ALREADY_APPLIED, whole, "the file is so already")
        if edit.hint is None:
            return self._reject(edit, Code.FILE_EXISTS, f"the file exists and has {len(text)} lines")
        if edit.hint[0] > len(self.original.lines) + 1:
            return self._reject(edit, Code.NOT_FOUND, f"the file has no line {edit.hint[0]}, only {len(text)} lines")
        rebased = insert_lines(self.original.lines, edit.hint[0] - 1, edit.replace)
        return self._make(edit, rebased, [Match(rebased.hunks[0].span, Tier.EXACT, 1.0)], self.original)

    def _change(self, edit: Edit) -> Outcome:
        places = find_places(self.original, edit)
        if not places and self.hunks:
            if self._so_far is None and not self.budget.spend(len(self.original.lines.text)):
                return self._reject(edit, Code.BUDGET, "too many blocks to look for in the text that earlier ones made")
            later = find_places(self.so_far, edit)
            if later:
                return self._change_places(edit, self.so_far, later)
        already = is_there_already(self.original, edit)
        if already is not None:
            return Unchanged(edit, Code.ALREADY_APPLIED, already, "REPLACE stands there already")
        return self._change_places(edit, self.original, places) if places else self._not_found(edit)

    def _change_places(self, edit: Edit, index: Index, places: list[Match]) -> Outcome:
        if edit.search == edit.replace:
            span = places[0].span if index is self.original else None
            return Unchanged(edit, Code.NO_CHANGE, span, "SEARCH and REPLACE are equal")
        chosen = settle(index, edit, places)
        if not chosen:
            return self._ambiguous(edit, index, places)
        if self.is_raw and not all(is_encodable(self._lines_of(index, place.span)) for place in chosen):
            return self._reject(edit, Code.ENCODING, "the line holds bytes that are not UTF-8")
        parts = [rebase(index.lines, edit, place.span) for place in chosen]
        rebased = Rebased(
            [hunk for part in parts for hunk in part.hunks],
            sum(part.added for part in parts),
            sum(part.removed for part in parts),
        )
        return self._make(edit, rebased, chosen, index)

    def _ambiguous(self, edit: Edit, index: Index, places: Sequence[Match]) -> Rejected:
        asked = f", not at {edit.count}" if edit.count != 1 else ""
        if index is not self.original:
            return self._reject(edit, Code.AMBIGUOUS, f"it stands at {len(places)} places of what earlier blocks made")
        offered = tuple(Candidate(place.span, place.similarity) for place in places)
        return self._reject(edit, Code.AMBIGUOUS, f"it stands at {len(places)} places{asked}", offered)

    def _beginning(self) -> Match:
        return Match(Span(0, 0), Tier.EXACT, 1.0)

    def _lines_of(self, index: Index, span: Span) -> str:
        first, last = index.lines.first_and_last(span)
        return "".join(index.lines.raw[first - 1 : last])

    def _make(self, edit: Edit, rebased: Rebased, places: Sequence[Match], index: Index) -> Outcome:
        """Add the hunks of an edit that has its place, unless they contradict an earlier edit."""
        span = Span(places[0].span.start, places[-1].span.end)
        if index is self.original:
            known = [hunk for hunk in rebased.hunks if hunk in self.makers]
            clash = add_hunks(self.hunks, rebased.hunks)
            if clash is not None:
                return self._overlap(edit, clash)
            if known and len(known) == len(rebased.hunks):
                return Unchanged(edit, Code.ALREADY_APPLIED, span, f"block {self.makers[known[0]]} does the same")
            made = rebased.hunks
        else:
            text = self.original.lines.text
            made = [fold(text, self.hunks, hunk) for hunk in reversed(rebased.hunks)]
            span = Span(min(h.span.start for h in made), max(h.span.end for h in made))
        for hunk in made:
            self.makers.setdefault(hunk, edit.index)
        self._so_far = None
        return Applied(edit, span, places[0].tier, places[0].similarity, rebased.added, rebased.removed)

    def _overlap(self, edit: Edit, clash: Hunk) -> Rejected:
        first, last = self.original.lines.first_and_last(clash.span)
        other = self.makers.get(clash)
        detail = f"block {other} changes lines {first}-{last} too, in another way"
        return self._reject(edit, Code.OVERLAP, detail, (Candidate(clash.span, 1.0),))

    def _not_found(self, edit: Edit) -> Rejected:
        detail = ""
        standing = places_of_replace(self.original, edit)
        inside = [] if edit.whole_lines else places_inside_words(self.original, edit.search)
        if inside:
            detail = "it stands only inside of longer words there: quote whole words"
            return self._reject(edit, Code.NOT_FOUND, detail, tuple(Candidate(span, 1.0) for span in inside[:3]))
        if standing:
            lines = ", ".join("{}-{}".format(*self.original.lines.first_and_last(span)) for span in standing[:5])
            detail = f"REPLACE stands at lines {lines}: was this edit made already?"
        return self._reject(edit, Code.NOT_FOUND, detail, self._rank(edit))

    def _rank(self, edit: Edit) -> tuple[Candidate, ...]:
        if not self.budget.spend(RANKING * len(self.original.lines.text)):
            return ()
        return tuple(rank_candidates(self.original, edit.search))

    def _reject(self, edit: Edit, code: Code, detail: str, candidates: tuple[Candidate, ...] = ()) -> Rejected:
        return Rejected(edit.index, edit.path, edit.reply_line, code, detail, candidates, edit=edit, search=edit.search)


def settle(index: Index, edit: Edit, places: list[Match]) -> list[Match]:
    """The places to change: the only one, the one that the hint overlaps, or as many as were asked for."""
    if edit.count is None:
        return _without_overlaps(places)
    if len(places) == edit.count:
        return _without_overlaps(places) if len(_without_overlaps(places)) == len(places) else []
    if edit.hint is None:
        return []
    hinted = [place for place in places if _touches(index, place.span, edit.hint)]
    return hinted if len(hinted) == edit.count == 1 else []


def _touches(index: Index, span: Span, hint: tuple[int, int]) -> bool:
    first, last = index.lines.first_and_last(span)
    return first <= hint[1] and hint[0] <= last


def _without_overlaps(places: list[Match]) -> list[Match]:
    kept: list[Match] = []
    for place in places:
        if not kept or not kept[-1].span.overlaps(place.span):
            kept.append(place)
    return kept
