"""Why, how strictly and in what way: the names that reports and documents use, which are stable."""

from __future__ import annotations

from enum import Enum, IntEnum


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
