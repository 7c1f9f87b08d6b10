from __future__ import annotations

import pytest

from editapply.apply import plan_edits
from editapply.errors import FileError
from editapply.model import Applied, Cause, Change, Code, Edit, Options, Problem, Rejected

FILES = {"a": "a\n", "b": "b\n"}


def test_a_plan_holds_what_was_read_and_what_changes() -> None:
    edits = [Edit("a", "a", "A", index=1), Edit("b", "b", "b", index=2), Edit("c", "", "c", index=3)]
    plan = plan_edits(edits, FILES.get)
    assert plan.ok
    assert plan.changes == {"a": Change("a\n", "A\n"), "c": Change(None, "c\n")}
    assert plan.texts == FILES
    assert (plan.options, plan.written, plan.id) == (Options(), False, None)


def test_a_change_that_is_taken_back_is_none() -> None:
    plan = plan_edits([Edit("a", "a", "A"), Edit("a", "A", "a", index=2)], FILES.get)
    assert plan.ok
    assert plan.changes == {}


def test_each_file_is_read_once() -> None:
    asked: list[str] = []

    def read(path: str) -> str | None:
        asked.append(path)
        return FILES.get(path)

    plan_edits([Edit("a", "a", "A"), Edit("b", "b", "B"), Edit("a", "A", "c")], read)
    assert asked == ["a", "b"]


def test_a_file_that_cannot_be_read_refuses_its_edits_alone() -> None:
    def read(path: str) -> str | None:
        if path == "a":
            raise FileError(Code.BINARY, path, "it is binary")
        return FILES.get(path)

    plan = plan_edits([Edit("a", "a", "A", index=1), Edit("b", "b", "B", index=2)], read)
    assert [type(outcome) for outcome in plan.outcomes] == [Rejected, Applied]
    assert [(outcome.code, outcome.detail) for outcome in plan.rejected] == [(Code.BINARY, "it is binary")]
    assert plan.changes == {"b": Change("b\n", "B\n")}


def test_problems_stand_among_the_outcomes_in_the_order_of_the_reply() -> None:
    problems = [Problem("broken", 2, 10, "x")]
    plan = plan_edits([Edit("a", "a", "A", index=1), Edit("b", "b", "B", index=3)], FILES.get, None, problems)
    assert [outcome.index for outcome in plan.outcomes] == [1, 2, 3]
    assert [(r.code, r.detail, r.path, r.reply_line, r.edit) for r in plan.rejected] == [
        (Code.MALFORMED, "broken", "x", 10, None)
    ]


@pytest.mark.parametrize(("mentions", "code"), [((), None), (("nowhere",), None), (("nowhere", "b"), Code.MALFORMED)])
def test_a_name_taken_over_past_a_file_that_exists(mentions: tuple[str, ...], code: Code | None) -> None:
    plan = plan_edits([Edit("a", "a", "A", mentions=mentions)], FILES.get)
    assert [outcome.code for outcome in plan.rejected] == ([] if code is None else [code])


def test_a_missing_file() -> None:
    plan = plan_edits([Edit("c", "c", "d")], FILES.get)
    assert [outcome.code for outcome in plan.rejected] == [Code.FILE_NOT_FOUND]


@pytest.mark.parametrize(("partial", "writable"), [(False, False), (True, True)])
def test_what_may_be_written(partial: bool, writable: bool) -> None:
    plan = plan_edits([Edit("a", "x", "y")], FILES.get, Options(partial=partial))
    assert (plan.ok, plan.writable) == (False, writable)


TAKEN = "a is there as a file, so it can't be a folder"
FIRST = "block 1 creates d as a file, so it can't be a folder"


def creating(*paths: str) -> list[Edit]:
    return [Edit(path, "", "x", index=k) for k, path in enumerate(paths, start=1)]


@pytest.mark.parametrize(
    ("edits", "details"),
    [
        (creating("d", "d/f"), [FIRST]),
        (creating("d/e/f", "d"), ["block 1 creates d/e/f, so d is a folder and can't be a file"]),
        (creating("d", "x", "d/f", "d/g/h"), [FIRST] * 2),
        (
            creating("d/f", "d", "d/f/g"),
            [
                "block 1 creates d/f, so d is a folder and can't be a file",
                "block 1 creates d/f as a file, so it can't be a folder",
            ],
        ),
        (creating("d", "d/f", "d/f/g"), [FIRST] * 2),
        (creating("a/f"), []),
        (creating("d", "d.f", "D/f", "e/d"), []),
        ([Edit("a", "a", "b", index=1), *creating("x", "a/f")[1:]], [TAKEN]),
        ([*creating("a/f"), Edit("a", "a", "b", index=2)], [TAKEN]),
        (
            [Edit("a", "no", "b", index=1), *creating("x", "a/f")[1:]],
            ["", TAKEN],
        ),
    ],
)
def test_two_files_of_which_one_would_be_the_other_one_s_folder(edits: list[Edit], details: list[str]) -> None:
    """Told by a tester: both fit, and then what was written was called stale."""
    plan = plan_edits(edits, FILES.get)
    assert [refusal.detail for refusal in plan.rejected][-len(details) or 99 :] == details
    assert {refusal.code for refusal in plan.rejected} <= {Code.CONFLICT, Code.NOT_FOUND}
    assert {outcome.path for outcome in plan.outcomes if isinstance(outcome, Applied)} == set(plan.changes)


def test_all_that_is_done_to_a_file_that_can_t_be_is_refused() -> None:
    more = [Edit("d/f", "x", "y", index=3), Edit("d/f", "", "x", index=4), Edit("d/f", "no", "z", index=5)]
    plan = plan_edits([*creating("d", "d/f"), *more], FILES.get, Options(partial=True))
    assert [outcome.code for outcome in plan.rejected] == [*[Code.CONFLICT] * 3, Code.NOT_FOUND]
    assert {outcome.cause for outcome in plan.rejected[:3]} == {Cause.OTHER_BLOCK}
    assert plan.changes == {"d": Change(None, "x\n")}


def test_a_file_that_no_block_creates_is_in_nobody_s_way() -> None:
    plan = plan_edits([Edit("d", "no", "x", index=1), *creating("x", "d/f")[1:]], FILES.get)
    assert [outcome.code for outcome in plan.rejected] == [Code.FILE_NOT_FOUND]


def test_one_file_created_twice() -> None:
    """Told by a tester: it was said to exist."""
    plan = plan_edits(
        [Edit("d", "", "x", index=1), Edit("d", "", "y", index=2), Edit("d", "", "x", index=3)], FILES.get
    )
    [refused] = plan.rejected
    assert (refused.index, refused.code, refused.cause) == (2, Code.FILE_EXISTS, Cause.OTHER_BLOCK)
    assert refused.detail == "block 1 of this reply creates it, with another text"
