"""Edits in the journal → the lines and documents that tell of them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any

from editapply.model import Logged, Recovered, Reverted
from editapply.report.excerpt import printable
from editapply.report.signs import visible

MOST_FILES = 4
LONGEST_TITLE = 60


def format_log(entries: Sequence[Logged]) -> str:
    """A line for each edit: id, time, title, files with the tiers that found their quotes."""
    return "".join(f"{_line(entry)}\n" for entry in entries) or "No edits in the journal of this folder.\n"


def format_head(entry: Logged) -> str:
    """What is known of one edit, above its diff."""
    lines = [f"edit {entry.id}{' (undone)' if entry.undone else ''}", f"time {_time(entry)}"]
    lines += [f"reply {visible(entry.title)}"] if entry.title else []
    lines += [f"file {_file(file.path, file.action, file.tiers)}" for file in entry.files]
    return "\n".join(lines) + "\n\n"


def format_reverted(reverted: Reverted) -> str:
    """What was done to each file, or why nothing was."""
    done = "redone" if reverted.redone else "undone"
    if reverted.ok:
        title = f" ({visible(reverted.title, LONGEST_TITLE)})" if reverted.title else ""
        files = "".join(f"{visible(path)}  {action}\n" for path, action in reverted.actions.items())
        idle = all(action == "unchanged" for action in reverted.actions.values())
        return f"{files}{reverted.id} {done}{title}{': the files were so already' if idle else ''}\n"
    lines = [f"ERROR: the edit {reverted.id} can't be {done}.\n"]
    lines += [f"{visible(path)}: {why}\n" for path, why in reverted.conflicts.items()]
    if reverted.later:
        lines.append(f"Made since, in these files: {', '.join(reverted.later)}. Undo them first, the newest first.\n")
    return "".join(lines) + "Nothing was written.\n"


def format_log_document(entries: Iterable[Logged]) -> str:
    """The JSON document of `editapply log`."""
    return _json({"edits": [_entry(entry) for entry in entries]})


def format_head_document(entry: Logged, diff: str) -> str:
    """The JSON document of `editapply show`."""
    return _json(_entry(entry) | {"diff": printable(diff)})


def format_reverted_document(reverted: Reverted) -> str:
    """The JSON document of `editapply undo` and `redo`."""
    files = [{"path": printable(path), "action": action} for path, action in reverted.actions.items()]
    conflicts = [{"path": printable(path), "reason": printable(why)} for path, why in reverted.conflicts.items()]
    return _json(
        {
            "ok": reverted.ok,
            "id": reverted.id,
            "files": files,
            "conflicts": conflicts,
            "later": list(reverted.later),
            "warnings": [printable(note) for note in reverted.notes],
            "report": printable(format_reverted(reverted)),
        }
    )


def format_failure(message: str) -> str:
    """The JSON document where an undo could not be tried, as that of one that was refused."""
    empty: dict[str, Any] = {"ok": False, "id": None, "files": [], "conflicts": [], "later": [], "warnings": []}
    return _json(empty | {"report": printable(message)})


def format_recovered(found: Sequence[Recovered], unknown: Sequence[str] = ()) -> str:
    """A line for each edit that was found cut off."""
    nothing = "Nothing to recover in what could be read.\n" if unknown else "Nothing to recover.\n"
    return "".join(f"{one.describe()}\n" for one in found) or nothing


def format_recovered_document(found: Sequence[Recovered], unknown: Sequence[str] = ()) -> str:
    """The JSON document of `editapply recover`; `unknown` tells what could not be looked at."""
    edits = [
        {
            "id": one.id,
            "kind": one.kind,
            "status": "open" if one.fault else "finished" if one.finished else "taken back",
            "files": [printable(path) for path in one.paths],
            "left": [printable(path) for path in one.foreign],
        }
        for one in found
    ]
    ok = not unknown and not any(one.fault for one in found)
    warnings = [printable(note) for note in unknown]
    return _json(
        {"ok": ok, "edits": edits, "warnings": warnings, "report": printable(format_recovered(found, unknown))}
    )


def _line(entry: Logged) -> str:
    files = [_file(file.path, file.action, file.tiers) for file in entry.files[:MOST_FILES]]
    more = len(entry.files) - len(files)
    told = ", ".join(files) + (f" and {more} more" if more else "")
    undone = "  [undone]" if entry.undone else ""
    what = f"can't be read: {entry.fault}" if entry.fault else f"{visible(entry.title, LONGEST_TITLE)}  {told}"
    return f"{entry.id}  {_time(entry)}  {what}{undone}"


def _file(path: str, action: str, tiers: Sequence[str]) -> str:
    words = tiers if action == "modified" else [action]
    return f"{visible(path)} ({', '.join(words)})" if words else visible(path)


def _time(entry: Logged) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.time))


def _entry(entry: Logged) -> dict[str, Any]:
    files = [{"path": printable(f.path), "action": f.action, "tiers": list(f.tiers)} for f in entry.files]
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(entry.time))
    return {
        "id": entry.id,
        "time": when,
        "title": printable(entry.title),
        "undone": entry.undone,
        "files": files,
        "fault": None if entry.fault is None else printable(entry.fault),
    }


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=1) + "\n"
