"""What a command says → the same with colours for a terminal, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

BOLD_RED, RED, GREEN, YELLOW, CYAN, DIM = "1;31", "31", "32", "33", "36", "2"

LINES = (
    (re.compile(r"ERROR\b"), BOLD_RED),
    (re.compile(r"warning: "), YELLOW),
    (re.compile(r" {2}(?:differs|not as quoted|repaired)\b"), CYAN),
    (re.compile(r" {2}-> rejected\b"), BOLD_RED),
    (re.compile(r" {2}-> (?:applied|unchanged)\b"), GREEN),
)
"""How a line begins, and its colour."""

DIFF_LINES = {"+": GREEN, "-": RED, "@": CYAN}
_DIFF = re.compile(r"diff --git |@@ -")
_ROW = re.compile(r"^(\S.*?  )((?:exact|whitespace|merged|fuzzy|created|unchanged)\b(?: \([^)]{0,80}\))?)(?=  |$)")


def paint(text: str) -> str:
    """The report or a diff with colours; the text must hold no control characters of its own.

    >>> paint("ERROR: no\\n")
    '\\x1b[1;31mERROR: no\\x1b[0m\\n'
    """
    return "\n".join(_painted(text.split("\n")))


def _painted(lines: list[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        inside = bool(line) and (inside or _DIFF.match(line) is not None)
        yield _diff_line(line) if inside else _report_line(line)


def _diff_line(line: str) -> str:
    return _colour(line, DIFF_LINES.get(line[0], ""))


def _report_line(line: str) -> str:
    code = next((code for begins, code in LINES if begins.match(line)), "")
    return _colour(line, code) if code else _ROW.sub(lambda row: row[1] + _colour(row[2], DIM), line, count=1)


def _colour(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if code else text
