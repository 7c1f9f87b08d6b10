"""`editapply similarity`, `suggest` and `extract-json`."""

from __future__ import annotations

import pytest

from tests.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "out"),
    [
        (["similarity", "dice", "night", "nacht"], "", 0, "0.25\n"),
        (["similarity", "dice", "--json", "a", "a"], "", 0, '{\n "measure": "dice",\n "similarity": 1.0\n}\n'),
        (["suggest", "aply", "apply", "undo"], "", 0, "apply\n"),
        (["suggest", "aply"], "apply\nundo\n", 0, "apply\n"),
        (["suggest", "zzz", "apply"], "", 1, ""),
        (["extract-json", "-"], 'so: {"a": [1]} ok', 0, '{\n "a": [\n  1\n ]\n}\n'),
        (["extract-json"], "none", 1, ""),
    ],
)
def test_the_other_commands(run: Run, arguments: list[str], stdin: str, status: int, out: str) -> None:
    ran = run(*arguments, stdin=stdin.encode())
    assert (ran.status, ran.out, ran.err) == (status, out, "")
