"""`log`, `show`, `undo`, `redo` and `recover`, and what `apply` says of the journal and of locks."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from editapply import apply_reply
from editapply.errors import FileError
from editapply.model import Code
from editapply.state.journal import list_entries
from tests.conftest import Run
from tests.trees import read_tree, write_files

REPLY = """I'll wait longer.

a.py
<<<<<<< SEARCH
timeout = 5
=======
timeout = 30
>>>>>>> REPLACE

sub/new.py
<<<<<<< SEARCH
=======
x = 1
>>>>>>> REPLACE
"""
DIFF = """diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,3 +1,3 @@
 import time
-timeout = 5
+timeout = 30
 time.sleep(timeout)
diff --git a/sub/new.py b/sub/new.py
new file mode 100644
--- /dev/null
+++ b/sub/new.py
@@ -0,0 +1 @@
+x = 1
"""
A = b"import time\ntimeout = 5\ntime.sleep(timeout)\n"
WHEN = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    write_files(tmp_path / "root", {"a.py": A})
    return str(tmp_path / "root")


def applied(run: Run, root: str, *options: str) -> str:
    """Apply the reply; the journal's id."""
    ran = run("apply", "--root", root, "--json", *options, "-", stdin=REPLY.encode())
    assert (ran.status, ran.err) == (0, "")
    id = json.loads(ran.out)["id"]
    assert re.fullmatch("[0-9a-f]{8}", id)
    return str(id)


def test_log_show_undo_redo(run: Run, root: str) -> None:
    id = applied(run, root)
    ran = run("log", "--root", root)
    assert re.fullmatch(rf"{id}  {WHEN}  I'll wait longer\.  a\.py \(exact\), sub/new\.py \(created\)\n", ran.out)
    ran = run("show", "--root", root, id)
    head = rf"edit {id}\ntime {WHEN}\nreply I'll wait longer\.\nfile a\.py \(exact\)\nfile sub/new\.py \(created\)\n\n"
    assert re.fullmatch(head + re.escape(DIFF), ran.out)
    ran = run("undo", "--root", root)
    assert (ran.status, ran.out) == (0, f"a.py  restored\nsub/new.py  removed\n{id} undone (I'll wait longer.)\n")
    assert read_tree(Path(root)) == {"a.py": A}
    assert run("log", "--root", root).out.endswith("(created)  [undone]\n")
    ran = run("redo", "--root", root)
    assert (ran.status, ran.out) == (0, f"a.py  restored\nsub/new.py  created\n{id} redone (I'll wait longer.)\n")


