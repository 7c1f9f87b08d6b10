"""Text → the form in which a careful reader would still call two places the same; and how alike two places are.

This is the benchmark's own judgement of places, made without the product.
"""

import re
from collections import Counter
from functools import lru_cache

_TYPESET = {
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("‐\u2011‒–—―−", "-"),
    "…": "...",
    "\u200b": "",
    "\ufeff": "",
}
_PLAIN = str.maketrans(_TYPESET)
_IGNORED = re.compile(r"[\s,;_]+")


def compact(text: str) -> str:
    """Without blanks, line breaks, commas, semicolons, underscores and letter case; typographic signs plain."""
    return _IGNORED.sub("", text.translate(_PLAIN)).casefold()


def count_places(text: str, part: str) -> int:
    """How often the part stands in the text, overlapping places too, both in compact form."""
    whole, wanted = compact(text), compact(part)
    places, at = 0, whole.find(wanted)
    while at >= 0 and wanted:
        places, at = places + 1, whole.find(wanted, at + 1)
    return places


@lru_cache(maxsize=5_000)
def _pairs(line: str) -> frozenset[str]:
    plain = compact(line)
    return frozenset(plain[at : at + 2] for at in range(len(plain) - 1)) or frozenset((plain,))


def _line_likeness(line: str, other: str) -> float:
    first, second = _pairs(line), _pairs(other)
    return 2 * len(first & second) / (len(first) + len(second))


def rank_places(lines: list[str], quote: list[str]) -> list[tuple[int, float]]:
    """For each line of the file, how alike (0..1) the quote and the place that begins there are.

    Blank lines don't count; each line of the quote may lie a line higher or two lower than it should.
    """
    wanted = [line for line in quote if line.strip()]
    numbers = [at for at, line in enumerate(lines) if line.strip()]
    weights = [len(compact(line)) + 1 for line in wanted]
    table = [[_line_likeness(lines[at], want) for at in numbers] for want in wanted]
    return [(number, _score(table, weights, at)) for at, number in enumerate(numbers)]


def _score(table: list[list[float]], weights: list[int], at: int) -> float:
    best = (
        weight * max(row[max(0, at + k - 1) : at + k + 3], default=0.0)
        for k, (row, weight) in enumerate(zip(table, weights, strict=True))
    )
    return sum(best) / max(1, sum(weights))


def dice(text: str, other: str) -> float:
    """The share of character pairs that two texts have in common, counted with repetition."""
    first, second = (Counter(one[at : at + 2] for at in range(len(one) - 1)) for one in (text, other))
    return 2 * (first & second).total() / max(1, first.total() + second.total())
