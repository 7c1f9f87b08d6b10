"""The targets by name, and how the input of each is made of pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .decoding import check_decoding
from .matching import check_matching
from .parser import check_parser
from .rebase import check_rebase
from .replies import check_replies


class Target(NamedTuple):
    """A check of any bytes, which raises where a promise is broken; `sides` as in `mutate`."""

    check: Callable[[bytes], None]
    pieces: int
    sides: tuple[tuple[int, int, int], ...] = ()


TARGETS = {
    "parser": Target(check_parser, 1),
    "matching": Target(check_matching, 4, ((1, 2, 3),)),
    "rebase": Target(check_rebase, 9, ((1, 3, 4), (1, 3, 4), (1, 3, 4), (1, 5, 6), (2, 7, 8))),
    "replies": Target(check_replies, 3, ((1, 2, -1),)),
    "decoding": Target(check_decoding, 1),
}
