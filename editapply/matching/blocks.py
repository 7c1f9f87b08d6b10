"""Two places in a text → whether the lines between them leave a block that the first one shows, by indentation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from editapply.budget import Budget
from editapply.indent import indent_of

NONE = 1_000_000
MOST_VISITED = 20_000_000
# A header of a section (`[prod]`) is less deep than anything that stands below it.
_SECTION = re.compile(r"\[{1,2}[\w.:\"' -]+\]{1,2}\s*$")
_COMMENT = r"\s*(?:#(?!\{)|//|/\*|\*|<!--)"
# The rest of a block's first line, where that is written on several: `):`, `) -> int {`, `}) {`, `{`.
_HEADER = r"\s*(?:[)\]}]*\)(?!\s*,).*[:{]|\}:[^,]*\).*\{|\]:|\{|where\b.*)\s*$"
_CLOSES = r"\s*(?:[)\]}]|</|(?:end|fi|done|esac)\b)"
_CLAUSE = r"\s*(?:\}\s*)?(?:else|elif|elsif|elseif|except|finally|catch|rescue|ensure)\b"
_LABEL = r"\s*(?:case\b.*|default|public|private|protected)\s*:\s*$"
_PASSED = re.compile(f"{_COMMENT}|{_HEADER}")
_ENDS = re.compile(f"{_CLOSES}|{_CLAUSE}")
_NO_OPENER = re.compile(f"{_COMMENT}|{_LABEL}")


class Blocks:
    """The depths (columns) of a text's lines; `NONE` where a line is blank, or doesn't count.

    In `left` count lines that may leave a block, in `others` those of them that are more than the
    end of a block or a clause of its statement.
    """

    def __init__(self, bodies: Sequence[str]) -> None:
        self.bodies = bodies
        self.depths = [_depth(body) for body in bodies]
        self.left = [NONE if _PASSED.match(body) else d for body, d in zip(bodies, self.depths, strict=True)]
        self.others = [NONE if _ENDS.match(body) else d for body, d in zip(bodies, self.left, strict=True)]
        self._budget = Budget(MOST_VISITED)

    def stays(self, first: int, stop: int, tail: int, strict: bool) -> bool:
        """Whether the lines from `stop` to `tail` (0-based) leave no block unseen.

        The lines from `first` to `stop` and those from `tail` on are quoted. Where not `strict`,
        only such blocks count as the quote opens.
        """
        if not self._budget.spend(tail - first):
            return False
        if not self._keeps_opened(first, stop, tail):
            return False
        shallowest, target = min(self.depths[first:stop], default=NONE), self.depths[tail]
        return not strict or min(self.left[stop:tail], default=NONE) > min(shallowest, target - 1)

    def _keeps_opened(self, first: int, stop: int, tail: int) -> bool:
        """Whether a part in a block that the part before opens is reached without leaving it."""
        target, innermost = self.depths[tail], NONE
        left = min(self.left[stop:tail], default=NONE)
        others = min(self.others[stop:tail], default=NONE) if _ENDS.match(self.bodies[tail]) else NONE
        for k in reversed(range(first, stop)):
            if self.depths[k] >= innermost or _NO_OPENER.match(self.bodies[k]):
                continue
            innermost = self.depths[k]
            leaves = left <= innermost < target or others <= innermost == target
            if leaves and self._opens(k):
                return False
        return True

    def _opens(self, line: int) -> bool:
        below = next((k for k in range(line + 1, len(self.depths)) if self.depths[k] < NONE), line)
        return self.depths[below] > self.depths[line] or self.bodies[line].rstrip().endswith((":", "{"))


def _depth(body: str) -> int:
    if not body.strip():
        return NONE
    return -1 if body[0] == "[" and _SECTION.match(body) else len(indent_of(body).expandtabs())
