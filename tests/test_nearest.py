from __future__ import annotations

from pathlib import Path

import pytest

from editapply import nearest
from editapply.nearest import nearest_paths, read_texts, walk_files
from tests.trees import write_files

FILES = [
    *("src/app.py", "src/api.py", "tests/test_app.py", "docs/app.md", "lib/deep/util.c"),
    *(".git/app.py", "node_modules/app.py"),
]


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("app.py", ["src/app.py"]),
        ("source/app.py", ["src/app.py"]),
        ("SRC/APP.PY", ["src/app.py"]),
        ("lib\\deep\\util.c", ["lib/deep/util.c"]),
        ("src/util.c", ["lib/deep/util.c"]),
        ("zzz.rs", []),
    ],
)
def test_nearest_paths(tmp_path: Path, path: str, nearest: list[str]) -> None:
    write_files(tmp_path, dict.fromkeys(FILES, b"x\n"))
    assert nearest_paths(str(tmp_path), path, "")[: len(nearest) or 1] == nearest


def test_no_more_than_the_limit(tmp_path: Path) -> None:
    write_files(tmp_path, {f"d{k}/app.py": b"x\n" for k in range(9)})
    assert nearest_paths(str(tmp_path), "app.py", "") == ["d0/app.py", "d1/app.py", "d2/app.py"]


def test_a_file_that_holds_the_quote_s_words(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": b"timeout = 3\n", "b.py": b"retries = compute_retries(limit)\n", "c.bin": b"\0"})
    (tmp_path / "loop").symlink_to("loop")
    assert nearest_paths(str(tmp_path), "", "retries = compute_retries(limit)\n") == ["b.py"]


def test_files_are_walked_and_read_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"c/d.py": b"dddd", "a.py": b"aaaa", "b.py": b"bbbb", ".venv/x.py": b"x", "z.bin": b"\0"})
    paths = ["a.py", "b.py", "z.bin", "c/d.py"]
    assert sorted(walk_files(str(tmp_path))) == sorted(paths)
    assert dict(read_texts(str(tmp_path), paths)) == {"a.py": "aaaa", "b.py": "bbbb", "z.bin": "", "c/d.py": "dddd"}
    assert [text for _, text in read_texts(str(tmp_path), paths, most=5)] == ["aaaa", "bbbb", "", ""]
    monkeypatch.setattr(nearest, "MOST_FILES", 1)
    assert list(read_texts(str(tmp_path), paths)) == [("a.py", "aaaa")]


def test_no_link_is_followed(tmp_path: Path) -> None:
    write_files(tmp_path, {"outside/a.py": b"aaaa", "root/a.py": b"bbbb"})
    (tmp_path / "root" / "folder").symlink_to("../outside")
    (tmp_path / "root" / "link.py").symlink_to("a.py")
    (tmp_path / "rooted").symlink_to("root")
    paths = ["a.py", "link.py", "folder/a.py", "../outside/a.py", str(tmp_path / "outside" / "a.py")]
    assert [text for _, text in read_texts(str(tmp_path / "rooted"), paths)] == ["bbbb", "", "", "", ""]
