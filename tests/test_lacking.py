"""Edits whose new text the named encoding of their file lacks, and `--encoding` of the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

import editapply
from editapply.model import Applied, Code, Options, Rejected
from tests.conftest import Run
from tests.trees import read_tree, write_files

FILES = {"a.txt": "café = 1\nthé = 2\n".encode("cp1252"), "b.txt": b"b = 1\n"}
DETAIL = "cp1252 has no character U+4E2D (中), as in line 1 of the new text"
CP1252 = Options(encoding="cp1252")


def block(path: str, search: str, written: str) -> str:
    return f"{path}\n```\n<<<<<<< SEARCH\n{search}=======\n{written}>>>>>>> REPLACE\n```\n"


FITS = block("a.txt", "café = 1\n", "café = 3\n")
LACKS = block("a.txt", "thé = 2\n", "中 = 2\n")
OTHER = block("b.txt", "b = 1\n", "b = 2\n")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write_files(tmp_path, FILES)
    return tmp_path


def test_the_edit_that_lacks_it_is_refused_before_anything_is_written(tree: Path) -> None:
    plan = editapply.plan_under_root(FITS + LACKS + OTHER, str(tree), CP1252)
    fits, lacks, other = plan.outcomes
    assert isinstance(fits, Applied)
    assert isinstance(lacks, Rejected)
    assert isinstance(other, Applied)
    assert (lacks.code, lacks.detail) == (Code.ENCODING, DETAIL)
    assert not plan.writable
    assert read_tree(tree) == FILES


def test_partial_writes_the_other_files(tree: Path) -> None:
    plan = editapply.apply_reply(FITS + LACKS + OTHER, str(tree), Options(encoding="cp1252", partial=True))
    assert [type(outcome) for outcome in plan.outcomes] == [Rejected, Rejected, Applied]
    assert read_tree(tree) == {**FILES, "b.txt": b"b = 2\n"}


def test_a_second_try(tree: Path) -> None:
    plan = editapply.plan_under_root(FITS + LACKS, str(tree), CP1252)
    again = plan.resume(block("a.txt", "thé = 2\n", "tè = 2\n"))
    assert again.ok, again.report()
    again.commit(str(tree))
    assert (tree / "a.txt").read_bytes() == "café = 3\ntè = 2\n".encode("cp1252")


def test_a_second_try_by_another_process(tree: Path) -> None:
    kept = editapply.keep_plan(editapply.plan_under_root(FITS + LACKS, str(tree), CP1252)).kept
    assert kept is not None
    again = editapply.resume_kept(kept.id, str(tree), drop=[2])
    again.commit(str(tree))
    assert (tree / "a.txt").read_bytes() == "café = 3\nthé = 2\n".encode("cp1252")


def test_a_plan_of_texts_is_committed_in_the_encoding(tree: Path) -> None:
    plan = editapply.plan_reply(FITS, {"a.txt": "café = 1\nthé = 2\n"}, CP1252)
    plan.commit(str(tree))
    assert (tree / "a.txt").read_bytes() == "café = 3\nthé = 2\n".encode("cp1252")
    with pytest.raises(editapply.FileError, match=r"cp1252 has no character U\+4E2D"):
        editapply.plan_reply(LACKS, {"a.txt": "café = 3\nthé = 2\n"}, CP1252).commit(str(tree))


def test_a_new_file_is_utf_8(tree: Path) -> None:
    assert editapply.apply_reply(block("c.txt", "", "中é\n"), str(tree), CP1252).ok
    assert (tree / "c.txt").read_bytes() == "中é\n".encode()


def test_a_name_that_cant_be_used(tree: Path) -> None:
    with pytest.raises(ValueError, match=r"^base64 can't be used: it is no encoding of files$"):
        editapply.plan_under_root(FITS, str(tree), Options(encoding="base64"))


@pytest.mark.parametrize("command", ["apply", "explain"])
def test_the_option(tree: Path, run: Run, command: str) -> None:
    assert run(command, "--root", str(tree), "-", stdin=FITS.encode()).status == 1
    assert run(command, "--root", str(tree), "--encoding", "latin1", "-", stdin=FITS.encode()).status == 0
    after = b"caf\xe9 = 3\nth\xe9 = 2\n"
    assert (tree / "a.txt").read_bytes() == (after if command == "apply" else FILES["a.txt"])


def test_check_tells_what_would_be_refused(tree: Path, run: Run) -> None:
    ran = run("apply", "--root", str(tree), "--encoding", "cp1252", "--check", "-", stdin=LACKS.encode())
    assert ran.status == 1
    assert DETAIL in ran.out


def test_find(tree: Path, run: Run) -> None:
    file = str(tree / "a.txt")
    assert run("find", file, stdin="thé = 2\n".encode()).status == 1
    assert run("find", "--encoding", "cp1252", file, stdin="thé = 2\n".encode()).out == "line 2  exact\n"
    assert run("find", "--encoding", "ascii", file, stdin=b"a\n").status == 2


@pytest.mark.parametrize("command", ["apply", "explain", "find"])
@pytest.mark.parametrize("name", ["koi8-q", "base64", "../x", "x" * 5000, "ü", "\udcff", ""])
def test_names_that_are_refused(tree: Path, run: Run, command: str, name: str) -> None:
    ran = run(command, "--encoding", name, str(tree / "a.txt"), stdin=b"")
    assert (ran.status, ran.out) == (2, "")
    assert "Invalid value for '--encoding': " in ran.err
    assert len(ran.err) < 400
