from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply import elsewhere, nearest
from editapply.elsewhere import Commit, StaleSince, find_elsewhere, fits_version
from editapply.matching import Index, find_exact, find_whitespace
from editapply.model import Edit, Elsewhere
from tests.property.strategies import LOOSE_LINES, spaced_lines
from tests.repositories import commit_files, git, needs_git, new_repository
from tests.trees import write_files

QUOTE = "def retry(limit):\n    return limit + 1\n"
HOLDS = b"import os\n\n\n" + QUOTE.encode() + b"\n"
SPACED = b"def retry( limit ):\n\treturn limit+1\n"


wrapped = st.sampled_from(["f(aaa, bbb)", "f(", "aaa,", "bbb", "bbb,", ")", "f( aaa,", "bbb )", "f(aaa,\u2028bbb)"])


def found(root: Path, search: str = QUOTE, path: str = "a.py", files: list[str] | None = None) -> list[str]:
    """The places as they are told in a report."""
    places = find_elsewhere(str(root), path, search, files)
    return [f"{place.path}:{place.first}-{place.last}" for place in places]


def test_the_lines_of_another_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": HOLDS, "src/b.py": HOLDS, "c.py": b"def retry(limit):\n    return limit + 2\n"})
    assert find_elsewhere(str(tmp_path), "a.py", QUOTE) == [Elsewhere("src/b.py", 4, 5)]


def test_exact_places_leave_forgiving_ones_out(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.py": SPACED, "far/c.py": HOLDS.replace(b"\n", b"\r\n")})
    assert found(tmp_path) == ["far/c.py:4-5"]
    (tmp_path / "far" / "c.py").unlink()
    assert found(tmp_path) == ["b.py:1-2"]


@pytest.mark.parametrize(
    ("search", "text"),
    [
        ("say(“Hello there…”) — now\n", b'say("Hello there...") - now'),
        ("call(alpha, beta)\n", b"call(\n    alpha,\n    beta,\n)\n"),
        ("alpha = beta\n\ngamma = delta\n", b"alpha = beta\ngamma = delta \n"),
        ("日本語のテキスト ここにあります\n", "  日本語のテキスト\u3000ここにあります\n".encode()),
        ("caf\u0065\u0301 au lait chaud\n", "caf\u00e9 au lait chaud\n".encode("utf-16")),
    ],
)
def test_what_the_whitespace_tier_forgives(tmp_path: Path, search: str, text: bytes) -> None:
    write_files(tmp_path, {"b.py": text})
    assert [place.split(":")[0] for place in found(tmp_path, search)] == ["b.py"]


def test_only_whole_lines(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.py": b"x = 1; " + QUOTE.encode(), "c.py": b"def retry(limit):\n    return limit + 12\n"})
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("search", "places"),
    [
        ("}\n", []),
        ("\n", []),
        ("", []),
        ("    return None\n", []),
        ("configuration_of_everything\n", []),
        ("-- ** -- ** -- ** -- ++\n", []),
        ("return result\n", ["b.py:6-6"]),
    ],
)
def test_a_quote_that_says_too_little_is_looked_for_nowhere(tmp_path: Path, search: str, places: list[str]) -> None:
    lines = ["}", "", "    return None", "configuration_of_everything", "-- ** -- ** -- ** -- ++", "return result", ""]
    write_files(tmp_path, {"b.py": "\n".join(lines).encode()})
    assert found(tmp_path, search) == places


def test_near_folders_come_first_and_no_more_than_the_limit(tmp_path: Path) -> None:
    names = ["lib/x/c.py", "src/app/a.py", "src/app/deep/er/f.py", "src/app/z.py", "src/b.py", "top.py"]
    write_files(tmp_path, dict.fromkeys(names, HOLDS))
    places = [place.path for place in find_elsewhere(str(tmp_path), "src/app/a.py", QUOTE, limit=9)]
    assert places == ["src/app/z.py", "src/b.py", "src/app/deep/er/f.py", "top.py", "lib/x/c.py"]
    assert [place.path for place in find_elsewhere(str(tmp_path), "src/app/a.py", QUOTE)] == places[:3]
    assert find_elsewhere(str(tmp_path), "src/app/a.py", QUOTE, limit=0) == []


def test_the_first_of_several_places_in_a_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.py": QUOTE.encode() * 3})
    assert found(tmp_path) == ["b.py:1-2"]


def test_given_files_alone_are_looked_at(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.py": HOLDS, "c.py": HOLDS})
    assert found(tmp_path, files=["c.py", "gone.py", "a.py"]) == ["c.py:4-5"]
    assert found(tmp_path, files=[]) == []


def test_a_block_that_names_no_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.py": HOLDS})
    assert found(tmp_path, path="") == ["b.py:4-5"]


def test_what_is_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write_files(outside, {"b.py": HOLDS})
    root = tmp_path / "root"
    write_files(root, {"bin": b"\0" + HOLDS, "utf32": HOLDS.decode().encode("utf-32"), "node_modules/b.py": HOLDS})
    write_files(root, {".git/b.py": HOLDS, "x/.venv/b.py": HOLDS, "large.py": HOLDS * 9000})
    (root / "link.py").symlink_to(outside / "b.py")
    (root / "loop").symlink_to("loop")
    (root / "folder").symlink_to(outside)
    named = [
        "link.py",
        "folder/b.py",
        "../outside/b.py",
        str(outside / "b.py"),
        ".git/b.py",
        "loop",
        "x",
        "x/.venv/b.py",
    ]
    assert found(root) == found(root, files=named) == []


def test_bytes_that_are_no_utf_8(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.py": b"\xff\xfe\xff\n\xe9\n" + HOLDS, "c.py": b"\xe9\n" + HOLDS})
    assert found(tmp_path) == ["c.py:5-6"]


def test_the_whitespace_tier_is_tried_on_so_much_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "MOST_FORGIVING", 2 * len(SPACED) + 5)
    write_files(tmp_path, dict.fromkeys(("b.py", "c.py", "d.py"), SPACED))
    assert found(tmp_path) == ["b.py:1-2", "c.py:1-2"]
    write_files(tmp_path, {"z/z.py": HOLDS})
    assert found(tmp_path) == ["z/z.py:4-5"]


def test_so_many_files_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"b.py": HOLDS, "c.py": HOLDS, "d.py": HOLDS})
    monkeypatch.setattr(nearest, "MOST_FILES", 2)
    assert found(tmp_path) == ["b.py:4-5", "c.py:4-5"]


