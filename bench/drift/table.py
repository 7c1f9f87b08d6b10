"""Outcomes → the table for people and the document for programs."""

import platform
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256

from .corpus import Corpus
from .kinds import KINDS
from .measure import Outcome, Trial
from .rates import upper_bound

COLUMNS = ("right", "wrong", "refused")
Tally = Counter[str]


def tally(trials: Iterable[Trial], engine: str) -> Tally:
    return Counter(trial.verdicts[engine] for trial in trials)


def format_table(outcomes: list[Outcome], engines: tuple[str, ...]) -> str:
    """A row a kind and one for all: the number of cases, and for each engine the shares in per cent."""
    width = max(len(kind.title) for kind in KINDS)
    heads = "".join(f" | {engine:^21}" for engine in engines)
    names = "".join(
        " | " + " ".join(f"{column:>{7 if column == 'refused' else 6}}" for column in COLUMNS) for _ in engines
    )
    lines = [f"{'':{width}}       {heads}".rstrip(), f"{'kind':{width}} {'cases':>6}{names}"]
    for title, trials in [*_by_kind(outcomes), ("all", _all_trials(outcomes))]:
        cells = "".join(" | " + _cells(tally(trials, engine), len(trials)) for engine in engines)
        lines.append(f"{title:{width}} {len(trials):>6}{cells}")
    return "\n".join(lines)


def _cells(counts: Tally, cases: int) -> str:
    right, wrong = (f"{100 * counts[column] / max(1, cases):6.2f}" for column in COLUMNS[:2])
    refused = f"{100 * (counts['refused'] + counts['crashed']) / max(1, cases):7.2f}"
    return f"{right} {wrong} {refused}"


def format_rates(outcomes: list[Outcome], engines: tuple[str, ...]) -> str:
    """For each engine its wrong edits with the bound that the true rate lies under with 95 % confidence."""
    lines, trials = [], _all_trials(outcomes)
    for engine in engines:
        counts = tally(trials, engine)
        bound = upper_bound(counts["wrong"], max(1, len(trials)))
        text = f"{engine}: {counts['wrong']} of {len(trials)} wrong, the rate is under {100 * bound:.3f} % (95 %)"
        crashes = f"; {counts['crashed']} crashed (counted as refused)" if counts["crashed"] else ""
        seconds = sum(outcome.seconds.get(engine, 0.0) for outcome in outcomes)
        lines.append(f"{text}{crashes}; {1000 * seconds / max(1, len(trials)):.2f} ms a case")
    return "\n".join(lines)


def digest_of(outcomes: list[Outcome]) -> str:
    """One hash of all cases: the same on every machine for the same set, seed and number."""
    return sha256("".join(trial.sha256 for trial in _all_trials(outcomes)).encode()).hexdigest()


def format_filtered(outcomes: list[Outcome]) -> str:
    """How many drafts were passed over on the way, by reason."""
    counts = _sum(outcome.passed_over for outcome in outcomes)
    lines = [f"{number:>9}  {reason}" for reason, number in counts.most_common()]
    missing = sum(outcome.missing for outcome in outcomes)
    return "\n".join(["passed over while making the cases, by reason:", *lines, f"{missing:>9}  cases not found"])


def format_sources(corpus: Corpus) -> str:
    lines = [f"  {one['source']}  {one['files']} files  sha256 {one['sha256']}" for one in corpus.used]
    lines += [f"  {one['source']}  MISSING: {one['why']}" for one in corpus.missing]
    return "\n".join(["sources:", *lines])


def to_json(
    outcomes: list[Outcome], corpus: Corpus, engines: dict[str, str | None], about: dict[str, object]
) -> object:
    names = tuple(engines)
    return {
        **about,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "engines": engines,
        "cases_sha256": digest_of(outcomes),
        "sources": corpus.used,
        "missing_sources": corpus.missing,
        "kinds": {title: _section(trials, names) for title, trials in _by_kind(outcomes)},
        "all": _section(_all_trials(outcomes), names),
        "passed_over": {name: dict(counts) for name, counts in _passed_over_by_kind(outcomes)},
        "cases_not_found": sum(outcome.missing for outcome in outcomes),
        "seconds": {name: round(sum(outcome.seconds.get(name, 0.0) for outcome in outcomes), 3) for name in names},
        "not_right": [_short(trial) for trial in _all_trials(outcomes) if set(trial.verdicts.values()) != {"right"}],
    }


def _section(trials: list[Trial], engines: tuple[str, ...]) -> dict[str, object]:
    """Counts by engine, and the same for each variant of the drift, change and source."""
    parts = {part: sorted({getattr(trial, part) for trial in trials}) for part in ("variant", "change", "source")}
    return {
        "cases": len(trials),
        "engines": {engine: _counts(trials, engine) for engine in engines},
        **{
            f"by_{part}": {
                value: {engine: dict(tally(_only(trials, part, value), engine)) for engine in engines}
                for value in values
            }
            for part, values in parts.items()
        },
    }


def _counts(trials: list[Trial], engine: str) -> dict[str, float]:
    counts = tally(trials, engine)
    bound = upper_bound(counts["wrong"], max(1, len(trials)))
    return {**{name: counts[name] for name in (*COLUMNS, "crashed")}, "wrong_rate_under": round(bound, 6)}


def _only(trials: list[Trial], part: str, value: str) -> list[Trial]:
    return [trial for trial in trials if getattr(trial, part) == value]


def _short(trial: Trial) -> dict[str, object]:
    return {"kind": trial.kind, "number": trial.number, "variant": trial.variant, "verdicts": trial.verdicts}


def _all_trials(outcomes: list[Outcome]) -> list[Trial]:
    return [trial for outcome in outcomes for trial in outcome.trials]


def _by_kind(outcomes: list[Outcome]) -> Iterator[tuple[str, list[Trial]]]:
    for kind in KINDS:
        chosen = [outcome for outcome in outcomes if outcome.kind == kind.name]
        if chosen:
            yield kind.title, _all_trials(chosen)


def _passed_over_by_kind(outcomes: list[Outcome]) -> Iterator[tuple[str, Tally]]:
    for kind in KINDS:
        counts = _sum(outcome.passed_over for outcome in outcomes if outcome.kind == kind.name)
        if counts:
            yield kind.name, counts


def _sum(counters: Iterable[Tally]) -> Tally:
    total: Tally = Counter()
    for counts in counters:
        total.update(counts)
    return total
