from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trees import Tree, read_tree, write_files

BEFORE: Tree = {"a": b"a\n", "b": b"b\n"}
AFTER: Tree = {"a": b"A\n", "b": b"B\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    write_files(folder, {"a": b"a\n", "b": b"b\n"})
    return folder


KILLED = """
import os, resource, signal, sys
from editapply.cli import main
number = signal.Signals[sys.argv.pop(1)]
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
if number != signal.SIGINT:
    signal.signal(number, signal.SIG_DFL)
real = os.replace
def replace(source, target, **named):
    real(source, target, **named)
    os.kill(os.getpid(), number)
    os.replace = real
os.replace = replace
main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_signal_during_the_commit_of_the_command(root: Path, name: str) -> None:
    """The tree is as it was, and the process ends by the signal."""
    block = "File: {0}\n<<<<<<< SEARCH\n{0}\n=======\nnew\n>>>>>>> REPLACE\n"
    reply = block.format("a") + block.format("b")
    command = [sys.executable, "-c", KILLED, name, "apply", "--root", str(root), "-"]
    done = subprocess.run(command, input=reply.encode(), capture_output=True, timeout=60)
    assert read_tree(root) == BEFORE
    assert b"Traceback" not in done.stderr
    assert done.returncode == -signal.Signals[name]


START = """
import faulthandler, os, signal, sys
from editapply.commit import Write, commit
root, numbers = sys.argv[1], [signal.Signals[name] for name in sys.argv[2:]]
for number in numbers:
    signal.signal(number, signal.SIG_DFL)
real = os.replace
def replace(source, target, **named):
    while numbers:
        os.kill(os.getpid(), numbers.pop(0))
    real(source, target, **named)
os.replace = replace
"""
WORK = """
commit(root, [Write("a", b"a\\n", b"A\\n"), Write("b", b"b\\n", b"B\\n")])
print("done")
"""
DUMPING = "faulthandler.register(numbers[0], file=sys.stdout, all_threads=False)\n"
UNKNOWN = """
known = signal.getsignal
signal.getsignal = lambda number: None if number == signal.SIGTERM else known(number)
"""
RELOADING = "signal.signal(signal.SIGHUP, lambda number, frame: print('reloaded', flush=True))\n"


def run(root: Path, program: str, *names: str) -> tuple[int, str]:
    """Run a program during whose commit signals come: its status, and what it printed."""
    command = [sys.executable, "-c", START + program + WORK, str(root), *names]
    done = subprocess.run(command, capture_output=True, timeout=60, text=True)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout


def test_a_handler_that_python_does_not_know_is_left_alone(root: Path) -> None:
    """It can't be put back: there is a name for it in C alone."""
    status, printed = run(root, DUMPING + UNKNOWN, "SIGTERM")
    assert (status, printed.splitlines()[-1]) == (0, "done")
    assert "most recent call first" in printed
    assert read_tree(root) == AFTER


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system doesn't tell of it")
def test_a_handler_that_python_takes_for_the_default_is_left_alone(root: Path) -> None:
    status, printed = run(root, DUMPING, "SIGQUIT")
    assert (status, printed.splitlines()[-1]) == (0, "done")
    assert "most recent call first" in printed
    assert read_tree(root) == AFTER


def test_the_process_ends_by_the_second_signal_where_the_first_does_not_end_it(root: Path) -> None:
    assert run(root, RELOADING, "SIGHUP", "SIGTERM") == (-signal.SIGTERM, "reloaded\n")
    assert read_tree(root) == BEFORE
