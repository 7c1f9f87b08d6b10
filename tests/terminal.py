"""A command → what it says on a terminal."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from tests.conftest import Ran


def run_on_terminal(command: Sequence[str], stdin: bytes = b"", **environment: str) -> Ran:
    """Run a command with a terminal as its standard output; line ends come back as "\\n"."""
    controller, terminal = os.openpty()
    own = {**os.environ, "TERM": "xterm", "NO_COLOR": "", **environment}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=terminal, stderr=subprocess.PIPE, env=own) as process:
        os.close(terminal)
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(stdin)
        process.stdin.close()
        said = b"".join(iter(lambda: _read(controller), b""))
        complaint = process.stderr.read()
    os.close(controller)
    return Ran(process.returncode, said.decode().replace("\r\n", "\n"), complaint.decode())


def _read(controller: int) -> bytes:
    """What a terminal was sent; it says that it is closed with an error."""
    try:
        return os.read(controller, 65536)
    except OSError:
        return b""
