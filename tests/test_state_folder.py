from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path

import pytest

from editapply.errors import StateError
from editapply.state import folder
from editapply.state.folder import neighbour_folders, real_root, state_folders, writable_folder
from editapply.state.private import write_private


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root in a git repository, and a state home that isn't there yet."""
    git = tmp_path / "root" / ".git"
    for name in ("objects", "refs"):
        (git / name).mkdir(parents=True)
    (git / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "deep" / "state"))
    return tmp_path / "root"


def leave_git(root: Path) -> None:
    """A file `.git` that leads nowhere: nothing is looked for above it."""
    (root / ".git").rename(root / "other")
    (root / ".git").write_bytes(b"nowhere")


def in_git(root: Path) -> Path:
    return root / ".git" / "editapply" / "plans"


def in_home(root: Path) -> Path:
    key = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:16]
    return root.parent / "deep" / "state" / "editapply" / key / "plans"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refusal(root: Path) -> str:
    with pytest.raises(StateError) as raised:
        writable_folder(str(root), "plans")
    return str(raised.value)


def test_state_lives_in_git_s_folder(root: Path) -> None:
    assert writable_folder(str(root), "plans") == str(in_git(root))
    assert state_folders(str(root), "plans") == [str(in_git(root))]
    assert not (root.parent / "deep").exists()
    assert list(in_git(root).iterdir()) == []


def test_a_git_file_that_points_among_the_files_is_not_followed(root: Path) -> None:
    (root / ".git").rename(root / "evil")
    (root / ".git").write_text("gitdir: evil\n", encoding="utf-8")
    assert not writable_folder(str(root), "plans").startswith(str(root))
    assert not (root / "evil" / "editapply").exists()


def test_state_lives_in_the_state_home_without_git(root: Path) -> None:
    leave_git(root)
    assert writable_folder(str(root), "plans") == str(in_home(root))
    assert state_folders(str(root), "plans") == [str(in_home(root))]


def test_the_default_of_the_state_home(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_git(root)
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(root.parent))
    found = Path(writable_folder(str(root), "plans"))
    assert found.parent.parent == root.parent / ".local" / "state" / "editapply"


def test_a_root_behind_a_link_is_the_same_root(root: Path) -> None:
    leave_git(root)
    link = root.parent / "link"
    link.symlink_to("root")
    assert writable_folder(str(link), "plans") == str(in_home(root))
    assert real_root(str(link)) == str(root)


def test_noop_reading_makes_no_folder(root: Path) -> None:
    assert state_folders(str(root), "plans") == []
    assert not in_git(root).parent.exists()
    assert not (root.parent / "deep").exists()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
def test_folders_and_files_are_private_whatever_the_umask(root: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        found = Path(writable_folder(str(root), "plans"))
        write_private(str(found / "file"), b"data")
        leave_git(root)
        at_home = Path(writable_folder(str(root), "plans"))
    finally:
        os.umask(before)
    plans = root / "other" / "editapply" / "plans"
    assert {mode(plans), mode(plans.parent)} == {0o700}
    assert mode(plans / "file") == 0o600
    made = [at_home, *list(at_home.parents)[:4]]
    assert made[-1] == root.parent / "deep"
    assert {mode(path) for path in made} == {0o700}


def test_a_folder_of_ours_that_is_open_to_others_is_closed(root: Path) -> None:
    in_git(root).mkdir(parents=True)
    for path in (in_git(root), in_git(root).parent):
        path.chmod(0o777)
    assert state_folders(str(root), "plans") == []
    assert writable_folder(str(root), "plans") == str(in_git(root))
    assert (mode(in_git(root)), mode(in_git(root).parent)) == (0o700, 0o700)
    assert state_folders(str(root), "plans") == [str(in_git(root))]


@pytest.mark.parametrize("part", ["editapply", "editapply/plans"])
@pytest.mark.parametrize("kind", ["link", "dangling", "file"])
def test_a_link_or_a_file_in_its_place_is_not_used(root: Path, part: str, kind: str) -> None:
    place, elsewhere = root / ".git" / part, root.parent / "elsewhere"
    place.parent.mkdir(exist_ok=True)
    (elsewhere / "plans").mkdir(parents=True)
    if kind == "file":
        place.write_bytes(b"")
    else:
        place.symlink_to(elsewhere if kind == "link" else root / "nowhere")
    assert writable_folder(str(root), "plans") == str(in_home(root))
    assert state_folders(str(root), "plans") == [str(in_home(root))]
    assert list(elsewhere.iterdir()) == [elsewhere / "plans"]
    assert not (root / "nowhere").exists()


def test_a_folder_of_another_user_is_not_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_git(root).mkdir(parents=True)
    monkeypatch.setattr(folder, "is_ours", lambda found: False)
    assert state_folders(str(root), "plans") == []
    assert refusal(root) == (
        "no state folder can be written (git's own folder: there it belongs to another user; "
        "the user's state folder: there it belongs to another user)"
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a folder away")
def test_a_folder_that_was_given_away_is_not_used(root: Path) -> None:
    in_git(root).mkdir(parents=True)
    os.chown(in_git(root).parent, 12345, 12345)
    assert state_folders(str(root), "plans") == []
    assert writable_folder(str(root), "plans") == str(in_home(root))


def test_git_s_folder_that_can_t_be_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sandboxes keep `.git` read-only; what was kept there before is still found."""
    kept = writable_folder(str(root), "plans")
    make = os.open

    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT and ".git" in path:
            raise OSError(errno.EROFS, "Read-only file system")
        return make(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    assert writable_folder(str(root), "plans") == str(in_home(root))
    assert state_folders(str(root), "plans") == [kept, str(in_home(root))]


def test_nowhere_to_write(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, mode: int = 0o777) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "mkdir", refuse)
    assert refusal(root) == (
        "no state folder can be written (git's own folder: permission denied; "
        "the user's state folder: permission denied)"
    )


def test_a_state_home_that_can_t_be_made(root: Path) -> None:
    leave_git(root)
    (root.parent / "deep").write_bytes(b"")
    assert refusal(root) == "no state folder can be written (the user's state folder: not a directory)"


def test_no_home(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_git(root)
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("HOME")
    assert refusal(root) == "no state folder can be written (neither XDG_STATE_HOME nor HOME names a folder)"
    assert state_folders(str(root), "plans") == []
    assert neighbour_folders("plans", 9) == []


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_root_that_no_folder_can_have(name: str) -> None:
    for use in (real_root, lambda root: state_folders(root, "plans"), lambda root: writable_folder(root, "plans")):
        with pytest.raises(StateError, match=r"^no folder can have the name of this root$"):
            use(name)


def test_the_folders_of_other_roots(root: Path) -> None:
    assert neighbour_folders("plans", 9) == []
    roots = [root / name for name in "abc"]
    made = {writable_folder(str(other), "plans") for other in roots}
    writable_folder(str(root), "plans")
    (root.parent / "deep" / "state" / "editapply" / "file").write_bytes(b"")
    assert set(neighbour_folders("plans", 9)) == made
    assert len(neighbour_folders("plans", 2)) <= 2
    assert neighbour_folders("journal", 9) == []
