from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from editapply.commit import Write, commit
from editapply.errors import FileError
from editapply.interrupts import SIGNALS, deferred_interrupts
from tests.trees import Tree, read_tree, write_files

BEFORE: Tree = {"a": b"a\n", "b": b"b\n"}
AFTER: Tree = {"a": b"A\n", "b": b"B\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    write_files(folder, {"a": b"a\n", "b": b"b\n"})
    return folder


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Every signal is ours: the runner may have been started with some ignored."""
    previous = {number: signal.signal(number, signal.default_int_handler) for number in SIGNALS}
    yield
    for number, handler in previous.items():
        signal.signal(number, handler)


def send(*numbers: int) -> None:
    for number in numbers:
        os.kill(os.getpid(), number)


def commit_during(monkeypatch: pytest.MonkeyPatch, root: Path, *numbers: int) -> None:
    """Commit two files; the signals come before the first of them is put in its place."""
    replace, due = os.replace, list(numbers)

    def act(*args: Any, **named: Any) -> None:
        while due:
            send(due.pop(0))
        replace(*args, **named)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", act)
        commit(str(root), [Write("a", b"a\n", b"A\n"), Write("b", b"b\n", b"B\n")])


class Host:
    """A program with handlers of its own, which note what they are called for and what the tree holds then."""

    def __init__(self, root: Path, *numbers: int, error: type[BaseException] | None = None) -> None:
        self.calls: list[int] = []
        self.trees: list[Tree] = []
        self._root = root
        self._error = error
        for number in numbers:
            signal.signal(number, self.handle)

    def handle(self, number: int, frame: FrameType | None) -> None:
        assert frame is not None
        self.calls.append(number)
        self.trees.append(read_tree(self._root))
        if self._error is not None:
            raise self._error


def test_a_signal_that_the_host_handles_waits_for_the_commit(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(root, signal.SIGHUP)
    commit_during(monkeypatch, root, signal.SIGHUP)
    assert (host.calls, host.trees) == ([signal.SIGHUP], [AFTER])
    assert signal.getsignal(signal.SIGHUP) == host.handle


def test_every_signal_that_came_takes_effect_once_in_order(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(root, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT)
    commit_during(monkeypatch, root, signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT)
    assert host.calls == [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]


def test_one_that_ends_the_process_rolls_back_after_one_that_does_not(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(root, signal.SIGHUP)
    with pytest.raises(KeyboardInterrupt) as raised:
        commit_during(monkeypatch, root, signal.SIGHUP, signal.SIGINT)
    assert (host.calls, host.trees) == ([signal.SIGHUP], [BEFORE])
    assert isinstance(raised.value.__context__, FileError)
    assert raised.value.__context__.detail == "interrupted by SIGINT"


def test_what_a_handler_raises_comes_out_when_all_is_whole(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what came after it takes effect all the same."""
    host = Host(root, signal.SIGHUP, signal.SIGTERM, error=SystemExit)
    with pytest.raises(SystemExit):
        commit_during(monkeypatch, root, signal.SIGTERM, signal.SIGHUP)
    assert (host.calls, host.trees) == ([signal.SIGTERM, signal.SIGHUP], [AFTER, AFTER])
    assert [signal.getsignal(number) for number in (signal.SIGHUP, signal.SIGTERM)] == [host.handle] * 2


def test_a_handler_may_change_what_the_next_signal_does(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As programs do that shut down at the first signal, and ignore further ones."""
    host = Host(root, signal.SIGHUP)
    signal.signal(signal.SIGTERM, lambda number, frame: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    commit_during(monkeypatch, root, signal.SIGTERM, signal.SIGHUP)
    assert host.calls == []
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_asyncio_hears_of_a_signal_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    async def work() -> None:
        heard = asyncio.Event()
        loop = asyncio.get_running_loop()

        def hear() -> None:
            calls.append("SIGTERM")
            heard.set()

        loop.add_signal_handler(signal.SIGTERM, hear)
        commit_during(monkeypatch, root, signal.SIGTERM)
        await heard.wait()
        for _ in range(5):  # turns of the loop, for a second call
            await asyncio.sleep(0)

    asyncio.run(work())
    assert calls == ["SIGTERM"]
    assert read_tree(root) == AFTER


def test_an_impatient_user_does_not_break_the_roll_back(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C again at every step that touches the tree."""
    counts = dict.fromkeys(("replace", "link", "unlink", "fsync"), 0)

    def interrupted(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def act(*args: Any, **named: Any) -> Any:
            counts[name] += 1
            send(signal.SIGINT)
            return real(*args, **named)

        return act

    with monkeypatch.context() as patched:
        for name in counts:
            patched.setattr(os, name, interrupted(name))
        with pytest.raises(KeyboardInterrupt):
            commit_during(monkeypatch, root, signal.SIGINT)
    assert sum(counts.values()) > 1
    assert read_tree(root) == BEFORE


def test_held_off_within_held_off(root: Path) -> None:
    """The outer one is told, at the end of the inner one."""
    host = Host(root, signal.SIGHUP, signal.SIGTERM)
    seen: list[list[int]] = []

    def work() -> None:
        with deferred_interrupts() as outer:
            with deferred_interrupts():
                send(signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
                outer.check("a")
            seen.append(host.calls.copy())
            outer.check("b")

    with pytest.raises(KeyboardInterrupt) as raised:
        work()
    assert str(raised.value.__context__) == "b: interrupted by SIGINT"
    assert (seen, host.calls) == ([[]], [signal.SIGHUP, signal.SIGTERM])
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("at", SIGNALS)
@pytest.mark.parametrize("count", [1, 2], ids=["taken", "given back"])
def test_a_signal_between_two_handlers_leaves_none_behind(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int, at: int, count: int
) -> None:
    """While the handlers are taken, and while they are given back, the host's raises."""
    host = Host(root, *SIGNALS, error=SystemExit)
    real, set_at = signal.signal, iter(range(1, 3))

    def act(own: int, handler: Any) -> Any:
        done = real(own, handler)
        if own == at and next(set_at, None) == count:
            send(number)
        return done

    with monkeypatch.context() as patched:
        patched.setattr(signal, "signal", act)
        with pytest.raises(SystemExit), deferred_interrupts():
            pass
    assert [signal.getsignal(each) for each in SIGNALS] == [host.handle] * len(SIGNALS)
    assert host.calls == [number]


def test_a_handler_called_between_has_the_last_word(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is back already makes another signal ignored, before that one's handler is back."""
    real, set_at = signal.signal, iter(range(1, 3))
    signal.signal(signal.SIGINT, lambda number, frame: real(signal.SIGTERM, signal.SIG_IGN))

    def act(number: int, handler: Any) -> Any:
        done = real(number, handler)
        if number == signal.SIGINT and next(set_at, None) == 2:
            send(signal.SIGINT)
        return done

    monkeypatch.setattr(signal, "signal", act)
    with deferred_interrupts():
        pass
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN


def test_what_is_ignored_is_not_held_off() -> None:
    """A program that is started meanwhile ignores it, too."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with deferred_interrupts():
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_another_thread_holds_nothing_off() -> None:
    with ThreadPoolExecutor() as pool:
        assert pool.submit(_held_off).result() == [signal.default_int_handler] * len(SIGNALS)
    assert signal.default_int_handler not in _held_off()


def _held_off() -> list[Any]:
    with deferred_interrupts():
        return [signal.getsignal(number) for number in SIGNALS]
