"""A text and a query, or two texts → how many words they share; a store of texts → the best for a query."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

_FUNCTION_WORDS = """
a an the to of in on at for and or but we i it is are was were be been
this that these those with as by from into our your their its do does
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())

_RUN = re.compile("[a-z0-9]{2,}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A text that a query may ask for, its tags, and how much it matters (0..1)."""

    text: str
    tags: tuple[str, ...] = ()
    relevance: float = 0.0


@dataclass(frozen=True, slots=True)
class Scored:
    """An entry with its score (0.1 to 1.3), and whether the query hit a word or a tag of it at all."""

    entry: Entry
    score: float
    matched: bool


class Scorer(Protocol):
    """How well an entry answers a query: `score_entry`, or what a caller puts in its place (embeddings, say)."""

    def __call__(self, entry: Entry, query: str, /) -> Scored: ...


class Store(Protocol):
    """Where entries are kept and asked for: `MemoryStore`, or what a caller puts in its place."""

    def add(self, entry: Entry) -> None: ...

    def remove(self, entry: Entry) -> bool: ...

    def retrieve(self, query: str, limit: int) -> list[Scored]: ...


class Matcher(Protocol):
    """Whether two texts say the same: `TokenOverlap`, or what a caller puts in its place."""

    def similar(self, a: str, b: str) -> bool: ...


def overlap(text: str, query: str) -> float:
    """The share of the query's words that stand in the text: 0.0 (none) to 1.0 (all).

        overlap = words of `query` that are substrings of `text` / words of `query`

    Words are what blanks separate; letter case doesn't count; a word that the query has twice counts
    twice. Not symmetric.

    Edge cases: 0.0 for a query without words.

    Complexity: one substring search for each word of the query.

    Source: the article on text matching in an agent engine.

    Wrong in these known ways: `art` is found in `start`; punctuation belongs to its word, so `blue,` isn't
    found in `blue`; no synonyms, and stop words count like all others.

    >>> overlap("deploys go to the blue cluster", "deploy the blue service")
    0.75
    """
    low = text.lower()
    words = query.lower().split()
    return sum(word in low for word in words) / max(len(words), 1)


def score_entry(entry: Entry, query: str) -> Scored:
    """How much an entry matters for a query.

        score = 0.5 · relevance + 0.4 · overlap(text, query) + 0.3 if a tag contains the whole query + 0.1

    It `matched` if a word of the query is in the text, or the query in a tag, whatever the score. Letter
    case and blanks around the query don't count.

    Edge cases: a relevance that is not finite, or not in 0..1, counts as 0; a blank query hits nothing.

    Complexity: one substring search for each word of the query in the text, and one in each tag.

    Source: the article on text matching in an agent engine.

    Wrong in these known ways: those of `overlap`; an important entry without a hit beats a less important
    one with some, so look at `matched`.

    >>> entry = Entry("Deploys go to the blue cluster", tags=("infra",), relevance=0.8)
    >>> scored = score_entry(entry, "deploy the blue service")
    >>> round(scored.score, 3), scored.matched
    (0.8, True)
    >>> score_entry(Entry("anything", relevance=float("nan")), "other")
    Scored(entry=Entry(text='anything', tags=(), relevance=nan), score=0.1, matched=False)
    """
    query = query.strip().lower()
    relevance = entry.relevance if 0 <= entry.relevance <= 1 else 0.0
    words = overlap(entry.text, query)
    tagged = bool(query) and any(query in tag.lower() for tag in entry.tags)
    score = 0.5 * relevance + 0.4 * words + (0.3 if tagged else 0.0) + 0.1
    return Scored(entry, score, matched=words > 0 or tagged)


def retrieve(entries: Iterable[Entry], query: str, limit: int, scorer: Scorer = score_entry) -> list[Scored]:
    """The `limit` entries with the highest scores, best first; equal scores keep the order of `entries`.

    Entries that didn't match are among them where there are too few that did: see `Scored.matched`.
    ValueError if `limit` is below 0.

    Complexity: one `scorer` call for each entry, and a sort.

    Source, and wrong in these known ways: as for `score_entry`.

    >>> entries = [Entry("meetings are on tuesdays", ("deploy",), 1.0), Entry("deploys go to blue", (), 0.8)]
    >>> [(scored.entry.text, round(scored.score, 2)) for scored in retrieve(entries, "deploy blue", 2)]
    [('deploys go to blue', 0.9), ('meetings are on tuesdays', 0.6)]
    """
    if limit < 0:
        raise ValueError(f"a limit is 0 or more, not {limit}")
    scored = [scorer(entry, query) for entry in entries]
    return sorted(scored, key=lambda one: one.score, reverse=True)[:limit]


class MemoryStore:
    """Entries in memory, for several threads: readers score a snapshot, so they never block writers.

    >>> store = MemoryStore()
    >>> store.add(Entry("deploys go to blue"))
    >>> [scored.matched for scored in store.retrieve("deploy", limit=3)]
    [True]
    """

    def __init__(self, entries: Iterable[Entry] = (), scorer: Scorer = score_entry) -> None:
        self._entries = list(entries)
        self._lock = threading.Lock()
        self._scorer = scorer

    def add(self, entry: Entry) -> None:
        """Append an entry; equal entries are kept beside each other."""
        with self._lock:
            self._entries.append(entry)

    def remove(self, entry: Entry) -> bool:
        """Drop the first entry equal to this one; False if there is none."""
        with self._lock:
            if entry not in self._entries:
                return False
            self._entries.remove(entry)
            return True

    def entries(self) -> tuple[Entry, ...]:
        """A snapshot, oldest first."""
        with self._lock:
            return tuple(self._entries)

    def retrieve(self, query: str, limit: int) -> list[Scored]:
        """As the function `retrieve`, over the entries of this moment."""
        return retrieve(self.entries(), query, limit, self._scorer)  # the lock is free while it scores


def significant_words(text: str) -> frozenset[str]:
    """The words that say what a text is about: runs of a-z and 0-9 in the lower-case text, at least two
    characters long, that are not in `STOP_WORDS`.

    Complexity: linear.

    Source: the documentation of a token-overlap matcher, with its stop words.

    Wrong in these known ways: letters beyond a-z cut a word in two (`café` gives `caf`), other scripts
    have no words, and `does`, `with` or `from` are dropped in code too.

    >>> sorted(significant_words("We do the PreCompact hook, v2!"))
    ['hook', 'precompact', 'v2']
    """
    return frozenset(_RUN.findall(text.lower())) - STOP_WORDS


def jaccard(a: str, b: str) -> float:
    """How many of the two texts' significant words are in both: 0.0 (none) to 1.0 (the same words).

        jaccard = |words(a) ∩ words(b)| / |words(a) ∪ words(b)|      words = significant_words

    Edge cases: 0.0 if either has no significant word, equal texts too.

    Complexity: time and memory linear in both texts.

    Source: the documentation of a token-overlap matcher.

    Wrong in these known ways: those of `significant_words`; no synonyms (`use`, `chose`); order, number
    and negation are lost, and one word decides between short texts.

    >>> jaccard("PreCompact hook set.", "PreCompact hook set — the design analog")
    0.6
    >>> jaccard("the", "the")
    0.0
    """
    ours, theirs = significant_words(a), significant_words(b)
    return len(ours & theirs) / len(ours | theirs) if ours and theirs else 0.0


@dataclass(frozen=True, slots=True)
class TokenOverlap:
    """Two texts are similar where their `jaccard` is at or above the threshold (0..1).

    Texts without significant words are similar to nothing, whatever the threshold. Complexity, source and
    wrong in these known ways: as for `jaccard`.

    >>> TokenOverlap().similar("PreCompact hook set.", "PreCompact hook set — the design analog")
    True
    >>> TokenOverlap().similar("use SQLite", "chose SQLite")
    False
    """

    threshold: float = 0.5

    def similar(self, a: str, b: str) -> bool:
        """Whether the two texts share enough significant words."""
        return all(map(significant_words, (a, b))) and jaccard(a, b) >= self.threshold
