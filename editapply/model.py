"""The nouns: what a reply asks for, where it fits, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TypeAlias


class Code(str, Enum):
    """Why an edit was rejected, or why it changed nothing. The values are stable."""

    NO_CHANGE = "no-change"
    ALREADY_APPLIED = "already-applied"
    MALFORMED = "malformed"
    NOT_FOUND = "not-found"
    AMBIGUOUS = "ambiguous"
    FILE_NOT_FOUND = "file-not-found"
    FILE_EXISTS = "file-exists"
    UNSAFE_PATH = "unsafe-path"
    BINARY = "binary"
    ENCODING = "encoding"
    STALE = "stale"
    OVERLAP = "overlap"
    CONFLICT = "conflict"
    PLACEHOLDER = "placeholder"
    PERMISSION = "permission"
    BUDGET = "budget"
    IO = "io"


class Tier(IntEnum):
    """How strict a match is; a lower number is stricter."""

    EXACT = 1
    WHITESPACE = 2
    MERGED = 3
    FUZZY = 4

    @property
    def label(self) -> str:
        return self.name.lower()


class Action(str, Enum):
    """What an edit does to its file. SEARCH/REPLACE blocks only ever `EDIT`."""

    EDIT = "edit"
    CREATE = "create"
    WRITE = "write"
    DELETE = "delete"
    MOVE = "move"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open pair of 0-based character offsets."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a block with several divider-like lines, or with indented markers.

    `sound` is false where this reading would put a line into REPLACE that may well be a
    stray divider.
    """

    search: str
    replace: str
    sound: bool = True


@dataclass(frozen=True, slots=True)
class Edit:
    """A parsed block: in the file `path`, put `replace` where `search` stands.

    `hint` is the first and last line (1-based, inclusive) that the block gave, `count` the
    number of places to change (None: all). With `whole_lines` both sides are runs of whole
    lines and get a final newline where they lack one; without, the edit is a pair of strings
    that matches inside of lines too. `index` (from 1) and `reply_line` (from 1) say which
    block of the reply it was; `mentions` are the paths named between this block and the one
    whose file name it took over.
    """

    path: str
    search: str
    replace: str
    hint: tuple[int, int] | None = None
    whole_lines: bool = True
    count: int | None = 1
    action: Action = Action.EDIT
    to: str | None = None
    scope: tuple[str, ...] = ()
    insert_after: int | None = None
    at_end: bool = False
    readings: tuple[Reading, ...] = ()
    index: int = 1
    reply_line: int = 1
    mentions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.count is not None and self.count < 1:
            raise ValueError(f"count is {self.count}: give 1 or more, or None for all places")
        if self.hint is not None and not 1 <= self.hint[0] <= self.hint[1]:
            raise ValueError(f"hint is {self.hint}: give first and last line, counted from 1")
        if self.whole_lines:
            for side in ("search", "replace"):
                text = getattr(self, side)
                if text and not text.endswith("\n"):
                    object.__setattr__(self, side, text + "\n")


@dataclass(frozen=True, slots=True)
class Problem:
    """A block that can't be read: `message` says what was found and what was expected.

    `search` is its quote, where that much is known.
    """

    message: str
    index: int
    reply_line: int
    path: str = ""
    search: str = ""


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
    """A place offered in an error; `similarity` (0..1) as in `Match`."""

    span: Span
    similarity: float


@dataclass(frozen=True, slots=True)
class Applied:
    """An edit that has its place. `span` lies in the file before; counts are lines.

    `grade` names what was forgiven, `repairs` what of the quote was repaired.
    """

    edit: Edit
    span: Span
    tier: Tier
    similarity: float
    added: int
    removed: int
    grade: str = ""
    repairs: tuple[str, ...] = ()

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
    """An edit that was refused: `code` for programs, `detail` for readers.

    `candidates` are places in the file before (for `ambiguous`: all places), `nearest` real
    paths like the one that doesn't exist. `edit` is None where the block could not be read;
    `search` is its quote, where that much is known.
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


Outcome: TypeAlias = Applied | Unchanged | Rejected
Read: TypeAlias = Callable[[str], "str | None"]


@dataclass(frozen=True, slots=True)
class Change:
    """A file's text before and after; None where it doesn't exist."""

    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Options:
    """How to apply.

    `max_tier` is the loosest tier that is tried, `threshold` the least similarity (0..1) of a
    fuzzy match. `partial`: write the edits that fit although others were rejected.
    `allow_placeholder`: take "... rest of the code ..." in REPLACE as text that is meant.
    """

    max_tier: Tier = Tier.FUZZY
    threshold: float = 0.75
    partial: bool = False
    allow_placeholder: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one text: `after` is `before` unless every edit fits (or `partial`)."""

    after: str
    outcomes: tuple[Outcome, ...]

    @property
    def ok(self) -> bool:
        return not any(isinstance(outcome, Rejected) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Plan:
    """All changes and outcomes of a reply, nothing written yet.

    `changes` holds the files whose text differs when every edit that fits is made, `texts`
    the text before of every file that was read.
    """

    outcomes: tuple[Outcome, ...]
    changes: Mapping[str, Change]
    texts: Mapping[str, str] = field(default_factory=dict)
    options: Options = Options()
    written: bool = False
    id: str | None = None

    @property
    def ok(self) -> bool:
        return not any(isinstance(outcome, Rejected) for outcome in self.outcomes)

    @property
    def rejected(self) -> tuple[Rejected, ...]:
        return tuple(outcome for outcome in self.outcomes if isinstance(outcome, Rejected))

    @property
    def writable(self) -> bool:
        """Whether something may be written: all edits fit, or `partial` was asked for."""
        return self.ok or self.options.partial
