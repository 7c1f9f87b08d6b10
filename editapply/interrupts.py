"""Signals that end a process → a flag that is looked at between two steps, and the signal itself afterwards."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from editapply.errors import FileError
from editapply.model import Code

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))


class Interrupts:
    """The signals that came while they were held off."""

    def __init__(self) -> None:
        self.came: list[int] = []

    def note(self, number: int, frame: FrameType | None) -> None:
        self.came.append(number)

    def check(self, path: str) -> None:
        """Raise `FileError` where a signal came, so that what was done is rolled back."""
        if self.came:
            raise FileError(Code.IO, path, f"interrupted by {signal.Signals(self.came[0]).name}")


@contextlib.contextmanager
def deferred_interrupts() -> Iterator[Interrupts]:
    """Hold off the signals that end a process; the first that came takes effect at the end.

    Only the main thread gets signals: elsewhere nothing is held off.
    """
    interrupts = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    held = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    previous = {number: signal.signal(number, interrupts.note) for number in held}
    try:
        yield interrupts
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)
        if interrupts.came:
            os.kill(os.getpid(), interrupts.came[0])
