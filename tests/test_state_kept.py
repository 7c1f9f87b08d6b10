from __future__ import annotations

import errno
import itertools
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editapply.errors import StateError
from editapply.model import Edit, Options, Pending, Problem, Tier
from editapply.state import kept
from editapply.state.document import encode
from editapply.state.folder import writable_folder
from editapply.state.kept import DAY, HOUR, MOST_BYTES_EACH, MOST_PLANS, PLANS, discard, keep, load, prune

PENDING = Pending(
    (Edit("a.py", "a\n", "b\n"), Edit("b.py", "é\ud800\0", "x", whole_lines=False, count=None, index=2)),
    (Problem("no divider", 3, 30),),
    (2, 3),
    {"a.py": "0" * 64, "b.py": None},
    Options(max_tier=Tier.WHITESPACE),
    {2: 1},
)
NOW = 2_000_000_000.0


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A root without git; its state home is its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "root").mkdir()
    (tmp_path / ".git").write_bytes(b"leads nowhere")
    return str(tmp_path / "root")


def plans(root: str) -> Path:
    return Path(writable_folder(root, PLANS))


def put(root: str, data: bytes, id: str = "1a2b3c4d", when: float = NOW) -> Path:
    """A document under this id, last written at `when`."""
    path = plans(root) / f"{id}.json"
    path.write_bytes(data)
    path.chmod(0o600)
    os.utime(path, (when, when))
    return path


def fault(id: str, root: str, now: float | None = NOW) -> str:
    with pytest.raises(StateError) as raised:
        load(id, root, now)
    return str(raised.value)


def none_here(id: str = "1a2b3c4d") -> str:
    return (
        f"no kept plan {id} here: it is kept for a day and only for the folder it was made for; "
        "send the whole reply again"
    )


def test_what_is_kept_is_found(root: str) -> None:
    id = keep(PENDING, root)
    assert load(id, root) == PENDING
    assert load(id, root) == PENDING
    assert [path.name for path in plans(root).iterdir()] == [f"{id}.json"]
    assert (plans(root) / f"{id}.json").stat().st_mode & 0o777 == 0o600


def test_a_kept_plan_is_found_from_another_process(root: str) -> None:
    id = keep(PENDING, root)
    code = "import sys; from editapply.state.kept import load; print(load(sys.argv[1], sys.argv[2]).failed)"
    ran = subprocess.run([sys.executable, "-c", code, id, root], capture_output=True, check=False, text=True)
    assert (ran.stdout, ran.stderr) == ("(2, 3)\n", "")


def test_a_discarded_plan_is_gone(root: str) -> None:
    id, other = keep(PENDING, root), keep(PENDING, root)
    discard(id, root)
    discard(id, root)
    assert fault(id, root) == none_here(id)
    assert load(other, root) == PENDING


BAD_IDS = [
    "",
    "1a2b3c4",
    "1a2b3c4d5",
    "1A2B3C4D",
    "1a2b3c4d\n",
    "1a2b3c4g",
    "../plans/1a2b3c4d",
    "/etc/passwd",
    "1a2b\0c4d",
    "١٢٣٤٥٦٧٨",
    "\ud800a2b3c4d",
    "a" * 1_000_000,
]


@pytest.mark.parametrize("id", BAD_IDS, ids=lambda id: repr(id[:20]))
def test_what_is_no_id_leads_nowhere(root: str, id: str) -> None:
    put(root, encode(os.path.realpath(root), PENDING))
    assert fault(id, root) == (
        "that is no id of a kept plan: give the 8 characters that the report named, or send the whole reply again"
    )
    discard(id, root)
    assert load("1a2b3c4d", root, NOW) == PENDING


def test_no_such_plan(root: str) -> None:
    assert fault("1a2b3c4d", root) == none_here()
    assert not (Path(root).parent / "state").exists()


@pytest.mark.parametrize("age", [0.0, DAY - 1, DAY, 1 - DAY])
def test_noop_a_plan_of_the_last_day(root: str, age: float) -> None:
    put(root, encode(os.path.realpath(root), PENDING), when=NOW - age)
    assert load("1a2b3c4d", root, NOW) == PENDING


