"""A corpus, a kind, a seed and a number → that case, always the same one; and why others were passed over."""

from collections import Counter
from random import Random

from .changes import CHANGES, make_sheet
from .checks import Kind, find_fault
from .corpus import Corpus
from .oracle import Case, case_of

MOST_TRIES, TRIES_AT_ONE = 6000, 150
NO_CHANGE, NO_DRIFT = "no such change at the line", "nothing there can drift so"
NO_SIGN = "the quote stands in the file in spite of its drift"


def make_case(corpus: Corpus, kind: Kind, seed: int, number: int) -> tuple[Case | None, Counter[str]]:
    """The case, or None where no try gave one; with the counts of what was passed over, by reason.

    Source, change and way of drifting are drawn first and kept for many tries, so that the rare ones come too.
    """
    sources = sorted(corpus.files)
    rng = Random(f"{seed}/{kind.name}/{number}")
    way = rng.choice(kind.ways)
    passed: Counter[str] = Counter()
    for attempt in range(MOST_TRIES):
        if attempt % TRIES_AT_ONE == 0:
            files = corpus.files[sources[(number + attempt // TRIES_AT_ONE) % len(sources)]]
            change = rng.choice(CHANGES)
            way = rng.choice(kind.ways) if attempt > MOST_TRIES // 2 else way
        sheet = make_sheet(rng.choice(files), change, rng)
        drifted = None if sheet is None else way(sheet, rng)
        if drifted is None:
            passed[NO_CHANGE if sheet is None else NO_DRIFT] += 1
            continue
        case = case_of(drifted, kind.name)
        fault = find_fault(kind, drifted) or (NO_SIGN if is_exact(case) and not kind.may_be_exact else None)
        if fault is None:
            return case, passed
        passed[fault] += 1
    return None, passed


def is_exact(case: Case) -> bool:
    """Whether SEARCH stands in the file as it is, in whole lines."""
    return f"\n{case.search}" in f"\n{case.before}"
