"""What came of ranks and second tries → the tables for people and the document for programs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .kinds import KINDS
from .model import COPIED, SENT_BACK
from .second import PLACELESS, REFUSED, Outcome, Trial

ENDS = ("right", "wrong", REFUSED)
TWO_PLACES = "two-places"
# kinds of which only a refusal, or leaving the file as it is, is right
REFUSALS = (TWO_PLACES, *PLACELESS)
TITLES = {kind.name: kind.title for kind in KINDS}
WIDTH = max(map(len, TITLES.values()))
ALL = "all whose place exists"
EITHER = "of two equal places either may be first, and both must be among 3"
Rows = Iterator[tuple[str, list[Trial]]]


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of the tries under one tier: how the refused edits ended when sent again, and the ways of sending."""

    cases: int
    wrong_at_once: int
    refused: int
    ends: Counter[str]
    ways: Counter[str]


def tally(trials: Sequence[Trial], tier: str) -> Tally:
    seconds = [trial.second[tier] for trial in trials if tier in trial.second]
    ends, ways = Counter(second.ended for second in seconds), Counter(second.way for second in seconds)
    return Tally(len(trials), sum(tier in trial.wrong for trial in trials), len(seconds), ends, ways)


def format_ranks(outcomes: Sequence[Outcome]) -> str:
    """A row a kind: how often `rank` has the true place first, and among three, in per cent."""
    lines = [f"{'place found by rank':{WIDTH}} {'cases':>6}   first  among 3"]
    rows = [row for row in _by_kind(outcomes) if row[0] not in REFUSALS]
    lines += [f"{_title(name):{WIDTH}} {_rank_cells(trials)}" for name, trials in [*rows, (ALL, _joined(rows))]]
    twos = [trials for name, trials in _by_kind(outcomes) if name == TWO_PLACES]
    lines += [f"{'two equal places':{WIDTH}} {_rank_cells(trials)}\n\n{EITHER}" for trials in twos]
    return "\n".join(lines)


def format_seconds(outcomes: Sequence[Outcome], tier: str) -> str:
    """A row a kind with refused edits: how the second tries ended, and how they were made; in numbers."""
    rows = list(_by_kind(outcomes))
    placed = [row for row in rows if row[0] not in REFUSALS]
    counted = [
        *((name, tally(trials, tier)) for name, trials in placed),
        (ALL, tally(_joined(placed), tier)),
        *((name, tally(trials, tier)) for name, trials in rows if name in REFUSALS),
    ]
    lines = [f"{_title(name):{WIDTH}} {_cells(one)}" for name, one in counted if name == ALL or one.refused]
    return "\n".join([_head(tier), *lines, "", *_summary(tally(_joined(placed), tier))])


def _head(tier: str) -> str:
    ends, ways = f"{'right':>6} {'wrong':>6} {'refused':>7}", f"{'block':>6} {'copied':>6} {'none':>6}"
    return f"{f'tried again, up to {tier}':{WIDTH}} {'cases':>6} {'refused':>7} | {ends} | {ways}"


def to_json(outcomes: Sequence[Outcome], tiers: Sequence[str], about: dict[str, object]) -> object:
    rows = list(_by_kind(outcomes))
    placed = _joined([row for row in rows if row[0] not in REFUSALS])
    return {
        **about,
        "kinds": {name: _section(trials, tiers) for name, trials in rows},
        "place_exists": _section(placed, tiers),
        "cases_not_found": sum(outcome.missing for outcome in outcomes),
    }


def _rank_cells(trials: Sequence[Trial]) -> str:
    first, among = (
        share(sum(1 for trial in trials if getattr(trial, part)), len(trials)) for part in ("first", "among")
    )
    return f"{len(trials):>6} {first:>7.2f} {among:>8.2f}"


def _cells(one: Tally) -> str:
    ends = f"{one.ends['right']:>6} {one.ends['wrong']:>6} {one.ends[REFUSED]:>7}"
    block, copied = one.ways[SENT_BACK], one.ways[COPIED]
    return f"{one.cases:>6} {one.refused:>7} | {ends} | {block:>6} {copied:>6} {one.refused - block - copied:>6}"


def _summary(one: Tally) -> list[str]:
    """In words, with the reasons of the second tries that were not made."""
    right = share(one.ends["right"], one.refused)
    gave_up = [(way, number) for way, number in one.ways.most_common() if way not in (SENT_BACK, COPIED)]
    return [
        f"of {one.refused} refused edits whose place exists, {right:.2f} % were right when sent again, "
        f"{one.ends['wrong']} wrong",
        f"of {one.cases} first tries, {one.wrong_at_once} {'was' if one.wrong_at_once == 1 else 'were'} wrong",
        *(f"{number:>6}  {way}" for way, number in gave_up),
    ]


def _section(trials: Sequence[Trial], tiers: Sequence[str]) -> dict[str, object]:
    return {
        "cases": len(trials),
        "first": sum(trial.first is True for trial in trials),
        "among": sum(trial.among is True for trial in trials),
        "tiers": {tier: _tier_section(tally(trials, tier)) for tier in tiers},
    }


def _tier_section(one: Tally) -> dict[str, object]:
    ends = {end: one.ends[end] for end in ENDS}
    return {"wrong_at_once": one.wrong_at_once, "refused": one.refused, "again": ends, "ways": dict(one.ways)}


def share(part: int, whole: int) -> float:
    """Per cent; of nothing, all."""
    return 100 * part / whole if whole else 100.0


def _title(name: str) -> str:
    return TITLES.get(name, name)


def _by_kind(outcomes: Sequence[Outcome]) -> Rows:
    for kind in KINDS:
        chosen = [trial for outcome in outcomes if outcome.kind == kind.name for trial in outcome.trials]
        if chosen:
            yield kind.name, chosen


def _joined(rows: Iterable[tuple[str, list[Trial]]]) -> list[Trial]:
    return [trial for _, trials in rows for trial in trials]
