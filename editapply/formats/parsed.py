"""What parsing a reply gives, in any dialect."""

from __future__ import annotations

from dataclasses import dataclass

from editapply.model import Edit, Problem


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a reply asks for, in its order, and what of it can't be read."""

    edits: tuple[Edit, ...]
    problems: tuple[Problem, ...]

    @property
    def is_empty(self) -> bool:
        return not self.edits and not self.problems
