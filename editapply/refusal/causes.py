"""A quote that stands nowhere in its file → why, as one named cause, and the places to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from editapply.align import Pair
from editapply.already import places_of_replace
from editapply.locate import Located, Missing, locate_as_written, locate_repaired
from editapply.matching import Index, places_inside_words
from editapply.matching.elision import stands_for_lines
from editapply.matching.fuzzy import BELOW
from editapply.matching.repairs import repaired
from editapply.matching.tiers import similarity_at
from editapply.model import Candidate, Cause, Edit, Match, Options, Tier
from editapply.normalize import spacing_key
from editapply.refusal.correction import EVERY_TIER
from editapply.refusal.halves import find_half
from editapply.refusal.question import MOST_SHOWN, Question, Told

MOST_REORDERED = 60
MOST_PLACES = 5
TELLING = 3
BY_GRADE = {
    "look-alike characters": Cause.LOOKALIKES,
    "indentation": Cause.INDENTATION,
}
BY_REPAIR = {
    "line numbers": Cause.LINE_NUMBERS,
    "HTML entities": Cause.ESCAPES,
    "escaped text": Cause.ESCAPES,
    "escaped quotes": Cause.ESCAPES,
    "skipped lines": Cause.ELIDED,
}
WITHOUT_REPLACE = {
    "fence inside of the block": "SEARCH has a fence inside of it",
    "line numbers": "SEARCH has line numbers in front of its lines",
    "HTML entities": "SEARCH has HTML entities where the file has the signs themselves",
    "escaped text": "SEARCH has backslash escapes where the file has the characters themselves",
    "escaped quotes": "SEARCH has backslashes in front of quotes",
    "diff signs": "SEARCH has diff signs in front of its lines",
    "blank first or last lines": "SEARCH begins or ends with blank lines that the file hasn't",
}

Cause_of: TypeAlias = Callable[[Question], "Told | None"]


def inside_words(q: Question) -> Told | None:
    spans = [] if q.edit.whole_lines else places_inside_words(q.index, q.edit.search)
    if not spans:
        return None
    detail = "it stands only inside of longer words there: quote whole words"
    offered = tuple(Candidate(span, 1.0, fits=False) for span in spans[:MOST_SHOWN])
    return Told(None, detail, offered, tied=True)


def already_made(q: Question) -> Told | None:
    spans = places_of_replace(q.index, q.edit)
    if not spans:
        return None
    return q.tell(Cause.ALREADY_APPLIED, f"REPLACE stands at {q.lines(spans)}: was this edit made already?")


def half_made(q: Question) -> Told | None:
    """Some of the edit's changes are made, the others are not."""
    half = find_half(q.index, q.edit, q.missing.candidates)
    if half is None:
        return None
    edit, span, done = half
    detail = f"a part of it is made already: {q.lines(done)} as REPLACE has it"
    place = Candidate(span, similarity_at(q.index, span, q.edit.search))
    return q.tell(Cause.HALF_APPLIED, detail, [place], edit)


def beyond_the_tier(q: Question) -> Told | None:
    """It would fit if `max_tier` allowed it."""
    if q.options.max_tier >= Tier.FUZZY:
        return None
    allowed = f"the loosest tier allowed is {q.options.max_tier.label}"
    located = locate_as_written(q.edit, [q.index], EVERY_TIER) or locate_repaired(q.edit, q.index, EVERY_TIER)
    if isinstance(located, Located):
        kind = located.repairs[0] if located.repairs else located.places[0].grade
        cause = BY_REPAIR.get(kind) or BY_GRADE.get(kind, Cause.WHITESPACE)
        several = f" ({len(located.places)} places)" if len(located.places) > 1 else ""
        detail = f"the quote differs in nothing but {kind}{several}, and {allowed}"
        return q.tell(cause, detail, _offered(located.places))._replace(tied=len(located.places) > 1)
    match = q.missing.match
    if match is None:
        return None
    detail = f"the quote fits in the fuzzy tier alone, and {allowed}"
    return q.tell(Cause.BELOW_RULE, detail, _offered([match]))


def _offered(places: Sequence[Match]) -> list[Candidate]:
    return [Candidate(place.span, place.similarity) for place in places]


