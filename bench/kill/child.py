"""A piece of work → the same in a forked process, which may be killed."""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections.abc import Callable

LONGEST = 60  # seconds
READY = b"\n"


def run_forked(work: Callable[[], str]) -> tuple[int | None, str]:
    """What the work told, and the signal that ended its process, if one did; an exception is told as a traceback."""
    reader, child = _fork(work)
    text = _read(reader)
    return _ended(child), text.decode("utf-8", "replace")[1:]


def kill_forked(work: Callable[[], str], delay: float) -> int | None:
    """Kill the work after so many seconds; the signal that ended its process, None where it was done before."""
    reader, child = _fork(work)
    os.read(reader, 1)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.close(reader)
    return _ended(child)


def _fork(work: Callable[[], str]) -> tuple[int, int]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            signal.alarm(LONGEST)
            os.write(writer, READY)
            text = _told(work)
            os.write(writer, text.encode("utf-8", "replace")[:60_000])
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    return reader, child


def _told(work: Callable[[], str]) -> str:
    try:
        return work()
    except BaseException:
        return traceback.format_exc()


def _read(reader: int) -> bytes:
    with open(reader, "rb") as file:
        return file.read()


def _ended(child: int) -> int | None:
    status = os.waitpid(child, 0)[1]
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
