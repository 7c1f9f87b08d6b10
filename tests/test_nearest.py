from __future__ import annotations

from pathlib import Path

import pytest

from editapply.nearest import nearest_paths
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
