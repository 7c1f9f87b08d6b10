"""Two short texts → how many single edits lie between them; two pieces of code → how many tokens they share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence

from editapply.similarity.lcs import bit_masks

_TOKEN = re.compile(r"\d+\.\d+|\w+|[^\w\s]")


def levenshtein(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """The least number of single edits (put in, take out, put in place of) that turn `a` into `b`.

    Formula: the table in which cell (i, j) belongs to the first i of `a` and the first j of `b`:

        table[i][0] = i,  table[0][j] = j
        table[i][j] = min(table[i-1][j] + 1, table[i][j-1] + 1, table[i-1][j-1] + (a[i-1] != b[j-1]))

    Neighbours in the table differ by -1, 0 or 1, so a column is kept as two integers: the bits where it
    rises and the bits where it falls.

    Edge cases: if one is empty, the other's length. Two neighbours swapped are two edits. A text's
    elements are its characters, and letter case counts.

    Complexity: time O(len(a) · len(b) / word size), memory O(min(len(a), len(b))). Meant for short texts
    (below some 20 characters, where bigrams are too coarse).

    Source: Levenshtein (1965), a variant that the article on fuzzy matches for failed SEARCH/REPLACE edits
    names; its columns as bits come from Myers (1999) and Hyyrö (2003).

    Wrong in these known ways: a moved line costs as much as a lost and a new one; each character weighs
    the same, so `<` for `<=` is as cheap as a typo.

    >>> levenshtein("kitten", "sitting"), levenshtein("", "abc"), levenshtein("ab", "ba")
    (3, 3, 2)
    """
    shorter, longer = sorted((a, b), key=len)
    return _distance(shorter, longer) if shorter else len(longer)


def levenshtein_similarity(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """How little must be edited to turn `a` into `b`: 0.0 (everything) to 1.0 (equal).

        levenshtein_similarity = 1 - levenshtein / longer length

    Edge cases: two empty texts are 1.0; one empty text is 0.0. Complexity, source and wrong in these known
    ways: as for `levenshtein`.

    >>> levenshtein_similarity("x = 1", "xx = 1"), levenshtein_similarity("ab", "ba")
    (0.8333333333333334, 0.0)
    """
    longest = max(len(a), len(b))
    return (longest - levenshtein(a, b)) / longest if longest else 1.0


def token_similarity(a: str, b: str) -> float:
    """How many of the tokens of two pieces of code are shared: 0.0 (none) to 1.0 (the same tokens).

        token_similarity = 2 · |tokens(a) ∩ tokens(b)| / (|tokens(a)| + |tokens(b)|)

    A token is a number with a decimal point, a run of letters, digits and underscores (a name or another
    number), or any other single character that is not blank. The intersection is one of multisets.

    Edge cases: blanks and line ends don't count, letter case does. Two texts without tokens are 1.0; if
    just one has none, 0.0.

    Complexity: time and memory linear in both texts.

    Source: a variant that the article on fuzzy matches for failed SEARCH/REPLACE edits names, for code
    where shared names say more than shared characters; as the measure, Dice's coefficient over tokens.

    Wrong in these known ways: it is blind to order (`a - b` and `b - a` have 1.0); a typo in a name costs
    the whole name; words in strings and comments count as much as code.

    >>> token_similarity("f(a,b)", "f( a, b )"), token_similarity("if user.isOk:", "if user.is_ok:")
    (1.0, 0.8)
    """
    ours, theirs = Counter(_TOKEN.findall(a)), Counter(_TOKEN.findall(b))
    both = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / both if both else 1.0


def _distance(shorter: Sequence[Hashable], longer: Sequence[Hashable]) -> int:
    """`levenshtein`, one column of the table for each symbol of `longer`; `shorter` is not empty."""
    mask = bit_masks(shorter)
    distance, last = len(shorter), len(shorter) - 1
    full = (1 << len(shorter)) - 1
    down_up, down_down = full, 0  # bit i: from row i to i + 1 the column's value goes up, goes down
    for symbol in longer:
        same = mask(symbol)
        level = (((same & down_up) + down_up) ^ down_up) | same | down_down  # as its upper left neighbour
        right_up = down_down | (full & ~(level | down_up))
        right_down = down_up & level
        distance += (right_up >> last) - (right_down >> last)
        right_up, right_down = (right_up << 1 | 1) & full, (right_down << 1) & full
        down_up, down_down = right_down | (full & ~(level | right_up)), right_up & level
    return distance
