"""The command line `python -m bench.drift.usefulness`: how useful a refusal is to a model that tries again.

First, how often `rank` has the place that a drifted quote was cut from; then, what becomes of the refused edits when a
mechanical model sends them again as the report tells it.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from .__main__ import EACH
from .corpus import load_corpus
from .kinds import KINDS
from .measure import Job, measure, split_jobs
from .second import TIERS, Outcome, run_job
from .second_table import format_ranks, format_seconds, to_json
from .sources import SETS, default_cache
from .table import format_sources

USUAL = "fuzzy"
JSON_NOTE = "drift benchmark of editapply: usefulness of refusals"


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    tiers = tuple(dict.fromkeys(options.max_tier or [USUAL]))
    kinds = options.kind or [kind.name for kind in KINDS]
    corpus = load_corpus(options.set, options.cache)
    print(format_sources(corpus), flush=True)
    if not corpus.files:
        print("nothing to measure: no source is there", file=sys.stderr)
        return 1
    began = time.perf_counter()
    job = Job(options.set, options.cache, ("all",) * bool(options.dump), tiers, options.seed)
    outcomes = measure(list(split_jobs(job, kinds, options.cases or EACH * len(kinds))), options.jobs, run_job)
    tables = [format_ranks(outcomes), *(format_seconds(outcomes, tier) for tier in tiers)]
    print(f"set {options.set}, seed {options.seed}\n")
    print("\n\n".join(tables), f"\n\n{time.perf_counter() - began:.0f} s")
    _write_files(outcomes, tiers, options)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench.drift.usefulness", description=__doc__)
    parser.add_argument("--cases", type=int, help=f"cases in all (else {EACH} a kind)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", choices=sorted(SETS), default="A", help="A: tuned on; B and C: held out")
    parser.add_argument(
        "--max-tier", action="append", choices=list(TIERS), help=f"of the first try; repeatable; else {USUAL}"
    )
    parser.add_argument("--kind", action="append", choices=[kind.name for kind in KINDS], help="repeatable")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    parser.add_argument("--dump", type=Path, metavar="FILE", help="write the cases that went amiss, one a line")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of the fetched packages")
    return parser


def _write_files(outcomes: list[Outcome], tiers: tuple[str, ...], options: argparse.Namespace) -> None:
    if options.json is not None:
        about: dict[str, object] = {"about": JSON_NOTE, "set": options.set, "seed": options.seed}
        text = json.dumps(to_json(outcomes, tiers, about), ensure_ascii=False, indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")
    if options.dump is not None:
        dumps = [trial.dump for outcome in outcomes for trial in outcome.trials if trial.dump is not None]
        text = "".join(json.dumps(dump, ensure_ascii=False) + "\n" for dump in dumps)
        options.dump.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
