"""Signals that end a process → a flag that is looked at between two steps, and the signals themselves afterwards."""

from __future__ import annotations

import contextlib
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, TypeAlias

from editapply.errors import FileError
from editapply.model import Code

Handler: TypeAlias = "Callable[[int, FrameType | None], Any] | int | signal.Handlers | None"

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))


class Interrupts:
    """The signals that came while they were held off, and the handlers that they have otherwise."""

    def __init__(self) -> None:
        self._handlers: dict[int, Handler] = {}
        self._came: dict[int, None] = {}

    def check(self, path: str) -> None:
        """Raise `FileError` where a signal came that ends the process, so that what was done is rolled back."""
        for number in tuple(self._came):
            if _ends_the_process(self._handlers[number]):
                raise FileError(Code.IO, path, f"interrupted by {signal.Signals(number).name}")

    def hold(self) -> None:
        """Note signals from now on, in place of what they do."""
        for number in filter(_is_free, SIGNALS):
            self._handlers[number] = signal.getsignal(number)
            signal.signal(number, self._note)

    def give_back(self) -> None:
        """Put all handlers back, even where one that is back already is called meanwhile, and raises."""
        try:
            for number, handler in self._handlers.items():
                if signal.getsignal(number) == self._note:
                    signal.signal(number, handler)
        except BaseException:
            self.give_back()
            raise

    def deliver(self) -> None:
        """Let each signal that came take effect, in the order in which they came, even where a handler raises."""
        try:
            for number in tuple(self._came):
                del self._came[number]
                _take_effect(number)
        except BaseException:
            self.deliver()
            raise

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came.setdefault(number)


@contextlib.contextmanager
def deferred_interrupts() -> Iterator[Interrupts]:
    """Hold off the signals that end a process; each that came takes effect once at the end.

    Handlers of the host program's own wait, too: what they raise comes out when all handlers are back.
    Only the main thread gets signals: elsewhere nothing is held off.
    """
    interrupts = Interrupts()
    try:
        if threading.current_thread() is threading.main_thread():
            interrupts.hold()
        yield interrupts
    finally:
        try:
            interrupts.give_back()
        finally:
            interrupts.deliver()


def _ends_the_process(handler: Handler) -> bool:
    return handler is signal.SIG_DFL or handler is signal.default_int_handler


def _is_free(number: int) -> bool:
    """Whether a signal does something that can be put back: a handler that was installed in C can't."""
    handler = signal.getsignal(number)
    if handler is signal.SIG_DFL:
        return not _is_set_in_c(number)
    return handler is not None and handler is not signal.SIG_IGN


def _is_set_in_c(number: int) -> bool:
    """Whether a signal that Python leaves to the system is caught or ignored (`faulthandler.register`); Linux tells."""
    try:
        with open("/proc/self/status", "rb") as status:
            masks = re.findall(rb"^Sig(?:Ign|Cgt):\s*([0-9a-f]+)$", status.read(), re.MULTILINE)
    except OSError:
        return False
    return any(int(mask, 16) >> (number - 1) & 1 for mask in masks)


def _take_effect(number: int) -> None:
    """Do what a signal does.

    A handler in Python is called, not the signal sent again: the wakeup descriptor, by which asyncio hears
    of signals, was written to when it came.
    """
    handler = signal.getsignal(number)
    if callable(handler):
        handler(number, sys._getframe())
    else:
        signal.raise_signal(number)
