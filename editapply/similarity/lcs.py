"""Two sequences → the length of their longest common subsequence; a wrong name → the name that was meant."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

# A symbol's mask is kept where the symbol fills more than 1/256 of the sequence: so at most 256 are kept,
# 32 bytes for each symbol of the sequence, and building one of the others is cheap.
_KEPT = 256

_EQUAL = 1.1  # the closeness of equal names: 1 and the whole prefix bonus


def lcs_length(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """The length of the longest sequence that stands in both `a` and `b` in order, gaps allowed.

    Formula: the table in which cell (i, j) belongs to the first i of `a` and the first j of `b`:

        table[i][j] = table[i-1][j-1] + 1                      if a[i-1] == b[j-1]
                      max(table[i-1][j], table[i][j-1])        otherwise

    Neighbours in a row differ by 0 or 1, so a row is kept as the bits of one integer (0 where the count
    rises), and one addition carries through a whole row.

    Edge cases: 0 if either is empty. Elements are compared by `==` and must be hashable; a text's elements
    are its characters, and letter case counts.

    Complexity: time O(len(a) · len(b) / word size), linear where the two are nearly equal at both ends;
    memory O(min(len(a), len(b))).

    Source: the table is in the article on text matching in an agent engine; its rows as bits come from
    Crochemore et al. (2001) and Hyyrö (2004).

    Wrong in these known ways: it counts, and doesn't say where; scattered single letters count as much as
    a run, so long texts always have something in common.

    >>> lcs_length("fille", "file"), lcs_length("read_fille", "read_file")
    (4, 9)
    >>> lcs_length(["a = 1", "b = 2", "c = 3"], ["a = 1", "c = 3"])
    2
    """
    start = _prefix_length(a, b)
    a, b = a[start:], b[start:]
    end = _prefix_length(a[::-1], b[::-1])
    a, b = a[: len(a) - end], b[: len(b) - end]
    return start + end + _bit_length(*sorted((a, b), key=len))


def lcs_similarity(a: str, b: str) -> float:
    """How alike two names are, letter case aside: 0.0 to 1.0, with a bonus for a common beginning.

        lcs_similarity = (lcs_length + 0.1 · common prefix) / longer length, at most 1.0

    Lengths are in characters of the lower-case texts. In this order: both empty is 1.0, one empty is 0.0,
    equal in lower case is 1.0, then the formula.

    Complexity: as for `lcs_length`.

    Source: the article on text matching in an agent engine.

    Wrong in these known ways: two long names that differ only near their end get 1.0 without being equal;
    words in another order (`file_read`, `read_file`) look less alike than they are.

    >>> lcs_similarity("read_fille", "read_file"), round(lcs_similarity("read_fille", "write_file"), 2)
    (0.98, 0.7)
    >>> lcs_similarity("README", "readme"), lcs_similarity("", ""), lcs_similarity("", "a")
    (1.0, 1.0, 0.0)
    """
    return min(1.0, _closeness(a, b))


def suggest(name: str, names: Iterable[str], threshold: float = 0.4) -> str | None:
    """The one of `names` that is most like `name`, or None if none reaches `threshold` (0..1).

    Formula: the highest `lcs_similarity`. Among several at 1.0 the one without the cut at 1.0 decides, then
    the one equal in letter case too; among equals the first wins.

    Complexity: one `lcs_similarity` for each name.

    Source: the article on text matching in an agent engine; 0.4 is its threshold.

    Wrong in these known ways: those of `lcs_similarity`; at 0.4 short names are suggested on one or two
    letters in common (`ls` for `list`), and a synonym (`remove` for `delete`) hardly ever.

    >>> suggest("read_fille", ["write_file", "read_file", "list_files"])
    'read_file'
    >>> suggest("xyz", ["write_file", "read_file"]) is None
    True
    """
    ranked = [(_closeness(name, other), other == name, other) for other in names]
    if not ranked:
        return None
    closeness, _, best = max(ranked, key=lambda entry: entry[:2])
    return best if min(1.0, closeness) >= threshold else None


def did_you_mean(message: str, name: str, names: Iterable[str], threshold: float = 0.4) -> str:
    """`message` with a question behind it that offers the name that was probably meant.

    Formula: `suggest`. Edge cases: the message comes back as it is where nothing is like `name`, or `name`
    is itself one of `names`; a message that ends in `.`, `!` or `?` gets no second full stop. The name is
    quoted as Python does, so control characters in it are escaped.

    Complexity, and wrong in these known ways: as for `suggest`.

    Source: the article on text matching in an agent engine.

    >>> did_you_mean("unknown tool 'read_fille'", "read_fille", ["write_file", "read_file"])
    "unknown tool 'read_fille'. Did you mean 'read_file'?"
    >>> did_you_mean("no such option.", "--xyz", ["apply", "find"])
    'no such option.'
    """
    best = suggest(name, names, threshold)
    if best is None or best == name:
        return message
    stop = "" if message.endswith((".", "!", "?")) else "."
    return f"{message}{stop} Did you mean {best!r}?"


def bit_masks(symbols: Sequence[Hashable]) -> Callable[[Hashable], int]:
    """A function from a symbol to the integer with bit i set where `symbols[i]` is that symbol.

    Masks for every symbol would need len² / 8 bytes where all are different, so rare ones are built when
    they are asked for. Memory O(len); a call costs O(len / word size), and 1/256 of len at most in steps.

    >>> bin(bit_masks("banana")("a")), bit_masks("banana")("x")
    ('0b101010', 0)
    """
    places: dict[Hashable, list[int]] = {}
    for at, symbol in enumerate(symbols):
        places.setdefault(symbol, []).append(at)
    kept = {symbol: _bits(found) for symbol, found in places.items() if len(found) * _KEPT > len(symbols)}

    def mask(symbol: Hashable) -> int:
        bits = kept.get(symbol)
        return _bits(places.get(symbol, ())) if bits is None else bits

    return mask


def _bits(places: Sequence[int]) -> int:
    """The integer with the bits at `places` (ascending) set."""
    if not places:
        return 0
    octets = bytearray(places[-1] // 8 + 1)
    for at in places:
        octets[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(octets, "little")


def _bit_length(shorter: Sequence[Hashable], longer: Sequence[Hashable]) -> int:
    mask = bit_masks(shorter)
    full = (1 << len(shorter)) - 1
    row = full  # bit i is 0 where the table's row rises from column i to i + 1
    for symbol in longer:
        same = row & mask(symbol)
        if same:
            # The sum clears the first place of `symbol` in each run of ones, the `or` sets the rise behind it.
            row = ((row + same) | (row - same)) & full
    return len(shorter) - row.bit_count()


def _prefix_length(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    length = 0
    for ours, theirs in zip(a, b, strict=False):
        if ours != theirs:
            break
        length += 1
    return length


def _closeness(a: str, b: str) -> float:
    """`lcs_similarity` before the cut at 1.0: only texts equal in lower case reach 1.1."""
    if not a or not b:
        return 0.0 if a or b else _EQUAL
    a, b = a.lower(), b.lower()
    if a == b:
        return _EQUAL
    # In tenths of a character, whole numbers up to the division: rounded once, so 0.98 is 0.98.
    return (10 * lcs_length(a, b) + _prefix_length(a, b)) / (10 * max(len(a), len(b)))
