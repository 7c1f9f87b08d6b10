"""What a file has besides its bytes is there after an edit: the new one has it too, or it is written in place."""

from __future__ import annotations

import os
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import editapply
from editapply.commit import Write, commit
from editapply.errors import FileError
from editapply.model import Code, Edit

ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0
as_root = pytest.mark.skipif(not ROOT_USER, reason="only root may do that")
STRANGER = 12345
OWNER, USER, GROUP, MASK, OTHER = 1, 2, 4, 16, 32
NOBODY = 0xFFFFFFFF


def acl(*entries: tuple[int, int, int]) -> bytes:
    """An access control list as Linux keeps it in an attribute: version 2, then tag, permissions, id."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


ACL = acl((OWNER, 6, NOBODY), (USER, 6, STRANGER), (GROUP, 4, NOBODY), (MASK, 6, NOBODY), (OTHER, 0, NOBODY))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "root" / "a.txt"
    path.parent.mkdir()
    path.write_bytes(b"old\n")
    return path


def edit(path: Path, old: str = "old\n", new: str = "new\n") -> editapply.Plan:
    reply = editapply.format_blocks([Edit(path.name, old, new)])
    return editapply.apply_reply(reply, str(path.parent))


def written(path: Path) -> tuple[int, ...]:
    """All that shows whether a file was written; that it was read shows too, in the time of that, sometimes."""
    found = path.stat()
    return (found.st_ino, found.st_nlink, found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def set_attribute(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except (OSError, AttributeError):
        pytest.skip(f"no attribute {name} here")


def attributes(path: Path) -> dict[str, bytes]:
    return {name: os.getxattr(path, name) for name in os.listxattr(path)}


@pytest.fixture(params=["renamed", "in place"])
def way(request: pytest.FixtureRequest, file: Path) -> str:
    """Both ways to write: in place where the file has a second name."""
    if request.param == "in place":
        os.link(file, file.parent.parent / "second")
    return str(request.param)


def check_way(way: str, before: os.stat_result, path: Path) -> None:
    assert (path.stat().st_ino == before.st_ino) == (way == "in place")


@pytest.mark.parametrize(
    "mode", [0o200, 0o600, 0o640, 0o644, 0o660, 0o666, 0o755, 0o777, 0o4755, 0o2755, 0o6711, 0o1644, 0o7777, 0o2644]
)
def test_mode_bits(file: Path, way: str, mode: int) -> None:
    if mode == 0o200 and not ROOT_USER:
        pytest.skip("only root may read such a file")
    file.chmod(mode)
    before = file.stat()
    assert edit(file).written
    assert (oct(file.stat().st_mode), file.read_bytes()) == (oct(before.st_mode), b"new\n")
    check_way(way, before, file)


@as_root
@pytest.mark.parametrize(("owner", "group"), [(STRANGER, STRANGER), (STRANGER, 0), (0, STRANGER)])
@pytest.mark.parametrize("mode", [0o644, 0o6755])
def test_owner_and_group(file: Path, way: str, owner: int, group: int, mode: int) -> None:
    os.chown(file, owner, group)
    file.chmod(mode)
    before = file.stat()
    assert edit(file).written
    after = file.stat()
    assert (after.st_uid, after.st_gid, after.st_mode) == (owner, group, before.st_mode)
    check_way(way, before, file)


@pytest.mark.parametrize("value", [b"", b"text", bytes(range(256)) * 4])
def test_extended_attributes(file: Path, way: str, value: bytes) -> None:
    set_attribute(file, "user.note", value)
    set_attribute(file, "user.\u00e4", b"2")
    before, had = file.stat(), attributes(file)
    assert edit(file).written
    assert attributes(file) == had
    check_way(way, before, file)


@as_root
def test_capabilities(file: Path, way: str) -> None:
    """Writing takes them away, so they are given back."""
    capability = struct.pack("<5I", 0x02000001, 1 << 10, 0, 0, 0)
    set_attribute(file, "security.capability", capability)
    assert edit(file).written
    assert attributes(file)["security.capability"] == capability


def test_an_access_control_list(file: Path, way: str) -> None:
    set_attribute(file, "system.posix_acl_access", ACL)
    before, had = file.stat(), attributes(file)
    assert edit(file).written
    assert (attributes(file), file.stat().st_mode) == (had, before.st_mode)
    check_way(way, before, file)


@pytest.mark.parametrize("own", [None, ACL])
def test_the_default_list_of_the_folder_does_not_leak_in(file: Path, way: str, own: bytes | None) -> None:
    entries = ((OWNER, 7, NOBODY), (USER, 7, 54321), (GROUP, 7, NOBODY), (MASK, 7, NOBODY), (OTHER, 7, NOBODY))
    set_attribute(file.parent, "system.posix_acl_default", acl(*entries))
    file.chmod(0o640)
    if own is not None:
        set_attribute(file, "system.posix_acl_access", own)
    before, had = file.stat(), attributes(file)
    assert edit(file).written
    assert (attributes(file), file.stat().st_mode) == (had, before.st_mode)
    check_way(way, before, file)


def test_a_symbolic_link_stays(file: Path) -> None:
    for name, target in (("link", "a.txt"), ("chain.txt", "link")):
        (file.parent / name).symlink_to(target)
    assert edit(file.parent / "chain.txt").written
    assert [os.readlink(file.parent / name) for name in ("link", "chain.txt")] == ["a.txt", "link"]
    assert file.read_bytes() == b"new\n"


def test_hard_links_stay_one_file(file: Path) -> None:
    (other := file.parent / "b").mkdir()
    os.link(file, other / "second")
    before = file.stat()
    assert edit(file).written
    assert [path.stat().st_ino for path in (file, other / "second")] == [before.st_ino] * 2
    assert (other / "second").read_bytes() == b"new\n"


@pytest.fixture
def mounted(file: Path, tmp_path: Path) -> Iterator[Path]:
    """A file that is mounted by itself: nothing can be renamed over it."""
    (source := tmp_path / "source").write_bytes(b"old\n")
    if not ROOT_USER or subprocess.run(["mount", "--bind", source, file], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield source
    finally:
        subprocess.run(["umount", file], check=True)


def test_a_mounted_file_is_written_in_place(file: Path, mounted: Path) -> None:
    os.chown(mounted, STRANGER, STRANGER)
    mounted.chmod(0o4640)
    before = mounted.stat()
    assert edit(file).written
    after = mounted.stat()
    assert (after.st_ino, after.st_mode, after.st_uid) == (before.st_ino, before.st_mode, before.st_uid)
    assert mounted.read_bytes() == b"new\n"
    assert os.listdir(file.parent) == ["a.txt"]


def test_a_failure_behind_a_mounted_file_brings_its_bytes_back(file: Path, mounted: Path) -> None:
    writes = [Write("a.txt", b"old\n", b"new, and longer\n"), Write("b.txt", b"is not there\n", b"b\n")]
    with pytest.raises(FileError):
        commit(str(file.parent), writes)
    assert mounted.read_bytes() == b"old\n"


def as_stranger(act: Callable[[], object]) -> bool:
    """Act as another user, in a process of its own; whether it went well."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            status = 0 if act() else 1
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that other users get at, who have a state folder too."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_STATE_HOME", os.path.join(folder, "state"))
        path = Path(folder, "root", "a.txt")
        for made, mode in ((folder, 0o755), (os.path.join(folder, "state"), 0o777), (str(path.parent), 0o755)):
            os.makedirs(made, exist_ok=True)
            os.chmod(made, mode)
        path.write_bytes(b"old\n")
        yield path


