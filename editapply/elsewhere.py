"""A quote that isn't in its file → where it stands in other files, and which older version of its own it fits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice, takewhile

from editapply.decode import decode
from editapply.errors import FileError
from editapply.git import Version, tracked_files, versions
from editapply.matching import Index, find_exact, find_whitespace
from editapply.model import Edit, Elsewhere, Tier
from editapply.nearest import MOST_FILES, SKIPPED, read_texts, walk_files
from editapply.normalize import fold_lookalikes
from editapply.text import is_blank, split_lines

MOST_FORGIVING = 1_000_000
FEWEST_SIGNS = 12
FEWEST_WORDS = 2
LONGEST_SUBJECT = 60
_WORD = re.compile(r"\w+")
_PLAIN_WORD = re.compile(r"[A-Za-z0-9_]{3,}(?![^\x00-\x7f])")  # what follows may be a mark on its last letter
_DROPPED = dict.fromkeys([ord(","), *(code for code in range(0x3001) if chr(code).isspace())])


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit as it is told of: the short hash, the day (YYYY-MM-DD), the subject as it is."""

    id: str
    when: str
    subject: str

    def describe(self) -> str:
        """In one line, without control characters.

        >>> Commit("1a2b3c4d5e", "2026-03-01", "Add retries").describe()
        'commit 1a2b3c4d5e (2026-03-01, `Add retries`)'
        """
        start = self.subject[: 2 * LONGEST_SUBJECT]
        shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in start)
        if len(shown) > LONGEST_SUBJECT:
            shown = shown[: LONGEST_SUBJECT - 1] + "…"
        return f"commit {self.id} ({self.when}, `{shown}`)" if shown else f"commit {self.id} ({self.when})"


@dataclass(frozen=True, slots=True)
class StaleSince:
    """The newest commit whose file a quote fits, and the one that changed it then (None: none did yet)."""

    fits: Commit
    changed: Commit | None

    def describe(self) -> str:
        by = self.changed.describe() if self.changed else "changes that are not committed"
        return f"the file has changed since: the quote fits it as of {self.fits.describe()}; {by} changed it"


@dataclass(frozen=True, slots=True)
class _Place:
    tier: Tier
    first: int
    last: int


class _Quote:
    """A quote made ready to be looked for in many texts, few of which hold it.

    Every grade of the whitespace tier leaves signs as they are, but for look-alikes, blanks and
    commas. So only a text that holds them in this order is worth the work of the tiers. Words
    are looked for before that, as they are: it is cheap, and few texts have all of the longest.
    """

    def __init__(self, search: str) -> None:
        self._edit = Edit(path="", search=search, replace="")
        self._words = sorted(set(_PLAIN_WORD.findall(search)), key=lambda word: (-len(word), word))[:3]
        self._signs = _signs(search)
        self._left = MOST_FORGIVING

    def place_in(self, text: str) -> _Place | None:
        """The first of the places of the strictest tier; the whitespace tier is tried on 1 MB of text in all."""
        if not all(word in text for word in self._words) or self._signs not in _signs(text):
            return None
        index = Index(text)
        matches = find_exact(index, self._edit)
        if not matches and len(text) <= self._left:
            self._left -= len(text)
            matches = find_whitespace(index, self._edit)
        return _Place(matches[0].tier, *index.lines.first_and_last(matches[0].span)) if matches else None


def _signs(text: str) -> str:
    return fold_lookalikes(text).translate(_DROPPED)


def find_elsewhere(
    root: str, path: str, search: str, files: Iterable[str] | None = None, limit: int = 3
) -> list[Elsewhere]:
    """The files under `root` other than `path` that hold the quote, those in near folders first.

    Looked at are `files`, else those that git tracks, else all. Where some hold it exactly, those
    that hold it only in the whitespace tier are left out. A quote of less than 12 letters and
    digits, or without any line of two words, would stand in many and is looked for in none. At
    most 20,000 files are looked at and 8 MB read.
    """
    exact: list[Elsewhere] = []
    forgiving: list[Elsewhere] = []
    if not _says_enough(search):
        return []
    quote = _Quote(search)
    for found, text in read_texts(root, _others(root, path, files)):
        place = quote.place_in(text)
        if place is not None:
            (exact if place.tier is Tier.EXACT else forgiving).append(Elsewhere(found, place.first, place.last))
        if len(exact) >= limit:
            break
    return (exact or forgiving)[:limit]


def _says_enough(search: str) -> bool:
    signs = sum(map(str.isalnum, search))
    return signs >= FEWEST_SIGNS and any(len(_WORD.findall(line)) >= FEWEST_WORDS for line in split_lines(search))


def _others(root: str, path: str, files: Iterable[str] | None) -> list[str]:
    if files is None:
        files = tracked_files(root) or islice(walk_files(root), MOST_FILES)
    others = [name for name in files if name != path and not SKIPPED.intersection(name.split("/"))]
    return sorted(others, key=lambda name: (_steps_between(name, path), name))


def _steps_between(path: str, other: str) -> int:
    """How many folders lie between two files."""
    a, b = path.split("/"), other.split("/")
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a[:-1], b[:-1], strict=False)))
    return len(a) + len(b) - 2 * shared


def fits_version(root: str, path: str, search: str) -> StaleSince | None:
    """The newest committed version of the file `path` in which a quote stands that it no longer holds."""
    if is_blank(search):
        return None
    quote = _Quote(search)
    newer: Commit | None = None
    for version in versions(root, path):
        commit = Commit(version.commit[:10], version.when, version.subject)
        if quote.place_in(_text_of(version)) is not None:
            return StaleSince(commit, newer)
        newer = commit
    return None


def _text_of(version: Version) -> str:
    """Empty where it is binary."""
    try:
        return decode(version.data, version.commit)[0]
    except FileError:
        return ""
