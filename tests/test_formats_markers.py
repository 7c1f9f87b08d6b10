from __future__ import annotations

import pytest

from editapply.formats.markers import Kind, Marker, read_marker
from editapply.formats.scan import scan


@pytest.mark.parametrize(
    ("line", "marker"),
    [
        ("<<<<<<< SEARCH", Marker(3, Kind.OPEN, "", "<<<<<<<", "")),
        ("<<<<< SEARCH", Marker(3, Kind.OPEN, "", "<<<<<", "")),
        ("<<<<<<<<< SEARCH", Marker(3, Kind.OPEN, "", "<<<<<<<<<", "")),
        ("<<<<<<<SEARCH", Marker(3, Kind.OPEN, "", "<<<<<<<", "")),
        ("<<<<<<< SEARCH>", Marker(3, Kind.OPEN, "", "<<<<<<<", "")),
        ("<<<<<<< search  \t", Marker(3, Kind.OPEN, "", "<<<<<<<", "")),
        ("  \t<<<<<<< Search", Marker(3, Kind.OPEN, "  \t", "<<<<<<<", "")),
        ("<<<<<<< SEARCH src/a.py", Marker(3, Kind.OPEN, "", "<<<<<<<", "src/a.py")),
        ("<<<<<<< SEARCH:12-14", Marker(3, Kind.OPEN, "", "<<<<<<<", "12-14")),
        ("<<<<<<< SEARCH lines 3-4", Marker(3, Kind.OPEN, "", "<<<<<<<", "lines 3-4")),
        ("------- SEARCH", Marker(3, Kind.OPEN, "", "-------", "")),
        ("=======", Marker(3, Kind.DIVIDER, "", "=======", "")),
        ("=====  ", Marker(3, Kind.DIVIDER, "", "=====", "")),
        ("  =========", Marker(3, Kind.DIVIDER, "  ", "=========", "")),
        (">>>>>>> REPLACE", Marker(3, Kind.CLOSE, "", ">>>>>>>", "")),
        (">>>>> replace>", Marker(3, Kind.CLOSE, "", ">>>>>", "")),
        ("+++++++ REPLACE", Marker(3, Kind.CLOSE, "", "+++++++", "")),
        ("<<<<<<< HEAD", Marker(3, Kind.CONFLICT_OPEN, "", "<<<<<<<", "HEAD")),
        ("<<<<<<<", Marker(3, Kind.CONFLICT_OPEN, "", "<<<<<<<", "")),
        (">>>>>>> feature/x", Marker(3, Kind.CONFLICT_CLOSE, "", ">>>>>>>", "feature/x")),
    ],
)
def test_read_marker(line: str, marker: Marker) -> None:
    assert read_marker(line, 3) == marker


@pytest.mark.parametrize(
    "line",
    [
        "",
        "a",
        "====",
        "==========",
        "======= x",
        "=======x",
        "==-====",
        "<<<< SEARCH",
        "<<<<<<<<<< SEARCH",
        "x <<<<<<< SEARCH",
        "<<<<<< HEAD",
        "  <<<<<<< HEAD",
        ">>>>>> REPLACE now",
        "-----",
        "+++++",
        "--------------",
        "<<<<<<SEARCHING",
    ],
)
def test_what_is_no_marker(line: str) -> None:
    assert read_marker(line, 0) is None


def test_a_sentence_behind_the_keyword_makes_no_block() -> None:
    """It is an opening marker of git's at most, which opens nothing outside of a block."""
    marker = read_marker("<<<<<<< SEARCH is how a block begins", 0)
    assert marker is not None
    assert marker.kind is Kind.CONFLICT_OPEN


OPEN, DIVIDER, CLOSE = "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"


