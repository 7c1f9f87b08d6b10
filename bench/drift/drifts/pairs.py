"""Two drifts at once: pairs of kinds that happen together and leave one reading."""

from dataclasses import replace
from functools import partial
from random import Random

from ..oracle import Drift, Role, Sheet, is_near_change
from .context import cut, stale
from .repairs import entities, fence, line_numbers
from .whitespace import blank_lines, crlf, line_ends, shifted, tabs, width
from .wording import comma, comment, typo, typographic
from .wrapping import wrapped


def _keeping_apart(drift: Drift) -> Drift:
    """The drift, unless it touches the only untouched line between a drifted line and a change."""

    def drift_elsewhere(sheet: Sheet, rng: Random) -> Sheet | None:
        touched = [at for at, row in enumerate(sheet.rows) if row.role is Role.KEEP and row.file != row.quote]
        drifted = drift(sheet, rng)
        return None if drifted is None or any(is_near_change(drifted.rows, at) for at in touched) else drifted

    return drift_elsewhere


# What changes single lines comes before what changes the whole quote; a typo comes last of the former, since its
# conditions look at all lines.
_PAIRS: tuple[tuple[str, Drift, Drift], ...] = (
    ("line ends + indentation", line_ends, shifted),
    ("blank lines + indentation", blank_lines, shifted),
    ("blank lines + line ends", blank_lines, line_ends),
    ("typographic + tabs", typographic, tabs),
    ("typographic + width", typographic, width),
    ("line ends + CRLF", line_ends, crlf),
    ("wrapped + indentation", wrapped, shifted),
    ("comment + indentation", comment, shifted),
    ("comment + CRLF", comment, crlf),
    ("comma + line ends", comma, line_ends),
    ("comma + width", comma, width),
    ("comment + typo", comment, typo),
    ("comma + typo", comma, typo),
    ("comment + comma", comment, comma),
    ("typo + tabs", typo, tabs),
    ("typo + blank lines", typo, blank_lines),
    ("stale + typo", stale, _keeping_apart(typo)),
    ("stale + comment", stale, _keeping_apart(comment)),
    ("stale + indentation", stale, shifted),
    ("stale + CRLF", stale, crlf),
    ("cut + indentation", cut, shifted),
    ("cut + line ends", cut, line_ends),
    ("line ends + line numbers", line_ends, line_numbers),
    ("indentation + fence", shifted, fence),
    ("typographic + entities", typographic, entities),
    ("indentation + CRLF", shifted, crlf),
)


def _pair(sheet: Sheet, rng: Random, name: str, first: Drift, second: Drift) -> Sheet | None:
    once = first(sheet, rng)
    twice = None if once is None else second(once, rng)
    return None if twice is None else replace(twice, variant=name)


TWO_DRIFTS: tuple[Drift, ...] = tuple(
    partial(_pair, name=name, first=first, second=second) for name, first, second in _PAIRS
)
