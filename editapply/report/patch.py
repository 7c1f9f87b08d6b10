"""Changes → a unified diff that `git apply` accepts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from editapply.diff import Run, diff_lines
from editapply.model import Change
from editapply.text import split_lines

CONTEXT = 3
MOST_LINES = 60
MOST_CHARACTERS = 160
NO_NEWLINE = "\\ No newline at end of file\n"
_ESCAPES = {'"': '\\"', "\\": "\\\\"} | {char: repr(char)[1:-1] for char in "\n\t\r"}


def format_patch(changes: Mapping[str, Change], context: int = CONTEXT) -> str:
    """The changes of all files as one unified diff, in git's form, with `context` lines around each."""
    return "".join(part for path, change in changes.items() for part in _file_patch(path, change, context))


def format_compact(changes: Mapping[str, Change]) -> str:
    """The changes for a person to glance at: a line of context, at most 60 lines, long ones cut."""
    lines = [line.removesuffix("\r") for line in format_patch(changes, context=1).split("\n")[:-1]]
    shown = [line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…" for line in lines[:MOST_LINES]]
    more = len(lines) - len(shown)
    return "".join(line + "\n" for line in shown) + (f"… and {more} more lines\n" if more else "")


def _file_patch(path: str, change: Change, context: int) -> Iterator[str]:
    old, new = split_lines(change.before or ""), split_lines(change.after or "")
    yield f"diff --git {_quoted('a/' + path)} {_quoted('b/' + path)}\n"
    if change.before is None:
        yield "new file mode 100644\n"
    elif change.after is None:
        yield "deleted file mode 100644\n"
    hunks = _grouped(diff_lines(old, new), context)
    if hunks:
        yield f"--- {'/dev/null' if change.before is None else _named('a/' + path)}\n"
        yield f"+++ {'/dev/null' if change.after is None else _named('b/' + path)}\n"
    for runs in hunks:
        yield from _hunk(old, new, runs, context)


def _grouped(runs: Sequence[Run], context: int) -> list[list[Run]]:
    """Runs whose context would touch share a hunk."""
    groups: list[list[Run]] = []
    for run in runs:
        if groups and run.a_start - groups[-1][-1].a_stop <= 2 * context:
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def _hunk(old: Sequence[str], new: Sequence[str], runs: Sequence[Run], context: int) -> Iterator[str]:
    head = min(context, runs[0].a_start)
    tail = min(context, len(old) - runs[-1].a_stop)
    a, a_stop = runs[0].a_start - head, runs[-1].a_stop + tail
    b, b_stop = runs[0].b_start - head, runs[-1].b_stop + tail
    yield f"@@ -{_range(a, a_stop)} +{_range(b, b_stop)} @@\n"
    at = a
    for run in runs:
        yield from _signed(" ", old[at : run.a_start])
        yield from _signed("-", old[run.a_start : run.a_stop])
        yield from _signed("+", new[run.b_start : run.b_stop])
        at = run.a_stop
    yield from _signed(" ", old[at:a_stop])


def _range(start: int, stop: int) -> str:
    count = stop - start
    first = start + 1 if count else start
    return str(first) if count == 1 else f"{first},{count}"


def _signed(sign: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line
        if not line.endswith("\n"):
            yield "\n" + NO_NEWLINE


def _named(path: str) -> str:
    """A path in a `---` line: git ends a name with blanks in it with a tab."""
    quoted = _quoted(path)
    return f"{quoted}\t" if " " in quoted and not quoted.startswith('"') else quoted


def _quoted(path: str) -> str:
    """A path as git writes it: in quotes, C escapes in it, where it holds control characters, quotes or backslashes."""
    if not any(char in _ESCAPES or ord(char) < 32 or ord(char) == 127 for char in path):
        return path
    escaped = (_ESCAPES.get(char) or (char if 32 <= ord(char) != 127 else f"\\{ord(char):03o}") for char in path)
    return '"' + "".join(escaped) + '"'
