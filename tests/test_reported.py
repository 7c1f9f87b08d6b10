"""The reported failures of `fixtures/reported/`, in process, with the verdicts of `cases/run.py`.

`not_yet.txt` lists the ids that don't pass yet; one that passes must leave the list. Time
limits (`max_seconds`) are not judged here.
"""

from __future__ import annotations

import base64
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Run
from tests.trees import read_tree, write_files

FOLDER = Path(__file__).parent.parent / "fixtures" / "reported"
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "reported.jsonl").read_text(encoding="utf-8").split("\n") if line.strip()
]
NOT_YET = (FOLDER / "not_yet.txt").read_text(encoding="utf-8").split()


def files_of(record: dict[str, Any]) -> dict[str, bytes]:
    plain = {name: text.encode() for name, text in record.get("files", {}).items()}
    return plain | {name: base64.b64decode(data) for name, data in record.get("files_b64", {}).items()}


def files_in(root: Path) -> dict[str, bytes]:
    """The regular files, links left out, as `run.py` compares them."""
    return {name: data for name, data in read_tree(root).items() if isinstance(data, bytes)}


def lay_out(root: Path, case: dict[str, Any]) -> None:
    root.mkdir()
    write_files(root, files_of(case))
    for name, target in case.get("setup", {}).get("symlinks", {}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(target)
    for name, mode in case.get("setup", {}).get("modes", {}).items():
        (root / name).chmod(int(str(mode), 8))


def verdict(case: dict[str, Any], ran: Ran, before: dict[str, bytes], root: Path) -> str | None:
    """Why the case fails, the worst first, or None."""
    expectations = case.get("expect_any") or [case["expect"]]
    after = files_in(root)
    if "Traceback (most recent call last)" in ran.out + ran.err or ran.status not in (0, 1, 2):
        return f"crashed with exit status {ran.status}"
    if after != before and after not in [files_of(e) for e in expectations if e["outcome"] != "refused"]:
        return "WRONG TREE"
    problems = [problem(expect, ran, after, root) for expect in expectations]
    return None if None in problems else "; or ".join(map(str, problems))


def problem(expect: dict[str, Any], ran: Ran, after: dict[str, bytes], root: Path) -> str | None:
    """Why this expectation does not hold, or None where it does."""
    said = (ran.out + ran.err).lower()
    if len(ran.out) > expect.get("max_message_chars", len(ran.out)):
        return f"said {len(ran.out)} characters"
    wanted = [*expect.get("must_mention", []), *expect.get("must_warn", [])]
    missing = [words for words in wanted if words.lower() not in said]
    if missing:
        return f"the output does not mention {missing}"
    if expect["outcome"] == "refused":
        return "exit status 0 where a refusal was due" if ran.status == 0 else None
    if after != files_of(expect):
        return "refused where an edit was due"
    if expect["outcome"] == "applied" and ran.status != 0 and expect.get("changed", True):
        return f"exit status {ran.status} although everything applied"
    return attribute_problem(expect, root)


def attribute_problem(expect: dict[str, Any], root: Path) -> str | None:
    for name, mode in expect.get("modes", {}).items():
        if stat.S_IMODE((root / name).stat().st_mode) != int(str(mode), 8):
            return f"the mode of {name} changed"
    for name, target in expect.get("symlinks", {}).items():
        if not (root / name).is_symlink() or os.readlink(root / name) != target:
            return f"{name} is no longer a link to {target}"
    return None


def marked(case: dict[str, Any]) -> Any:
    marks = [pytest.mark.xfail(strict=True, reason="in not_yet.txt")] if case["id"] in NOT_YET else []
    return pytest.param(case, id=case["id"], marks=marks)


@pytest.mark.parametrize("case", [marked(case) for case in CASES])
def test_reported(case: dict[str, Any], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    lay_out(root, case)
    before = files_in(root)
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ran = run("apply", "--root", str(root), "-", stdin=case["reply"].encode())
    assert verdict(case, ran, before, root) is None, f"{case['note']}\n{ran.out}{ran.err}"


def test_every_id_not_yet_passing_is_a_case() -> None:
    ids = [case["id"] for case in CASES]
    assert (len(ids), len(set(ids))) == (149, 149)
    assert sorted(set(NOT_YET) & set(ids)) == NOT_YET