LINES = spaced_lines() | LOOSE_LINES | wrapped


@given(st.lists(LINES, min_size=1, max_size=6), st.data())
def test_every_place_of_the_tiers_is_found(lines: list[str], data: st.DataObject) -> None:
    """What spares the tiers the work on most texts hides no place from them."""
    some = st.integers(0, len(lines)).flatmap(lambda k: st.just(lines[k : k + 2]))
    search = "\n".join(data.draw(some | st.lists(LINES, max_size=2)))
    index, edit = Index("\n".join(lines)), Edit(path="", search=search, replace="")
    places = find_exact(index, edit) or find_whitespace(index, edit)
    found = elsewhere._Quote(search).place_in(index.lines.text)
    assert found == (elsewhere._Place(places[0].tier, *index.lines.first_and_last(places[0].span)) if places else None)


@needs_git
def test_files_that_git_tracks_alone_are_looked_at(tmp_path: Path) -> None:
    new_repository(tmp_path)
    write_files(tmp_path, {"b.py": HOLDS})
    assert found(tmp_path) == ["b.py:4-5"]  # as yet git tracks nothing
    commit_files(tmp_path, "One", {"src/c.py": HOLDS, "node_modules/d.py": HOLDS})
    write_files(tmp_path, {"new.py": HOLDS})
    assert found(tmp_path) == ["b.py:4-5", "src/c.py:4-5"]
    assert found(tmp_path / "src") == ["c.py:4-5"]


