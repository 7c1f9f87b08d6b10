"""The command line: `python -m bench.drift`."""

import argparse
import json
import sys
import time
from pathlib import Path

from .corpus import Corpus, load_corpus
from .engines import ENGINES, USUAL, version_of
from .kinds import KINDS
from .measure import Job, Outcome, measure, run_job, split_jobs
from .sources import SETS, default_cache
from .table import digest_of, format_filtered, format_rates, format_sources, format_table, to_json

EACH = 120
JSON_NOTE = "drift benchmark of editapply"


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    engines = _installed(options.engine or list(USUAL))
    kinds = options.kind or [kind.name for kind in KINDS]
    corpus = load_corpus(options.set, options.cache)
    print(format_sources(corpus), flush=True)
    if not corpus.files or not engines:
        print("nothing to measure: no source or no engine is there", file=sys.stderr)
        return 1
    began = time.perf_counter()
    dumped = ("wrong", "crashed") * bool(options.dump_wrong) + ("refused",) * bool(options.dump_refused)
    job = Job(options.set, options.cache, dumped, tuple(engines), options.seed)
    cases = options.cases or EACH * len(kinds)
    outcomes = measure(list(split_jobs(job, kinds, cases)), options.jobs, run_job)
    _print_report(outcomes, engines, options, time.perf_counter() - began)
    _write_files(outcomes, corpus, engines, options)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench.drift", description=__doc__)
    parser.add_argument("--cases", type=int, help=f"cases in all (else {EACH} a kind; the long form has 50000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", choices=sorted(SETS), default="A", help="A: tuned on; B and C: held out")
    parser.add_argument("--engine", action="append", choices=list(ENGINES), help="repeatable; else all usual ones")
    parser.add_argument("--kind", action="append", choices=[kind.name for kind in KINDS], help="repeatable")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures and verdicts")
    parser.add_argument("--dump-wrong", type=Path, metavar="FILE", help="write the cases done wrong, one a line")
    parser.add_argument("--dump-refused", type=Path, metavar="FILE", help="write the cases refused, one a line")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of the fetched packages")
    return parser


def _installed(names: list[str]) -> dict[str, str | None]:
    """The engines that are there with their versions; the others are named on standard error."""
    versions = {name: version_of(name) for name in names}
    for name in (name for name, version in versions.items() if version is None):
        print(f"not installed, left out: {name}", file=sys.stderr)
    return {name: version for name, version in versions.items() if version is not None}


def _print_report(
    outcomes: list[Outcome], engines: dict[str, str | None], options: argparse.Namespace, seconds: float
) -> None:
    named = ", ".join(f"{name} {version}".strip() for name, version in engines.items())
    print(f"engines: {named}\nset {options.set}, seed {options.seed}, cases {digest_of(outcomes)[:16]}")
    print("shares in per cent\n")
    print(format_table(outcomes, tuple(engines)))
    print(f"\n{format_rates(outcomes, tuple(engines))}\n\n{format_filtered(outcomes)}\n\n{seconds:.0f} s")


def _write_files(
    outcomes: list[Outcome], corpus: Corpus, engines: dict[str, str | None], options: argparse.Namespace
) -> None:
    about: dict[str, object] = {"about": JSON_NOTE, "set": options.set, "seed": options.seed}
    if options.json is not None:
        text = json.dumps(to_json(outcomes, corpus, engines, about), ensure_ascii=False, indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")
    for path, verdicts in ((options.dump_wrong, ("wrong", "crashed")), (options.dump_refused, ("refused",))):
        if path is not None:
            path.write_text(_dump(outcomes, verdicts), encoding="utf-8")


def _dump(outcomes: list[Outcome], verdicts: tuple[str, ...]) -> str:
    trials = [trial for outcome in outcomes for trial in outcome.trials]
    chosen = [trial.dump for trial in trials if set(trial.verdicts.values()) & set(verdicts)]
    return "".join(json.dumps(dump, ensure_ascii=False) + "\n" for dump in chosen)


if __name__ == "__main__":
    sys.exit(main())