def test_documents(run: Run, root: str) -> None:
    id = applied(run, root)
    [logged] = json.loads(run("log", "--root", root, "--json").out)["edits"]
    files = [
        {"path": "a.py", "action": "modified", "tiers": ["exact"]},
        {"path": "sub/new.py", "action": "created", "tiers": ["exact"]},
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", logged.pop("time"))
    assert logged == {"id": id, "title": "I'll wait longer.", "undone": False, "files": files, "fault": None}
    assert json.loads(run("show", "--root", root, id, "--json").out)["diff"] == DIFF
    undone = json.loads(run("undo", "--root", root, "--json").out)
    assert undone == {
        "ok": True,
        "id": id,
        "files": [{"path": "a.py", "action": "restored"}, {"path": "sub/new.py", "action": "removed"}],
        "conflicts": [],
        "later": [],
        "warnings": [],
        "report": f"a.py  restored\nsub/new.py  removed\n{id} undone (I'll wait longer.)\n",
    }


def test_a_conflict(run: Run, root: str) -> None:
    id = applied(run, root)
    Path(root, "a.py").write_bytes(A.replace(b"5", b"60"))
    ran = run("undo", "--root", root)
    assert (ran.status, ran.out) == (
        1,
        f"ERROR: the edit {id} can't be undone.\n"
        "a.py: it has changed since at the same place, or the place isn't certain any more (line 2)\n"
        "Nothing was written.\n",
    )
    ran = run("undo", "--root", root, "--json")
    assert (ran.status, json.loads(ran.out)["ok"]) == (1, False)
    assert Path(root, "sub/new.py").exists()


@pytest.mark.parametrize("command", ["show", "undo", "redo"])
def test_no_such_edit(run: Run, root: str, command: str) -> None:
    ran = run(command, "--root", root, "12345678")
    assert (ran.status, ran.out) == (2, "")
    assert "no edit '12345678' in the journal of this folder: `editapply log` lists those that there are" in ran.err
    ran = run(command, "--root", root, "12345678", "--json")
    assert ran.status == 2
    assert "12345678" in json.loads(ran.out)["error"]


@pytest.mark.parametrize(
    ("command", "says"), [("undo", "nothing to undo here"), ("redo", "nothing to redo here"), ("log", "")]
)
def test_an_empty_journal(run: Run, root: str, command: str, says: str) -> None:
    ran = run(command, "--root", root)
    assert says in ran.err
    assert ran.status == (2 if says else 0)
    assert ran.out == ("" if says else "No edits in the journal of this folder.\n")


@pytest.mark.parametrize("command", ["log", "undo", "redo", "recover", "show"])
def test_a_root_that_is_no_folder(run: Run, command: str) -> None:
    ran = run(command, "--root", "/no/such", *(["12345678"] if command == "show" else []))
    assert ran.status == 2
    assert "is not a folder" in ran.err


def test_log_is_limited(run: Run, root: str) -> None:
    applied(run, root)
    run("apply", "--root", root, "-", stdin=b"b.py\n<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n")
    assert run("log", "--root", root, "--limit", "1").out.count("\n") == 1
    assert run("log", "--root", root).out.count("\n") == 2


def test_nothing_to_recover(run: Run, root: str) -> None:
    ran = run("recover", "--root", root)
    assert (ran.status, ran.out) == (0, "Nothing to recover.\n")


def test_without_a_journal(run: Run, root: str) -> None:
    ran = run("apply", "--root", root, "--no-journal", "-", stdin=REPLY.encode())
    assert (ran.status, ran.err) == (0, "")
    assert list_entries(root) == []


def test_an_edit_beyond_the_bound_is_applied_and_that_is_said(run: Run, root: str) -> None:
    ran = run("apply", "--root", root, "--keep", "0.0001", "-", stdin=REPLY.encode())
    assert (ran.status, ran.err) == (0, "editapply: no undo for this edit: it takes more than 100 bytes\n")
    assert list_entries(root) == []
    Path(root, "a.py").write_bytes(A)
    Path(root, "sub/new.py").unlink()
    command = ("apply", "--root", root, "--keep", "0.0001", "--require-journal", "-")
    ran = run(*command, stdin=REPLY.encode())
    assert ran.status == 1
    assert "nothing is written without a journal: the edit takes " in ran.out
    assert Path(root, "a.py").read_bytes() == A


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No state folder can be made."""
    monkeypatch.setenv("XDG_STATE_HOME", "")
    monkeypatch.setenv("HOME", "")


def test_without_a_state_folder_edits_are_applied_and_one_line_says_so(run: Run, root: str, nowhere: None) -> None:
    ran = run("apply", "--root", root, "-", stdin=REPLY.encode())
    assert ran.status == 0
    assert ran.err == (
        "editapply: files are compared but not locked while they are written: no folder for them can be made; "
        "no undo and no recovery for this edit: no state folder can be written "
        "(neither XDG_STATE_HOME nor HOME names a folder)\n"
    )


def test_a_journal_can_be_required(run: Run, root: str, nowhere: None) -> None:
    ran = run("apply", "--root", root, "--require-journal", "-", stdin=REPLY.encode())
    assert ran.status == 1
    assert "nothing is written without a journal: no state folder can be written" in ran.out
    assert read_tree(Path(root)) == {"a.py": A}


def test_where_locks_are_unsupported_that_is_said_once(run: Run, root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int, operation: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", fail)
    ran = run("apply", "--root", root, "-", stdin=REPLY.encode())
    assert ran.status == 0
    assert ran.err == (
        "editapply: files are compared but not locked while they are written: the file system has no locks\n"
    )
    assert run("undo", "--root", root).status == 0


DIGEST = hashlib.sha256(A).hexdigest()


@pytest.mark.parametrize(
    "expected", [f"a.py={DIGEST}", f"a.py={DIGEST.upper()}", "sub/new.py=none", "./a.py=" + DIGEST]
)
def test_a_file_that_is_as_expected(run: Run, root: str, expected: str) -> None:
    assert run("apply", "--root", root, "--expect", expected, "-", stdin=REPLY.encode()).status == 0


@pytest.mark.parametrize(
    ("expected", "says"),
    [
        (f"a.py={'0' * 64}", f"it has the SHA-256 {DIGEST}"),
        ("a.py=none", f"it has the SHA-256 {DIGEST}"),
        (f"sub/new.py={'0' * 64}", "it is not there"),
        (f"other.py={'0' * 64}", "other.py: the file isn't the one that was expected: it is not there"),
    ],
)
def test_a_file_that_is_not_as_expected_is_stale(run: Run, root: str, expected: str, says: str) -> None:
    """A file that the reply doesn't touch too: the model saw another one."""
    ran = run("apply", "--root", root, "--json", "--expect", expected, "-", stdin=REPLY.encode())
    document = json.loads(ran.out)
    assert (ran.status, document["written"]) == (1, False)
    assert "stale" in {edit["code"] for edit in document["edits"]}
    assert says in document["report"]
    assert read_tree(Path(root)) == {"a.py": A}


@pytest.mark.parametrize("expected", ["a", "a=", "a=123", "=" + DIGEST, f"../a={DIGEST}", f"a={DIGEST}x"])
def test_what_can_t_be_expected(run: Run, root: str, expected: str) -> None:
    ran = run("apply", "--root", root, "--expect", expected, "-", stdin=REPLY.encode())
    assert ran.status == 2
    assert read_tree(Path(root)) == {"a.py": A}


def killed_at(name: str, root: str) -> None:
    """Apply the reply in a process that is gone at its first call of a function of `os` in an open folder."""
    child = os.fork()
    if child == 0:
        real = getattr(os, name)

        def die(*args: Any, **named: Any) -> Any:
            return os._exit(9) if any(key.endswith("dir_fd") for key in named) else real(*args, **named)

        setattr(os, name, die)
        apply_reply(REPLY, root)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.parametrize(("name", "became"), [("mkdir", "taken back"), ("replace", "finished"), ("link", "finished")])
def test_what_was_cut_off_is_recovered(run: Run, root: str, name: str, became: str) -> None:
    killed_at(name, root)
    [entry] = list_entries(root)
    ran = run("recover", "--root", root)
    assert (ran.status, ran.out) == (0, f"the edit {entry.id} was cut off and is now {became} (2 files)\n")
    after = {"a.py": A.replace(b"5", b"30"), "sub": None, "sub/new.py": b"x = 1\n"}
    assert read_tree(Path(root)) == ({"a.py": A} if became == "taken back" else after)
    assert run("recover", "--root", root).out == "Nothing to recover.\n"
    assert run("undo", "--root", root).status == (0 if became == "finished" else 2)
    assert read_tree(Path(root)) == {"a.py": A}


def test_the_next_edit_recovers_first_and_says_so(run: Run, root: str) -> None:
    killed_at("link", root)
    [entry] = list_entries(root)
    reply = b"a.py\n<<<<<<< SEARCH\ntimeout = 30\n=======\ntimeout = 60\n>>>>>>> REPLACE\n"
    ran = run("apply", "--root", root, "-", stdin=reply)
    assert (ran.status, ran.err) == (0, f"editapply: the edit {entry.id} was cut off and is now finished (2 files)\n")
    assert Path(root, "sub/new.py").read_bytes() == b"x = 1\n"


def test_a_file_that_somebody_else_wrote_meanwhile_is_left_alone_and_named(run: Run, root: str) -> None:
    killed_at("link", root)
    Path(root, "a.py").write_bytes(b"theirs\n")
    ran = run("recover", "--root", root)
    assert ran.status == 0
    assert ran.out.endswith("left as they are, since somebody else has changed them: a.py\n")
    assert read_tree(Path(root)) == {"a.py": b"theirs\n", "sub": None, "sub/new.py": b"x = 1\n"}


def test_a_tree_that_is_moved_takes_its_journal_along(run: Run, root: str) -> None:
    """In git's own folder: what was cut off is recovered where the tree is now, and edits can be undone there."""
    for name in ("objects", "refs"):
        Path(root, ".git", name).mkdir(parents=True)
    Path(root, ".git/HEAD").write_bytes(b"ref: refs/heads/main\n")
    killed_at("link", root)
    moved = f"{root}-moved"
    Path(root).rename(moved)
    assert "is now finished (2 files)" in run("recover", "--root", moved).out
    copied = f"{root}-copied"
    shutil.copytree(moved, copied)
    assert run("undo", "--root", copied).status == 0
    assert (Path(copied, "a.py").read_bytes(), Path(moved, "a.py").read_bytes()) == (A, A.replace(b"5", b"30"))


def test_undo_doesn_t_depend_on_settings_that_can_be_read(run: Run, root: str) -> None:
    """An edit that broke them must be taken back."""
    Path(root, "pyproject.toml").write_bytes(b'[project]\nversion = "1"\n')
    reply = b'pyproject.toml\n<<<<<<< SEARCH\nversion = "1"\n=======\nversion = "1\n>>>>>>> REPLACE\n'
    assert run("apply", "--root", root, "-", stdin=reply).status == 0
    assert run("apply", "--root", root, "-", stdin=REPLY.encode()).status == 2
    assert run("recover", "--root", root).out == "Nothing to recover.\n"
    ran = run("undo", "--root", root)
    assert (ran.status, Path(root, "pyproject.toml").read_bytes()) == (0, b'[project]\nversion = "1"\n')
    assert ran.err.startswith("editapply: settings are left aside: can't read pyproject.toml")


def test_recover_in_json(run: Run, root: str) -> None:
    killed_at("link", root)
    [entry] = list_entries(root)
    document = json.loads(run("recover", "--root", root, "--json").out)
    edit = {"id": entry.id, "kind": "edit", "status": "finished", "files": ["a.py", "sub/new.py"], "left": []}
    assert (document["ok"], document["edits"]) == (True, [edit])


def test_an_undo_that_can_t_be_written_is_a_document_too(run: Run, root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    applied(run, root)

    def fail(*args: Any, **named: Any) -> None:
        raise FileError(Code.IO, "a.py", "no space left on device")

    monkeypatch.setattr("editapply.reverting.write_files", fail)
    ran = run("undo", "--root", root, "--json")
    document = json.loads(ran.out)
    assert (ran.status, document["ok"], document["files"]) == (1, False, [])
    assert document["report"] == "ERROR: a.py: no space left on device\nNothing was written.\n"


@pytest.mark.parametrize("options", [("--keep", "nan"), ("--no-journal", "--require-journal")])
def test_options_that_make_no_sense(run: Run, root: str, options: tuple[str, ...]) -> None:
    ran = run("apply", "--root", root, *options, "-", stdin=REPLY.encode())
    assert (ran.status, read_tree(Path(root))) == (2, {"a.py": A})


def test_two_digests_for_one_file(run: Run, root: str) -> None:
    expected = ("--expect", f"a.py={'0' * 64}", "--expect", f"./a.py={DIGEST}")
    ran = run("apply", "--root", root, *expected, "-", stdin=REPLY.encode())
    assert ran.status == 2
    assert "two different files are expected there" in ran.err
    assert read_tree(Path(root)) == {"a.py": A}


@pytest.mark.parametrize("inside", [".git", ".git/hooks", "bare.git", "bare.git/hooks"])
def test_a_root_that_is_git_s_own(run: Run, root: str, inside: str) -> None:
    for name in ("objects", "refs", "hooks"):
        Path(root, inside.split("/")[0], name).mkdir(parents=True)
    Path(root, inside.split("/")[0], "HEAD").write_bytes(b"ref: refs/heads/main\n")
    before = read_tree(Path(root))
    ran = run("apply", "--root", f"{root}/{inside}", "-", stdin=REPLY.encode())
    assert ran.status == 2
    assert "git's own folder is never edited" in ran.err
    assert read_tree(Path(root)) == before


def test_the_working_folder_is_gone(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = "cd gone && rmdir ../gone && exec {0} -m editapply {1}"
    for command in ("log", "undo", "recover", "show 12345678", "apply /dev/null"):
        ran = subprocess.run(
            ["sh", "-c", script.format(sys.executable, command)], cwd=tmp_path, capture_output=True, check=False
        )
        assert b"Traceback" not in ran.stderr
        assert ran.returncode in (1, 2)
        (tmp_path / "gone").mkdir()


@pytest.mark.parametrize("below", [True, False])
def test_what_was_cut_off_in_an_overlapping_root_is_recovered_too(run: Run, root: str, below: bool) -> None:
    """Outside git each root has a journal of its own."""
    parent = str(Path(root).parent)
    other = parent if below else root
    if below:
        killed_at("link", root)
        ran = run("apply", "--root", other, "-", stdin=REPLY.replace("a.py", "root/a.py").encode())
    else:
        (Path(root) / "deep").mkdir()
        killed_at("link", root)
        ran = run("apply", "--root", f"{root}/sub", "-", stdin=b"x.py\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n")
    assert "was cut off and is now finished (2 files)" in ran.err
    assert Path(root, "sub/new.py").read_bytes() == b"x = 1\n"


def test_recover_of_a_parent_finds_what_was_cut_off_below(run: Run, root: str) -> None:
    killed_at("link", root)
    assert "is now finished (2 files)" in run("recover", "--root", str(Path(root).parent)).out


@pytest.mark.parametrize("harm", ["version", "mode", "empty"])
def test_an_edit_that_cannot_be_read_is_listed_and_no_older_one_is_taken_for_it(run: Run, root: str, harm: str) -> None:
    older = apply_reply(REPLY, root).id
    last = apply_reply("b.py\n<<<<<<< SEARCH\n=======\nx = 1\n>>>>>>> REPLACE\n", root).id
    assert older is not None
    assert last is not None
    path = Path(list_entries(root)[0].path)
    if harm == "version":
        path.write_bytes(path.read_bytes().replace(b'{"version": ', b'{"version": 9', 1))
    elif harm == "mode":
        path.chmod(0o660)
    else:
        path.write_bytes(b"")
    seen = read_tree(Path(root))
    for command in (["undo"], ["undo", last], ["show", last]):
        ran = run(*command, "--root", root)
        assert (ran.status, ran.out) == (2, "")
        assert f"{last}{',' if command == ['undo'] else ''} can't be read: " in ran.err
    assert read_tree(Path(root)) == seen
    log = run("log", "--root", root).out.splitlines()
    assert [re.fullmatch(rf"{last}  {WHEN}  can't be read: .+", log[0]) is not None, log[1][:8]] == [True, older]
    [fault, none] = [edit["fault"] for edit in json.loads(run("log", "--root", root, "--json").out)["edits"]]
    assert (fault in log[0], none) == (True, None)
    assert run("undo", older, "--root", root).status == 0
    assert b"timeout = 5" in Path(root, "a.py").read_bytes()


CAFE = "a.py\n<<<<<<< SEARCH\ncafé = 1\n=======\ncafé = 2\n>>>>>>> REPLACE\n"


@pytest.mark.parametrize("codec", ["cp1252", "utf-16-le"])
@pytest.mark.parametrize("is_set", [False, True])
def test_show_reads_files_in_the_encoding_that_is_named(run: Run, root: str, codec: str, is_set: bool) -> None:
    """Told by a tester: bytes of cp1252 were shown as they are, UTF-16 without a mark with its NULs."""
    write_files(Path(root), {"a.py": "café = 1\n".encode(codec)})
    named = () if is_set else ("--encoding", codec)
    if is_set:
        Path(root, ".editapply.toml").write_text(f'encoding = "{codec}"\n')
    id = json.loads(run("apply", "--root", root, "--json", *named, "-", stdin=CAFE.encode()).out)["id"]
    diff = "@@ -1 +1 @@\n-café = 1\n+café = 2\n"
    ran = run("show", "--root", root, id, *named)
    assert (ran.status, ran.err, ran.out[-len(diff) :]) == (0, "", diff)
    assert json.loads(run("show", "--root", root, id, *named, "--json").out)["diff"].endswith(diff)


def test_show_as_it_is_what_the_encoding_does_not_fit(run: Run, root: str) -> None:
    id = applied(run, root)
    assert run("show", "--root", root, id, "--encoding", "utf-16-le").out.endswith(DIFF)
    write_files(Path(root), {"a.py": "café = 1\n".encode("cp1252")})
    reply = "a.py\n<<<<<<< SEARCH\n=======\nx = 1\n>>>>>>> REPLACE\n".replace("a.py", "a.py:1-1")
    id = json.loads(run("apply", "--root", root, "--json", "-", stdin=reply.encode()).out)["id"]
    ran = run("show", "--root", root, id, "--encoding", "ascii")
    assert (ran.status, ran.out[-17:]) == (0, "+x = 1\n caf\udce9 = 1\n")


def test_show_where_the_settings_can_t_be_read(run: Run, root: str) -> None:
    id = applied(run, root)
    Path(root, ".editapply.toml").write_text("x")
    ran = run("show", "--root", root, id)
    assert (ran.status, ran.out[-len(DIFF) :]) == (0, DIFF)
    assert ran.err.startswith("editapply: settings are left aside: ")
    assert run("show", "--root", root, id, "--encoding", "nonsense").status == 2


FULL = "Error: the answer can't be written (no space left on device)"


def through_a_shell(root: str, arguments: str, redirection: str) -> tuple[int, str, str]:
    script = f"exec {shlex.quote(sys.executable)} -m editapply {arguments} --root {shlex.quote(root)} {redirection}"
    done = subprocess.run(["sh", "-c", script], input=REPLY, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("json_too", ["", " --json"])
def test_an_answer_that_can_t_be_written(run: Run, root: str, json_too: str) -> None:
    """Told by a tester: how to use the command was said, and that a list has been done."""
    id = applied(run, root)
    for command in ("log", f"show {id}", "recover", "apply --check -"):
        assert through_a_shell(root, command + json_too, ">/dev/full") == (2, "", f"{FULL}\n"), command
    for command, content in (("undo", A), ("redo", A.replace(b"5", b"30")), ("undo", A), ("apply -", None)):
        done = f"{FULL}, but what it tells has been done\n"
        assert through_a_shell(root, command + json_too, ">/dev/full") == (2, "", done), command
        assert Path(root, "a.py").read_bytes() == content or content is None


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_standard_error_hinders_nobody(run: Run, root: str) -> None:
    """A note that could not be written kept an edit from being undone."""
    id = applied(run, root)
    Path(root, ".editapply.toml").write_text("x")
    status, out, _ = through_a_shell(root, "undo", "2>/dev/full")
    assert (status, out.split("\n")[-2]) == (0, f"{id} undone (I'll wait longer.)")
    assert Path(root, "a.py").read_bytes() == A
    assert through_a_shell(root, "undo 1234", "2>/dev/full") == (2, "", "")
