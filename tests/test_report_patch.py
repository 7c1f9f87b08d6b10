from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from editapply.model import Change
from editapply.report import format_patch
from editapply.report.patch import format_compact
from tests.trees import Tree, read_tree, write_files

TEN = "".join(f"{k}\n" for k in range(1, 11))


@pytest.mark.parametrize(
    ("before", "after", "hunks"),
    [
        pytest.param("a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n", id="one line"),
        pytest.param("a\nb\n", "a\n", "@@ -1,2 +1 @@\n a\n-b\n", id="deleted"),
        pytest.param("a\n", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n", id="added"),
        pytest.param("a\n", "", "@@ -1 +0,0 @@\n-a\n", id="emptied"),
        pytest.param("", "a\n", "@@ -0,0 +1 @@\n+a\n", id="filled"),
        pytest.param(
            "a", "b\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", id="newline at the end put there"
        ),
        pytest.param("a\nb", "c\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n", id="none, kept"),
        pytest.param("a\r\n", "b\r\n", "@@ -1 +1 @@\n-a\r\n+b\r\n", id="crlf"),
        pytest.param("a\x0c\u2028b\n", "c\n", "@@ -1 +1 @@\n-a\x0c\u2028b\n+c\n", id="form feed"),
        pytest.param(
            TEN, TEN.replace("1\n2", "x\n2", 1), "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n", id="three lines of context"
        ),
        pytest.param(
            TEN,
            TEN.replace("2\n", "x\n").replace("9\n", "y\n"),
            "@@ -1,10 +1,10 @@\n 1\n-2\n+x\n 3\n 4\n 5\n 6\n 7\n 8\n-9\n+y\n 10\n",
            id="contexts that touch share a hunk",
        ),
        pytest.param(
            TEN,
            TEN.replace("1\n2", "x\n2", 1).replace("9\n", "y\n"),
            "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,5 +6,5 @@\n 6\n 7\n 8\n-9\n+y\n 10\n",
            id="contexts that don't touch",
        ),
    ],
)
def test_hunks(before: str, after: str, hunks: str) -> None:
    patch = format_patch({"a": Change(before, after)})
    assert patch == f"diff --git a/a b/a\n--- a/a\n+++ b/a\n{hunks}"


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("src/a.py", "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n"),
        ("größe.py", "diff --git a/größe.py b/größe.py\n--- a/größe.py\n+++ b/größe.py\n"),
        ("a b", "diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n"),
        ('a"b', 'diff --git "a/a\\"b" "b/a\\"b"\n--- "a/a\\"b"\n+++ "b/a\\"b"\n'),
        ("a\\b", 'diff --git "a/a\\\\b" "b/a\\\\b"\n--- "a/a\\\\b"\n+++ "b/a\\\\b"\n'),
        ("a\tb", 'diff --git "a/a\\tb" "b/a\\tb"\n--- "a/a\\tb"\n+++ "b/a\\tb"\n'),
        ("a\x01b", 'diff --git "a/a\\001b" "b/a\\001b"\n--- "a/a\\001b"\n+++ "b/a\\001b"\n'),
    ],
)
def test_names(path: str, header: str) -> None:
    assert format_patch({path: Change("a\n", "b\n")}) == f"{header}@@ -1 +1 @@\n-a\n+b\n"


def test_created_and_deleted_files() -> None:
    patch = format_patch({"new": Change(None, "a\n"), "old": Change("b\n", None), "empty": Change(None, "")})
    assert patch == (
        "diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+a\n"
        "diff --git a/old b/old\ndeleted file mode 100644\n--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n"
        "diff --git a/empty b/empty\nnew file mode 100644\n"
    )


def test_git_creates_and_deletes(tmp_path: Path) -> None:
    write_files(tmp_path, {"old": b"b\n", "sub/empty": b""})
    changes = {
        **{"new/n": Change(None, "a\n"), "old": Change("b\n", None), "none": Change(None, "")},
        **{"sub/empty": Change("", "x"), "new/a\nb": Change(None, "q")},
    }
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    command = ["git", "apply", "-"]
    subprocess.run(command, cwd=tmp_path, input=format_patch(changes).encode(), env=environment, check=True)
    expected: Tree = {
        **{"new": None, "new/n": b"a\n", "none": b"", "sub": None, "sub/empty": b"x", "new/a\nb": b"q"},
    }
    assert read_tree(tmp_path) == expected


def test_no_change() -> None:
    assert format_patch({}) == ""


def test_context() -> None:
    change = {"a": Change(TEN, TEN.replace("2\n", "x\n").replace("5\n", "y\n"))}
    assert format_patch(change, context=1).endswith("@@ -1,6 +1,6 @@\n 1\n-2\n+x\n 3\n 4\n-5\n+y\n 6\n")
    assert format_patch(change, context=0).endswith("@@ -2 +2 @@\n-2\n+x\n@@ -5 +5 @@\n-5\n+y\n")


def test_compact() -> None:
    head = "diff --git a/a b/a\n--- a/a\n+++ b/a\n"
    assert (
        format_compact({"a": Change("1\r\n2\r\n3\r\n", "1\r\nx\r\n3\r\n")})
        == f"{head}@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n"
    )
    long = format_compact({"a": Change("1" * 1000 + "\n", "2\n")})
    assert long == f"{head}@@ -1 +1 @@\n-{'1' * 158}…\n+2\n"
    many = format_compact({"a": Change("", "1\n" * 1000)}).split("\n")
    assert (len(many), many[59:]) == (62, ["+1", "… and 944 more lines", ""])
    assert format_compact({}) == ""
