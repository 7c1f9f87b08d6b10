"""What the journal holds of edits that were written, and what undoing one did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LoggedFile:
    """A file of an edit in the journal: `action` is created, modified or deleted; `tiers` found its quotes."""

    path: str
    action: str
    tiers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Logged:
    """An edit in the journal: `time` in seconds since the epoch, `title` its reply's first line.

    `fault` says why the entry can't be read, where it can't: then neither title nor files are known.
    """

    id: str
    time: float
    title: str
    files: tuple[LoggedFile, ...]
    undone: bool
    fault: str | None = None


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


@dataclass(frozen=True, slots=True)
class Recovered:
    """What became of an edit that was cut off, or the undoing or redoing of it, which is its `kind`.

    Whether that was `finished` or taken back, with which `paths`: none where all its files were written
    when it was cut off. `foreign` of them were left as they are. `fault` says why it is still open.
    """

    id: str
    finished: bool
    paths: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    fault: str | None = None
    kind: str = "edit"

    def describe(self) -> str:
        """In one line, for standard error."""
        name = f"the edit {self.id}" if self.kind == "edit" else f"the {self.kind} of the edit {self.id}"
        if self.fault is not None:
            return f"{name} was cut off and can't be recovered: {self.fault}"
        if not self.paths:
            return f"{name} was cut off when its files were written"
        files = "1 file" if len(self.paths) == 1 else f"{len(self.paths)} files"
        told = f"{name} was cut off and is now {'finished' if self.finished else 'taken back'} ({files})"
        alone = ", ".join(self.foreign)
        return f"{told}; left as they are, since somebody else has changed them: {alone}" if alone else told
