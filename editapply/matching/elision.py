"""A quote with `...` for skipped lines → its parts, each where it stands; and REPLACE that elides what it drops."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from editapply.indent import indent_of
from editapply.model import Match
from editapply.text import Lines, is_blank

Part: TypeAlias = "tuple[str, str]"
"""SEARCH and REPLACE between two lines that stand for skipped ones."""

LONGEST = 200
MOST_PARTS = 100
MOST_CHAINS = 60
# Lines that go on with a block although they are no deeper than its first line.
_GOES_ON = re.compile(
    r"\s*(?:[)\]}#]|(?:else|elif|elsif|except|finally|catch|case|default|when|rescue|ensure|and|or)\b)"
)
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


def find_chain(
    parts: Sequence[Part], find: Callable[[str], list[Match]], bodies: Sequence[str], line_at: Callable[[int], int]
) -> list[Match] | None:
    """A place for every part, one behind the other.

    A part that stands at several places must lie in the block of the part before. None where
    there is no such chain, or more than one. `bodies` are the file's lines, `line_at`
    tells the 0-based line of an offset.
    """
    places = _places(parts, find)
    if places is None:
        return None
    once = all(len(found) == 1 for found in places)
    chains: list[list[Match]] = [[]]
    for k, found in enumerate(places):
        if not 0 < len(found) * len(chains) <= MOST_CHAINS:
            return None
        strict = k > 0 and (not once or _is_lone_opener(parts[k - 1][0]))
        chains = [
            [*chain, place]
            for chain in chains
            for place in found
            if not chain or _follows(chain[-1], place, bodies, line_at, strict)
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


def _is_lone_opener(part: str) -> bool:
    """Whether a part is nothing but a line that opens a block: what follows must lie in it."""
    lines = [line for line in part.split("\n") if line.strip()]
    return len(lines) == 1 and lines[0].rstrip().endswith((":", "{"))


def _follows(before: Match, after: Match, bodies: Sequence[str], line_at: Callable[[int], int], strict: bool) -> bool:
    """Whether a part stands behind another; where `strict`, without a skipped line that leaves its block."""
    if after.span.start < before.span.end or not strict:
        return after.span.start >= before.span.end
    head, tail = line_at(before.span.start), line_at(after.span.start)
    stop = line_at(max(before.span.start, before.span.end - 1)) + 1
    depth = min(_depth(body) for body in bodies[head:stop] if body.strip())
    skipped = [body for body in bodies[stop:tail] if body.strip() and not _GOES_ON.match(body)]
    if _depth(bodies[tail]) > depth:
        return all(_depth(body) > depth for body in skipped)
    return all(_depth(body) >= _depth(bodies[tail]) for body in skipped)


def _depth(body: str) -> int:
    return len(indent_of(body).expandtabs())


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