@as_root
@pytest.mark.parametrize(("mode", "owner"), [(0o555, STRANGER), (0o755, 0), (0o1777, 0)])
def test_a_folder_where_no_file_can_take_another_s_place(shared: Path, mode: int, owner: int) -> None:
    """Without write permission, or with others' files in a sticky one: written in place."""
    os.chown(shared, STRANGER if mode != 0o1777 else 0, STRANGER)
    shared.chmod(0o666)
    os.chown(shared.parent, owner, owner)
    shared.parent.chmod(mode)
    before = shared.stat()
    assert as_stranger(lambda: edit(shared).written)
    assert (shared.stat().st_ino, shared.stat().st_uid, shared.read_bytes()) == (before.st_ino, before.st_uid, b"new\n")
    assert os.listdir(shared.parent) == ["a.txt"]


@as_root
@pytest.mark.parametrize(("owner", "group"), [(0, 0), (0, STRANGER), (STRANGER, 0)])
def test_an_owner_that_can_t_be_given_is_kept_by_writing_in_place(shared: Path, owner: int, group: int) -> None:
    os.chown(shared, owner, group)
    shared.chmod(0o666)
    shared.parent.chmod(0o777)
    before = shared.stat()
    assert as_stranger(lambda: edit(shared).written)
    after = shared.stat()
    assert (after.st_ino, after.st_uid, after.st_gid, after.st_mode) == (before.st_ino, owner, group, before.st_mode)
    assert shared.read_bytes() == b"new\n"


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o555, 0o4555, 0o000])
def test_a_file_without_any_write_bit_is_refused(file: Path, way: str, mode: int) -> None:
    """For root too, who could write it; also where it lost the bit between the plan and the writing."""
    plan = editapply.plan_under_root(editapply.format_blocks([Edit("a.txt", "old\n", "new\n")]), str(file.parent))
    file.chmod(mode)
    before = written(file)
    assert [outcome.code for outcome in edit(file).rejected] == [Code.PERMISSION]
    with pytest.raises(FileError) as raised:
        plan.commit(str(file.parent))
    assert raised.value.code is Code.PERMISSION
    assert (written(file), file.read_bytes() if ROOT_USER else b"old\n") == (before, b"old\n")


@pytest.mark.parametrize(("old", "new"), [("old\n", "old\n"), ("gone\n", "old\n"), ("gone\n", "gone\n")])
def test_a_text_that_does_not_change_is_not_written(file: Path, old: str, new: str) -> None:
    before = written(file)
    assert not edit(file, old, new).written
    assert written(file) == before


def test_files_that_are_not_named_are_not_written(file: Path) -> None:
    (file.parent / "b.txt").write_bytes(b"old\n")
    os.utime(file.parent / "b.txt", (1, 1))
    before = written(file.parent / "b.txt")
    assert edit(file).written
    assert written(file.parent / "b.txt") == before
