"""Settings of the property tests, and the fixture that runs the command in process."""

from __future__ import annotations

import io
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import settings

from editapply.cli import program

settings.register_profile("dev", deadline=None, max_examples=300)
settings.register_profile("ci", deadline=None, max_examples=300, derandomize=True)
settings.register_profile("brief", deadline=None, max_examples=25, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


@dataclass(frozen=True)
class Ran:
    """What the command left behind: its exit status and what it wrote to its two streams."""

    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Ran]


@pytest.fixture(scope="session", autouse=True)
def state_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test writes state into the home folder, or waits for a disk: no power is cut here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


MEMORY = Path("/dev/shm")


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder, in memory where that can be since nothing is slow there, in which `state` is the state home."""
    with tempfile.TemporaryDirectory(prefix="t-", dir=MEMORY if os.access(MEMORY, os.W_OK) else tmp_path) as name:
        folder = Path(name).resolve()
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
        yield folder


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `editapply` in process with these arguments and this standard input."""

    def run(*args: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            program.main(list(args), prog_name="editapply")
        out, err = (part.decode("utf-8", "surrogateescape") for part in capfdbinary.readouterr())
        code = ended.value.code
        return Ran(code if isinstance(code, int) else int(code is not None), out, err)

    return run


# A shell that runs the tests in the background has SIGINT ignored, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
