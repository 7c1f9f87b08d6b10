"""Drifts inside an unchanged line: a typo, a lost comma, typographic characters, a comment in other words."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

from ..oracle import Drift, Row, Sheet, after_of, any_of, before_of, replace_of, search_of, with_row
from ..syntax import CODE, COMMENT, STRING, find_names
from ..words import SMALL_WORDS, SYNONYMS

_DIRECTIVE = re.compile(r"https?:|noqa|type:|lint|pragma|istanbul|copyright|licen[sc]e|@\w", re.I)
_NO_PROSE = re.compile(r"[;={}()<>\[\]`@]|\w\.\w")
_DANGLING = ("the", "a", "an", "of", "to", "in", "on", "and", "or", "for", "with", "is", "are", "be", "that", "it's")
_NEGATION = re.compile(r"\b(?:not|no|never|none|without|unless|except|only|cannot)\b|n't", re.I)
# what a typographic character stands for, and how it is put there
_TYPOGRAPHIC = {
    "apostrophe": (re.compile(r"(?<=[a-z]{2})'(?=[a-z]{1,2}\b)"), "’"),
    "quotes": (re.compile(r'(?<![\w"])"([A-Za-z][\w .-]*\w)"(?![\w"])'), r"“\1”"),
    "dash": (re.compile(r"(?<=[\w)] )-(?= \w)"), "–"),
    "long dash": (re.compile(r"(?<=[\w)] )-(?= \w)"), "—"),
    "ellipsis": (re.compile(r"(?<=\w)\.\.\.(?!\.)"), "…"),
    "hyphen": (re.compile(r"(?<=[a-z]{2})-(?=[a-z]{2})"), "\u2011"),
    "no-break space": (re.compile(r"(?<=[a-z]) (?=[a-z])"), "\u00a0"),
}


def _typo(sheet: Sheet, rng: Random, way: str) -> Sheet | None:
    """One long name of an unchanged line misspelt, in both sides, where its right spelling is not quoted."""
    places = [(at, found) for at, row in _fresh(sheet) for found in _long_names(row)]
    if not places:
        return None
    at, found = rng.choice(places)
    right, row = found[0], sheet.rows[at]
    wrong = misspell(right, way, rng)
    if wrong is None or wrong == right or right in wrong or wrong in before_of(sheet) + after_of(sheet):
        return None
    quote = (row.quote or "")[: found.start()] + wrong + (row.quote or "")[found.end() :]
    drifted = replace(with_row(sheet, at, replace(row, quote=quote)), variant=way)
    return None if right in search_of(drifted) + replace_of(drifted) else drifted


def _long_names(row: Row) -> Iterator[re.Match[str]]:
    for found in find_names(row.quote or "", row.mask):
        if sum(sign.isalpha() for sign in found[0]) >= 6:
            yield found


def misspell(name: str, way: str, rng: Random) -> str | None:
    """The name with one inner letter lost, doubled, swapped with the next or in another case, or an underscore lost."""
    places = [at for at in range(1, len(name) - 2) if _is_fit(name[at - 1 : at + 2], way)]
    return _misspelt(name, rng.choice(places), way) if places else None


def _is_fit(signs: str, way: str) -> bool:
    """Whether the middle one of three signs can be misspelt so."""
    if way == "underscore":
        return signs[1] == "_" and "_" not in (signs[0], signs[2])
    if way == "case":
        return signs[0].islower() and signs[1].isupper()
    return signs[1:].isalpha()


TYPO: tuple[Drift, ...] = tuple(partial(_typo, way=way) for way in ("lost", "doubled", "swapped", "case", "underscore"))
typo = any_of(TYPO)


def _misspelt(name: str, at: int, way: str) -> str:
    head, sign, rest = name[:at], name[at], name[at + 1 :]
    if way == "doubled":
        return head + sign + sign + rest
    if way == "swapped":
        return head + rest[0] + sign + rest[1:]
    return head + sign.lower() + rest if way == "case" else head + rest


def _comma(sheet: Sheet, rng: Random, last: bool) -> Sheet | None:
    """The comma at the end of an unchanged line lost in the quote: the last one of a list, or one inside."""
    places = [at for at, row in _fresh(sheet) if (row.quote or "").endswith(",") and row.mask[-1:] == CODE]
    places = [at for at in places if _is_last_of_list(sheet, at) == last]
    if not places:
        return None
    at = rng.choice(places)
    row, variant = sheet.rows[at], "last of its list" if last else "inside its list"
    return replace(with_row(sheet, at, replace(row, quote=(row.quote or "")[:-1])), variant=variant)


def _is_last_of_list(sheet: Sheet, at: int) -> bool:
    following = sheet.rows[at + 1].file if at + 1 < len(sheet.rows) else None
    return (following or "").strip()[:1] in tuple(")]}")


COMMA: tuple[Drift, ...] = (partial(_comma, last=True), partial(_comma, last=False))
comma = any_of(COMMA)


def _typographic(sheet: Sheet, rng: Random, sort: str) -> Sheet | None:
    """Typographic characters of one sort in unchanged lines of the file, plain ones in the quote."""
    drifted = sheet
    for at, row in _fresh(sheet):
        drifted = with_row(drifted, at, replace(row, file=typeset(row.file or "", row.mask, sort, rng)))
    return None if drifted == sheet else replace(drifted, variant=sort)


def typeset(line: str, mask: str, sort: str, rng: Random) -> str:
    """The line with typographic characters of one sort in its prose."""
    if _DIRECTIVE.search(line):
        return line
    pattern, sign = _TYPOGRAPHIC[sort]
    places = [one for one in pattern.finditer(line) if _is_prose(one, mask, sort)]
    if sort == "no-break space":
        places = rng.sample(places, min(1, len(places)))
    for one in reversed(places):
        line = line[: one.start()] + one.expand(sign) + line[one.end() :]
    return line


TYPOGRAPHIC: tuple[Drift, ...] = tuple(partial(_typographic, sort=sort) for sort in _TYPOGRAPHIC)
typographic = any_of(TYPOGRAPHIC)


def _is_prose(found: re.Match[str], mask: str, sort: str) -> bool:
    """Inside a comment, or well inside a string (not one of its own quotes, nor a hyphen of a technical name)."""
    if set(mask[found.start() : found.end()]) == {COMMENT}:
        return True
    around = mask[max(0, found.start() - 4) : found.end() + 2]
    return sort not in ("quotes", "hyphen") and set(around) == {STRING}


def _comment(sheet: Sheet, rng: Random, way: str) -> Sheet | None:
    """A comment of an unchanged line in other words."""
    places = [(at, span) for at, row in _fresh(sheet) for span in _prose_of(row)]
    if not places:
        return None
    at, (start, end) = rng.choice(places)
    row, text = sheet.rows[at], sheet.rows[at].quote or ""
    said = paraphrase(text[start:end], way)
    if said is None:
        return None
    return replace(with_row(sheet, at, replace(row, quote=text[:start] + said + text[end:])), variant=way)


def _prose_of(row: Row) -> Iterator[tuple[int, int]]:
    """Where the words of the row's comment stand, its signs left out; nothing where it is no plain prose."""
    start = row.mask.find(COMMENT)
    if start < 0:
        return
    found = re.compile(r"(?:#+|//+|/\*+|\*+)?\s*(\w.*?\w)\s*(?:\*+/)?[.:]?$").match(row.quote or "", start)
    if found and len(found[1].split()) >= 4 and not (_NO_PROSE.search(found[1]) or _DIRECTIVE.search(found[1])):
        yield found.span(1)


def paraphrase(text: str, way: str) -> str | None:
    """The text said otherwise: other words, small words left out, or its end left out; negations stay."""
    words = text.split(" ")
    if way == "other words":
        said = [SYNONYMS[word].replace("_", " ") if word in SYNONYMS else word for word in words]
    elif way == "small words left out":
        said = [word for word in words if word.lower() not in SMALL_WORDS]
    else:
        said = words[: max(3, (2 * len(words) + 2) // 3)]
        while said and said[-1].lower() in _DANGLING:
            said.pop()
        if _NEGATION.search(" ".join(words[len(said) :])):
            return None
    return None if said == words or len(said) < 3 else " ".join(said)


_WAYS = ("other words", "small words left out", "end left out")
COMMENT_WAYS: tuple[Drift, ...] = tuple(partial(_comment, way=way) for way in _WAYS)
comment = any_of(COMMENT_WAYS)


def _fresh(sheet: Sheet) -> Iterator[tuple[int, Row]]:
    for at, row in enumerate(sheet.rows):
        if row.is_fresh and not row.is_blank and "\n" not in (row.quote or ""):
            yield at, row
