from __future__ import annotations

from pathlib import Path

import pytest

from editapply.xdg import is_state, xdg_state_home


@pytest.mark.parametrize(
    ("given", "home", "expected"),
    [
        ("{tmp}/s", "{tmp}", "{tmp}/s"),
        ("", "{tmp}", "{tmp}/.local/state"),
        (None, "{tmp}", "{tmp}/.local/state"),
        ("relative", "{tmp}", "{tmp}/.local/state"),
        ("./s", "{tmp}", "{tmp}/.local/state"),
        ("{tmp}/s", None, "{tmp}/s"),
        (None, None, None),
        (None, "", None),
        (None, ".", None),
        (None, "{tmp}/nowhere", None),
    ],
)
def test_the_state_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str | None, home: str | None, expected: str | None
) -> None:
    for name, value in {"XDG_STATE_HOME": given, "HOME": home}.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value.format(tmp=tmp_path))
    assert xdg_state_home() == (None if expected is None else expected.format(tmp=tmp_path))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("editapply", True),
        ("editapply/0123456789abcdef/plans/1a2b3c4d.json", True),
        ("EditApply/x", True),
        ("editapply2/x", False),
        ("editapply.py", False),
        ("", False),
        ("other/editapply", False),
        ("../editapply", False),
    ],
)
@pytest.mark.parametrize("home", ["State", "link"])
def test_what_lies_in_the_state_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, path: str, expected: bool
) -> None:
    """The path is real; the state home may be a link."""
    (tmp_path / "link").symlink_to("State")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / home))
    assert is_state(str(tmp_path / "State" / path)) is expected


def test_without_a_home_nothing_is_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("HOME")
    assert not is_state("/editapply")
