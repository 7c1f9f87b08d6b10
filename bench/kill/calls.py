"""The functions of `os` that touch files → the same, each call of them seen by a hook first."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Any, TypeAlias

NAMES = (
    *("open", "close", "dup", "read", "write", "lseek", "ftruncate", "fsync"),
    *("stat", "lstat", "fstat", "access", "readlink", "listdir", "scandir"),
    *("mkdir", "rmdir", "link", "unlink", "rename", "replace"),
    *("utime", "chmod", "fchmod", "fchown", "listxattr", "getxattr", "setxattr", "removexattr"),
)
WRITE, INTENT = "write", "rename"  # the first rename puts the entry in its place
RESOLVING = "lstat"  # most calls: paths are resolved by them, before anything is written

Hook: TypeAlias = Callable[..., Any]  # name, the real function, its arguments → its result


@contextmanager
def watched(hook: Hook) -> Iterator[None]:
    """Every call of these functions goes through `hook`."""
    real = {name: getattr(os, name) for name in NAMES if hasattr(os, name)}
    try:
        for name, function in real.items():
            setattr(os, name, partial(hook, name, function))
        yield
    finally:
        for name, function in real.items():
            setattr(os, name, function)


@dataclass(slots=True)
class Recorder:
    """A hook that notes the names of the calls and when they came; from the intent on it takes its time (seconds)."""

    pause: float = 0.0
    names: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    begun: bool = False

    def __call__(self, name: str, real: Callable[..., Any], *args: Any, **named: Any) -> Any:
        self.names.append(name)
        self.times.append(time.perf_counter())
        if name == INTENT:
            self.begun = True
        if self.begun and self.pause:
            time.sleep(self.pause)
        return real(*args, **named)


class When(str, Enum):
    """Where a kill falls: before a call, after it, or when half of what it writes is written."""

    BEFORE = "before"
    AFTER = "after"
    AMID = "amid"


@dataclass(slots=True)
class Killer:
    """A hook that kills its own process at call `number` (from 1)."""

    number: int
    when: When
    count: int = 0

    def __call__(self, name: str, real: Callable[..., Any], *args: Any, **named: Any) -> Any:
        self.count += 1
        if self.count != self.number:
            return real(*args, **named)
        if self.when is When.AFTER:
            with suppress(OSError):  # some calls ask for what isn't there
                real(*args, **named)
        elif self.when is When.AMID:
            descriptor, data = args
            real(descriptor, bytes(data)[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("killed")
