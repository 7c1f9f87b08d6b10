"""The command line: `python -m bench.fuzz`."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from .cover import choose
from .run import Limits, run_target
from .targets import TARGETS

FIXTURES = Path("fixtures") / "fuzz"
MOST_KEPT = 15
INSTALL = "`pip install -e '.[fuzz]'` (Linux x86_64, CPython 3.11 to 3.13)"


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    names = options.target or list(TARGETS)
    if not set(names) <= set(TARGETS):
        parser.error(f"the targets are {', '.join(TARGETS)}")
    if find_spec("atheris") is None:
        print(f"atheris is not installed: {INSTALL}", file=sys.stderr)
        return 2
    limits = Limits(options.runs, options.seconds, options.length, options.timeout, options.seed)
    failed = False
    print(f"{'target':10}{'executions':>12}{'per s':>8}{'corpus':>8}{'edges':>8}{'features':>10}{'slowest':>10}")
    for name in names:
        figures = run_target(name, limits, options.corpus / name, options.work / name)
        failed = failed or bool(figures.failure)
        print(figures, flush=True)
        if options.keep:
            choose(name, options.work / name / "corpus", options.corpus / name, MOST_KEPT)
    return int(failed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench.fuzz", description=__doc__)
    parser.add_argument("target", nargs="*", help=f"of {', '.join(TARGETS)}; else all, one after the other")
    parser.add_argument("--runs", type=int, help="executions of each target")
    parser.add_argument("--seconds", type=int, help="time for each target (60 where no --runs are given)")
    parser.add_argument("--length", type=int, default=4096, help="most bytes of an input")
    parser.add_argument("--timeout", type=int, default=2, help="seconds after which an execution is a failure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, default=FIXTURES, help="folder of the stored inputs")
    parser.add_argument("--work", type=Path, default=Path(".fuzz"), help="folder for what is found, failures too")
    parser.add_argument("--keep", action="store_true", help=f"store the {MOST_KEPT} inputs that reach most lines")
    return parser


if __name__ == "__main__":
    sys.exit(main())
