"""The kill test in a short form, and that it would find a tree that is half edited."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench.kill.__main__ import at_random, main, planned
from bench.kill.calls import When
from bench.kill.cases import NOTHING, Bench, Case, Deed, Ending
from bench.kill.tree import FEW, FILES, File

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


def faults(endings: list[Ending]) -> list[tuple[Case, list[str]]]:
    return [(ending.case, ending.faults) for ending in endings if ending.faults or ending.edited is None]


@pytest.mark.parametrize(
    ("deed", "files", "git", "every"),
    [
        (Deed.EDIT, FILES, False, 71),
        (Deed.EDIT, FEW, True, 29),
        (Deed.UNDO, FEW, False, 29),
        (Deed.REDO, FEW, True, 29),
    ],
)
def test_a_tree_is_whole_whenever_its_commit_is_killed(
    workshop: Path, deed: Deed, files: tuple[File, ...], git: bool, every: int
) -> None:
    bench = Bench(workshop, git, files, deed=deed)
    endings = [bench.run(case) for case in planned(bench.record(), every, seed=every)]
    assert faults(endings) == []
    assert all(ending.killed for ending in endings)
    assert {ending.edited for ending in endings} == {True, False}
    assert {ending.case.when for ending in endings} == set(When)
    assert any(ending.again for ending in endings)


def test_a_tree_is_whole_after_a_kill_at_any_moment(workshop: Path) -> None:
    bench = Bench(workshop, files=FEW, pause=100e-6)
    endings = [bench.run(case) for case in at_random(bench, 30, seed=1)]
    assert faults(endings) == []
    assert sum(ending.between for ending in endings) >= 5


def test_without_recovery_trees_are_found_half_edited(workshop: Path) -> None:
    bench = Bench(workshop, files=FEW, mend=lambda root, follow: NOTHING)
    calls = len(bench.record())
    endings = [bench.run(Case(number, When.AFTER)) for number in range(calls // 2, calls, 25)]
    assert any(ending.edited is None for ending in endings)
    assert any("left open" in fault for ending in endings for fault in ending.faults)


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "")
    assert main(["--tree", "plain", "--deed", "edit", "--every", "2000", "--random", "2"]) == 0
    out, err = capsys.readouterr()
    assert "a commit in a plain folder makes " in out
    assert "half edited 0; not in order 0" in out
    assert err == ""
