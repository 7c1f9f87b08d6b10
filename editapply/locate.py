"""An edit and its file → where it goes: tier by tier, with the quote as written, then repaired."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from editapply.matching import Index, find_exact, find_whitespace
from editapply.matching.elision import find_chain, split_elided, stands_for_lines
from editapply.matching.fuzzy import find_fuzzy
from editapply.matching.repairs import repaired
from editapply.matching.whitespace import find_in_grade
from editapply.model import Candidate, Edit, Match, Options, Tier
from editapply.normalize import indent_key
from editapply.text import Lines

MADE_ALREADY = "a place is like it, but REPLACE stands in the file already"
COLON_NUMBER = re.compile(r"[ \t]*(\d{1,7}):")
NEAR_NUMBER = 3

Finder: TypeAlias = Callable[[Index, Edit], list[Match]]


@dataclass(frozen=True, slots=True)
class Located:
    """All places of a quote in one text. `edit` is the edit as repaired.

    `parts` are edits with a place of their own each, where the quote skips lines with `...`.
    """

    edit: Edit
    index: Index
    places: list[Match]
    repairs: tuple[str, ...] = ()
    parts: tuple[tuple[Edit, Match], ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """The quote stands nowhere: why the nearest place isn't it.

    `match` is the place that the fuzzy tier would take, where it isn't allowed to.
    """

    failed: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    match: Match | None = None


def locate_exactly(edit: Edit, original: Index) -> Located | None:
    places = find_exact(original, edit)
    return Located(edit, original, places) if places else None


def locate_as_written(edit: Edit, texts: Sequence[Index], options: Options) -> Located | None:
    """The quote as it is: exact in the original, in the text so far, then the whitespace tier in both."""
    finders: list[tuple[Finder, Edit]] = [(find_exact, edit)]
    ends = edit.search.endswith("\n"), edit.replace.endswith("\n")
    if options.max_tier >= Tier.WHITESPACE and (edit.whole_lines or not edit.replace or ends[0] is ends[1]):
        finders.append((find_whitespace, replace(edit, whole_lines=True)))
    for find, asked in finders:
        for index in texts:
            places = find(index, asked)
            if places and find is find_exact and index is not texts[0] and len(finders) > 1:
                places = _with_original(places, edit, texts[0], index)
            if places:
                return Located(asked, index, places)
    return None


def _with_original(places: list[Match], edit: Edit, original: Index, so_far: Index) -> list[Match]:
    """Places that earlier edits have made, and those of the original that the quote may be meant for as well."""
    loose = find_whitespace(original, edit) if edit.whole_lines and edit.count == 1 else []
    spans = find_in_grade(so_far, edit.search, loose[0].grade) if loose else []
    others = [span for span in spans if not any(span.overlaps(place.span) for place in places)]
    found = [*places, *(Match(span, Tier.WHITESPACE, loose[0].similarity, loose[0].grade) for span in others)]
    return sorted(found, key=lambda match: match.span.start)


def locate_repaired(edit: Edit, original: Index, options: Options) -> Located | Missing | None:
    """The quote after each single repair; two repairs that lead to different results are none."""
    found: list[Located] = []
    for name, search, written in repaired(edit.search, edit.replace) if options.max_tier > Tier.EXACT else ():
        mended = replace(edit, search=search, replace=written, whole_lines=True)
        located = locate_as_written(mended, [original], options)
        if located is not None and not _is_numbered_otherwise(edit, located):
            found.append(replace(located, repairs=(name,)))
    elided = _locate_elided(edit, original, options)
    found += [elided] if elided else []
    if not found:
        return None
    ways = {(located.edit.replace, tuple(place.span for place in located.places)) for located in found}
    if len(ways) > 1:
        names = " and ".join(f"`{located.repairs[0]}`" for located in found)
        places = tuple(Candidate(place.span, place.similarity) for located in found for place in located.places)
        return Missing((f"the quote can be repaired in two ways, {names}",), places[:3])
    return found[0]


def _is_numbered_otherwise(edit: Edit, located: Located) -> bool:
    """Whether `12:` in front of lines can't be their number, as they stand elsewhere: it may be a key."""
    number = COLON_NUMBER.match(edit.search)
    if number is None or int(number[1]) < 1:
        return False
    lines = [located.index.lines.first_and_last(place.span)[0] for place in located.places]
    return all(abs(line - int(number[1])) > NEAR_NUMBER for line in lines)


def _locate_elided(edit: Edit, original: Index, options: Options) -> Located | None:
    parts = split_elided(edit.search, edit.replace)
    if parts is None or _holds_dots(edit, original) or options.max_tier < Tier.WHITESPACE:
        return None

    def places(search: str) -> list[Match]:
        located = locate_as_written(replace(edit, search=search, replace="", whole_lines=True), [original], options)
        return located.places if located else []

    chain = find_chain(parts, places, original)
    if chain is None:
        return None
    edits = [replace(edit, search=search, replace=written, whole_lines=True) for search, written in parts]
    whole = replace(chain[0], span=replace(chain[0].span, end=chain[-1].span.end), tier=max(m.tier for m in chain))
    return Located(edit, original, [whole], ("skipped lines",), tuple(zip(edits, chain, strict=True)))


def _holds_dots(edit: Edit, original: Index) -> bool:
    """Whether a line of dots is text of the file: then it stands for no others."""
    held = original.numbered(indent_key)
    return any(held.count(indent_key(body)) for body in Lines(edit.search).bodies if stands_for_lines(body))


def locate_fuzzy(edit: Edit, original: Index, options: Options, made: bool = False) -> Located | Missing:
    """The one place that is meant in spite of what differs in the context, or why there is none.

    `made` tells that REPLACE stands in the file: then nobody knows whether the edit was made there or is meant here.
    """
    asked = replace(edit, whole_lines=True)
    judged = find_fuzzy(original, asked, options)
    if judged.match is None or options.max_tier < Tier.FUZZY:
        return Missing(judged.failed, judged.candidates, judged.match)
    if made:
        return Missing((MADE_ALREADY,), judged.candidates)
    return Located(asked, original, [judged.match])
