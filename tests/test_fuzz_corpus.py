"""Every stored input of the fuzzing, through its target: no promise is broken, and none takes long."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bench.fuzz.targets import TARGETS

FOLDER = Path(__file__).parent.parent / "fixtures" / "fuzz"
INPUTS = sorted(path for path in FOLDER.glob("*/*") if path.is_file())
LONGEST = 2.0
MOST = 100
LARGEST = 4096


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_stored_input_keeps_every_promise(path: Path) -> None:
    began = time.process_time()
    TARGETS[path.parent.name].check(path.read_bytes())
    assert time.process_time() - began < LONGEST


def test_every_target_has_stored_inputs_and_they_are_few_and_small() -> None:
    assert {path.parent.name for path in INPUTS} == set(TARGETS)
    assert len(INPUTS) <= MOST
    assert all(path.stat().st_size <= LARGEST for path in INPUTS)
