from __future__ import annotations

import json
from pathlib import Path

import pytest

import editapply
from editapply.errors import FileError
from editapply.model import Applied, Change, Code, Options, Rejected
from tests.trees import read_tree, write_files

BLOCK = "{}\n<<<<<<< SEARCH\n{}\n=======\n{}\n>>>>>>> REPLACE\n"


def reply(*blocks: tuple[str, str, str]) -> str:
    return "\n".join(BLOCK.format(*block) for block in blocks)


BOTH = reply(("a.py", "a = 1", "a = 2"), ("b.py", "b = 1", "b = 2"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(tmp_path, {"a.py": b"a = 1\n", "b.py": b"b = 1\n"})
    return tmp_path


def test_apply_reply_writes(root: Path) -> None:
    plan = editapply.apply_reply(BOTH, str(root))
    assert (plan.ok, plan.written) == (True, True)
    assert read_tree(root) == {"a.py": b"a = 2\n", "b.py": b"b = 2\n"}


def test_apply_reply_writes_nothing_of_a_refused_reply(root: Path) -> None:
    before = read_tree(root)
    plan = editapply.apply_reply(reply(("a.py", "a = 1", "a = 2"), ("b.py", "x = 1", "x = 2")), str(root))
    assert (plan.ok, plan.written) == (False, False)
    assert read_tree(root) == before


def test_apply_reply_writes_what_fits_where_that_is_asked_for(root: Path) -> None:
    text = reply(("a.py", "a = 1", "a = 2"), ("b.py", "x = 1", "x = 2"))
    plan = editapply.apply_reply(text, str(root), Options(partial=True))
    assert (plan.ok, plan.written) == (False, True)
    assert read_tree(root) == {"a.py": b"a = 2\n", "b.py": b"b = 1\n"}


def test_plan_under_root_writes_nothing(root: Path) -> None:
    before = read_tree(root)
    plan = editapply.plan_under_root(BOTH, str(root))
    assert plan.changes == {"a.py": Change("a = 1\n", "a = 2\n"), "b.py": Change("b = 1\n", "b = 2\n")}
    assert read_tree(root) == before


def test_a_plan_is_committed_as_it_was_reviewed(root: Path) -> None:
    plan = editapply.plan_under_root(BOTH, str(root))
    assert plan.commit(str(root)).written
    assert read_tree(root) == {"a.py": b"a = 2\n", "b.py": b"b = 2\n"}


def test_a_plan_for_texts_can_be_committed(root: Path) -> None:
    plan = editapply.plan_reply(BOTH, {"a.py": "a = 1\n", "b.py": "b = 1\n"})
    plan.commit(str(root))
    assert read_tree(root) == {"a.py": b"a = 2\n", "b.py": b"b = 2\n"}


def test_a_plan_for_files_that_changed_since_is_stale(root: Path) -> None:
    plan = editapply.plan_under_root(BOTH, str(root))
    (root / "b.py").write_bytes(b"b = 3\n")
    with pytest.raises(FileError) as raised:
        plan.commit(str(root))
    assert (raised.value.code, raised.value.path) == (Code.STALE, "b.py")
    assert read_tree(root) == {"a.py": b"a = 1\n", "b.py": b"b = 3\n"}


def test_a_refused_plan_commits_nothing(root: Path) -> None:
    before = read_tree(root)
    plan = editapply.plan_under_root(reply(("a.py", "x", "y"), ("b.py", "b = 1", "b = 2")), str(root))
    assert plan.commit(str(root)) == plan
    assert read_tree(root) == before


@pytest.mark.parametrize("as_function", [False, True])
def test_plan_reply_does_no_io(as_function: bool) -> None:
    files = {"a.py": "a = 1\n"}
    plan = editapply.plan_reply(reply(("a.py", "a = 1", "a = 2")), files.get if as_function else files)
    assert plan.changes == {"a.py": Change("a = 1\n", "a = 2\n")}


def test_a_root_that_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="the root is not a folder"):
        editapply.apply_reply(BOTH, str(tmp_path / "nowhere"))


def test_a_commit_that_fails_is_an_outcome(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise FileError(Code.IO, "b.py", "no space left on device")

    monkeypatch.setattr("editapply.workflow.write_files", fail)
    plan = editapply.apply_reply(BOTH, str(root))
    assert [type(outcome) for outcome in plan.outcomes] == [Applied, Rejected]
    assert [(outcome.code, outcome.path, outcome.detail) for outcome in plan.rejected] == [
        (Code.IO, "b.py", "no space left on device")
    ]
    assert (plan.ok, plan.written, plan.diff()) == (False, False, "")


def test_two_names_of_one_file_are_one_file(root: Path) -> None:
    (root / "link.py").symlink_to("a.py")
    plan = editapply.apply_reply(reply(("a.py", "a = 1", "a = 2"), ("link.py", "a = 1", "a = 3")), str(root))
    assert [outcome.code for outcome in plan.rejected] == [Code.OVERLAP]
    assert [outcome.path for outcome in plan.outcomes] == ["a.py", "a.py"]


def test_nearest_paths_come_with_a_missing_file(root: Path) -> None:
    plan = editapply.plan_under_root(reply(("src/a.py", "a = 1", "a = 2")), str(root))
    assert [outcome.nearest for outcome in plan.rejected] == [("a.py",)]


def test_to_json_says_what_the_plan_says(root: Path) -> None:
    plan = editapply.apply_reply(BOTH, str(root))
    document = json.loads(plan.to_json())
    assert (document["ok"], document["written"], document["report"]) == (True, True, plan.report())


def test_a_plan_with_an_unsafe_path_is_not_committed(root: Path) -> None:
    plan = editapply.plan_reply(reply(("../out.py", "", "x = 1")), {})
    assert plan.ok
    with pytest.raises(FileError) as raised:
        plan.commit(str(root))
    assert raised.value.code is Code.UNSAFE_PATH
    assert not (root.parent / "out.py").exists()


def test_a_plan_that_changes_one_file_under_two_names_is_not_committed(root: Path) -> None:
    (root / "link.py").symlink_to("a.py")
    before = read_tree(root)
    text = reply(("a.py", "a = 1", "a = 2"), ("link.py", "a = 1", "a = 3"))
    plan = editapply.plan_reply(text, {"a.py": "a = 1\n", "link.py": "a = 1\n"})
    with pytest.raises(FileError):
        plan.commit(str(root))
    assert read_tree(root) == before


def creating(*paths: str) -> str:
    return editapply.format_blocks([editapply.Edit(path, "", "x\n") for path in paths])


@pytest.mark.parametrize(
    "paths", [("d.x", "d.x/f.x"), ("link.x", "d.x/f.x"), ("d.x", "link.x/f.x"), ("d.x", "./d.x/f.x")]
)
def test_a_file_and_a_folder_of_one_name_are_refused_before_anything_is_written(
    tmp_path: Path, paths: tuple[str, str]
) -> None:
    (tmp_path / "link.x").symlink_to("d.x")
    before = read_tree(tmp_path)
    plan = editapply.apply_reply(creating(*paths), str(tmp_path))
    assert [(refusal.index, refusal.code) for refusal in plan.rejected] == [(2, Code.CONFLICT)]
    assert read_tree(tmp_path) == before


def test_names_that_differ_in_letter_case_are_two_files_where_the_file_system_says_so(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    if (tmp_path / "X").exists():
        pytest.skip("letter case makes no difference here")
    plan = editapply.apply_reply(creating("d.x", "D.x/f.x"), str(tmp_path))
    assert (plan.ok, plan.written) == (True, True)


def test_a_plan_knows_its_root_wherever_the_process_goes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told by a tester: what was planned for `p` was taken up again in `p/p`."""
    monkeypatch.chdir(root.parent)
    refused = editapply.apply_reply(reply(("a.py", "a = 1", "a = 2"), ("b.py", "x = 1", "x = 2")), root.name)
    fitting = editapply.plan_under_root(BOTH, f"./{root.name}/")
    assert (refused.root, fitting.root) == (str(root), str(root))
    monkeypatch.chdir(root)
    again = refused.resume(reply(("b.py", "b = 1", "b = 2")))
    assert (again.ok, again.root, again.changes) == (True, str(root), fitting.changes)
    assert fitting.commit(str(fitting.root)).root == str(root)
    assert read_tree(root) == {"a.py": b"a = 2\n", "b.py": b"b = 2\n"}


@pytest.mark.parametrize(("named", "later"), [(".", ""), ("sub/..", ""), ("here", "/here")])
def test_a_kept_plan_names_its_root_as_the_caller_does(
    root: Path, monkeypatch: pytest.MonkeyPatch, named: str, later: str
) -> None:
    """As long as that name leads there; where the plan was taken up again too."""
    (root / "sub").mkdir()
    (root / "here").symlink_to(".")
    monkeypatch.chdir(root)
    plan = editapply.apply_reply(reply(("a.py", "x = 1", "x = 2")), named)
    plans = [plan, plan.resume(reply(("a.py", "y = 1", "y = 2")))]
    assert [kept.root for one in plans if (kept := editapply.keep_plan(one).kept)] == [named, named]
    monkeypatch.chdir(root / "sub")
    assert [kept.root for one in plans if (kept := editapply.keep_plan(one).kept)] == [f"{root}{later}"] * 2


def test_a_root_that_is_named_behind_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`link/..` is the folder of what the link leads to."""
    write_files(tmp_path, {"far/sub/x": b"", "far/a.py": b"a = 1\n", "near/x": b""})
    (tmp_path / "near/link").symlink_to("../far/sub")
    monkeypatch.chdir(tmp_path / "near")
    assert editapply.plan_under_root(BOTH, "link/..").root == str(tmp_path / "far")
    assert editapply.plan_under_root(BOTH, "link").root == str(tmp_path / "near/link")