def spoilt(q: Question) -> Told | None:
    """SEARCH alone can be repaired; REPLACE doesn't go with it."""
    for name, search, _ in repaired(q.edit.search, q.edit.search):
        mended = replace(q.edit, search=search, replace="", whole_lines=True)
        located = locate_as_written(mended, [q.index], EVERY_TIER)
        if located is not None:
            detail = WITHOUT_REPLACE[name] + (", and REPLACE doesn't go with that" if q.edit.replace.strip() else "")
            told = q.tell(BY_REPAIR.get(name), detail, _offered(located.places))
            return told._replace(tied=len(located.places) > 1)
    return None


def elided(q: Question) -> Told | None:
    dots = next((body.strip() for body in q.search if stands_for_lines(body)), "")
    if not dots or len(q.search) < 2:
        return None
    return q.tell(Cause.ELIDED, f"`{dots[:40]}` in SEARCH stands for lines that are left out: quote them")


def letter_case(q: Question) -> Told | None:
    places = [q.index.lines.span(at, at + len(q.search)) for at in q.index.runs(q.search, case_key)]
    if not places or not q.edit.whole_lines:
        return None
    first = [Candidate(span, similarity_at(q.index, span, q.edit.search)) for span in places[:MOST_SHOWN]]
    told = q.tell(Cause.LETTER_CASE, "only the letter case differs", first)
    return told._replace(tied=len(places) > 1)


def case_key(body: str) -> str:
    return spacing_key(body).casefold()


def line_order(q: Question) -> Told | None:
    """The same lines, blank ones aside, stand somewhere one behind the other in another order."""
    numbered = q.index.numbered(spacing_key, blank_lines=False)
    keys = [spacing_key(body) for body in q.search if body.strip()]
    counts = [numbered.count(key) for key in keys]
    if not 2 <= len(keys) <= MOST_REORDERED or 0 in counts or min(counts) > MOST_PLACES:
        return None
    units = [numbered.numbers[key] for key in keys]
    rarest = units[counts.index(min(counts))]
    for place in numbered.places_of(rarest):
        for start in range(max(0, place - len(keys) + 1), place + 1):
            if sorted(numbered.units[start : start + len(keys)]) == sorted(units):
                span = q.index.lines.span(numbered.lines[start], numbered.lines[start + len(keys) - 1] + 1)
                first = Candidate(span, similarity_at(q.index, span, q.edit.search))
                return q.tell(Cause.LINE_ORDER, "the same lines stand there in another order", [first])
    return None


def cut_short(q: Question) -> Told | None:
    differing = [pair for pair in q.pairs if not pair.same]
    if not differing or not all(pair.single and _is_part(q, pair) for pair in differing):
        return None
    lines = [q.index.lines.span(q.first + pair.file.start, q.first + pair.file.stop) for pair in differing]
    return q.tell(Cause.CUT_SHORT, f"SEARCH has only a part of {q.lines(lines)}: quote whole lines")


def _is_part(q: Question, pair: Pair) -> bool:
    """Whether words of the file's line are missing at one end of the quote's."""
    quoted, found = q.search[pair.quote.start].strip(), q.found[pair.file.start].strip()
    if sum(map(str.isalnum, quoted)) < TELLING:
        return False
    rest = found.removeprefix(quoted) if found.startswith(quoted) else found.removesuffix(quoted)
    return len(rest) < len(found) and any(map(str.isalnum, rest))


def below_the_rule(q: Question) -> Told | None:
    failed = [name for name in q.missing.failed if name != BELOW]
    if failed:
        return q.tell(Cause.BELOW_RULE, failed[0])
    return q.tell(None, "")


CAUSES: tuple[Cause_of, ...] = (
    inside_words,
    half_made,
    already_made,
    beyond_the_tier,
    spoilt,
    elided,
    letter_case,
    line_order,
    cut_short,
    below_the_rule,
)


def find_cause(edit: Edit, index: Index, options: Options, missing: Missing) -> Told:
    """The first cause that holds; the last one always does."""
    question = Question(edit, index, options, missing)
    return next(told for cause in CAUSES if (told := cause(question)) is not None)
