"""Files to write → all of them written, or the tree as it was; after a kill, one of the two all the same."""

from editapply.commit.restoring import Left, clear_away, is_overtaken, restore
from editapply.commit.whole import commit
from editapply.commit.write import TEMPORARY, UNRECORDED, Record, Write

__all__ = [
    "TEMPORARY",
    "UNRECORDED",
    "Left",
    "Record",
    "Write",
    "clear_away",
    "commit",
    "is_overtaken",
    "restore",
]