@pytest.mark.parametrize("age", [DAY + 1, 1000 * DAY, -DAY - 1])
def test_a_plan_older_than_a_day(root: str, age: float) -> None:
    put(root, encode(os.path.realpath(root), PENDING), when=NOW - age)
    assert fault("1a2b3c4d", root) == "the kept plan 1a2b3c4d is older than a day; send the whole reply again"


def test_a_plan_of_another_root(root: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Roots in one repository share git's folder."""
    shared = tmp_path / "shared.git"
    shared.mkdir()
    monkeypatch.setattr("editapply.state.folder.find_git_folder", lambda root: str(shared))
    inner = Path(root) / "inner"
    inner.mkdir()
    id = keep(PENDING, root)
    assert fault(id, str(inner), None) == (
        f"the kept plan {id} was made for another folder: name that one as the root, or send the whole reply again"
    )
    assert load(id, root) == PENDING


def test_a_root_behind_a_link_is_the_same_root(root: str) -> None:
    link = Path(root).parent / "link"
    link.symlink_to(root)
    assert load(keep(PENDING, str(link)), root) == PENDING
    assert load(keep(PENDING, root), str(link)) == PENDING


def changed(key: str, value: Any) -> bytes:
    return json.dumps({**json.loads(encode("/", Pending((), (), (), {}, Options()))), key: value}).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is no JSON that editapply wrote"),
        (b"{}", "it is no document of a kept plan"),
        (b"[" * 100_000, "it is no JSON that editapply wrote"),
        (b" " * (MOST_BYTES_EACH + 1), "it is too large"),
        (changed("version", 1), "another version of editapply wrote it"),
        (changed("plan", None), "plan is not a table of the fields that belong there"),
    ],
    ids=["empty", "none", "deep", "huge", "version", "plan"],
)
def test_a_document_that_can_t_be_read(root: str, data: bytes, reason: str) -> None:
    put(root, data)
    assert fault("1a2b3c4d", root) == (f"the kept plan 1a2b3c4d can't be read: {reason}; send the whole reply again")


def make_link(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to("moved")


def make_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (make_link, "it is a link"),
        (make_fifo, "it is not a regular file"),
        (make_folder, "it is not a regular file"),
        (lambda path: path.chmod(0o602), "other users can write it; `chmod go-w` forbids it"),
    ],
    ids=["link", "fifo", "folder", "writable"],
)
def test_what_is_no_file_of_ours(root: str, spoil: Callable[[Path], None], reason: str) -> None:
    spoil(put(root, encode(os.path.realpath(root), PENDING)))
    assert fault("1a2b3c4d", root) == f"the kept plan 1a2b3c4d can't be read: {reason}; send the whole reply again"
    discard("1a2b3c4d", root)


def test_a_path_of_the_document_is_only_a_text(root: str) -> None:
    """A document can name any path: the workflow resolves it under the root of the command line."""
    outside = Pending((Edit("../../etc/x", "a", "b"),), (), (1,), {"/etc/passwd": None}, Options())
    put(root, encode(os.path.realpath(root), outside))
    assert load("1a2b3c4d", root, NOW) == outside


def test_ids_are_never_taken_twice(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root, b"other", "00000000")
    drawn = itertools.chain(["00000000"], map("{:08x}".format, itertools.count()))
    other = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(drawn) if size == 4 else other(size))
    monkeypatch.setattr(kept, "prune", lambda folder, now, spare: None)
    assert [keep(PENDING, root) for _ in range(2)] == ["00000001", "00000002"]
    assert (plans(root) / "00000000.json").read_bytes() == b"other"


def test_a_plan_that_is_too_large_is_not_kept(root: str) -> None:
    large = Pending((Edit("a", "é" * 2_000_000, ""),), (), (1,), {}, Options())
    with pytest.raises(StateError) as raised:
        keep(large, root)
    size = len(encode(os.path.realpath(root), large))
    assert str(raised.value) == f"the plan isn't kept: it takes {size} bytes, more than 4000000"
    assert not (Path(root).parent / "state").exists()


