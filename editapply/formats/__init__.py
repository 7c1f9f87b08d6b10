"""A model's reply → the edits that it asks for."""

from __future__ import annotations

from editapply.errors import ReplyError
from editapply.formats.blocks import Parsed, format_block, format_blocks, parse_blocks
from editapply.model import Edit

__all__ = ["Parsed", "format_block", "format_blocks", "parse", "parse_reply"]


def parse(reply: str) -> Parsed:
    """Everything that can be read of `reply`, and what can't; never raises."""
    return parse_blocks(reply)


def parse_reply(reply: str) -> list[Edit]:
    """The edits of `reply`, in its order.

    Raises `ReplyError` where a block can't be read, or there is none; its `.edits` are those
    that can be read, its `.problems` say what is wrong with the others.
    """
    parsed = parse(reply)
    if parsed.problems:
        raise ReplyError(parsed.problems, parsed.edits)
    return list(parsed.edits)
