"""How long a report may become, whatever it is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

import editapply
from editapply.model import (
    Applied,
    Candidate,
    Change,
    Code,
    Edit,
    Elsewhere,
    Kept,
    Plan,
    Span,
    Tier,
    Unchanged,
)
from editapply.report import format_document, format_report
from editapply.report.refusal import format_refusal
from editapply.report.view import View
from editapply.text import Lines
from tests.plans import KEPT, not_found, plan_of, plans, reply_of

NUMBERED = "".join(f"line {k} of a long file\n" for k in range(10_000))


def whole(text: str, search: str, written: str, **more: Any) -> Plan:
    """A plan in which `search` was refused, with all of the text as its place."""
    lines = Lines(text)
    places = (Candidate(lines.span(0, len(lines)), 0.9),)
    edit = Edit("src/auth/service.ts", search, written)
    outcome = not_found(edit=edit, search=search, candidates=places, correction=replace(edit, search=text))
    return plan_of(outcome, texts={"src/auth/service.ts": text}, **more)


@pytest.mark.parametrize(
    ("text", "search", "written"),
    [
        pytest.param("ab, " * 250_000 + "\n", "ac, " * 250_000 + "\n", "x\n", id="lines of 1 MB"),
        pytest.param("x" * 1_000_000 + "\n", "x" * 999_999 + "y\n", "x\n", id="words of 1 MB"),
        pytest.param(" " * 1_000_000 + "x\n", "\t" * 1_000_000 + "x\n", "x\n", id="1 MB of blanks"),
        pytest.param(NUMBERED, NUMBERED.replace("a long", "some"), "x\n", id="10,000 lines that differ"),
        pytest.param(NUMBERED, NUMBERED.replace("line", "  line"), "x\n", id="10,000 lines that moved"),
        pytest.param(NUMBERED, NUMBERED.replace("9999", "none"), NUMBERED, id="10,000 lines but one"),
    ],
)
def test_a_refusal_takes_a_quarter(text: str, search: str, written: str) -> None:
    plan = whole(text, search, written, kept=KEPT)
    (outcome,) = plan.rejected
    assert len(format_refusal(outcome, View(plan), 2000).text) <= 2000
    assert len(format_report(plan)) <= 2800
    assert "differs: line" in format_report(plan)
    assert len(format_document(plan)) <= 30_000


def test_the_line_to_change_is_shown_of_10_000() -> None:
    search = NUMBERED.replace("line 7 ", "line seven ")
    said = format_report(whole(NUMBERED, search, search.replace("line 8000 ", "line eight thousand ")))
    assert "\n    line 7 of a long file\n" in said
    assert "\n    line 8000 of a long file\n" in said
    assert "  differs: line 8 has `line 7` where SEARCH has `line seven`\n" in said


@pytest.mark.parametrize("count", [2, 5, 50, 1000])
def test_many_refused_blocks(count: int) -> None:
    outcomes = [not_found(index=k) for k in range(1, count + 1)]
    said = format_report(plan_of(*outcomes, kept=KEPT))
    told = said.count("ERROR: SEARCH text not found")
    assert len(said) <= 8000
    assert f"Send only blocks 1-{count}" in said
    assert told == count or f"\nand {count - told} more blocks were refused: {told + 1}-{count}.\n" in said
    assert told >= min(count, 9)


def test_few_refused_blocks_share_the_room() -> None:
    """The room that one doesn't need goes to the others; no block is without its lines."""
    said = format_report(plan_of(*(not_found(index=k) for k in range(1, 9)), max_report=4000))
    assert said.count("    if (user.tokenExpiresAt < Date.now()) {\n") >= 8
    assert 3000 <= len(said) <= 4000


def test_a_successful_reply_of_many_blocks() -> None:
    blocks = [(f"new/{k}.py", "", "x\n") for k in range(1000)]
    said = editapply.plan_reply(reply_of(*blocks), {}).report()
    shown = said.count("  created  ")
    assert len(said) <= 8000
    assert said.endswith(
        f"… and {1000 - shown} more edits\n1000 edits would be applied to 1000 files; nothing was written\n"
    )


@pytest.mark.parametrize("path", ["d/" * 5000 + "x.py", "é" * 10_000, "\x1b" * 10_000])
def test_long_paths(path: str) -> None:
    refusal = not_found(path=path, nearest=(path,) * 9, elsewhere=(Elsewhere(path, 1, 2),) * 9)
    fits = Unchanged(Edit(path, "x\n", "x\n"), Code.NO_CHANGE, None)
    said = format_report(plan_of(refusal, fits, texts={path: "x\n"}, kept=Kept("1a2b3c4d", path)))
    assert len(said) <= 3000
    assert "`editapply apply --root DIR --resume 1a2b3c4d -`" in said


def test_a_long_diff_of_an_accepted_edit() -> None:
    edit = Edit("a.py", "q\n", "")
    accepted = Applied(edit, Span(0, len(NUMBERED)), Tier.FUZZY, 0.5, 0, 10_000, accepted=1)
    plan = plan_of(accepted, texts={"a.py": NUMBERED}, changes={"a.py": Change(NUMBERED, "")})
    said = format_report(plan)
    assert len(said) <= 8000
    assert " more lines)\n1 edit would be applied to 1 file; nothing was written\n" in said


@pytest.mark.parametrize("room", [0, 1, 5, 80, 300])
def test_room_for_hardly_anything(room: int) -> None:
    assert len(format_report(plan_of(not_found(), kept=KEPT, max_report=room))) <= max(room, 1)


def test_a_document_of_many_refusals_shows_the_lines_of_some() -> None:
    document = format_document(plan_of(*(not_found(index=k, correction=None) for k in range(1, 1001))))
    assert document.count('"text": "  if (user') == 100
    assert len(document) <= 1_300_000


@given(plans())
def test_any_report_keeps_to_its_room(plan: Plan) -> None:
    said = format_report(plan)
    assert len(said) <= plan.options.max_report
    assert said.encode()
    assert plan.ok or "ERROR" in said
