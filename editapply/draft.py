"""One file while the edits of a reply are gathered for it: where each goes, and what they make together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from editapply.already import Already, find_already
from editapply.budget import JUDGING, RANKING, Budget
from editapply.hunks import Hunk, add_hunks, fold, splice, touches
from editapply.indent import unit_of
from editapply.locate import Located, Missing, locate_as_written, locate_exactly, locate_fuzzy, locate_repaired
from editapply.matching import Index, rank_candidates
from editapply.matching.elision import has_placeholder
from editapply.model import (
    Applied,
    Candidate,
    Cause,
    Code,
    Edit,
    Match,
    Options,
    Outcome,
    Rejected,
    Span,
    Tier,
    Unchanged,
)
from editapply.readings import choose_reading
from editapply.refusal import BY_GRADE, refuse, refuse_ambiguous, refuse_missing, refuse_new, take_offered
from editapply.rewrite import Rebased, fill, insert_lines
from editapply.settle import encoding_problem, is_undecodable, rebase_places, settle, unsupported
from editapply.text import is_blank, is_empty, is_encodable, lines_of

TOO_LONG = "the quote or the file is too long to look for similar places"
UNDECODABLE = "the line holds bytes that are not UTF-8"
ACCEPTABLE = (Code.NOT_FOUND, Code.AMBIGUOUS)


class Draft:
    """The text before, and the hunks on it so far. `add` takes one edit and tells what came of it."""

    def __init__(self, path: str, before: str | None, budget: Budget, options: Options) -> None:
        self.path = path
        self.options = options
        self.budget = budget
        self.budget.grow(before or "")
        self.before = before
        self.original = Index(before or "")
        self.exists = before is not None
        self.hunks: list[Hunk] = []
        self.makers: dict[Hunk, int] = {}
        self.asked: dict[tuple[object, ...], int] = {}
        self.kept: list[tuple[Span, int]] = []
        self.filler: int | None = None
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

    @cached_property
    def unit(self) -> str:
        """One level of the file's indentation."""
        return unit_of(self.original.lines.bodies)

    @property
    def size(self) -> int:
        return len(self.original.lines.text)

    def add(self, edit: Edit, choice: int | None = None) -> Outcome:
        """Locate one more edit; the same one again is done once.

        `choice`: where the edit alone has no place in the file, its candidate of that number (from 1) is taken.
        """
        asked = (edit.search, edit.replace, edit.hint, edit.count, edit.readings, choice)
        if asked in self.asked:
            return Unchanged(edit, Code.ALREADY_APPLIED, None, f"block {self.asked[asked]} does the same")
        outcome = self._add(edit) if choice is None else self._accept(edit, choice)
        if not isinstance(outcome, Rejected):
            self.asked[asked] = edit.index
        return outcome

    def _add(self, edit: Edit) -> Outcome:
        chosen = choose_reading(edit, (self.original, self.so_far) if edit.readings else ())
        if isinstance(chosen, str):
            return refuse(edit, Code.MALFORMED, chosen)
        unread = unsupported(chosen)
        if unread:
            return refuse(chosen, Code.MALFORMED, unread)
        problem = encoding_problem(chosen, self.is_raw)
        if problem:
            return refuse(chosen, Code.ENCODING, problem)
        if is_blank(chosen.search):
            return self._write_new(chosen)
        if not self.exists:
            return refuse(chosen, Code.FILE_NOT_FOUND, "nothing is there, and SEARCH has text")
        return self._change(chosen)

    def _write_new(self, edit: Edit) -> Outcome:
        """An edit with a blank SEARCH: a new file, an empty one filled, or lines inserted at a hint."""
        text = self.so_far.lines
        if is_empty(text.text) and not (text.text and edit.hint):
            self.exists = True
            self.filler = edit.index
            return self._make(edit, fill(self.original.lines, edit.replace), [self._all()], self.original)
        if self.so_far.folded.text == edit.replace:
            whole = Span(0, len(self.original.lines.text))
            return Unchanged(edit, Code.ALREADY_APPLIED, whole, "the file is so already")
        if edit.hint is None:
            return refuse_new(edit, len(text), self.filler, self.before)
        if edit.hint[0] > len(self.original.lines) + 1:
            detail = f"the file has no line {edit.hint[0]}, its last is line {len(self.original.lines)}"
            return refuse(edit, Code.NOT_FOUND, detail)
        rebased = insert_lines(self.original.lines, edit.hint[0] - 1, edit.replace)
        return self._make(edit, rebased, [Match(rebased.hunks[0].span, Tier.EXACT, 1.0)], self.original)

    def _change(self, edit: Edit) -> Outcome:
        placeholder = "" if self.options.allow_placeholder else has_placeholder(edit.search, edit.replace, edit.path)
        if placeholder:
            detail = f"`{placeholder[:80]}` stands for lines that would be lost"
            return refuse(edit, Code.PLACEHOLDER, detail, cause=Cause.ELIDED)
        located = locate_exactly(edit, self.original)
        if located is None and self.hunks and self._so_far is None and not self.budget.spend(self.size):
            return refuse(edit, Code.BUDGET, "too many blocks to look for in the text that earlier ones made")
        if located is None:
            located = locate_as_written(edit, list(dict.fromkeys((self.original, self.so_far))), self.options)
        already = None
        if located is None or located.index is self.original:
            already = find_already(self.original, edit, located)
            if already is not None and (located is not None or not self._is_meant_elsewhere(edit, already)):
                return self._keep(edit, already)
        if located is not None:
            return self._change_places(edit, located)
        repaired = locate_repaired(edit, self.original, self.options)
        if repaired is not None:
            return self._settle(edit, repaired)
        if not self.budget.spend(RANKING * self.size + JUDGING * len(edit.search)):
            return self._refuse_missing(edit, Missing((TOO_LONG,)))
        return self._settle(edit, locate_fuzzy(edit, self.original, self.options, already is not None))

    def _accept(self, asked: Edit, choice: int) -> Outcome:
        """Take a place that was offered for an edit when it was refused: by its own merit, whatever others do."""
        alone = Draft(self.path, self.before, self.budget, self.options)
        alone.original = self.original
        refusal = alone.add(asked)
        if not isinstance(refusal, Rejected):
            return self._add(asked)
        edit, offered = refusal.edit, refusal.candidates
        if edit is None or refusal.code not in ACCEPTABLE or not 1 <= choice <= len(offered):
            detail = f"there is no candidate {choice} to take"
            return replace(refusal, detail=f"{refusal.detail}; {detail}" if refusal.detail else detail)
        place = offered[choice - 1]
        if self.is_raw and is_undecodable(self.original, place.span):
            return refuse(edit, Code.ENCODING, UNDECODABLE)
        rebased = take_offered(self.original, edit, place, self.unit)
        if isinstance(rebased, str):
            return refuse(edit, Code.CONFLICT, f"candidate {choice} can't be taken: {rebased}", offered)
        tier = Tier.EXACT if place.similarity == 1 else Tier.FUZZY
        outcome = self._make(edit, rebased, [Match(place.span, tier, place.similarity)], self.original)
        return replace(outcome, accepted=choice) if isinstance(outcome, Applied) else outcome

    def _refuse_missing(self, edit: Edit, missing: Missing) -> Rejected:
        return refuse_missing(edit, self.original, self.options, self.unit, missing)

    def _settle(self, edit: Edit, found: Located | Missing) -> Outcome:
        return self._refuse_missing(edit, found) if isinstance(found, Missing) else self._change_places(edit, found)

    def _is_meant_elsewhere(self, edit: Edit, already: Already) -> bool:
        """Whether another place is much like SEARCH, so that REPLACE may stand where it does for its own reasons."""
        if not self.budget.spend(RANKING * self.size):
            return True
        likely = [c for c in rank_candidates(self.original, edit.search) if c.similarity >= self.options.threshold]
        return any(not candidate.span.overlaps(already.span) for candidate in likely)

    def _keep(self, edit: Edit, already: Already) -> Outcome:
        """An edit that has been made before; other edits must leave its lines alone."""
        clash = next((hunk for hunk in self.hunks if any(touches(hunk, span) for span in already.new)), None)
        if clash is not None:
            return self._overlap(edit, clash)
        self.kept += [(span, edit.index) for span in already.new]
        return Unchanged(edit, Code.ALREADY_APPLIED, already.span, "REPLACE stands there already")

    def _change_places(self, edit: Edit, located: Located) -> Outcome:
        index, places = located.index, located.places
        if edit.search == edit.replace:
            span = places[0].span if index is self.original else None
            return Unchanged(edit, Code.NO_CHANGE, span, "SEARCH and REPLACE are equal")
        chosen = settle(index, edit, places)
        if not chosen:
            return refuse_ambiguous(edit, self.original, index, places)
        if self.is_raw and any(is_undecodable(index, place.span) for place in chosen):
            return refuse(edit, Code.ENCODING, UNDECODABLE)
        rebased = rebase_places(located, chosen, self.unit)
        if isinstance(rebased, str):
            offered = tuple(Candidate(place.span, place.similarity) for place in chosen)
            offered = offered if index is self.original else ()
            return refuse(edit, Code.CONFLICT, rebased, offered, BY_GRADE.get(chosen[0].grade))
        return self._make(edit, rebased, chosen, index, located.repairs)

    def _all(self) -> Match:
        return Match(Span(0, self.size), Tier.EXACT, 1.0)

    def _make(
        self, edit: Edit, rebased: Rebased, places: Sequence[Match], index: Index, repairs: tuple[str, ...] = ()
    ) -> Outcome:
        """Add the hunks of an edit that has its place, unless they contradict an earlier edit."""
        span = Span(places[0].span.start, places[-1].span.end)
        if index is self.original:
            kept = next((k for span, k in self.kept for hunk in rebased.hunks if touches(hunk, span)), None)
            if kept is not None:
                return refuse(edit, Code.OVERLAP, f"block {kept} asks for a line that this one changes")
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
            span = Span(min((h.span.start for h in made), default=0), max((h.span.end for h in made), default=0))
        for hunk in made:
            self.makers.setdefault(hunk, edit.index)
        self._so_far = None
        if not rebased.hunks:
            return Unchanged(edit, Code.NO_CHANGE, span, "the file has it so already")
        match = max(places, key=lambda place: place.tier)
        counts = rebased.added, rebased.removed
        return Applied(edit, span, match.tier, match.similarity, *counts, match.grade, repairs)

    def _overlap(self, edit: Edit, clash: Hunk) -> Rejected:
        where = lines_of(*self.original.lines.first_and_last(clash.span))
        detail = f"block {self.makers.get(clash)} changes {where} too, in another way"
        return refuse(edit, Code.OVERLAP, detail, (Candidate(clash.span, 1.0),))
