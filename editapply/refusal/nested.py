"""The files that a reply creates → those refused that another file leaves no room for: `a` and `a/b` can't both be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from editapply.model import Applied, Cause, Code, Outcome, Rejected
from editapply.refusal.refusing import refuse


def refuse_nested(outcomes: Sequence[Outcome], files: Mapping[str, bool]) -> tuple[list[Outcome], set[str]]:
    """The outcomes, and the files that can't be created: of two, the one that comes first among `files` may.

    `files` are all that there would be, and whether the reply creates them.
    """
    nested = _find_nested(files)
    makers: dict[str, int] = {}
    for outcome in outcomes:
        if isinstance(outcome, Applied):
            makers.setdefault(outcome.path, outcome.index)
    details = {path: _told(path, other, makers.get(other) if files[other] else None) for path, other in nested.items()}
    return [_refused(outcome, details.get(outcome.path)) for outcome in outcomes], set(nested)


def _find_nested(files: Mapping[str, bool]) -> dict[str, str]:
    """The files that can't be created, and for each one that is in its way."""
    standing: set[str] = set()
    inside: dict[str, str] = {}  # folders, and a file in each
    nested: dict[str, str] = {}
    for path in sorted(files, key=lambda path: files[path]):  # those that are there already come first
        above = list(_folders_of(path))
        other = inside.get(path) or next((folder for folder in above if folder in standing), None)
        if other is not None and files[path]:
            nested[path] = other
            continue
        standing.add(path)
        inside |= dict.fromkeys(above, path)
    return nested


def _folders_of(path: str) -> Iterator[str]:
    """
    >>> list(_folders_of("a/b/c"))
    ['a', 'a/b']
    """
    at = path.find("/")
    while at != -1:
        yield path[:at]
        at = path.find("/", at + 1)


def _told(path: str, other: str, maker: int | None) -> str:
    is_there = f"{other} is there" if maker is None else f"block {maker} creates {other}"
    if path.startswith(f"{other}/"):
        return f"{is_there} as a file, so it can't be a folder"
    return f"{is_there}, so {path} is a folder and can't be a file"


def _refused(outcome: Outcome, detail: str | None) -> Outcome:
    if detail is None or isinstance(outcome, Rejected):
        return outcome
    return refuse(outcome.edit, Code.CONFLICT, detail, cause=Cause.OTHER_BLOCK)
