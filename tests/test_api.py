"""The names and promises of DESIGN.md section 6."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import pytest

import editapply
from editapply import Candidate, Edit, FileError, Match, Options, ReplyError, Span, Tier
from editapply.model import Code, Problem

REPLY = "a.py\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"
BROKEN = REPLY + "a.py\n<<<<<<< SEARCH\nold\n"


def test_all_names_exist() -> None:
    assert [name for name in editapply.__all__ if not hasattr(editapply, name)] == []
    assert sorted(set(editapply.__all__)) == sorted(editapply.__all__)


def test_version() -> None:
    assert editapply.__version__ == version("editapply")


def test_typed() -> None:
    assert (Path(editapply.__file__).parent / "py.typed").exists()


def test_parse_reply() -> None:
    assert editapply.parse_reply(REPLY) == [Edit("a.py", "old\n", "new\n", reply_line=2)]


def test_reply_error_has_problems_and_edits() -> None:
    with pytest.raises(ReplyError) as raised:
        editapply.parse_reply(BROKEN)
    assert [edit.search for edit in raised.value.edits] == ["old\n"]
    assert [problem.reply_line for problem in raised.value.problems] == [8]


def test_apply_edits() -> None:
    result = editapply.apply_edits("x\nold\n", editapply.parse_reply(REPLY))
    assert (result.ok, result.after, len(result.outcomes)) == (True, "x\nnew\n", 1)


def test_apply_edits_of_none() -> None:
    result = editapply.apply_edits("x\n", [])
    assert (result.ok, result.after, result.outcomes) == (True, "x\n", ())


def test_plan_reply() -> None:
    plan = editapply.plan_reply(REPLY, {"a.py": "old\n"})
    assert plan.ok
    assert (plan.changes["a.py"].before, plan.changes["a.py"].after) == ("old\n", "new\n")
    assert plan.diff() == "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n"
    assert plan.report().startswith("a.py:1-1  exact  +1 -1\n")
    assert plan.to_json().startswith("{")


def test_apply_reply(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("old\n")
    assert editapply.apply_reply(REPLY, str(tmp_path)).ok
    assert (tmp_path / "a.py").read_text() == "new\n"


def test_find_and_rank() -> None:
    assert editapply.find("a\nb\n", "b\n") == [Match(Span(2, 4), Tier.EXACT, 1.0)]
    assert editapply.rank("ab\n", "ab\n", limit=1) == [Candidate(Span(0, 3), 1.0)]


def test_edit_of_the_design() -> None:
    edit = Edit(path="a.py", search="old\n", replace="new\n", hint=None, whole_lines=True, count=1)
    assert edit == Edit("a.py", "old", "new")


def test_similarity_is_there() -> None:
    assert editapply.similarity.dice("night", "nacht") == 0.25


VALUES = [
    Edit("a", "b", "c", (1, 2)),
    Options(partial=True),
    Match(Span(0, 1), Tier.EXACT, 1.0),
    editapply.plan_reply(REPLY, {"a.py": "old\n"}),
    editapply.plan_reply(REPLY, {"a.py": "other\n"}),
    editapply.plan_reply(BROKEN, {"a.py": "old\n"}),
    editapply.apply_edits("old\n", editapply.parse_reply(REPLY)),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_can_be_pickled_and_copied(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) == value


@pytest.mark.parametrize(
    "error", [ReplyError([Problem("m", 1, 2)], [Edit("a", "b", "c")]), FileError(Code.IO, "a", "detail")]
)
def test_exceptions_can_be_pickled(error: Exception) -> None:
    copied = pickle.loads(pickle.dumps(error))
    assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))


def test_values_can_not_be_changed() -> None:
    with pytest.raises(AttributeError):
        Edit("a", "b", "c").path = "d"  # type: ignore[misc]


def test_several_threads(tmp_path: Path) -> None:
    """Each thread its own folder, and all of them the same reply."""

    def work(k: int) -> str:
        root = tmp_path / str(k)
        root.mkdir()
        (root / "a.py").write_text("old\n" * (k % 2) + "x\nold\n" * (1 - k % 2))
        editapply.apply_reply(REPLY, str(root))
        return (root / "a.py").read_text()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(40))) == ["x\nnew\n", "new\n"] * 20


@pytest.mark.parametrize("name", ["click", "unidiff"])
def test_importing_the_library_loads_no_dependency(name: str) -> None:
    code = f"import sys, editapply; print({name!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
