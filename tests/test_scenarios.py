"""The scenarios of `fixtures/scenarios/`: a folder and a reply → the whole folder after, and the exit status.

`options.toml` may hold: `exit` (0), `partial`, `args`, `stdout_has`, `stdout_not`, `modes` and
`symlinks` (set before, checked after).
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Run
from tests.trees import read_tree

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDERS = sorted((Path(__file__).parent.parent / "fixtures" / "scenarios").glob("[0-9][0-9][0-9]_*"))
KNOWN = {"exit", "partial", "args", "stdout_has", "stdout_not", "modes", "symlinks"}
THROUGH_THE_SCRIPT = FOLDERS[::12]


def read_options(folder: Path) -> dict[str, Any]:
    file = folder / "options.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def lay_out(folder: Path, options: dict[str, Any], root: Path) -> None:
    if folder.exists():
        shutil.copytree(folder, root)
    else:
        root.mkdir()
    for name, target in options.get("symlinks", {}).items():
        (root / name).symlink_to(target)
    for name, mode in options.get("modes", {}).items():
        (root / name).chmod(int(mode, 8))


def arguments(folder: Path, options: dict[str, Any], root: Path) -> list[str]:
    partial = ["--partial"] if options.get("partial") else []
    return ["apply", "--root", str(root), *partial, *options.get("args", []), str(folder / "reply.md")]


def check(folder: Path, options: dict[str, Any], root: Path, ran: Ran) -> None:
    expected = root.with_name("expected")
    lay_out(folder / "expected", options, expected)
    said = f"{ran.out}{ran.err}"
    assert read_tree(root) == read_tree(expected), said
    assert ran.status == options.get("exit", 0), said
    assert [text for text in options.get("stdout_has", []) if text not in ran.out] == [], said
    assert [text for text in options.get("stdout_not", []) if text in ran.out] == [], said
    assert {name: f"{stat.S_IMODE(os.stat(root / name).st_mode):04o}" for name in options.get("modes", {})} == (
        options.get("modes", {})
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_scenario(folder: Path, run: Run, tmp_path: Path) -> None:
    options = read_options(folder)
    assert options.keys() <= KNOWN
    root = tmp_path / "root"
    lay_out(folder / "input", options, root)
    check(folder, options, root, run(*arguments(folder, options, root)))


@pytest.mark.parametrize("folder", THROUGH_THE_SCRIPT, ids=lambda folder: folder.name)
def test_scenario_as_a_command(folder: Path, tmp_path: Path) -> None:
    options = read_options(folder)
    root = tmp_path / "root"
    lay_out(folder / "input", options, root)
    command = [sys.executable, "-m", "editapply", *arguments(folder, options, root)]
    done = subprocess.run(command, capture_output=True, timeout=60)
    out, err = (part.decode("utf-8", "surrogateescape") for part in (done.stdout, done.stderr))
    check(folder, options, root, Ran(done.returncode, out, err))


def test_there_are_scenarios() -> None:
    numbers = [folder.name[:3] for folder in FOLDERS]
    assert len(numbers) >= 50
    assert len(set(numbers)) == len(numbers)
