"""The laws of DESIGN.md section 5 that apply so far; each test bears its law's name."""

from __future__ import annotations

import errno
import json
import os
import pkgutil
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import permutations, takewhile, zip_longest
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from unidiff.patch import Hunk, PatchedFile, PatchSet

import editapply
from editapply.apply import plan_edits
from editapply.formats import format_blocks, parse_reply
from editapply.model import Applied, Code, Edit, Options, Rejected, Span, Unchanged
from editapply.normalize import fold_newlines
from editapply.report import format_patch
from editapply.text import Lines, body, join_lines, line_end, split_lines
from tests.property import strategies as own
from tests.trees import read_tree, write_files

LF = st.just("\n")
CRLF = st.just("\r\n")


@given(own.disjoint_edits())
def test_text_outside_the_spans_is_untouched(case: tuple[str, list[Edit]]) -> None:
    """Each edit alone changes its own span and nothing else; all together they change what each does alone."""
    text, edits = case
    together = editapply.apply_edits(text, edits)
    assume(all(isinstance(outcome, Applied) for outcome in together.outcomes))
    expected, at = "", 0
    for edit in edits:
        alone = editapply.apply_edits(text, [edit])
        assert isinstance(alone.outcomes[0], Applied)
        span = alone.outcomes[0].span
        before, behind = text[: span.start], text[span.end :]
        assert alone.after.startswith(before)
        assert alone.after.endswith(behind)
        expected += text[at : span.start] + alone.after[len(before) : len(alone.after) - len(behind)]
        at = span.end
    assert together.after == expected + text[at:]


@given(own.texts(), st.data())
def test_identical_sides_change_nothing(text: str, data: st.DataObject) -> None:
    """Whether the quote stands in the text or not, and whatever the line ends of the two sides."""
    search = data.draw(own.windows(text).map(lambda window: window.search) | own.sides.filter(str.strip))
    result = editapply.apply_edits(text, [Edit("a", search, search)])
    other_ends = editapply.apply_edits(text, [Edit("a", search, search.replace("\n", "\r\n"))])
    assert result.after == other_ends.after == text
    assert not any(isinstance(outcome, Applied) for outcome in result.outcomes)


@given(own.repeated_cases())
def test_ambiguous_is_never_applied(case: own.Case) -> None:
    places = naive_places(case.text, case.edit.search)
    result = editapply.apply_edits(case.text, [case.edit])
    outcome = result.outcomes[0]
    assert result.after == case.text
    assert isinstance(outcome, (Rejected, Unchanged))
    assert outcome.code in (Code.AMBIGUOUS, Code.ALREADY_APPLIED, Code.NO_CHANGE)
    if isinstance(outcome, Rejected):
        assert [candidate.span for candidate in outcome.candidates] == places


def naive_places(text: str, search: str) -> list[Span]:
    lines, quote = Lines(text), [body(line) for line in split_lines(search)]
    size = len(quote)
    return [lines.span(k, k + size) for k in range(len(lines) - size + 1) if lines.bodies[k : k + size] == quote]


@given(own.raw_texts, st.data())
def test_offset_map_round_trips(text: str, data: st.DataObject) -> None:
    folded = fold_newlines(text)
    start = data.draw(st.integers(0, len(folded.text)))
    end = data.draw(st.integers(start, len(folded.text)))
    span = folded.original(Span(start, end))
    assert text[span.start : span.end].replace("\r\n", "\n") == folded.text[start:end]
    assert folded.text == text.replace("\r\n", "\n")
    assert (folded.offsets[0], folded.offsets[-1], len(folded.offsets)) == (0, len(text), len(folded.text) + 1)
    assert sorted(set(folded.offsets)) == list(folded.offsets)


@given(own.raw_texts)
def test_split_lines_is_lossless(text: str) -> None:
    lines = split_lines(text)
    assert join_lines(lines) == text
    assert [body(line) + line_end(line) for line in lines] == lines
    assert all(line.endswith("\n") for line in lines[:-1])
    assert not any("\n" in body(line) for line in lines)


@given(own.cases())
def test_unchanged_lines_keep_their_bytes(case: own.Case) -> None:
    """The lines that both sides of an edit have at their begin or end are the file's own afterwards."""
    result = editapply.apply_edits(case.text, [case.edit])
    assume(isinstance(result.outcomes[0], Applied))
    old, new = split_lines(case.edit.search), split_lines(case.edit.replace)
    head = alike(old, new)
    tail = alike(old[head:][::-1], new[head:][::-1])
    before, after = split_lines(case.text), split_lines(result.after)
    first, stop, grown = case.window.first, case.window.stop, len(new) - len(old)
    assert after[: max(0, first + head - 1)] == before[: max(0, first + head - 1)]
    assert [body(line) for line in after[: first + head]] == [body(line) for line in before[: first + head]]
    assert joined(after[: first + head]).startswith(joined(before[: first + head]))
    assert after[stop + grown - tail :] == before[stop - tail :]


