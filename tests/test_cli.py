from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.terminal import run_on_terminal
from tests.trees import read_tree, write_files

REPLY = "a.py\n<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE\n"
REFUSED = REPLY.replace("a = 1", "a = 0")
BROKEN = REPLY.replace("=======\n", "")
DIFF = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n"
COMMAND = [sys.executable, "-m", "editapply"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file, the current one."""
    folder = tmp_path / "root"
    write_files(folder, {"a.py": b"a = 1\n"})
    monkeypatch.chdir(folder)
    return folder


def is_written(root: Path) -> bool:
    return (root / "a.py").read_bytes() == b"a = 2\n"


@pytest.mark.parametrize("arguments", [["-"], []])
def test_a_reply_on_standard_input(root: Path, run: Run, arguments: list[str]) -> None:
    ran = run("apply", *arguments, stdin=REPLY.encode())
    assert (ran.status, ran.out, ran.err) == (0, "a.py:1-1  exact  +1 -1\n1 edit applied to 1 file\n", "")
    assert is_written(root)


def test_a_reply_in_a_file(root: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "reply.md").write_text(REPLY)
    assert run("apply", str(tmp_path / "reply.md")).status == 0
    assert is_written(root)


def test_root(root: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("apply", "--root", "root", "-", stdin=REPLY.encode()).status == 0
    assert is_written(root)


@pytest.mark.parametrize(
    ("reply", "status"),
    [(REPLY, 0), (REFUSED, 1), (BROKEN, 2), (REPLY + BROKEN, 1), (REFUSED + BROKEN, 1), ("", 2), ("hi", 2)],
)
def test_exit_status(root: Path, run: Run, reply: str, status: int) -> None:
    ran = run("apply", "--check", "-", stdin=reply.encode())
    assert (ran.status, ran.err) == (status, "")
    assert not is_written(root)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\n \n", id="blank"),
        pytest.param(b"I can't do that.\n", id="no block"),
        pytest.param(b"\x00\xff\xfe\x80" * 100, id="binary"),
        pytest.param(bytes(range(256)), id="all bytes"),
        pytest.param("<<<<<<< SEARCH\n".encode("utf-32"), id="utf-32"),
    ],
)
def test_replies_that_say_nothing(root: Path, run: Run, reply: bytes) -> None:
    before = read_tree(root)
    ran = run("apply", "-", stdin=reply)
    assert (ran.status, ran.err) == (2, "")
    assert ran.out.startswith("ERROR: no SEARCH/REPLACE block in the reply: ")
    assert read_tree(root) == before


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_encodings_of_a_reply(root: Path, run: Run, codec: str) -> None:
    mark = b"\xfe\xff" if codec == "utf-16-be" else b""
    assert run("apply", "-", stdin=mark + REPLY.encode(codec)).status == 0
    assert is_written(root)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(b"x" * 10_000_000, id="one line"),
        pytest.param(b"some words of prose, and `a.py`\n" * 320_000, id="prose"),
        pytest.param(b"```\n" * 2_500_000, id="fences"),
        pytest.param(b"=======\n" * 1_250_000, id="dividers"),
    ],
)
def test_a_reply_of_10_megabytes(root: Path, run: Run, reply: bytes) -> None:
    started = time.process_time()
    ran = run("apply", "-", stdin=reply + b"\n" + REPLY.encode())
    assert (ran.status, is_written(root)) == (0, True)
    assert time.process_time() - started < 60


@pytest.mark.parametrize("marker", ["<<<<<<< SEARCH\n", "<<<<<<< SEARCH\n=======\n", ">>>>>>> REPLACE\n"])
def test_many_broken_blocks(root: Path, run: Run, marker: str) -> None:
    before = read_tree(root)
    ran = run("apply", "-", stdin=marker.encode() * 20_000)
    assert (ran.status, ran.err) == (2, "")
    assert len(ran.out) < 10_000
    assert read_tree(root) == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["apply", "nowhere.md"], "nowhere.md"),
        (["apply", "."], "is a directory"),
        (["apply", "a\0b"], "null"),
        (["apply", "--root", "nowhere", "-"], "'nowhere' is not a folder"),
        (["apply", "--root", "a.py", "-"], "'a.py' is not a folder"),
        (["apply", "--color", "blue", "-"], "'blue' is not one of"),
        (["find", "a.py", "nowhere"], "can't read 'nowhere'"),
        (["explain", "--root", "nowhere"], "'nowhere' is not a folder"),
        (["apply", "--nonsense", "-"], "--nonsense"),
        (["apply", "-", "-"], "unexpected extra argument"),
        (["nonsense"], "nonsense"),
    ],
)
def test_usage(root: Path, run: Run, arguments: list[str], words: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err.lower()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_reply_that_may_not_be_read(root: Path, run: Run) -> None:
    (root / "a.py").chmod(0)
    ran = run("apply", "a.py")
    assert (ran.status, "permission denied" in ran.err) == (2, True)


def test_a_folder_as_target(root: Path, run: Run) -> None:
    (root / "b.py").mkdir()
    ran = run("apply", "-", stdin=REPLY.replace("a.py", "b.py").encode())
    assert (ran.status, ran.err) == (1, "")


def test_a_target_without_any_write_bit(root: Path, run: Run) -> None:
    (root / "a.py").chmod(0o444)
    ran = run("apply", "-", stdin=REPLY.encode())
    assert ran.status == 1
    assert ran.out.startswith("ERROR: permission denied: a.py (block 1,")
    assert not is_written(root)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(root: Path, run: Run) -> None:
    root.chmod(0o555)
    try:
        ran = run("apply", "-", stdin=REPLY.replace("a.py", "new/b.py").replace("a = 1\n", "").encode())
    finally:
        root.chmod(0o755)
    assert (ran.status, "permission denied" in ran.out) == (1, True)


@pytest.mark.parametrize("option", ["--check", "--diff", "--json"])
def test_nothing_is_written_without_leave(root: Path, run: Run, option: str) -> None:
    run("apply", option, "-", stdin=REPLY.encode())
    assert is_written(root) == (option == "--json")


def test_diff(root: Path, run: Run) -> None:
    ran = run("apply", "--diff", "-", stdin=REPLY.encode())
    assert (ran.status, ran.out, ran.err) == (0, DIFF, "")
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(root.parent)}
    subprocess.run(["git", "apply", "-"], input=ran.out.encode(), cwd=root, env=environment, check=True)
    assert is_written(root)


@pytest.mark.parametrize(("reply", "status"), [(REFUSED, 1), (BROKEN, 2), (REPLY + REFUSED, 1), ("", 2)])
def test_diff_of_a_refusal_is_on_standard_error(root: Path, run: Run, reply: str, status: int) -> None:
    ran = run("apply", "--diff", "-", stdin=reply.encode())
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.startswith("ERROR: ")


def test_diff_keeps_bytes_that_are_no_text(root: Path, run: Run) -> None:
    (root / "a.py").write_bytes(b"# \xe9\na = 1\n")
    ran = run("apply", "--diff", "-", stdin=REPLY.encode())
    assert ran.out.encode("utf-8", "surrogateescape").endswith(b"@@ -1,2 +1,2 @@\n # \xe9\n-a = 1\n+a = 2\n")


@pytest.mark.parametrize(("reply", "status"), [(REPLY, 0), (REFUSED, 1), (BROKEN, 2), ("", 2), (REPLY + BROKEN, 1)])
def test_json_is_one_document(root: Path, run: Run, reply: str, status: int) -> None:
    ran = run("apply", "--json", "-", stdin=reply.encode())
    assert (ran.status, ran.err) == (status, "")
    document = json.loads(ran.out)
    assert (document["ok"], document["written"]) == (status == 0, status == 0)


def test_partial(root: Path, run: Run) -> None:
    ran = run("apply", "--partial", "-", stdin=(REPLY + REFUSED).encode())
    assert ran.status == 1
    assert is_written(root)


def test_undecodable_bytes_are_shown(root: Path, run: Run) -> None:
    ran = run("apply", "-", stdin=REPLY.encode().replace(b"a = 1", b"a = \xff"))
    assert ran.status == 1
    assert "\udcff" not in ran.out


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["apply", "--help"], ["--version"]])
def test_help(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.err) == (0, "")
    assert "editapply" in ran.out


@pytest.mark.parametrize("script", [COMMAND, [os.path.join(sysconfig.get_path("scripts"), "editapply")]])
def test_the_installed_commands(root: Path, script: list[str]) -> None:
    done = subprocess.run([*script, "apply", "-"], input=REPLY.encode(), capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert is_written(root)


@pytest.mark.parametrize("option", ["--check", "--json", "--diff"])
def test_a_reader_that_has_gone_away(root: Path, option: str) -> None:
    """As in `editapply … | head -0`: no traceback, and no signal."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [*COMMAND, "apply", option, "-"]
    done = subprocess.run(command, input=REPLY.encode(), stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(("redirection", "status"), [(">&-", 0), ("<&-", 2), (">/dev/full", 2)])
def test_streams_that_are_closed_or_full(root: Path, redirection: str, status: int) -> None:
    command = ["sh", "-c", f"exec {' '.join(COMMAND)} apply - {redirection}"]
    done = subprocess.run(command, input=REPLY.encode(), capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert done.returncode == status


@pytest.mark.parametrize("variables", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_output_is_utf_8_whatever_the_locale(root: Path, variables: dict[str, str]) -> None:
    (root / "é.py").write_text("a = 1\n", encoding="utf-8")
    done = subprocess.run(
        [*COMMAND, "apply", "-"],
        input=REPLY.replace("a.py", "é.py").encode(),
        capture_output=True,
        env={**os.environ, **variables},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8").startswith("é.py:1-1  exact")


def test_interrupted_while_waiting_for_the_reply(root: Path) -> None:
    with subprocess.Popen([*COMMAND, "apply", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"more than a pipe holds\n" * 50_000)  # so it is being read once this is done
        process.stdin.flush()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) != 0
        assert b"Traceback" not in process.stderr.read()
    assert not is_written(root)


def test_control_characters_are_escaped_on_a_terminal(root: Path) -> None:
    """A file's escape sequences must not reach the terminal; elsewhere they are kept as they are."""
    (root / "a.py").write_bytes(b"a = \x1b[31m0\n")
    ran = run_on_terminal([*COMMAND, "apply", "-"], REPLY.encode(), NO_COLOR="1")
    assert ran.status == 1
    assert "\x1b" not in ran.out
    assert "a = \\x1b[31m0" in ran.out


def test_a_misspelt_command_is_asked_back(run: Run) -> None:
    ran = run("aply")
    assert (ran.status, ran.out) == (2, "")
    assert "apply" in ran.err
