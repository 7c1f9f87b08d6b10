"""A model's reply → the edits that it asks for."""

from __future__ import annotations

from editapply.errors import ReplyError
from editapply.formats.blocks import format_block, format_blocks, parse_blocks
from editapply.formats.calls import parse_calls
from editapply.formats.parsed import Parsed
from editapply.model import Edit, Problem

__all__ = ["Parsed", "format_block", "format_blocks", "parse", "parse_reply"]

DIALECTS = (parse_blocks, parse_calls)
NO_BLOCK = (
    "no SEARCH/REPLACE block in the reply: write the file's path on a line, then `<<<<<<< SEARCH`, "
    "the lines of the file, `=======`, the new lines and `>>>>>>> REPLACE`, each marker on its own line"
)


def parse(reply: str) -> Parsed:
    """Everything that can be read of `reply`, and what can't; never raises.

    The first dialect that finds anything in it is the reply's.
    """
    for dialect in DIALECTS:
        parsed = dialect(reply)
        if not parsed.is_empty:
            return parsed
    return Parsed((), (Problem(NO_BLOCK, 0, 0),))


def parse_reply(reply: str) -> list[Edit]:
    """The edits of `reply`, in its order.

    Raises `ReplyError` where a block can't be read, or there is none; its `.edits` are those
    that can be read, its `.problems` say what is wrong with the others.
    """
    parsed = parse(reply)
    if parsed.problems:
        raise ReplyError(parsed.problems, parsed.edits)
    return list(parsed.edits)
