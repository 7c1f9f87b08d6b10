from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editapply import merge as merging
from editapply.merge import Merged, merge
from tests.repositories import needs_git


def lines(text: str) -> bytes:
    """A line for each character."""
    return "".join(f"{sign}\n" for sign in text).encode()


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("abcd", "abcd", "aXcd", "aXcd"),
        ("abcd", "aXcd", "aXcd", "aXcd"),
        ("abcd", "abYd", "abcd", "abYd"),
        ("abcd", "nabcd", "aXcd", "naXcd"),
        ("abcde", "abcdE", "aXcde", "aXcdE"),
        ("abcde", "abcd", "acde", "acd"),
        ("abcde", "abcdE", "abXcde", "abXcdE"),
        ("abcde", "abcdE", "Xabcde", "XabcdE"),
        ("abcde", "Abcde", "abcdeX", "AbcdeX"),
        ("abcdefg", "abcDefg", "aXcdeYg", "aXcDeYg"),
        ("f{a}g{b}h{c}", "f{a}g{b}h{Cn}", "f{a}g{B}h{c}", "f{a}g{B}h{Cn}"),
        ("f{a}g{b}h{c}", "i{d}f{a}g{b}h{c}", "f{a}h{c}", "i{d}f{a}h{c}"),
        ("f{a}g{b}h{c}", "f{a}i{d}g{b}h{c}", "f{a}h{c}", None),
        ("f{a}g{b}h{c}", "h{c}e{a}g{b}", "f{a}g{B}h{c}", None),
        ("b{x}p", "c{x}b{y}q", "b{z}p", None),
    ],
)
def test_merge(base: str, ours: str, theirs: str, merged: str | None) -> None:
    assert merge(lines(base), lines(ours), lines(theirs)).data == (None if merged is None else lines(merged))


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "conflicts"),
    [
        pytest.param("abcd", "aYcd", "aXcd", [(2, 2)], id="the run"),
        pytest.param("abcd", "Abcd", "aXcd", [(1, 2)], id="the line before"),
        pytest.param("abcd", "abCd", "aXcd", [(2, 3)], id="the line behind"),
        pytest.param("abcd", "anbcd", "aXcd", [(2, 3)], id="a line put in before it"),
        pytest.param("abcd", "nabcd", "Xbcd", [(1, 2)], id="the start of the file"),
        pytest.param("abcd", "abcdn", "abcX", [(4, 5)], id="the end of the file"),
        pytest.param("abcd", "acd", "aXcd", [(2, 2)], id="the run is gone"),
        pytest.param("abcd", "", "aXcd", [(1, 1)], id="nothing is left"),
        pytest.param("abcd", "abc", "abcX", [(3, 3)], id="an empty place at the end"),
        pytest.param("", "a", "b", [(1, 1)], id="both put in something"),
        pytest.param("abcdefg", "aBcdeFg", "aXcdeYg", [(2, 2), (6, 6)], id="two runs"),
        pytest.param("p{a}q", "p{a}r{a}q", "p{b}q", [(2, 8)], id="the run stands twice now"),
        pytest.param("p{a}", "p{a}r{a}", "p{a", [(2, 8)], id="stands twice, at the end of the file too"),
        pytest.param("f{a}g", "n{a}f{b}g", "f{c}g", [(3, 8)], id="copied up, and changed where it was"),
        pytest.param("{aa}", "{aaa}", "{aaaa}", [(2, 4)], id="both repeat a line"),
        pytest.param("abcdefg", "aXcdeYg", "aZcdefg", [(2, 2)], id="only one run is in conflict"),
    ],
)
def test_a_place_that_is_not_certain_is_in_conflict(
    base: str, ours: str, theirs: str, conflicts: list[tuple[int, int]]
) -> None:
    assert merge(lines(base), lines(ours), lines(theirs)) == Merged(None, tuple(conflicts))


def test_a_run_that_is_done_already_stays() -> None:
    assert merge(lines("abcdefg"), lines("aXcdefgn"), lines("aXcdYfg")).data == lines("aXcdYfgn")
    assert merge(lines("abcdefg"), lines("aXZcdefg"), lines("aXcdYfg")).data is None


def test_the_end_of_the_last_line_is_kept() -> None:
    assert merge(b"a\nb\nc\nd", b"a\nb\nc\r\nn\nd", b"X\nb\nc\nd") == Merged(b"X\nb\nc\r\nn\nd")
    assert merge(b"a\nb\nc\nd", b"n\na\nb\nc\nd", b"a\nb\nc\nd\n") == Merged(b"n\na\nb\nc\nd\n")
    assert merge(b"a\nb\nc\nd", b"a\nb\nc\nd\n", b"a\nb\nc\nX").data is None


