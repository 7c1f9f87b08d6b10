"""A bound on work, counted in characters visited, so that answers don't depend on the machine."""

from __future__ import annotations

BASE = 300_000_000
PER_CHARACTER = 16
RANKING = 40
JUDGING = 60


class Budget:
    """What a reply may cost: a fixed amount, and some more for every character that is read."""

    def __init__(self, characters: int = BASE) -> None:
        self.left = characters

    def grow(self, text: str) -> None:
        self.left += PER_CHARACTER * len(text)

    def spend(self, characters: int) -> bool:
        """Take the cost of a piece of work; false where there isn't enough left to do it."""
        if characters > self.left:
            return False
        self.left -= characters
        return True
