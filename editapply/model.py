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


class Cause(str, Enum):
    """What went wrong with a quote, where that can be known. The values are stable."""

    WHITESPACE = "whitespace"
    INDENTATION = "indentation"
    LOOKALIKES = "look-alikes"
    ESCAPES = "escapes"
    LINE_NUMBERS = "line-numbers"
    ELIDED = "elided-lines"
    CUT_SHORT = "cut-line"
    LINE_ORDER = "line-order"
    LETTER_CASE = "letter-case"
    OTHER_BLOCK = "other-block"
    HALF_APPLIED = "half-applied"
    STALE_QUOTE = "stale-quote"
    ALREADY_APPLIED = "already-applied"
    OTHER_FILE = "other-file"
    MISSPELT_PATH = "misspelt-path"
    AMBIGUOUS = "ambiguous"
    BELOW_RULE = "below-rule"


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
    whose file name it took over; `stands_for` is the block of an earlier reply that this one
    corrects, where it says so.
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
    stands_for: int | None = None

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
Read: TypeAlias = Callable[[str], "str | None"]


@dataclass(frozen=True, slots=True)
class Change:
    """A file's text before and after; None where it doesn't exist."""

    before: str | None
    after: str | None


LEAST_REPORT = 800  # characters in which a refusal can still be told


@dataclass(frozen=True, slots=True)
class Options:
    """How to apply.

    `max_tier` is the loosest tier that is tried, `threshold` the least similarity (0..1) of a
    fuzzy match. `partial`: write the edits that fit although others were rejected.
    `allow_placeholder`: take "... rest of the code ..." in REPLACE as text that is meant.
    `max_report`: the most characters of a report; one refused edit gets a quarter.
    `journal`: note what is written, so that it can be undone and that a commit cut off by a kill
    can be recovered; `keep` is the most bytes that the notes of a root take. `require_journal`:
    refuse to write where that can't be. `encoding`: that of files that are neither UTF-8 nor
    marked; a name that can't be used is a `ValueError` when files are to be read.
    """

    max_tier: Tier = Tier.FUZZY
    threshold: float = 0.75
    partial: bool = False
    allow_placeholder: bool = False
    max_report: int = 8000
    journal: bool = True
    keep: int = 50_000_000
    require_journal: bool = False
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one text: `after` is `before` unless every edit fits (or `partial`)."""

    after: str
    outcomes: tuple[Outcome, ...]

    @property
    def ok(self) -> bool:
        return not any(isinstance(outcome, Rejected) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a refused plan waits for a second try: its id, and the root as the caller named it."""

    id: str
    root: str


@dataclass(frozen=True, slots=True)
class Pending:
    """What a refused plan leaves for a second try, so that only the failed blocks are sent again.

    `edits` and `problems` are the blocks as they were read, `failed` the numbers of those that
    were refused. `digests` holds the SHA-256 (hex) of the text before of each file that they
    name, None where there was none; `accepted` the candidates chosen so far, by block number.
    """

    edits: tuple[Edit, ...]
    problems: tuple[Problem, ...]
    failed: tuple[int, ...]
    digests: Mapping[str, str | None]
    options: Options = Options()
    accepted: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """All changes and outcomes of a reply, nothing written yet.

    `changes` holds the files whose text differs when every edit that fits is made, `texts`
    the text before of every file that was read. `id` is the journal's of what was written, and
    `notes` tell what was not as usual about the writing. `kept` says that `editapply apply
    --resume` can take the plan up again.
    """

    outcomes: tuple[Outcome, ...]
    changes: Mapping[str, Change]
    texts: Mapping[str, str] = field(default_factory=dict)
    options: Options = Options()
    written: bool = False
    id: str | None = None
    kept: Kept | None = None
    notes: tuple[str, ...] = ()

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


@dataclass(frozen=True, slots=True)
class LoggedFile:
    """A file of an edit in the journal: `action` is created, modified or deleted; `tiers` found its quotes."""

    path: str
    action: str
    tiers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Logged:
    """An edit in the journal: `time` in seconds since the epoch, `title` its reply's first line."""

    id: str
    time: float
    title: str
    files: tuple[LoggedFile, ...]
    undone: bool


@dataclass(frozen=True, slots=True)
class Reverted:
    """An edit that was undone (or redone, with `redone`): what was done to each file, by path.

    `conflicts` tell by path why it could not be: then nothing was written. `later` are the ids
    of edits made after it that touched these files.
    """

    id: str
    title: str
    redone: bool
    actions: Mapping[str, str]
    conflicts: Mapping[str, str] = field(default_factory=dict)
    later: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.conflicts