def shape(*lines: str) -> list[tuple[int, list[int], int | None, list[int]]]:
    """For each block: the lines of its opening, its dividers, its end, and the blocks nested in it."""
    return [
        (
            frame.opening.line,
            [divider.line for divider in frame.dividers],
            frame.closing.line if frame.closing else None,
            [inner.opening.line for inner in frame.inner],
        )
        for frame in scan(list(lines)).frames
    ]


@pytest.mark.parametrize(
    ("lines", "frames"),
    [
        pytest.param([OPEN, "a", DIVIDER, "b", CLOSE], [(0, [2], 4, [])], id="one block"),
        pytest.param([OPEN, DIVIDER, CLOSE, OPEN, DIVIDER, CLOSE], [(0, [1], 2, []), (3, [4], 5, [])], id="two"),
        pytest.param([DIVIDER, "<<<<<<< HEAD", "a", DIVIDER, ">>>>>>> b"], [], id="a conflict alone is no block"),
        pytest.param(
            [OPEN, "<<<<<<< HEAD", DIVIDER, ">>>>>>> b", DIVIDER, CLOSE], [(0, [4], 5, [])], id="conflict in SEARCH"
        ),
        pytest.param([OPEN, "<<<<<<< HEAD", DIVIDER, CLOSE], [(0, [2], 3, [])], id="half a conflict in SEARCH"),
        pytest.param([OPEN, "<<<<< SEARCH", DIVIDER, CLOSE], [(0, [2], 3, [])], id="marker of another size is content"),
        pytest.param([OPEN, OPEN, DIVIDER, CLOSE, DIVIDER, CLOSE], [(0, [4], 5, [1])], id="nested"),
        pytest.param([OPEN, "a"], [(0, [], None, [])], id="cut off"),
        pytest.param([OPEN, DIVIDER, OPEN, DIVIDER, CLOSE], [(0, [1], None, [2]), (2, [3], 4, [])], id="end missing"),
        pytest.param(["<<<<< SEARCH", "=====", CLOSE], [(0, [1], 2, [])], id="sizes mixed in one block"),
    ],
)
def test_markers_are_paired(lines: list[str], frames: list[tuple[int, list[int], int | None, list[int]]]) -> None:
    assert shape(*lines) == frames


def test_a_stray_end_marker() -> None:
    found = scan([OPEN, DIVIDER, CLOSE, CLOSE])
    assert [marker.line for marker in found.strays] == [3]


@pytest.mark.parametrize(
    ("lines", "kept", "unclosed"),
    [
        pytest.param(["<think>", OPEN, "</think>", "a"], ["", "", "", "a"], None, id="think"),
        pytest.param(["<thinking>x", "y</thinking> z", "a"], ["", " z", "a"], None, id="thinking"),
        pytest.param(["x", OPEN, DIVIDER, CLOSE, "</think>", "a"], [""] * 5 + ["a"], None, id="lone closing tag"),
        pytest.param(["x", "so it is.</think>", "a"], ["", "", "a"], None, id="lone closing tag behind text"),
        pytest.param(["x `</think>` y", "a"], ["x `</think>` y", "a"], None, id="tag quoted in prose"),
        pytest.param(["<think>", "a"], ["<think>", "a"], 0, id="unclosed"),
        pytest.param([OPEN, "<think>", DIVIDER, CLOSE], [OPEN, "<think>", DIVIDER, CLOSE], None, id="tag in a block"),
        pytest.param(["a <think> b"], ["a <think> b"], None, id="tag inside of a line"),
        pytest.param(["<THINK>", "x", "</Think>"], ["", "", ""], None, id="letter case"),
        pytest.param(["<think>a</think>b", "c"], ["b", "c"], None, id="on one line"),
        pytest.param(["<think>", "</think>", "<think>", "</think>", "a"], ["", "", "", "", "a"], None, id="twice"),
    ],
)
def test_reasoning_is_blanked(lines: list[str], kept: list[str], unclosed: int | None) -> None:
    found = scan(lines)
    assert (found.lines, found.unclosed) == (kept, unclosed)
