"""A second try: only the failed blocks are sent again, taken as offered, or given up."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest

import editapply
from editapply.errors import ResumeError
from editapply.model import Applied, Code, Options, Rejected
from tests.trees import write_files

FILES = {"a.py": "a\ntimeout = 10\nb\n", "b.py": "x\ny\nx\n"}


def block(path: str, search: str, written: str) -> str:
    return f"{path}\n```\n<<<<<<< SEARCH\n{search}=======\n{written}>>>>>>> REPLACE\n```\n"


STALE = block("a.py", "timeout = 5\n", "timeout = 30\n")
FITS = block("b.py", "y\n", "z\n")
TWICE = block("b.py", "x\n", "w\n")
RIGHT = block("a.py", "timeout = 10\n", "timeout = 30\n")
MADE = {"a.py": "a\ntimeout = 30\nb\n", "b.py": "x\nz\nw\n"}


@pytest.fixture
def plan() -> editapply.Plan:
    return editapply.plan_reply(STALE + FITS + TWICE, FILES)


def texts(plan: editapply.Plan) -> Mapping[str, str | None]:
    assert plan.ok
    return {path: change.after for path, change in plan.changes.items()}


def test_candidates_are_taken(plan: editapply.Plan) -> None:
    resumed = plan.resume(accept={1: 1, 3: 2})
    assert texts(resumed) == MADE
    assert [outcome.accepted for outcome in resumed.outcomes if isinstance(outcome, Applied)] == [1, 0, 2]


def test_blocks_stand_for_the_failed_ones_in_order(plan: editapply.Plan) -> None:
    assert texts(plan.resume(RIGHT + block("b.py", "y\nx\n", "y\nw\n"))) == MADE


def test_blocks_stand_for_the_failed_ones_by_number(plan: editapply.Plan) -> None:
    last = block("(block 3) b.py", "y\nx\n", "y\nw\n")
    assert texts(plan.resume(last + block("(block 1) a.py", "timeout = 10\n", "timeout = 30\n"))) == MADE
    assert texts(plan.resume(last + RIGHT)) == MADE


def test_tool_calls_stand_by_number() -> None:
    call = '{"path": "a.py", "old_string": "timeout = 5", "new_string": "timeout = 30"}\n'
    plan = editapply.plan_reply(call + call.replace("5", "6"), FILES)
    right = call.replace("= 5", "= 10").replace("{", '{"block": 2, ')
    assert texts(plan.resume(right, drop=[1]))["a.py"] == MADE["a.py"]


def test_a_block_is_given_up(plan: editapply.Plan) -> None:
    assert texts(plan.resume(RIGHT, drop=[3])) == {"a.py": MADE["a.py"], "b.py": "x\nz\nx\n"}
    assert texts(plan.resume(drop=[1, 2], accept={3: 1})) == {"b.py": "w\ny\nx\n"}


def test_what_is_left_over_keeps_the_whole_refused(plan: editapply.Plan) -> None:
    resumed = plan.resume(accept={1: 1})
    assert not resumed.ok
    assert [(outcome.index, outcome.code) for outcome in resumed.rejected] == [(3, Code.AMBIGUOUS)]
    assert texts(resumed.resume(accept={3: 2})) == MADE


def test_a_malformed_block_can_be_sent_again() -> None:
    plan = editapply.plan_reply(FITS + STALE.replace("=======\n", ""), FILES)
    assert [outcome.code for outcome in plan.rejected] == [Code.MALFORMED]
    assert texts(plan.resume(RIGHT)) == {"a.py": MADE["a.py"], "b.py": "x\nz\nx\n"}
    assert [outcome.code for outcome in plan.resume(STALE.replace("=======\n", "")).rejected] == [Code.MALFORMED]


def test_a_corrected_path(plan: editapply.Plan) -> None:
    wrong = editapply.plan_reply(block("c.py", "timeout = 10\n", "timeout = 30\n"), FILES)
    assert [outcome.code for outcome in wrong.rejected] == [Code.FILE_NOT_FOUND]
    assert texts(wrong.resume(RIGHT)) == {"a.py": MADE["a.py"]}


ERRORS = [
    pytest.param(None, {}, (), "nothing to resume with: send blocks 1 and 3 corrected, accept or drop", id="nothing"),
    pytest.param(
        "I'm sorry.",
        {},
        (),
        "the reply holds no block: send the corrected blocks, or accept or drop the failed ones",
        id="prose",
    ),
    pytest.param(
        RIGHT,
        {},
        (),
        "1 of the blocks sent give no number, and 2 are to be replaced (blocks 1 and 3): send one for each, "
        "or write `(block N)` before its path",
        id="too few",
    ),
    pytest.param(None, {2: 1}, (), "nothing was offered for block 2: blocks 1 and 3 were refused", id="a fitting one"),
    pytest.param(None, {1: 0}, (), "block 1 has no candidate 0: they are counted from 1", id="zero"),
    pytest.param(None, {1: 1}, (1,), "block 1 can't be both accepted and dropped", id="both"),
    pytest.param(None, {}, (7,), "there is no block 7 to drop: blocks 1 and 3 were refused", id="unknown"),
    pytest.param(
        block("(block 2) b.py", "y\n", "q\n"),
        {},
        (),
        "`(block 2)` is none of those to send again: blocks 1 and 3",
        id="number of a fitting one",
    ),
    pytest.param(
        block("(block 1) a.py", "a\n", "c\n") * 2,
        {},
        (),
        "two blocks of the reply stand for block 1: send one",
        id="twice",
    ),
]


@pytest.mark.parametrize(("reply", "accept", "drop", "message"), ERRORS)
def test_what_cant_be_told_apart_is_an_error(
    plan: editapply.Plan, reply: str | None, accept: dict[int, int], drop: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ResumeError) as error:
        plan.resume(reply, accept, drop)
    assert str(error.value) == message


def test_a_candidate_that_there_is_not(plan: editapply.Plan) -> None:
    refused = plan.resume(accept={1: 9}).outcomes[0]
    assert isinstance(refused, Rejected)
    assert refused.detail == "a line that the edit changes is not there as quoted; there is no candidate 9 to take"


def test_a_candidate_whose_lines_do_not_align() -> None:
    plan = editapply.plan_reply(block("a.py", "a\np\nq\nb\n", "a\np\nr\nb\n"), FILES)
    refused = plan.resume(accept={1: 1}).outcomes[0]
    assert isinstance(refused, Rejected)
    assert refused.code is Code.CONFLICT
    assert refused.detail == ("candidate 1 can't be taken: the lines to change are not all there as the quote has them")


@pytest.mark.parametrize(
    ("before", "call"),
    [
        pytest.param("# Idea\n", '{"path": "a.py", "old_string": "# I", "new_string": ""}\n', id="part of a word"),
        pytest.param("p = 1\n", block("a.py", "while True:\n", "while ready:\n"), id="another line altogether"),
    ],
)
def test_fuzz_a_candidate_that_is_not_said_to_fit_is_not_taken(before: str, call: str) -> None:
    """Found by fuzzing: accepting `# I` in `# Idea` took the whole line away."""
    plan = editapply.plan_reply(call, {"a.py": before})
    assert not any(candidate.fits for candidate in plan.rejected[0].candidates)
    resumed = plan.resume(accept={1: 1})
    assert resumed.rejected[0].detail.startswith("candidate 1 can't be taken: ")
    assert not resumed.changes


def test_a_file_that_changed_is_stale() -> None:
    files = dict(FILES)
    plan = editapply.plan_reply(STALE + FITS, files)
    files["a.py"] += "more\n"
    resumed = plan.resume(accept={1: 1})
    assert [(outcome.index, outcome.code) for outcome in resumed.rejected] == [(1, Code.STALE)]
    del files["a.py"]
    assert [outcome.code for outcome in plan.resume(accept={1: 1}).rejected] == [Code.STALE]


def test_a_file_that_has_come_into_being_is_stale() -> None:
    files = dict(FILES)
    plan = editapply.plan_reply(block("new.py", "", "1\n") + STALE, files)
    files["new.py"] = "2\n"
    assert [(outcome.path, outcome.code) for outcome in plan.resume(accept={2: 1}).rejected] == [("new.py", Code.STALE)]


def test_a_plan_can_be_pickled_and_resumed(plan: editapply.Plan) -> None:
    assert texts(pickle.loads(pickle.dumps(plan)).resume(accept={1: 1, 3: 2})) == MADE
    reading = editapply.plan_reply(STALE + FITS + TWICE, lambda path: FILES.get(path))
    assert texts(pickle.loads(pickle.dumps(reading)).resume(accept={1: 1, 3: 2})) == MADE


def test_what_was_written_in_part_is_not_resumed(tmp_path: Path) -> None:
    write_files(tmp_path, {path: text.encode() for path, text in FILES.items()})
    plan = editapply.apply_reply(STALE + FITS, str(tmp_path), Options(partial=True))
    assert editapply.keep_plan(plan).kept is None
    with pytest.raises(ResumeError, match="what fits is written: send the refused blocks as a reply of their own"):
        plan.resume(accept={1: 1})


def test_a_choice_holds_whatever_the_other_blocks_do() -> None:
    """The quote stands in what another block writes, but the place was chosen in the file as it was shown."""
    before = "if a:\n    go( 1 )\nif b:\n    go( 1 )\nstop = 5\n"
    reply = block("a.py", "stop = 6\n", "stop = 5\n    go(1)\n") + block("a.py", "    go(1)\n", "    go(2)\n")
    plan = editapply.plan_reply(reply, {"a.py": before})
    resumed = plan.resume(block("a.py", "stop = 5\n", "stop = 5\n    go(1)\n"), accept={2: 2})
    assert texts(resumed)["a.py"] == "if a:\n    go( 1 )\nif b:\n    go( 2 )\nstop = 5\n    go(1)\n"


def test_a_fitting_block_that_is_sent_again_stands_for_none(plan: editapply.Plan) -> None:
    with pytest.raises(ResumeError):
        plan.resume(FITS + RIGHT)
    assert texts(plan.resume(FITS + RIGHT, accept={3: 2})) == MADE


def test_the_same_block_twice_at_two_chosen_places() -> None:
    twice = block("a.py", "x = 1\n", "x = 2\n") * 2
    plan = editapply.plan_reply(twice, {"a.py": "a\nx = 1\nb\nx = 1\n"})
    assert texts(plan.resume(accept={1: 1, 2: 2}))["a.py"] == "a\nx = 2\nb\nx = 2\n"


def test_a_block_that_comes_again_is_behind_those_that_are_kept() -> None:
    """It quotes what a later block of the first reply writes."""
    reply = block("a.py", "subtotal = 0\n", "subtotal = 5\n") + block("a.py", "total = 0\n", "subtotal = 0\n")
    plan = editapply.plan_reply(reply, {"a.py": "total = 0\nend\n"})
    assert [outcome.correction for outcome in plan.rejected] == [None]
    assert texts(plan.resume(block("a.py", "subtotal = 0\n", "subtotal = 5\n")))["a.py"] == "subtotal = 5\nend\n"