def alike(a: list[str], b: list[str]) -> int:
    """With how many equal lines both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def joined(lines: list[str]) -> str:
    return "".join(lines)


@pytest.mark.parametrize(("ends", "other"), [(LF, "\r\n"), (CRLF, "\n")], ids=["lf", "crlf"])
@given(data=st.data())
def test_newline_style_survives(ends: st.SearchStrategy[str], other: str, data: st.DataObject) -> None:
    """In a text with one kind of line end every line has it afterwards, whatever kind the reply has."""
    case = data.draw(own.cases(ends))
    replace = case.edit.replace.replace("\n", data.draw(own.ENDS))
    result = editapply.apply_edits(case.text, [Edit("a", case.edit.search, replace, case.edit.hint)])
    assert {line_end(line) for line in split_lines(result.after)} <= {"", data.draw(ends)}


@given(own.cases())
def test_final_newline_survives(case: own.Case) -> None:
    """Where a last line without an end goes and nothing takes its place, the line before it keeps its own end."""
    result = editapply.apply_edits(case.text, [case.edit])
    old, new = split_lines(case.edit.search), split_lines(case.edit.replace)
    last_line_stays = bool(new) and new[-1] not in ["\n", *old[:-1]]
    assume(result.after and (case.text.endswith("\n") or last_line_stays))
    assert result.after.endswith("\n") == case.text.endswith("\n")


@given(own.block_edits())
def test_parse_of_formatted_blocks_is_identity(edits: list[Edit]) -> None:
    parsed = parse_reply(format_blocks(edits))
    assert [said(edit) for edit in parsed] == [said(edit) for edit in edits]


def said(edit: Edit) -> tuple[object, ...]:
    """What an edit says, and the sides of every reading of it that may be chosen."""
    sound = {(reading.search, reading.replace) for reading in edit.readings if reading.sound}
    return edit.path, edit.hint, edit.search, edit.replace, sound <= {(edit.search, edit.replace)}


@given(own.disjoint_edits())
def test_order_of_disjoint_blocks_does_not_matter(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    afters = {editapply.apply_edits(text, list(order)).after for order in permutations(edits[:4])}
    assert len(afters) == 1


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A git repository that follows nobody's settings."""
    folder = tmp_path_factory.mktemp("repository")
    with patch.dict(os.environ, {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}):
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
        yield folder


@settings(max_examples=200)
@given(case=own.folder_cases())
def test_diff_of_plan_reapplies(repository: Path, case: own.FolderCase) -> None:
    """`git apply` and unidiff make of the files before and the diff the files after.

    unidiff takes a name that holds ` b/` for two names.
    """
    plan = plan_edits(case.edits, case.files.get)
    assume(plan.ok and plan.changes)
    diff = format_patch(plan.changes)
    after = case.files | {path: change.after or "" for path, change in plan.changes.items()}
    assert by_git(repository, case.files, diff) == after
    if not any(" b/" in path for path in plan.changes):
        assert by_unidiff(case.files, list(plan.changes), diff) == after


def by_git(repository: Path, files: dict[str, str], diff: str) -> dict[str, str]:
    for path in set(repository.iterdir()) - {repository / ".git"}:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    write_files(repository, {name: text.encode() for name, text in files.items()})
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, cwd=repository, input=diff.encode(), check=True)
    found = {name: data for name, data in read_tree(repository).items() if isinstance(data, bytes)}
    return {name: data.decode() for name, data in found.items() if not name.startswith(".git/")}


def by_unidiff(files: dict[str, str], paths: list[str], diff: str) -> dict[str, str]:
    patched = PatchSet(diff)
    assert len(patched) == len(paths)
    return files | {path: remade(files.get(path, ""), file) for path, file in zip(paths, patched, strict=True)}


def remade(before: str, file: PatchedFile) -> str:
    return "".join(_remade_lines(split_lines(before), file))


def _remade_lines(lines: list[str], file: PatchedFile) -> Iterator[str]:
    at = 0
    for hunk in file:
        start = hunk.source_start - (hunk.source_length > 0)
        yield from lines[at:start]
        at = start + hunk.source_length
        assert "".join(sided(hunk, " -")) == joined(lines[start:at])
        yield from sided(hunk, " +")
    yield from lines[at:]


def sided(hunk: Hunk, signs: str) -> Iterator[str]:
    """The lines of a hunk with these signs; one in front of "\\ No newline" loses its end."""
    for line, behind in zip_longest(hunk, hunk[1:]):
        if line.line_type in signs:
            yield line.value.removesuffix("\n") if behind and behind.line_type == "\\" else line.value