def test_bytes_that_are_no_text_are_lines_too() -> None:
    assert merge(b"\xff\r\n\0\n\x0c\x85\nz", b"\xff\r\n\0\n\x0c\x85\nz\n", b"\xfe\r\n\0\n\x0c\x85\nz") == Merged(
        b"\xfe\r\n\0\n\x0c\x85\nz\n"
    )


def test_too_much_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "MOST_WORK", 5)
    assert merge(lines("abcd"), lines("nabcd"), lines("aXcd")) == Merged(None, ((3, 3),))


def test_more_different_lines_than_codes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "MOST_CODES", 5)
    assert merge(lines("abcd"), lines("nabcd"), lines("aXcd")) == Merged(None, ((1, 5),))


RAW = st.lists(st.sampled_from([b"a", b"b", b"\n", b"\n", b"\r\n", b"\xff", b"\0"]), max_size=16).map(b"".join)
FEW = st.text("abc", max_size=10).map(lines)
FILES = st.one_of(RAW, FEW)


@given(FILES, FILES, FILES)
def test_a_merge_has_data_or_conflicts_inside_of_ours(base: bytes, ours: bytes, theirs: bytes) -> None:
    merged = merge(base, ours, theirs)
    count = ours.count(b"\n") + (not ours.endswith(b"\n"))
    assert (merged.data is None) == bool(merged.conflicts)
    assert all(1 <= first <= last <= count for first, last in merged.conflicts)


@given(FILES, FILES)
def test_what_only_one_side_changed_is_as_that_side_has_it(base: bytes, other: bytes) -> None:
    assert merge(base, base, other) == merge(base, other, base) == merge(base, other, other) == Merged(other)


@st.composite
def changed_apart(draw: st.DrawFn) -> tuple[list[str], ...]:
    """A file, changed by one side, the other, and both, at places that are four lines apart; braces repeat."""
    sides: tuple[list[str], ...] = ([], [], [], [])
    for k, side in enumerate(draw(st.lists(st.sampled_from(["ours", "theirs", "none"]), min_size=1, max_size=6))):
        around = ["{", f"body {k}"], ["}", ""]
        old = [f"old {k}"] * draw(st.integers(0, 1))
        new = [*old, f"new {k}"] if not old or draw(st.booleans()) else draw(st.sampled_from([[], [f"new {k}", "}"]]))
        bodies = old, new if side == "ours" else old, new if side == "theirs" else old, old if side == "none" else new
        for out, inner in zip(sides, bodies, strict=True):
            out += [*around[0], *inner, *around[1]]
    return sides


def joined(bodies: list[str]) -> bytes:
    return "".join(f"{body}\n" for body in bodies).encode()


@given(changed_apart())
def test_changes_at_places_apart_merge_from_both_sides_and_can_be_taken_back(sides: tuple[list[str], ...]) -> None:
    base, ours, theirs, both = map(joined, sides)
    assert merge(base, ours, theirs) == merge(base, theirs, ours) == Merged(both)
    assert merge(theirs, both, base) == Merged(ours)


@given(FEW, FEW, FEW)
def test_a_merge_of_few_symbols_has_only_lines_of_both_sides_in_their_order(b: bytes, o: bytes, t: bytes) -> None:
    data = merge(b, o, t).data
    if data is not None:
        assert set(data.split(b"\n")) <= set(o.split(b"\n")) | set(t.split(b"\n"))
        assert merge(b, t, o).data in (None, data)


def _varied(text: str, rng: Random) -> str:
    """A text with a few signs put in, taken out, copied or moved."""
    signs = list(text)
    for _ in range(rng.randint(1, 3)):
        at, start = rng.randrange(len(signs) + 1), rng.randrange(len(signs) + 1)
        part = signs[start : start + 3]
        kind = rng.randrange(4)
        if kind in (1, 3):
            del signs[start : start + 3]
        signs[at:at] = {0: rng.choices("abcdefgh", k=2), 1: part, 2: part, 3: []}[kind]
    return "".join(signs)


@needs_git
def test_git_merges_to_the_same_where_it_merges(tmp_path: Path) -> None:
    rng, judged = Random(1), 0
    for _ in range(150):
        base = "".join(rng.choices("abcdefgh", k=14))
        sides = [lines(text) for text in (_varied(base, rng), base, _varied(base, rng))]
        data = merge(sides[1], sides[0], sides[2]).data
        for name, side in zip("obt", sides, strict=True):
            (tmp_path / name).write_bytes(side)
        if data is not None:
            git = subprocess.run(["git", "merge-file", "-p", "o", "b", "t"], cwd=tmp_path, capture_output=True)
            assert git.returncode or git.stdout == data, sides
            judged += git.returncode == 0
    assert judged > 10
