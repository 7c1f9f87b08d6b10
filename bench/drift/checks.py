"""A drifted sheet → the reason why its right result could be disputed, or None; made without the product."""

from collections.abc import Callable
from dataclasses import dataclass

from .loose import compact, count_places, dice, rank_places
from .oracle import Drift, Role, Row, Sheet, after_of, before_of, place_of, replace_of, search_of
from .syntax import indent_of

LEAST_DICE = 0.75
# a place that is less alike than the right one by this much is no rival
MARGIN = 0.1
LOOKS_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of drift, in its several ways.

    `places` is how often the place stands in the file, `rivals` how many other places look like it; `is_loose` where
    the quote's words differ from the file's, so that the place is known by its likeness alone; `may_be_exact` where
    the quote may be right to the letter.
    """

    name: str
    title: str
    ways: tuple[Drift, ...]
    places: int = 1
    rivals: int = 0
    is_loose: bool = False
    may_be_exact: bool = False


Check = Callable[[Kind, Sheet], bool]


def has_one_reading(kind: Kind, sheet: Sheet) -> bool:
    """The longest common lines of both sides are the rows that stay, in one alignment only."""
    search, replace = search_of(sheet).split("\n")[:-1], replace_of(sheet).split("\n")[:-1]
    kept = sum(row.quote.count("\n") + 1 for row in sheet.rows if row.role is Role.KEEP and row.quote is not None)
    return count_alignments(search, replace) == (kept, 1)


def count_alignments(lines: list[str], others: list[str]) -> tuple[int, int]:
    """The length of the longest common subsequence, and in how many ways it can be laid."""
    lengths = [[0] * (len(others) + 1) for _ in range(len(lines) + 1)]
    ways = [[1] * (len(others) + 1) for _ in range(len(lines) + 1)]
    for i, line in enumerate(lines, 1):
        for j, other in enumerate(others, 1):
            length = max(lengths[i - 1][j], lengths[i][j - 1])
            if line == other:
                length = max(length, lengths[i - 1][j - 1] + 1)
            lengths[i][j] = length
            steps = [(i - 1, j, 1), (i, j - 1, 1), (i - 1, j - 1, -1)]
            ways[i][j] = sum(sign * ways[a][b] for a, b, sign in steps if lengths[a][b] == length)
            if line == other and lengths[i - 1][j - 1] + 1 == length:
                ways[i][j] += ways[i - 1][j - 1]
    return lengths[-1][-1], ways[-1][-1]


def is_drift_apart_from_change(kind: Kind, sheet: Sheet) -> bool:
    """No drifted unchanged line equals a line that the edit removes or adds, or that the file has at the place."""
    changes = [row for row in sheet.rows if row.role is not Role.KEEP]
    changed = {compact(text) for row in changes for text in (row.file, row.quote) if text}
    pairs = [(row.file or "", row.quote or "") for row in sheet.rows if row.role is Role.KEEP]
    drifted = [pair for pair in pairs if compact(pair[0]) != compact(pair[1])]
    return not any(text and compact(text) in changed for pair in drifted for text in pair)


def is_target_apart_from_twin(kind: Kind, sheet: Sheet) -> bool:
    """Where the file has another line in the stead of one to change, it isn't the line that the edit wants."""
    wanted = {compact(row.quote or "") for row in sheet.rows if row.role is Role.ADD}
    pairs = [(compact(row.file or ""), compact(row.quote or "")) for row in sheet.rows if row.role is Role.DROP]
    return not any(there and there != quoted and there in wanted for there, quoted in pairs)


def has_sure_indentation(kind: Kind, sheet: Sheet) -> bool:
    """Every new line's indentation in the file follows from lines that are in both."""
    if sheet.must_refuse:
        return True
    pairs: dict[str, set[str]] = {}
    for row in sheet.rows:
        if row.role is not Role.ADD and row.file and row.quote and row.file.strip() and row.quote.strip():
            pairs.setdefault(indent_of(row.quote), set()).add(indent_of(row.file))
    new = [row for row in sheet.rows if row.role is Role.ADD]
    return all(_follows(row, pairs) for row in new)


def _follows(row: Row, pairs: dict[str, set[str]]) -> bool:
    quoted, wanted = indent_of(row.quote or ""), indent_of(row.file or "")
    if quoted in pairs:
        return pairs[quoted] == {wanted}
    if any(len(values) > 1 for values in pairs.values()):
        return False
    known = [(quote, next(iter(values))) for quote, values in sorted(pairs.items())]
    if all(quote == file for quote, file in known):
        return quoted == wanted
    return _is_shift(known) or _is_recast(known)


def _is_shift(known: list[tuple[str, str]]) -> bool:
    """Whether all lines lie deeper, or less deep, by the same, and that can't be steps of another width."""
    shifts = {len(file) - len(quote) for quote, file in known}
    return len(shifts) == 1 and (len(known) > 1 or known[0][0] == "")


def _is_recast(known: list[tuple[str, str]]) -> bool:
    """Whether it shows how wide a step is here and there: blanks for tabs, or two depths of which one is none."""
    other = [(quote, file) for quote, file in known if quote and file and quote != file]
    return any(("\t" in quote) != ("\t" in file) for quote, file in other) or (bool(other) and ("", "") in known)


def stands_as_often_as_it_should(kind: Kind, sheet: Sheet) -> bool:
    text = before_of(sheet)
    if kind.places and count_places(text, place_of(sheet)) != kind.places:
        return False
    return count_places(text, search_of(sheet)) <= kind.places


def stands_once_when_done(kind: Kind, sheet: Sheet) -> bool:
    """Where the file is as the edit wants it: REPLACE stands once, SEARCH only as a part of it."""
    if not sheet.may_refuse:
        return True
    after, new, old = after_of(sheet), replace_of(sheet), search_of(sheet)
    return count_places(after, new) == 1 and count_places(after, old) == count_places(new, old)


def is_quote_near(kind: Kind, sheet: Sheet) -> bool:
    return not kind.is_loose or dice(search_of(sheet), place_of(sheet)) >= LEAST_DICE


def has_no_rival(kind: Kind, sheet: Sheet) -> bool:
    """Not more places look like the quote than there should be, the place itself left out."""
    if not kind.is_loose and kind.places:
        return True
    lines, quote = before_of(sheet).split("\n"), search_of(sheet).split("\n")
    first, last = len(sheet.head), len(sheet.head) + place_of(sheet).count("\n")
    ranked = rank_places(lines, quote)
    own = max((score for at, score in ranked if first <= at < last), default=0.0)
    least = own - MARGIN if kind.places else LOOKS_ALIKE
    alike = [at for at, score in ranked if score >= least and not first - len(quote) < at < last]
    return len([at for at, last_at in zip(alike, [-99, *alike], strict=False) if at - last_at > 3]) <= kind.rivals


CHECKS: tuple[tuple[str, Check], ...] = (
    ("the change has more than one reading", has_one_reading),
    ("a drifted line equals a changed one", is_drift_apart_from_change),
    ("the other target is what the edit wants", is_target_apart_from_twin),
    ("a new line's indentation is not sure", has_sure_indentation),
    ("the place stands not as often as it should", stands_as_often_as_it_should),
    ("the wanted text stands not just once", stands_once_when_done),
    ("the quote is too far from the file", is_quote_near),
    ("another place is nearly as alike", has_no_rival),
)


def find_fault(kind: Kind, sheet: Sheet) -> str | None:
    return next((reason for reason, check in CHECKS if not check(kind, sheet)), None)
