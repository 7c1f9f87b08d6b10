"""All that a reply does to files: made, kept for a second try, written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from editapply.model.edits import Edit, Options, Problem
from editapply.model.outcomes import Outcome, Rejected

Read: TypeAlias = Callable[[str], "str | None"]


@dataclass(frozen=True, slots=True)
class Change:
    """A file's text before and after; None where it doesn't exist."""

    before: str | None
    after: str | None


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
    options: Options = field(default_factory=Options)
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
    options: Options = field(default_factory=Options)
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