FAILING = {"os.replace": 1, "os.link": 1, "os.fsync": 1, "os.open": 40, "os.write": 1, "os.mkdir": 1}
"""Functions of the system, and every how many calls one is made to fail: the fault test tries them all."""


@pytest.mark.parametrize("name", FAILING)
@settings(max_examples=10)
@given(case=own.folder_cases(own.simple_paths), data=st.data())
def test_failed_commit_leaves_tree_as_it_was(name: str, case: own.FolderCase, data: st.DataObject) -> None:
    """Whichever call of a function of the system fails: nothing is written, or everything is."""
    reply = format_blocks(case.edits)
    numbers = range(data.draw(st.integers(1, FAILING[name])), 5000, FAILING[name])
    with tempfile.TemporaryDirectory() as folder:
        assert any(not one_failure(Path(folder), case, reply, name, number) for number in numbers)


def one_failure(folder: Path, case: own.FolderCase, reply: str, name: str, number: int) -> bool:
    """Apply the reply while call `number` of `name` fails; whether there were that many calls."""
    root = Path(tempfile.mkdtemp(dir=folder))
    write_files(root, {path: text.encode() for path, text in case.files.items()})
    before = read_tree(root)
    with patch("os.fsync"):
        failing = FailingCall(name, number)
        with patch(name, failing):
            plan = editapply.apply_reply(reply, str(root))
    assert plan.written or read_tree(root) == before
    assert {outcome.code for outcome in plan.rejected} <= {Code.IO, Code.AMBIGUOUS, Code.FILE_EXISTS}
    return failing.count >= number


@settings(max_examples=60)
@given(case=own.folder_cases(own.simple_paths), data=st.data())
def test_undo_restores_every_byte(case: own.FolderCase, data: st.DataObject) -> None:
    """In whatever encoding; redo brings back what the edit wrote."""
    codec = data.draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
    with tempfile.TemporaryDirectory() as folder, patch("os.fsync"), patch.dict(os.environ, {"XDG_STATE_HOME": folder}):
        root = Path(tempfile.mkdtemp(dir=folder))
        write_files(root, {path: text.encode(codec) for path, text in case.files.items()})
        before = read_tree(root)
        plan = editapply.apply_reply(format_blocks(case.edits), str(root))
        after = read_tree(root)
        assert plan.written or before == after
        if plan.id is None:
            return
        assert editapply.undo(str(root), plan.id).ok
        assert read_tree(root) == before
        assert editapply.redo(str(root), plan.id).ok
        assert read_tree(root) == after


class FailingCall:
    """A function that raises `OSError` at one of its calls."""

    def __init__(self, name: str, number: int) -> None:
        self.real = pkgutil.resolve_name(name)
        self.number = number
        self.count = 0

    def __call__(self, *args: object, **named: object) -> object:
        self.count += 1
        if self.count == self.number:
            raise OSError(errno.EIO, "injected")
        return self.real(*args, **named)


@given(reply=own.byte_strings, data=own.byte_strings, partial=st.booleans())
def test_any_bytes_never_crash(sandbox: Path, reply: bytes, data: bytes, partial: bool) -> None:
    never_crash(sandbox, reply, data, partial)


@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_byte_strings_never_crash(sandbox: Path, seed: int) -> None:
    for k in range(1000):
        random = Random(f"{seed}-{k}")
        never_crash(sandbox, own.random_bytes(random), own.random_bytes(random), partial=random.random() < 0.5)


def never_crash(sandbox: Path, reply: bytes, data: bytes, partial: bool) -> None:
    """Bytes as a reply and as a file: never an exception, and no change outside of the root."""
    root = sandbox / "root"
    overwrite(root / "a.py", data)
    plan = editapply.apply_reply(reply.decode("utf-8", "surrogateescape"), str(root), Options(partial=partial))
    assert plan.report()
    assert json.loads(plan.to_json())["ok"] == plan.ok
    assert isinstance(plan.diff(), str)
    assert not plan.written or plan.writable
    assert plan.written or (root / "a.py").read_bytes() == data
    assert sorted(os.listdir(sandbox)) == ["folder", "out.txt", "root"]
    assert os.listdir(sandbox / "folder") == []
    assert (sandbox / "out.txt").read_bytes() == b"a = 1\n"
    if plan.written:
        shutil.rmtree(root / "new", ignore_errors=True)


def overwrite(path: Path, data: bytes) -> None:
    """Without making the file empty first, after which some file systems wait for the disk."""
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a link out of it, a file and an empty folder beside it."""
    folder = tmp_path_factory.mktemp("sandbox")
    write_files(folder, {"out.txt": b"a = 1\n", "root/a.py": b""})
    (folder / "folder").mkdir()
    (folder / "root" / "link").symlink_to(folder)
    return folder
