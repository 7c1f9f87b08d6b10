from __future__ import annotations

import json
from typing import Any

import pytest

import editapply
from editapply.model import Options

FILES = {"a.py": "one\ntwo\nthree\n"}


def document(*blocks: tuple[str, str, str], partial: bool = False) -> Any:
    text = "".join(f"{p}\n<<<<<<< SEARCH\n{s}=======\n{r}>>>>>>> REPLACE\n" for p, s, r in blocks)
    return json.loads(editapply.plan_reply(text, FILES, Options(partial=partial)).to_json())


def test_keys_of_the_document() -> None:
    """Those of DESIGN.md section 4 at least; more may come."""
    found = document(("a.py", "twe\n", "2\n"))
    assert found.keys() >= {"ok", "written", "id", "edits", "files", "report"}
    assert found["edits"][0].keys() >= {
        *("index", "path", "status", "code", "tier", "similarity", "lines", "repairs", "message", "candidates"),
    }
    assert found["edits"][0]["candidates"][0].keys() >= {"lines", "similarity", "text", "differs"}
    assert found["files"][0].keys() >= {"path", "action", "added", "removed"}


def test_an_applied_edit() -> None:
    found = document(("a.py", "two\nthree\n", "2\n2b\nthree\n"))
    assert (found["ok"], found["written"], found["id"]) == (True, False, None)
    assert found["edits"] == [
        {
            **{"index": 1, "path": "a.py", "status": "applied", "code": None, "tier": "exact", "similarity": 1.0},
            **{"lines": [2, 3], "repairs": [], "message": "a.py:2-3  exact  +2 -1", "candidates": []},
        }
    ]
    assert found["files"] == [{"path": "a.py", "action": "modified", "added": 2, "removed": 1}]


def test_a_created_file() -> None:
    found = document(("new.py", "", "x\ny\n"))
    assert [edit["lines"] for edit in found["edits"]] == [None]
    assert found["files"] == [{"path": "new.py", "action": "created", "added": 2, "removed": 0}]


@pytest.mark.parametrize(
    ("block", "status", "code", "lines"),
    [
        (("a.py", "two\n", "two\n"), "unchanged", "no-change", [2, 2]),
        (("a.py", "one\n", "one\ntwo\n"), "unchanged", "already-applied", [1, 2]),
        (("a.py", "nope\n", "x\n"), "rejected", "not-found", None),
        (("b.py", "nope\n", "x\n"), "rejected", "file-not-found", None),
        (("a.py", "", "x\n"), "rejected", "file-exists", None),
        (("a.py", "", ""), "rejected", "malformed", None),
    ],
)
def test_other_outcomes(block: tuple[str, str, str], status: str, code: str, lines: list[int] | None) -> None:
    edit = document(block)["edits"][0]
    assert (edit["status"], edit["code"], edit["lines"], edit["tier"], edit["similarity"]) == (
        *(status, code, lines, None, None),
    )


def test_candidates() -> None:
    found = document(("a.py", "thre\n", "x\n"))["edits"][0]["candidates"]
    assert found[0] == {
        **{"lines": [3, 3], "similarity": 0.8, "text": "three"},
        "differs": ["line 3 has `three` where SEARCH has `thre`"],
    }


def test_files_of_a_refusal_have_no_counts() -> None:
    found = document(("a.py", "two\n", "2\n"), ("a.py", "nope\n", "x\n"))
    assert found["files"] == [{"path": "a.py", "action": "modified", "added": 0, "removed": 0}]


def test_undecodable_bytes_are_shown_as_replacement_characters() -> None:
    text = "a.py\n<<<<<<< SEARCH\n\udcff\n=======\nx\n>>>>>>> REPLACE\n"
    said = editapply.plan_reply(text, {"a.py": "\udcffa\n"}).to_json()
    assert "\\udcff" not in said
    assert said.isascii()
    assert "\ufffd" in json.loads(said)["edits"][0]["message"]
