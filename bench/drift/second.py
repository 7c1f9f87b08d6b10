"""A case → whether `rank` has its place, and, where the edit is refused, what the model's second try comes to."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

import editapply
from editapply import Edit, Options, Tier, format_blocks
from editapply.workflow import Plan

from .measure import Job, cases_of, digest
from .model import next_try
from .oracle import Case, verdict
from .places import are_among, is_first, lines_between

TIERS = {tier.name.lower(): tier for tier in (Tier.EXACT, Tier.WHITESPACE, Tier.FUZZY)}
# kinds without a place to find: it is gone, or the edit is made already
PLACELESS = ("gone", "twin-only", "already")
REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Second:
    """What came of a refused edit when it was sent again, and the way in which that was made."""

    ended: str
    way: str


@dataclass(frozen=True, slots=True)
class Trial:
    """One case: `first` and `among` of its place (None where it has none), and by tier how the tries ended.

    `wrong` are the tiers whose first try was wrong, `second` the second tries of the tiers that refused the first.
    """

    kind: str
    number: int
    sha256: str
    first: bool | None
    among: bool | None
    wrong: tuple[str, ...]
    second: dict[str, Second]
    dump: dict[str, object] | None


@dataclass(slots=True)
class Outcome:
    """What a job gave: its trials, and the numbers without a case."""

    kind: str
    trials: list[Trial] = field(default_factory=list)
    missing: int = 0


def run_job(job: Job) -> Outcome:
    """The job's `engines` are names of `TIERS`."""
    outcome = Outcome(job.kind)
    for number, case, _ in cases_of(job):
        if case is None:
            outcome.missing += 1
        else:
            outcome.trials.append(try_case(case, number, job.engines, is_dumped=bool(job.dumped)))
    return outcome


def try_case(case: Case, number: int, tiers: Sequence[str], is_dumped: bool = False) -> Trial:
    """The ranks, and both tries under each of the tiers."""
    ranked, has_place = ranked_lines(case), case.kind not in PLACELESS
    first, among = (is_first(case, ranked), are_among(case, ranked)) if has_place else (None, None)
    firsts = {tier: plan_edit(case, TIERS[tier]) for tier in tiers}
    seconds = {tier: try_again(case, plan.report()) for tier, plan in firsts.items() if not plan.ok}
    wrong = tuple(tier for tier, plan in firsts.items() if plan.ok and verdict(case, _after(case, plan)) == "wrong")
    dump = None
    if is_dumped and (False in (first, among) or wrong or any(second.ended != "right" for second in seconds.values())):
        told = {tier: {**asdict(seconds[tier]), "report": firsts[tier].report()} for tier in seconds}
        dump = {**asdict(case), "number": number, "ranked": ranked, "wrong_at_once": wrong, "second": told}
    return Trial(case.kind, number, digest(case), first, among, wrong, seconds, dump)


def ranked_lines(case: Case) -> list[tuple[int, int]]:
    candidates = editapply.rank(case.before, case.search, 3)
    return [lines_between(case.before, candidate.span.start, candidate.span.end) for candidate in candidates]


def plan_edit(case: Case, tier: Tier) -> Plan:
    """The model's first try: one block, that no tier looser than `tier` is tried on."""
    reply = format_blocks([Edit(case.path, case.search, case.replace)])
    return editapply.plan_reply(reply, {case.path: case.before}, Options(max_tier=tier))


def try_again(case: Case, report: str) -> Second:
    """The second try, under the default options; the model doesn't see more than its block and the report."""
    again = next_try(Edit(case.path, case.search, case.replace), report)
    if again.reply is None:
        return Second(REFUSED, again.way)
    plan = editapply.plan_reply(again.reply, {case.path: case.before})
    return Second(verdict(case, _after(case, plan)) if plan.ok else REFUSED, again.way)


def _after(case: Case, plan: Plan) -> str | None:
    change = plan.changes.get(case.path)
    return case.before if change is None else change.after
