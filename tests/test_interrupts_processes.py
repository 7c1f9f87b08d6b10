from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trees import Tree, read_tree, write_files

BEFORE: Tree = {"a": b"a\n", "b": b"b\n"}


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
