from __future__ import annotations

from pathlib import Path

import pytest

from editapply.config import load_options
from editapply.errors import ConfigError
from editapply.model import Options, Tier
from tests.conftest import Run

OWN, PROJECT = ".editapply.toml", "pyproject.toml"
DRIFTED = b"a.py\n<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE\n"


def write(root: Path, **files: str) -> str:
    for name, text in files.items():
        (root / {"own": OWN, "project": PROJECT, "code": "a.py"}[name]).write_text(text, encoding="utf-8")
    return str(root)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", Options()),
        ('max-tier = "exact"', Options(max_tier=Tier.EXACT)),
        ('max-tier = "merged"', Options(max_tier=Tier.MERGED)),
        ("threshold = 0.9", Options(threshold=0.9)),
        ("threshold = 1", Options(threshold=1.0)),
        ("partial = true\nallow-placeholder = true", Options(partial=True, allow_placeholder=True)),
        ("max-report = 4000", Options(max_report=4000)),
        ('encoding = "Windows-1252"', Options(encoding="cp1252")),
    ],
)
def test_settings(tmp_path: Path, text: str, options: Options) -> None:
    assert load_options(write(tmp_path, own=text)) == options
    (tmp_path / OWN).unlink()
    assert load_options(write(tmp_path, project=f"[tool.editapply]\n{text}")) == options


def test_noop_no_file_and_a_project_of_others(tmp_path: Path) -> None:
    assert load_options(str(tmp_path)) == Options()
    assert load_options(write(tmp_path, project="[tool.ruff]\nline-length = 1\n")) == Options()
    assert load_options(write(tmp_path, project='[project]\nname = "x"\n')) == Options()


def test_the_own_file_goes_before_the_project_s(tmp_path: Path) -> None:
    root = write(tmp_path, own="partial = true", project="[tool.editapply]\nthreshold = 0.9")
    assert load_options(root) == Options(partial=True)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"own": "treshold = 1"}, ".editapply.toml: there is no setting 'treshold'. Did you mean 'threshold'?"),
        ({"project": "[tool.editapply]\nmax-teir = 1"}, "pyproject.toml: there is no setting 'max-teir'"),
        ({"own": "max_tier = 'exact'"}, ".editapply.toml: there is no setting 'max_tier'"),
        ({"own": "zzz = 1"}, ".editapply.toml: there is no setting 'zzz'"),
        ({"own": "max-tier = 'loose'"}, ".editapply.toml: max-tier can't be 'loose'"),
        ({"own": "max-tier = 1"}, ".editapply.toml: max-tier can't be 1"),
        ({"own": "threshold = 1.5"}, ".editapply.toml: threshold can't be 1.5"),
        ({"own": "threshold = -0.1"}, ".editapply.toml: threshold can't be -0.1"),
        ({"own": "max-report = 10"}, ".editapply.toml: max-report can't be 10"),
        ({"own": "threshold = true"}, ".editapply.toml: threshold can't be True"),
        ({"own": "threshold = nan"}, ".editapply.toml: threshold can't be nan"),
        ({"own": "encoding = 'koi8-q'"}, ".editapply.toml: encoding: there is no encoding 'koi8-q'. Did you mean"),
        ({"own": "encoding = 'base64'"}, ".editapply.toml: encoding: base64 can't be used: it is no encoding of files"),
        ({"own": 'encoding = "a\\u0000b"'}, ".editapply.toml: encoding: 'a\\x00b' is not the name of an encoding"),
        ({"own": "encoding = 1"}, ".editapply.toml: encoding can't be 1"),
        ({"own": "partial = 1"}, ".editapply.toml: partial can't be 1"),
        ({"own": "partial = "}, "can't read .editapply.toml: "),
        ({"project": "x = ["}, "can't read pyproject.toml: "),
    ],
)
def test_what_is_refused(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError) as raised:
        load_options(write(tmp_path, **files))
    assert str(raised.value).startswith(message)


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / OWN).write_bytes(b"# \xff\n")
    with pytest.raises(ConfigError):
        load_options(str(tmp_path))


@pytest.mark.parametrize(
    ("own", "arguments", "status"),
    [
        ("", [], 0),
        ("", ["--max-tier", "exact"], 1),
        ("", ["--max-tier", "whitespace"], 0),
        ('max-tier = "exact"', [], 1),
        ('max-tier = "exact"', ["--max-tier", "fuzzy"], 0),
        ('max-tier = "fuzzy"', ["--max-tier", "exact"], 1),
        ("", ["--max-tier", "loose"], 2),
        ("", ["--threshold", "1.5"], 2),
        ("", ["--threshold", "x"], 2),
        ("treshold = 1", [], 2),
        ("partial = 3", ["--partial"], 2),
    ],
)
def test_the_command_line_goes_before_the_file(
    run: Run, tmp_path: Path, own: str, arguments: list[str], status: int
) -> None:
    root = write(tmp_path, own=own, code="  a = 1\n")
    ran = run("apply", "--root", root, *arguments, "-", stdin=DRIFTED)
    assert ran.status == status, ran
    assert (tmp_path / "a.py").read_text() == ("  a = 2\n" if status == 0 else "  a = 1\n")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(("threshold", "status"), [("0.5", 0), ("0.99", 1), ("1", 1)])
def test_the_threshold_of_the_command_line(run: Run, tmp_path: Path, threshold: str, status: int) -> None:
    root = write(tmp_path, code="first(value)  # one\nsecond(value)\nthird(value)\n")
    block = "first(value)  # 1\nsecond(value)\n{}(value)\n"
    reply = f"a.py\n<<<<<<< SEARCH\n{block.format('third')}=======\n{block.format('last')}>>>>>>> REPLACE\n"
    assert run("apply", "--root", root, "--threshold", threshold, "-", stdin=reply.encode()).status == status


@pytest.mark.parametrize(("own", "after"), [("partial = true\n", "a = 2\n"), ("", "a = 1\n")])
def test_partial_in_the_file(run: Run, tmp_path: Path, own: str, after: str) -> None:
    root = write(tmp_path, own=own, code="a = 1\n")
    other = b"a.py\n<<<<<<< SEARCH\nnowhere\n=======\nx\n>>>>>>> REPLACE\n"
    assert run("apply", "--root", root, "-", stdin=DRIFTED + other).status == 1
    assert (tmp_path / "a.py").read_text() == after
