"""What a reply asks for, and how it is to be applied."""

from __future__ import annotations

from dataclasses import dataclass

from editapply.model.codes import Action, Tier


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
