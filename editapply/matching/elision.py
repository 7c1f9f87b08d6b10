"""A quote with `...` for skipped lines → its parts, each where it stands; and REPLACE that elides what it drops."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from editapply.matching.index import Index
from editapply.model import Match
from editapply.text import Lines, is_blank

Part: TypeAlias = "tuple[str, str]"
"""SEARCH and REPLACE between two lines that stand for skipped ones."""

LONGEST = 200
MOST_PARTS = 100
MOST_CHAINS = 60
_OPENERS = r"(?://+|#+|--|;+|%+|/\*+|<!--|\{/\*)"
_ONLY_DOTS = re.compile(rf"(?:{_OPENERS} ?)?(?:\.\.\.|…) ?(?:\*/\}}?|-->)?$")
_WORDS = (
    r"(?:existing|unchanged|omitted|remaining|rest|snip(?:ped)?|etc\.?$|as before|no (?:other )?changes?"
    r"|(?:stays?|remains?) (?:the )?(?:same|as)|same(?:$| as)"
    r"|keep (?:the |all )?(?:rest|existing|same|other|remaining|as))"
)
_DOTS = r"(?:\.\.\.|…)(?![\w\[$])"
_COMMENT = re.compile(rf"(?:pass )?{_OPENERS}.*(?:{_DOTS}|\b{_WORDS}\b)", re.IGNORECASE)
_BARE = re.compile(rf"(?:[(\[<{{]|\"\"\"|'{{3}})? ?(?:{_DOTS}|{_WORDS}\b).{{0,80}}$", re.IGNORECASE)


def stands_for_lines(body: str) -> bool:
    """Whether a line is `...`, or a comment that holds nothing else."""
    return len(body) < LONGEST and _ONLY_DOTS.match(body.strip()) is not None


def split_elided(search: str, replace: str) -> list[Part] | None:
    """The parts of both sides between the same `...` lines; None where there are none, or other ones.

    >>> split_elided("a\\n...\\nb\\n", "A\\n...\\nB\\n")
    [('a\\n', 'A\\n'), ('b\\n', 'B\\n')]
    """
    old, new = _parts(Lines(search).bodies), _parts(Lines(replace).bodies)
    if len(old) < 2 or len(old) != len(new) or any(map(is_blank, old)):
        return None
    return list(zip(old, new, strict=True))


def _parts(bodies: Sequence[str]) -> list[str]:
    parts: list[list[str]] = [[]]
    for body in bodies:
        if stands_for_lines(body):
            parts.append([])
        else:
            parts[-1].append(body + "\n")
    return ["".join(part) for part in parts]


def find_chain(parts: Sequence[Part], find: Callable[[str], list[Match]], index: Index) -> list[Match] | None:
    """A place for every part, one behind the other, without leaving a block in the lines skipped.

    None where there is no such chain, or more than one, or where too many would have to be looked at.
    Where each part stands once, and only parts in front of skipped lines change, those behind them are
    no more than context: they may stand anywhere below.
    """
    places = _places(parts, find)
    if places is None:
        return None
    once = all(len(found) == 1 for found in places)
    changed = max((k for k, (search, written) in enumerate(parts) if search != written), default=0)
    chains: list[list[Match]] = [[]]
    for k, found in enumerate(places):
        if not 0 < len(found) * len(chains) <= MOST_CHAINS:
            return None
        free = once and k > changed
        chains = [
            [*chain, place]
            for chain in chains
            for place in found
            if not chain or _follows(chain[-1], place, index, strict=not once, free=free)
        ]
    return chains[0] if len(chains) == 1 else None


def _places(parts: Sequence[Part], find: Callable[[str], list[Match]]) -> list[list[Match]] | None:
    """The places of every part, equal ones looked up once; None where one has none, or there are too many."""
    known: dict[str, list[Match]] = {}
    for search, _ in parts if len(parts) <= MOST_PARTS else ():
        if search not in known:
            known[search] = find(search)
        if not 0 < len(known[search]) <= MOST_CHAINS:
            return None
    return [known[search] for search, _ in parts] if known else None


def _follows(before: Match, after: Match, index: Index, strict: bool, free: bool) -> bool:
    """Whether a part stands behind another, and, where not `free`, in a block that the two show."""
    if free or after.span.start < before.span.end:
        return after.span.start >= before.span.end
    first, last = index.lines.first_and_last(before.span)
    return index.blocks.stays(first - 1, last, index.lines.index_at(after.span.start), strict)


def has_placeholder(search: str, replace: str, path: str) -> str:
    """The line of REPLACE that stands for lines which the edit would drop; "" where there is none.

    >>> has_placeholder("a\\nb\\n", "a\\n# ... rest of the code\\n", "x.py")
    '# ... rest of the code'
    """
    quoted = Lines(search).bodies
    written = Lines(replace).bodies
    dropped = {body.strip() for body in quoted if body.strip()} - {body.strip() for body in written}
    if not dropped:
        return ""
    known = {body.strip() for body in quoted}
    return next((b.strip() for b in written if b.strip() not in known and _is_placeholder(b, path)), "")


def _is_placeholder(body: str, path: str) -> bool:
    text = " ".join(body.split())
    if stands_for_lines(text):
        return not (path.endswith(".pyi") and text == "...")
    return len(text) < LONGEST and (_COMMENT.match(text) is not None or _is_bare(text))


def _is_bare(text: str) -> bool:
    """Whether a line without a comment's sign says nothing but that lines are left out."""
    found = _BARE.match(text)
    return found is not None and (text[0] in "([<{\"'" or text.startswith(("...", "…")))
