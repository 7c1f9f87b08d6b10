"""The fuzzing itself: its checks fail where they should, and its inputs come apart as they were put together."""

from __future__ import annotations

import codecs
import pkgutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.fuzz import __main__ as command
from bench.fuzz import cover, laws, mutate, run, seeds
from bench.fuzz.matching import check_found
from bench.fuzz.pieces import join, read_settings, split
from bench.fuzz.rebase import check_applied, check_sum
from bench.fuzz.targets import TARGETS
from editapply.model import Applied, Edit, Match, Options, Span, Tier

BEFORE = "a\nb\nc\nd\n"


@pytest.mark.parametrize(
    ("after", "spans"),
    [
        pytest.param("a\nB\nc\nd\n", [], id="without a span"),
        pytest.param("A\nB\nc\nd\n", [Span(2, 4)], id="before the first span"),
        pytest.param("a\nB\nc\nD\n", [Span(2, 4)], id="behind the last span"),
        pytest.param("d\n", [Span(0, 4)], id="behind a span that became less"),
        pytest.param("A\nb\nC\nD\n", [Span(0, 2), Span(6, 8)], id="between two spans"),
    ],
)
def test_text_changed_outside_of_the_spans_is_seen(after: str, spans: list[Span]) -> None:
    laws.check_outside(BEFORE, BEFORE, spans)
    with pytest.raises(AssertionError):
        laws.check_outside(BEFORE, after, spans)


def test_text_changed_inside_of_the_spans_is_fine() -> None:
    laws.check_outside(BEFORE, "A\nx\nb\nc\n", [Span(0, 2), Span(6, 8)])
    laws.check_outside(BEFORE, "", [Span(0, 8)])
    with pytest.raises(AssertionError):
        laws.check_outside("aa", "a", [Span(0, 0), Span(1, 1)])


def test_signs_are_counted_whatever_form_they_have() -> None:
    laws.check_signs("ｘ = “é”\n", 'x = "e\u0301", 1\n', "x\n", "x1\n")
    with pytest.raises(AssertionError, match="put in"):
        laws.check_signs("x = 1\n", "x = 2;\n", "x = 1\n", "x = 2\n")
    with pytest.raises(AssertionError, match="took away"):
        laws.check_signs("x = 1\ny\n", "x = 2\n", "x = 1\n", "x = 2\n")


def applied(search: str, replace: str, span: Span, tier: Tier = Tier.EXACT) -> Applied:
    return Applied(Edit("a", search, replace), span, tier, 1.0, 1, 1)


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [
        pytest.param("a\nb\n", "a\nc\n", applied("b\n", "x\n", Span(2, 4)), id="another line than REPLACE"),
        pytest.param("a\nb\n", "x\nb\n", applied("b\n", "x\n", Span(0, 2)), id="another line than SEARCH"),
        pytest.param("b\nb\n", "x\nb\n", applied("b\n", "x\n", Span(0, 2)), id="one of two places"),
        pytest.param("b \nb\n", "x\nb\n", applied("b\n", "x\n", Span(0, 3), Tier.WHITESPACE), id="a looser tier"),
        pytest.param("ab\n", "ax\n", applied("b\n", "x\n", Span(1, 3)), id="a part of a line"),
        pytest.param("a\nb\n", "a\n  x\n", applied("b\n", "x\n", Span(2, 4)), id="another depth"),
    ],
)
def test_a_wrong_edit_is_seen(before: str, after: str, outcome: Applied) -> None:
    with pytest.raises(AssertionError):
        check_applied(before, after, outcome)


def test_edits_that_disturb_each_other_are_seen() -> None:
    both = [applied("a\n", "x\n", Span(0, 2)), applied("c\n", "y\n", Span(4, 6))]
    check_sum("a\nb\nc\n", "x\nb\ny\n", both, Options())
    with pytest.raises(AssertionError):
        check_sum("a\nb\nc\n", "y\nb\nx\n", both, Options())


@pytest.mark.parametrize(
    "found",
    [
        pytest.param([], id="a place that is passed over"),
        pytest.param([Match(Span(0, 2), Tier.EXACT, 1.0), Match(Span(4, 6), Tier.EXACT, 1.0)], id="one too many"),
        pytest.param([Match(Span(0, 2), Tier.WHITESPACE, 1.0, "indentation")], id="a looser tier"),
    ],
)
def test_a_wrong_match_is_seen(found: list[Match]) -> None:
    check_found("a\nb\n a\n", "a\n", [Match(Span(0, 2), Tier.EXACT, 1.0)], Options())
    with pytest.raises(AssertionError):
        check_found("a\nb\n a\n", "a\n", found, Options())


