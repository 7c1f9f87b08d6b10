"""The scenarios and the reported failures → inputs to begin with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from editapply.formats import parse

from .pieces import decoded, encoded, join

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
HEADS = ("", "A@@", "B@D", "C@AA", "AD@", "A@BA")


def seeds(target: str) -> Iterator[bytes]:
    """The inputs of one target; where nothing fits, one that is empty."""
    yield b""
    for number, (reply, files) in enumerate(replies()):
        yield from MAKERS[target](HEADS[number % len(HEADS)], reply, files)


def replies() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Each reply with the files that it is for."""
    for folder in sorted((FIXTURES / "scenarios").iterdir()):
        found = (path for path in sorted((folder / "input").rglob("*")) if path.is_file())
        files = {path.relative_to(folder / "input").as_posix(): path.read_bytes() for path in found}
        yield decoded((folder / "reply.md").read_bytes()), files
    for line in (FIXTURES / "reported" / "reported.jsonl").read_text(encoding="utf-8").split("\n"):
        case: dict[str, Any] = json.loads(line) if line.strip() else {}
        if "reply" in case:
            yield case["reply"], {path: encoded(text) for path, text in case.get("files", {}).items()}


def _of_parser(head: str, reply: str, files: dict[str, bytes]) -> Iterator[bytes]:
    yield encoded(reply)


def _of_matching(head: str, reply: str, files: dict[str, bytes]) -> Iterator[bytes]:
    for edit in parse(reply).edits:
        if edit.path in files:
            yield join(head, decoded(files[edit.path]), edit.search)


def _of_rebase(head: str, reply: str, files: dict[str, bytes]) -> Iterator[bytes]:
    edits = [edit for edit in parse(reply).edits if edit.path in files]
    for path in dict.fromkeys(edit.path for edit in edits):
        sides = [side for edit in edits if edit.path == path for side in (edit.search, edit.replace)]
        yield join(head, decoded(files[path]), "", *sides[:6])
        yield join(head, decoded(files[path]), "", *sides[-2:])


def _of_replies(head: str, reply: str, files: dict[str, bytes]) -> Iterator[bytes]:
    for path, data in files.items():
        yield join(head, decoded(data), reply.replace(path, "a.py"))


def _of_decoding(head: str, reply: str, files: dict[str, bytes]) -> Iterator[bytes]:
    yield from files.values()


MAKERS = {
    "parser": _of_parser,
    "matching": _of_matching,
    "rebase": _of_rebase,
    "replies": _of_replies,
    "decoding": _of_decoding,
}
