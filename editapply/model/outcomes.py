"""Where an edit fits, or why it was refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from editapply.model.codes import Cause, Code, Tier
from editapply.model.edits import Edit, Span


@dataclass(frozen=True, slots=True)
class Match:
    """An accepted place. `similarity` (0..1) is the Dice of the raw window, 1 where equal.

    `grade` names what the whitespace tier had to forgive.
    """

    span: Span
    tier: Tier
    similarity: float
    grade: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place offered in an error; `similarity` (0..1) as in `Match`.

    `context` is the shortest run of whole lines around it that stands once in the file, where
    the place alone stands more often; `fits` tells whether the edit can be carried over to it.
    """

    span: Span
    similarity: float
    context: Span | None = None
    fits: bool = True


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where the quote stands in another file: its lines `first` to `last` (1-based, inclusive)."""

    path: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Applied:
    """An edit that has its place. `span` lies in the file before; counts are lines.

    `grade` names what was forgiven, `repairs` what of the quote was repaired. `accepted` is the
    number (from 1) of the place that the caller chose among those that were offered, else 0.
    """

    edit: Edit
    span: Span
    tier: Tier
    similarity: float
    added: int
    removed: int
    grade: str = ""
    repairs: tuple[str, ...] = ()
    accepted: int = 0

    @property
    def index(self) -> int:
        return self.edit.index

    @property
    def path(self) -> str:
        return self.edit.path


@dataclass(frozen=True, slots=True)
class Unchanged:
    """An edit that has nothing left to do, which is a success; `detail` says why."""

    edit: Edit
    code: Code
    span: Span | None
    detail: str = ""

    @property
    def index(self) -> int:
        return self.edit.index

    @property
    def path(self) -> str:
        return self.edit.path


@dataclass(frozen=True, slots=True)
class Rejected:
    """An edit that was refused: `code` and `cause` for programs, `detail` for readers.

    `candidates` are places in the file before (for `ambiguous`: all places), `nearest` real
    paths like the one that doesn't exist, `elsewhere` the places of the quote in other files.
    `edit` is None where the block could not be read; `search` is its quote, where that much is
    known. `correction` is the edit as it would fit: the lines of the first candidate, with
    the change carried over to them.
    """

    index: int
    path: str
    reply_line: int
    code: Code
    detail: str = ""
    candidates: tuple[Candidate, ...] = ()
    nearest: tuple[str, ...] = ()
    edit: Edit | None = None
    search: str = ""
    cause: Cause | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    correction: Edit | None = None


Outcome: TypeAlias = Applied | Unchanged | Rejected
