"""Colours, and the compact diff on a terminal; elsewhere the output is as it always was."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

import pytest

from editapply.cli.colours import paint
from editapply.cli.streams import escaped, wants_colour
from tests.conftest import Run
from tests.terminal import run_on_terminal
from tests.trees import write_files

SCRIPT = os.path.join(sysconfig.get_path("scripts"), "editapply")
FILES = {"a.py": b"one\n    two\nthree\nfour\nfive\nsix\n"}
BLOCK = "a.py\n<<<<<<< SEARCH\n{}\n=======\n{}\n>>>>>>> REPLACE\n"
REPLY = BLOCK.format("two", "2") + BLOCK.format("five", "5")
REFUSED = BLOCK.format("thre", "3")
PLAIN = """\
a.py:2-2  whitespace  +1 -1
a.py:5-5  exact       +1 -1
2 edits applied to 1 file
"""
DIFF = """\
diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,6 +1,6 @@
 one
-    two
+    2
 three
 four
-five
+5
 six
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def without_notes(text: str) -> str:
    """The lines without those that tell what differed: their wording is tested elsewhere."""
    return "".join(line for line in text.splitlines(keepends=True) if "not as quoted" not in line)


def test_a_terminal_through_the_installed_script(root: Path) -> None:
    ran = run_on_terminal([SCRIPT, "apply"], REPLY.encode())
    assert (ran.status, ran.err) == (0, "")
    assert without_notes(ran.out) == (
        "a.py:2-2  \x1b[2mwhitespace\x1b[0m  +1 -1\n"
        "a.py:5-5  \x1b[2mexact\x1b[0m       +1 -1\n"
        "2 edits applied to 1 file\n"
        "\n"
        "diff --git a/a.py b/a.py\n"
        "\x1b[31m--- a/a.py\x1b[0m\n"
        "\x1b[32m+++ b/a.py\x1b[0m\n"
        "\x1b[36m@@ -1,6 +1,6 @@\x1b[0m\n"
        " one\n"
        "\x1b[31m-    two\x1b[0m\n"
        "\x1b[32m+    2\x1b[0m\n"
        " three\n"
        " four\n"
        "\x1b[31m-five\x1b[0m\n"
        "\x1b[32m+5\x1b[0m\n"
        " six\n"
    )
    assert "\n\x1b[36m  not as quoted" in ran.out


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colours_has_the_compact_diff(root: Path, environment: dict[str, str]) -> None:
    ran = run_on_terminal([SCRIPT, "apply", "-"], REPLY.encode(), **environment)
    assert without_notes(ran.out) == f"{PLAIN}\n{DIFF}"


@pytest.mark.parametrize("option", ["--check", "--json", "--diff"])
def test_no_compact_diff_where_something_else_was_asked_for(root: Path, option: str) -> None:
    ran = run_on_terminal([SCRIPT, "apply", option, "--color", "never"], REPLY.encode())
    assert ran.out.count("diff --git") == (option == "--diff")


def test_no_compact_diff_of_a_refusal(root: Path) -> None:
    ran = run_on_terminal([SCRIPT, "apply"], (REPLY + REFUSED).encode())
    assert ran.status == 1
    assert ran.out.startswith("\x1b[1;31mERROR: SEARCH text not found in a.py")
    assert "diff --git" not in ran.out


@pytest.mark.parametrize("arguments", [[], ["--color", "auto"], ["--color", "never"]])
def test_elsewhere_nothing_is_added(root: Path, run: Run, arguments: list[str]) -> None:
    ran = run("apply", *arguments, stdin=REPLY.encode())
    assert without_notes(ran.out) == PLAIN
    assert "\x1b" not in ran.out


def test_colours_that_are_asked_for_beat_no_color(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    ran = run("apply", "--check", "--color", "always", stdin=REPLY.encode())
    assert "a.py:5-5  \x1b[2mexact\x1b[0m       +1 -1\n" in ran.out
    assert "diff --git" not in ran.out


def test_no_file_sends_codes(root: Path, run: Run) -> None:
    (root / "a.py").write_bytes(b"\x1b[31mthree\x07\n\xc2\x9b31m\n\xe2\x80\xaea\xff\n")
    for arguments in (["apply"], ["find", "a.py"], ["explain"]):
        ran = run(*arguments, "--color", "always", stdin=REFUSED.encode())
        codes = ran.out.count("\x1b[1;31m") + ran.out.count("\x1b[36m") + ran.out.count("\x1b[0m")
        codes += ran.out.count("\x1b[32m")
        assert ran.out.count("\x1b") == codes
        assert not {"\x07", "\x9b", "\u202e"} & set(ran.out)


@pytest.mark.parametrize(
    ("color", "terminal", "environment", "wanted"),
    [
        ("auto", True, {}, True),
        ("auto", True, {"TERM": "xterm", "NO_COLOR": ""}, True),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": "0"}, False),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", False, {}, False),
        ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
        ("never", True, {}, False),
    ],
)
def test_whether_to_colour(color: str, terminal: bool, environment: dict[str, str], wanted: bool) -> None:
    assert wants_colour(color, terminal, environment) is wanted


@pytest.mark.parametrize(
    ("line", "painted"),
    [
        ("ERROR: file not found: b.py.", "\x1b[1;31mERROR: file not found: b.py.\x1b[0m"),
        ("warning: a.py: brackets", "\x1b[33mwarning: a.py: brackets\x1b[0m"),
        ("  differs: line 1 has `a`", "\x1b[36m  differs: line 1 has `a`\x1b[0m"),
        ("  repaired: line numbers", "\x1b[36m  repaired: line numbers\x1b[0m"),
        ("  -> rejected: not-found", "\x1b[1;31m  -> rejected: not-found\x1b[0m"),
        ("  -> unchanged: no-change", "\x1b[32m  -> unchanged: no-change\x1b[0m"),
        ("new/a b.py        created    +1 -0", "new/a b.py        \x1b[2mcreated\x1b[0m    +1 -0"),
        ("lines 3-4  whitespace (blank lines)  0.93", "lines 3-4  \x1b[2mwhitespace (blank lines)\x1b[0m  0.93"),
        ("lines 3-4  exact", "lines 3-4  \x1b[2mexact\x1b[0m"),
        ("    ERROR: a line of a file", "    ERROR: a line of a file"),
        ("    - a  exact  b", "    - a  exact  b"),
        ("- a list", "- a list"),
        ("Nothing was written.", "Nothing was written."),
        ("", ""),
    ],
)
def test_painted_lines(line: str, painted: str) -> None:
    assert paint(line) == painted


def test_a_diff_inside_of_a_report_ends_with_a_blank_line() -> None:
    assert paint("@@ -1 +1 @@\n a\n+b\n\n+c") == "\x1b[36m@@ -1 +1 @@\x1b[0m\n a\n\x1b[32m+b\x1b[0m\n\n+c"


def test_a_long_line_is_painted_in_linear_time() -> None:
    line = "x" + " " * 200_000
    assert paint(line) == line


def test_escaped() -> None:
    assert escaped("a\tb\n\x1b\x9b\u202e\r\x00\udcff") == "a\tb\n\\x1b\\x9b\\u202e\\r\\x00\ufffd"