@needs_git
def test_a_tracked_folder_that_has_become_a_link(tmp_path: Path) -> None:
    root = new_repository(tmp_path / "root")
    commit_files(root, "One", {"src/b.py": HOLDS})
    (root / "src").rename(tmp_path / "outside")
    (root / "src").symlink_to(tmp_path / "outside")
    assert found(root) == []


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A file whose timeout was renamed, and then its default changed without a commit."""
    root = new_repository(tmp_path / "repo")
    commit_files(root, "Start", {"a.py": b"timeout = 1\n\n \n"}, "2026-02-01")
    commit_files(root, "Add retries", {"a.py": b"timeout = 1\nretries = 3\n"}, "2026-03-01")
    commit_files(root, "Rename `timeout`", {"a.py": b"limit = 1\nretries = 3\n"}, "2026-03-04")
    write_files(root, {"a.py": b"limit = 1\nretries = 4\n"})
    return root


def commits(root: Path) -> list[str]:
    return git(root, "log", "--format=%h", "--abbrev=10").split("\n")


@needs_git
def test_a_quote_of_an_older_version(history: Path) -> None:
    renamed, added, _ = commits(history)
    stale = fits_version(str(history), "a.py", "timeout = 1\nretries = 3\n")
    assert stale == StaleSince(
        Commit(added, "2026-03-01", "Add retries"), Commit(renamed, "2026-03-04", "Rename `timeout`")
    )
    assert stale.describe() == (
        f"the file has changed since: the quote fits it as of commit {added} (2026-03-01, `Add retries`); "
        f"commit {renamed} (2026-03-04, `Rename `timeout``) changed it"
    )


@needs_git
def test_a_quote_of_the_version_that_was_committed_last(history: Path) -> None:
    stale = fits_version(str(history), "a.py", "limit=1\n  retries = 3")
    assert stale is not None
    assert stale.describe() == (
        f"the file has changed since: the quote fits it as of commit {commits(history)[0]} "
        "(2026-03-04, `Rename `timeout``); changes that are not committed changed it"
    )


@needs_git
@pytest.mark.parametrize("search", ["timeout = 2\n", "", " \n", "limit = 1\nretries = 4\n", "meout = 1\n"])
def test_a_quote_of_no_version(history: Path, search: str) -> None:
    assert fits_version(str(history), "a.py", search) is None
    assert fits_version(str(history), "b.py", "timeout = 1\n") is None


@needs_git
def test_versions_that_are_binary_are_passed_over(tmp_path: Path) -> None:
    new_repository(tmp_path)
    commit_files(tmp_path, "Text", {"a.py": b"timeout = 1\n"})
    commit_files(tmp_path, "Binary", {"a.py": b"timeout = 1\n\0"})
    commit_files(tmp_path, "Text again", {"a.py": b"limit = 1\n"})
    stale = fits_version(str(tmp_path), "a.py", "timeout = 1\n")
    assert stale is not None
    assert stale.changed is not None
    assert (stale.fits.subject, stale.changed.subject) == ("Text", "Binary")


def test_without_git(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": b"limit = 1\n"})
    assert fits_version(str(tmp_path), "a.py", "timeout = 1\n") is None


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("", "commit 1a2b3c4d5e (2026-03-01)"),
        ("x" * 60, f"commit 1a2b3c4d5e (2026-03-01, `{'x' * 60}`)"),
        ("x" * 61, f"commit 1a2b3c4d5e (2026-03-01, `{'x' * 59}…`)"),
        ("\x1b[31m" * 40, "commit 1a2b3c4d5e (2026-03-01, `" + r"\x1b[31m" * 7 + r"\x1…`)"),
        ("a\tb\u202ec\udcff", r"commit 1a2b3c4d5e (2026-03-01, `a\tb\u202ec\udcff`)"),
    ],
)
def test_a_subject_is_told_in_one_line(subject: str, told: str) -> None:
    assert Commit("1a2b3c4d5e", "2026-03-01", subject).describe() == told
