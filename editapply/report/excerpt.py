"""A place in a file → the few lines of it that a reader needs, and what differs from the quote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from editapply.diff import Run, diff_lines
from editapply.model import Span
from editapply.text import Lines

MOST_LINES = 10
MOST_CHARACTERS = 160
BEGINNING = 2
AROUND = 3
MOST_DIFFERENCES = 3
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def printable(text: str) -> str:
    """Text that can be encoded: what no encoding has is shown as U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def visible(text: str) -> str:
    """Text on one line: control characters as escapes, cut to a length that can be read."""
    start = printable(text[: 2 * MOST_CHARACTERS])
    shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in start)
    return cut(shown)


def cut(text: str, around: int = 0) -> str:
    """At most `MOST_CHARACTERS` of a line, those around a position, with the number left out."""
    if len(text) <= MOST_CHARACTERS + 20:
        return text
    start = max(0, min(around - MOST_CHARACTERS // 3, len(text) - MOST_CHARACTERS))
    stop = start + MOST_CHARACTERS
    head = f"[{start} characters]…" if start else ""
    tail = f"…[{len(text) - stop} characters]" if stop < len(text) else ""
    return head + text[start:stop] + tail


def distinctive_line(search: str) -> str:
    """The first line of a quote that says something (a lone brace doesn't), cut to 80 characters."""
    lines = [line.strip() for line in search.split("\n", 200)[:200] if line.strip()]
    line = next((line for line in lines if len(re.findall(r"\w", line[:200])) >= 3), lines[0] if lines else "")
    shown = visible(line)
    return shown if len(shown) <= 80 else shown[:79] + "…"


def excerpt(lines: Lines, span: Span, search: str) -> list[str]:
    """The file's own lines at `span`; of many, the first and those around the first that differs."""
    first, last = lines.first_and_last(span)
    shown = lines.bodies[first - 1 : last]
    runs = _runs(lines, span, search)
    at = min(runs[0].b_start, len(shown) - 1) if runs else 0
    if len(shown) <= MOST_LINES:
        return [cut(line, _position(line, runs, k, search)) for k, line in enumerate(shown)]
    start = max(BEGINNING, at - AROUND)
    stop = min(len(shown), start + MOST_LINES - BEGINNING)
    start = max(BEGINNING, stop - MOST_LINES + BEGINNING)
    middle = [f"… ({start - BEGINNING} lines)"] if start > BEGINNING else []
    end = [f"… ({len(shown) - stop} lines)"] if stop < len(shown) else []
    cut_lines = [cut(line, _position(line, runs, k, search)) for k, line in enumerate(shown)]
    return [*cut_lines[:BEGINNING], *middle, *cut_lines[start:stop], *end]


def differences(lines: Lines, span: Span, search: str) -> list[str]:
    """What the file has where the quote has something else: the first lines that differ."""
    runs = _runs(lines, span, search)
    told = [text for run in runs[: MOST_DIFFERENCES + 1] for text in _difference(lines, span, search, run)]
    more = len(runs) > MOST_DIFFERENCES or len(told) > MOST_DIFFERENCES
    return told[:MOST_DIFFERENCES] + (["more lines differ"] if more else [])


def _runs(lines: Lines, span: Span, search: str) -> list[Run]:
    first, last = lines.first_and_last(span)
    return diff_lines(Lines(search).bodies, lines.bodies[first - 1 : last])


def _difference(lines: Lines, span: Span, search: str, run: Run) -> Iterator[str]:
    first = lines.first_and_last(span)[0] - 1
    quote = Lines(search).bodies
    pairs = min(run.a_stop - run.a_start, run.b_stop - run.b_start)
    for k in range(pairs):
        number = first + run.b_start + k
        ours, theirs = _differing_parts(lines.bodies[number], quote[run.a_start + k])
        yield f"line {number + 1} has `{visible(ours)}` where SEARCH has `{visible(theirs)}`"
    at = first + run.b_start + pairs
    for k in range(run.a_start + pairs, run.a_stop):
        yield f"SEARCH has a line `{visible(quote[k])}` that isn't there (before line {at + 1})"
    for number in range(at, first + run.b_stop):
        yield f"line {number + 1} `{visible(lines.bodies[number])}` is not in SEARCH"


def _differing_parts(ours: str, theirs: str) -> tuple[str, str]:
    """The two lines without the words that they share at either end, one word kept for each."""
    if len(ours) + len(theirs) > 40 * MOST_CHARACTERS:
        at = next((k for k, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), 0)
        return ours[max(0, at - 20) : at + MOST_CHARACTERS], theirs[max(0, at - 20) : at + MOST_CHARACTERS]
    a, b = _WORD.findall(ours), _WORD.findall(theirs)
    runs = diff_lines(a, b)
    head, a_stop, b_stop = runs[0].a_start, runs[-1].a_stop, runs[-1].b_stop
    head = max(0, head - 1)
    return "".join(a[head : a_stop + 1]), "".join(b[head : b_stop + 1])


def _position(line: str, runs: list[Run], at: int, search: str) -> int:
    """The character of a long line at which it stops being like its line in the quote."""
    if len(line) <= MOST_CHARACTERS:
        return 0
    run = next((run for run in runs if run.b_start <= at < run.b_stop), None)
    if run is None or run.a_start == run.a_stop:
        return 0
    quote = Lines(search).bodies[min(run.a_start + at - run.b_start, run.a_stop - 1)]
    return next((k for k, (a, b) in enumerate(zip(line, quote, strict=False)) if a != b), 0)
