"""Bytes found after a kill → whether they are a mix of what a file held before and was to hold after."""

from __future__ import annotations

BLOCK = 512  # what a disk writes whole


def is_torn(found: bytes, before: bytes, after: bytes) -> bool:
    """Whether writing `after` over `before`, cut off anywhere, can have left `found`.

    Block by block it is one or the other, or empty beyond the old end; within one block what was
    written may end.
    """
    if not min(len(before), len(after)) <= len(found) <= max(len(before), len(after)):
        return False
    cuts = 0
    for start in range(0, len(found), BLOCK):
        block = found[start : start + BLOCK]
        old, new = before[start : start + len(block)], after[start : start + len(block)]
        if block in (old, new) or (not old and not block.strip(b"\0")):
            continue
        cuts += 1
        if cuts > 1 or not _is_cut(block, old, new):
            return False
    return True


def _is_cut(block: bytes, old: bytes, new: bytes) -> bool:
    """Whether the block begins as the new one and goes on as the old one, or empty beyond its end."""
    written = next((k for k, (a, b) in enumerate(zip(block, new, strict=False)) if a != b), min(len(block), len(new)))
    return block[written:] == old[written:] + bytes(max(0, len(block) - max(len(old), written)))
