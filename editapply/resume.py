"""A refused plan and a reply with its failed blocks corrected → the whole plan again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from editapply.apply import plan_edits
from editapply.errors import FileError, ResumeError
from editapply.formats import Parsed
from editapply.model import Applied, Code, Edit, Options, Pending, Plan, Problem, Read

Block: TypeAlias = "Edit | Problem"


def pending_of(plan: Plan) -> Pending:
    """What is left to do of a plan that was refused as a whole."""
    unread = [outcome for outcome in plan.rejected if outcome.edit is None and outcome.index]
    accepted = {o.index: o.accepted for o in plan.outcomes if isinstance(o, Applied) and o.accepted}
    return Pending(
        edits=tuple(outcome.edit for outcome in plan.outcomes if outcome.edit is not None),
        problems=tuple(Problem(o.detail, o.index, o.reply_line, o.path, o.search) for o in unread),
        failed=tuple(sorted({outcome.index for outcome in plan.rejected if outcome.index})),
        digests={path: digest_of(text) for path, text in _texts(plan).items()},
        options=plan.options,
        accepted=accepted,
    )


def _texts(plan: Plan) -> dict[str, str | None]:
    """The files that were looked at; None for one that doesn't exist."""
    absent = {o.path for o in plan.outcomes if isinstance(o, Applied) or o.code is Code.FILE_NOT_FOUND}
    return {path: plan.texts.get(path) for path in sorted(absent | set(plan.texts))}


def digest_of(text: str | None) -> str | None:
    """The SHA-256 (hex) of a text; None where there is none."""
    return None if text is None else hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def resume(
    pending: Pending,
    read: Read,
    parsed: Parsed | None = None,
    accept: Mapping[int, int] | None = None,
    drop: Collection[int] = (),
    options: Options | None = None,
) -> Plan:
    """Plan all blocks again: the failed ones replaced, taken as offered (`accept`), or given up (`drop`).

    The blocks of `parsed` stand for the failed ones by the number that they give, else in order
    where the counts agree; they come behind the blocks that are kept. A failed block that nothing
    stands for is refused as before. Files must be as they were, else their edits are `stale`.
    Raises `ResumeError` where it can't be told which block is meant.
    """
    accept = dict(accept or {})
    _check(pending, accept, drop)
    sent: list[Block] = [] if parsed is None else sorted([*parsed.edits, *parsed.problems], key=lambda b: b.index)
    if not sent and not accept and not drop:
        raise ResumeError(f"nothing to resume with: send {_blocks(pending.failed)} corrected, accept or drop")
    standing = _assign(pending, sent, [n for n in pending.failed if n not in accept and n not in drop])
    kept: list[Block] = [*pending.edits, *pending.problems]
    blocks = [block for block in kept if block.index not in drop and block.index not in standing]
    blocks += standing.values()  # behind the others, as they were sent: one may quote what another writes
    return plan_edits(
        [block for block in blocks if isinstance(block, Edit)],
        _unchanged(read, pending.digests),
        options or pending.options,
        [block for block in blocks if isinstance(block, Problem)],
        {**pending.accepted, **accept},
    )


def _check(pending: Pending, accept: Mapping[int, int], drop: Collection[int]) -> None:
    known = {edit.index for edit in pending.edits} | {problem.index for problem in pending.problems}
    failed = f"{_blocks(pending.failed)} {'was' if len(pending.failed) == 1 else 'were'} refused"
    for number, choice in accept.items():
        if number not in pending.failed:
            raise ResumeError(f"nothing was offered for block {number}: {failed}")
        if choice < 1:
            raise ResumeError(f"block {number} has no candidate {choice}: they are counted from 1")
        if number in drop:
            raise ResumeError(f"block {number} can't be both accepted and dropped")
    for number in drop:
        if number not in known:
            raise ResumeError(f"there is no block {number} to drop: {failed}")


def _assign(pending: Pending, sent: Sequence[Block], open_: Sequence[int]) -> dict[int, Block]:
    """The blocks that were sent by the number of the block that each stands for."""
    if any(block.index == 0 for block in sent):
        raise ResumeError("the reply holds no block: send the corrected blocks, or accept or drop the failed ones")
    made = {_asked(edit) for edit in pending.edits if edit.index not in pending.failed}
    sent = [block for block in sent if _number(block) is not None or _asked(block) not in made]
    named = [number for block in sent if (number := _number(block)) is not None]
    for number in named:
        if named.count(number) > 1:
            raise ResumeError(f"two blocks of the reply stand for block {number}: send one")
        if number not in open_:
            raise ResumeError(f"`(block {number})` is none of those to send again: {_blocks(open_) or 'none is'}")
    left = [number for number in open_ if number not in named]
    if len(sent) > len(named) and len(sent) - len(named) != len(left):
        raise ResumeError(
            f"{len(sent) - len(named)} of the blocks sent give no number, and {len(left)} are to be replaced"
            f"{f' ({_blocks(left)})' if left else ''}: send one for each, or write `(block N)` before its path"
        )
    rest = iter(left)
    numbers = [number if (number := _number(block)) is not None else next(rest) for block in sent]
    return {number: _as(block, number) for number, block in zip(numbers, sent, strict=True)}


def _number(block: Block) -> int | None:
    return block.stands_for if isinstance(block, Edit) else None


def _asked(block: Block) -> tuple[str, ...]:
    """What a block asks for: one of those that fit may be sent once more, and then stands for none."""
    return (block.path, block.search, block.replace) if isinstance(block, Edit) else ()


def _as(block: Block, number: int) -> Block:
    return replace(block, index=number, stands_for=None) if isinstance(block, Edit) else replace(block, index=number)


def _blocks(numbers: Collection[int]) -> str:
    named = [str(number) for number in sorted(numbers)]
    if not named:
        return ""
    return f"block {named[0]}" if len(named) == 1 else f"blocks {', '.join(named[:-1])} and {named[-1]}"


def _unchanged(read: Read, digests: Mapping[str, str | None]) -> Callable[[str], str | None]:
    def checked(path: str) -> str | None:
        text = read(path)
        if path in digests and digest_of(text) != digests[path]:
            raise FileError(Code.STALE, path, "the file has changed since the plan was made")
        return text

    return checked
