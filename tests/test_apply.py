from __future__ import annotations

import pytest

from editapply.apply import plan_edits
from editapply.errors import FileError
from editapply.model import Applied, Change, Code, Edit, Options, Problem, Rejected

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