def test_a_plan_that_can_t_be_written_down_is_not_kept(root: str) -> None:
    with pytest.raises(StateError) as raised:
        keep(Pending((), (), (), {}, Options(threshold=float("nan"))), root)
    assert str(raised.value) == "the plan isn't kept: plan.options.threshold is not a number"


def test_a_full_disk_leaves_nothing_behind(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = plans(root)

    def refuse(source: str, target: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(StateError) as raised:
        keep(PENDING, root)
    assert str(raised.value) == "the plan isn't kept: no space left on device"
    assert list(folder.iterdir()) == []


def test_old_plans_and_temporaries_are_removed(root: str) -> None:
    put(root, b"", "00000000", NOW - DAY - 1)
    put(root, b"", "00000001", NOW - DAY + 1)
    for name, age in {".0123456789abcdef.tmp": HOUR + 1, ".1123456789abcdef.tmp": HOUR - 1, "other": 9 * DAY}.items():
        put(root, b"").rename(plans(root) / name)
        os.utime(plans(root) / name, (NOW - age, NOW - age))
    (plans(root) / "00000002.json").mkdir()
    (plans(root) / "00000003.json").symlink_to("nowhere")
    prune(str(plans(root)), NOW)
    left = {path.name for path in plans(root).iterdir()}
    assert left - {"00000003.json"} == {"00000001.json", ".1123456789abcdef.tmp", "other", "00000002.json"}


def test_only_the_newest_plans_are_left(root: str) -> None:
    for k in range(MOST_PLANS + 3):
        put(root, b"", f"{k:08x}", NOW - 1000 + k)
    put(root, b"", "00000000", 0)
    prune(str(plans(root)), NOW, spare="00000000.json")
    left = sorted(path.name for path in plans(root).iterdir())
    assert left == ["00000000.json", *(f"{k:08x}.json" for k in range(4, MOST_PLANS + 3))]


def test_plans_take_only_so_much_room(root: str) -> None:
    for k in range(8):
        os.truncate(put(root, b"", f"{k:08x}"), 4_000_000)
        os.utime(plans(root) / f"{k:08x}.json", (NOW + k, NOW + k))
    prune(str(plans(root)), NOW)
    assert sorted(path.name[:8] for path in plans(root).iterdir()) == [f"{k:08x}" for k in range(3, 8)]


def test_keeping_a_plan_makes_room_in_the_folders_of_other_roots_too(root: str) -> None:
    other = Path(root).parent / "other"
    old = [put(root, b"", "00000000", 0), put(str(other), b"", "00000000", 0)]
    put(str(other), b"", "00000001", old[0].parent.stat().st_mtime)
    id = keep(PENDING, root)
    assert [path.name for path in plans(root).iterdir()] == [f"{id}.json"]
    assert [path.name for path in plans(str(other)).iterdir()] == ["00000001.json"]


KEEPER = """
import sys
from editapply.model import Edit, Options, Pending
from editapply.state.kept import keep, load
root, name = sys.argv[1:]
pending = Pending((Edit(name, "a", "b"),), (), (1,), {}, Options())
sys.stdin.read(1)
for _ in range(12):
    id = keep(pending, root)
    assert load(id, root) == pending
    print(id)
"""


def test_processes_that_keep_plans_at_once_do_not_disturb_each_other(root: str) -> None:
    """4 times 12 plans have room; none is lost, none is taken for another one."""
    command = [sys.executable, "-c", KEEPER, root]
    started = [
        subprocess.Popen([*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for name in "abcd"
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("x")
        process.stdin.flush()
    ids = {name: process.communicate()[0].split() for name, process in zip("abcd", started, strict=True)}
    assert [len(set(some)) for some in ids.values()] == [12] * 4
    found = {id: load(id, root).edits[0].path for some in ids.values() for id in some}
    assert found == {id: name for name, some in ids.items() for id in some}
    assert len(list(plans(root).iterdir())) == 48