SPOILED: list[tuple[str, str, Callable[..., Any]]] = [
    ("rebase", "editapply.draft.splice", lambda real, text, hunks: real(text, hunks) + "x\n"),
    ("rebase", "editapply.draft.settle", lambda real, index, edit, places: places[:1]),
    ("rebase", "editapply.rewrite.carry", lambda real, quoted, written, found: found),
    ("rebase", "editapply.refusal.refusing.correct", lambda real, index, edit, span, unit: edit),
    ("matching", "editapply.matching.tiers.find_exact_lines", lambda real, index, search: real(index, search)[:1]),
    ("matching", "editapply.draft.settle", lambda real, index, edit, places: places[:1]),
    ("replies", "editapply.draft.splice", lambda real, text, hunks: "x\n" + real(text, hunks)),
    ("parser", "editapply.formats.sides._side", lambda real, lines: real(lines[:1])),
    ("parser", "editapply.formats.blocks.split_lines", lambda real, text: real(text.replace(" ", "  "))),
    ("decoding", "bench.fuzz.decoding.encode", lambda real, *given: real(*given).removeprefix(codecs.BOM_UTF8)),
]


@pytest.mark.parametrize(("name", "part", "spoil"), SPOILED, ids=[f"{name}-{part}" for name, part, _ in SPOILED])
def test_a_product_that_is_spoiled_is_seen(
    name: str, part: str, spoil: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A defect in one place breaks a promise for some of the first inputs."""
    monkeypatch.setattr(part, partial(spoil, pkgutil.resolve_name(part)))
    inputs = [data for data in seeds.seeds(name) if len(data) < 2000]
    with pytest.raises(AssertionError):
        deque(map(TARGETS[name].check, inputs))


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1, max_size=5))
def test_pieces_come_apart_as_they_were_put_together(pieces: list[str]) -> None:
    assert split(join(*pieces), len(pieces)) == pieces


@given(st.binary(), st.integers(1, 9))
def test_any_bytes_are_as_many_pieces_as_asked_for(data: bytes, count: int) -> None:
    pieces = split(data, count)
    assert len(pieces) == count
    assert join(*pieces).rstrip(b"\0") == data.rstrip(b"\0")


@given(st.text())
def test_any_text_gives_settings(head: str) -> None:
    settings = read_settings(head)
    assert settings.hint is None or 1 <= settings.hint[0] <= settings.hint[1]


@pytest.mark.parametrize("name", TARGETS)
def test_a_mutation_is_made_again_from_its_seed(name: str) -> None:
    target = TARGETS[name]
    for number, data in enumerate([b"", b"\0", *list(seeds.seeds(name))[:40:4]]):
        for sides in target.sides or [()]:
            one, same = (mutate.mutate(data, 300, Random(number), target.pieces, sides) for _ in range(2))
            assert one == same
            assert len(one) <= 300


def test_the_inputs_that_reach_most_are_stored(tmp_path: Path) -> None:
    found = tmp_path / "found"
    found.mkdir()
    for name, data in (("a", b""), ("b", b"a\r\n"), ("c", b"\xff"), ("d", b"\xfe\xfe"), ("e", b"\0")):
        (found / name).write_bytes(data)
    kept = cover.choose("decoding", found, tmp_path / "stored", 3)
    assert {path.read_bytes() for path in kept} == {b"\xff", b"\0"} | {path.read_bytes() for path in kept[2:]}
    assert cover.choose("decoding", found, tmp_path / "stored", 3) == []


LOG = """slowest: 0.010 s, 3 bytes
#2\tINITED cov: 3 ft: 4 corp: 1/1b exec/s: 0 rss: 40Mb
slowest: 0.250 s, 9 bytes
#9\tDONE   cov: 30 ft: 40 corp: 5/90b lim: 9 exec/s: 4 rss: 50Mb
stat::number_of_executed_units: 1234
stat::average_exec_per_sec:     56
"""


def test_figures_are_read_from_the_log() -> None:
    figures = run.read_figures("parser", LOG)
    assert str(figures) == "parser           1,234      56       5      30        40    0.25 s"
    failed = run.read_figures("parser", "Test unit written to work/crash-1\n" + LOG)
    assert str(failed).endswith("\nFAILED: work/crash-1")
    assert run.read_figures("parser", "").failure == "no figures: see the log"


def test_the_command_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert command.main(["parser"]) == command.main([]) == 2
    assert "pip install -e '.[fuzz]'" in capsys.readouterr().err


def test_a_target_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["parsre"])
    assert "the targets are parser, matching, rebase, replies, decoding" in capsys.readouterr().err


def test_the_checks_need_no_atheris() -> None:
    code = "import sys, bench.fuzz.__main__; sys.exit('atheris' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)
