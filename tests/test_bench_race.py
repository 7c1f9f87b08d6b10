"""The race in its short form: a few processes, a few edits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench.race import SCENARIOS, Outcome, Scenario, check_files, prepare, race, row
from tests.repositories import needs_git

SHORT = [pytest.param(scenario, id=scenario.name, marks=[needs_git] * scenario.git) for scenario in SCENARIOS]


@pytest.mark.parametrize("scenario", SHORT)
def test_no_edit_is_lost_or_made_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: Scenario) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    (folder := tmp_path / "tree").mkdir()
    outcome = race(scenario, folder, workers=4, edits=20)
    assert (len(outcome.done), outcome.faults) == (20, [])
    assert scenario.name in row(scenario.name, outcome)


def test_the_checks_see_what_is_lost_and_what_is_made_twice(tmp_path: Path) -> None:
    scenario = Scenario("one file")
    prepare(scenario, tmp_path, 2)
    path, right = tmp_path / "one.txt", "one.txt\nrow 0 of 2\nedit 0\nrow 1 of 2\nedit 1\n"
    texts = (right, right.replace("edit 0\n", ""), right.replace("edit 0\n", "edit 0\nedit 0\n"))
    faults = []
    for text in texts:
        path.write_text(text)
        faults.append(list(check_files(scenario, tmp_path, 2)))
    wrong = ["one.txt: an edit is lost, or made twice"]
    assert faults == [[], wrong, wrong]


def test_a_row_without_any_edit() -> None:
    assert row("none", Outcome([], ["lost"], 1.0)).split() == ["none", "0", "0.0", "0.0", "0.0", "0.0", "0", "1"]
