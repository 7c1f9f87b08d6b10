"""One file to write, and the record that tells another process how far the writing came."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.editapply\.tmp")


def temporary_name() -> str:
    """A name that no other file has; it stands beside the file whose place it takes."""
    return f".{secrets.token_hex(8)}.editapply.tmp"


@dataclass(slots=True)
class Write:
    """One file to write: its bytes before and after, None where there is no file.

    `mode` is that of a file that comes into being (None: what the umask leaves); any other keeps
    its own. `folders` come and go with it, the outermost first: they are made for a file that comes into
    being, and removed with one that goes, where nothing else is in them. `staged` tells that the temporary may
    take the file's place, `begun` that the file may have been touched, `torn` how often the writing of its own
    bytes was begun.
    """

    path: str
    before: bytes | None
    after: bytes | None
    mode: int | None = None
    temporary: str = field(default_factory=temporary_name)
    folders: tuple[str, ...] = ()
    staged: bool = False
    begun: bool = False
    torn: int = 0


class Record(Protocol):
    """Where a commit notes, before it goes on, how far it came; each note outlasts a power cut."""

    def staged(self, in_place: Sequence[int]) -> None:
        """All temporaries are written, but of these files (from 0): from here on the commit can be finished."""

    def writing(self, number: int) -> None:
        """File `number` (from 0) is about to be written in place."""

    def placed(self) -> None:
        """All files are in place, flushed: from here on they are anybody's, and never touched again."""

    def undoing(self) -> None:
        """The commit failed: from here on it is undone, not finished."""

    def done(self) -> None:
        """Nothing is left over."""

    def leave(self) -> None:
        """Some file could not be put back: another process may try again."""

    def discard(self) -> bool:
        """The tree is as it was; whether nothing remains of the record."""


class Unrecorded:
    """The record of a commit that nothing is noted of."""

    def staged(self, in_place: Sequence[int]) -> None: ...
    def writing(self, number: int) -> None: ...
    def placed(self) -> None: ...
    def undoing(self) -> None: ...
    def done(self) -> None: ...
    def leave(self) -> None: ...
    def discard(self) -> bool:
        return True


UNRECORDED = Unrecorded()
