"""Git commands that only tell something → their answers, within bounds; nothing where git can't answer.

The repository may be anybody's. So no command is used that its configuration could make run a
program: no hooks, file monitors, filters, pagers, signatures or transports.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from editapply.git.folder import find_git_folder

if TYPE_CHECKING:
    import subprocess

MOST_SECONDS = 10.0
MOST_LISTED = 8_000_000
MOST_LOG = 1_000_000
MOST_CONTENTS = 8_000_000
MOST_VERSIONS = 30
LONGEST_HEADER = 10_000
SETTINGS = {
    "GIT_ALLOW_PROTOCOL": "none",  # older git doesn't know GIT_NO_LAZY_FETCH
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
}
OPTIONS = (
    *("--no-pager", "--no-optional-locks", "--literal-pathspecs"),
    *("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "safe.bareRepository=explicit"),
)
_HEADER = re.compile(rb"[0-9a-f]{40,64} (\w+) (\d{1,18})\n")


@dataclass(frozen=True, slots=True)
class Version:
    """A file as it was committed: the full hash, the day (YYYY-MM-DD), the subject as it is, the bytes."""

    commit: str
    when: str
    subject: str
    data: bytes


def tracked_files(root: str) -> list[str] | None:
    """The paths under `root` that git tracks, relative to it with "/"; None where git can't tell.

    Of very many, the first 8 MB of names.
    """
    names = _answer(root, ["ls-files", "-z"], MOST_LISTED)
    if names is None:
        return None
    paths = dict.fromkeys(map(os.fsdecode, names.split(b"\0")[:-1]))
    return [path for path in paths if _is_plain(path)]


def versions(root: str, path: str, limit: int = MOST_VERSIONS) -> list[Version]:
    """The committed versions of the file `path` (relative to `root`) that differ, newest first.

    They are those that this branch itself had (first parents), so that the commit of each made
    it out of the next. At most `limit`, and 8 MB in all; none where git can't tell.
    """
    if not _is_plain(path) or "\n" in path:
        return []
    asked = ["--first-parent", f"--max-count={max(limit, 0)}", "--encoding=UTF-8", "--format=%cI%x00%s"]
    log = _answer(root, ["rev-list", *asked, "HEAD", "--", path], MOST_LOG)
    commits = list(_parse_log(log or b""))
    contents = _read_files(root, [f"{commit}:./{path}" for commit, _, _ in commits])
    found: list[Version] = []
    for (commit, when, subject), data in zip(commits, contents, strict=False):
        if found and found[-1].data == data:
            found.pop()  # that commit changed no byte of it
        if data is not None:
            found.append(Version(commit, when, subject, data))
    return found


def _is_plain(path: str) -> bool:
    """Whether a path leads straight down: a forged index can hold any."""
    return "\0" not in path and not {"", ".", "..", ".git"}.intersection(path.split("/"))


def _parse_log(log: bytes) -> Iterator[tuple[str, str, str]]:
    """Commit, day and subject of each whole pair of lines."""
    lines = log.decode("utf-8", "replace").split("\n")[:-1]
    for commit, facts in zip(lines[::2], lines[1::2], strict=False):
        when, _, subject = facts.partition("\0")
        yield commit.removeprefix("commit "), when[:10], subject


def _answer(root: str, command: Sequence[str], most: int) -> bytes | None:
    """At most so many bytes of what git tells; None where there is no git, no repository, or git fails."""
    try:
        with _running(root, command) as process:
            assert process.stdout is not None
            told = process.stdout.read(most)
            return told if len(told) == most or process.wait() == 0 else None
    except (OSError, ValueError):
        return None


def _read_files(root: str, names: Sequence[str]) -> list[bytes | None]:
    """The contents of committed files (None: there is none), up to the one with which it would be too much."""
    try:
        return list(_ask_for_files(root, names)) if names else []
    except (OSError, ValueError):
        return []


def _ask_for_files(root: str, names: Sequence[str]) -> Iterator[bytes | None]:
    """Ask one at a time: so no pipe runs full, and nothing too large is read."""
    left = MOST_CONTENTS
    with _running(root, ["cat-file", "--batch"]) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in names:
            process.stdin.write(os.fsencode(name) + b"\n")
            process.stdin.flush()
            header = process.stdout.readline(LONGEST_HEADER)
            kind, size = _parse_header(header)
            left -= size
            if left < 0:
                return
            data = process.stdout.read(size + 1) if kind else b"\n"
            if len(data) <= size:
                raise OSError("git ended")
            yield data[:-1] if kind == b"blob" else None


def _parse_header(header: bytes) -> tuple[bytes, int]:
    """The kind (none: it is missing) and the size of the object that follows."""
    if header.endswith(b" missing\n"):
        return b"", 0
    found = _HEADER.fullmatch(header)
    if found is None:
        raise OSError("git ended")
    return found[1], int(found[2])


@contextlib.contextmanager
def _running(root: str, command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A git command in `root`, killed when it is no longer needed or has taken too long."""
    import subprocess  # here, as only a refused edit needs it

    program = _find_git()
    if program is None or find_git_folder(root) is None:
        raise FileNotFoundError("no git, or nothing to ask it")
    process = subprocess.Popen(
        [program, *OPTIONS, *command],
        cwd=root,
        env={name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | SETTINGS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # it has no terminal to ask at, and its own children can be killed with it
    )
    timer = threading.Timer(MOST_SECONDS, _kill, [process])
    timer.start()
    try:
        yield process
    finally:
        timer.cancel()
        timer.join()
        _kill(process)
        with contextlib.suppress(OSError), process:
            pass


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is None:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()


def _find_git() -> str | None:
    """The program, never one in a folder that is named relative to the current one."""
    name = "git.exe" if os.name == "nt" else "git"
    found = (os.path.join(folder, name) for folder in os.get_exec_path() if os.path.isabs(folder))
    return next((path for path in found if os.path.isfile(path) and os.access(path, os.X_OK)), None)
