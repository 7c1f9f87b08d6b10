"""The kinds of drift, in the order of the table."""

from random import Random

from .checks import Kind
from .drifts.context import CUT, DOTS, STALE
from .drifts.pairs import TWO_DRIFTS
from .drifts.repairs import entities, fence, line_numbers
from .drifts.twins import ALREADY, GONE, TWIN, TWIN_ONLY, TWO_PLACES
from .drifts.whitespace import BLANK_LINES, LINE_ENDS, SHIFTED, crlf, tabs, width
from .drifts.wording import COMMA, COMMENT_WAYS, TYPO, TYPOGRAPHIC
from .drifts.wrapping import WRAPPED
from .oracle import Sheet


def exact(sheet: Sheet, rng: Random) -> Sheet:
    return sheet


KINDS: tuple[Kind, ...] = (
    Kind("none", "none", (exact,), may_be_exact=True),
    Kind("shifted", "indentation shifted", SHIFTED),
    Kind("tabs", "tabs and blanks", (tabs,)),
    Kind("width", "width 2 and 4", (width,)),
    Kind("line-ends", "blanks at line ends", LINE_ENDS),
    Kind("blank-lines", "a blank line more or fewer", BLANK_LINES),
    Kind("comma", "a trailing comma lost", COMMA, is_loose=True),
    Kind("typographic", "typographic characters", TYPOGRAPHIC),
    Kind("comment", "a comment paraphrased", COMMENT_WAYS, is_loose=True),
    Kind("typo", "a typo in a name", TYPO, is_loose=True),
    Kind("stale", "context gone stale", STALE, is_loose=True),
    Kind("wrapped", "wrapped by a formatter", WRAPPED),
    Kind("dots", "dots for skipped lines", DOTS),
    Kind("line-numbers", "line numbers", (line_numbers,)),
    Kind("fence", "a fence inside", (fence,)),
    Kind("crlf", "CRLF file", (crlf,)),
    Kind("entities", "entities", (entities,)),
    Kind("cut", "first or last line cut", CUT, is_loose=True),
    Kind("two-drifts", "two drifts at once", TWO_DRIFTS, is_loose=True),
    Kind("twin", "target and near twin", TWIN, rivals=1, is_loose=True, may_be_exact=True),
    Kind("two-places", "refuse: two equal places", TWO_PLACES, places=2, rivals=1, may_be_exact=True),
    Kind("gone", "refuse: target gone", GONE, places=0, may_be_exact=True),
    Kind("twin-only", "refuse: only a near twin", TWIN_ONLY, places=0, may_be_exact=True),
    Kind("already", "refuse or keep: already applied", ALREADY, may_be_exact=True),
)


def kind_named(name: str) -> Kind:
    return next(kind for kind in KINDS if kind.name == name)
