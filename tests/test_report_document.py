from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

import editapply
from editapply.model import Applied, Cause, Code, Edit, Elsewhere, Options, Plan, Span, Tier
from editapply.report import format_document
from editapply.report.corrected import corrected_block
from editapply.report.schema import load_schema
from tests.plans import KEPT, candidate, not_found, plan_of, plans, refused_by_file, rejected, reply_of

FILES = {"a.py": "one\ntwo\nthree\n"}
SCHEMA = json.loads(load_schema())
VALIDATOR = Draft202012Validator(SCHEMA)

NOTHING_REFUSED: dict[str, Any] = {
    **{"code": None, "cause": None, "detail": "", "candidates": [], "correction": None, "elsewhere": [], "nearest": []},
}
NOT_APPLIED: dict[str, Any] = {
    "tier": None,
    "similarity": None,
    "lines": None,
    "repairs": [],
    "accepted": False,
    "differs": [],
}


def read(plan: Plan) -> Any:
    """The document, which the schema describes."""
    document = json.loads(format_document(plan))
    VALIDATOR.validate(document)
    return document


def document(*blocks: tuple[str, str, str], partial: bool = False) -> Any:
    return read(editapply.plan_reply(reply_of(*blocks), FILES, Options(partial=partial)))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("code", [None, *(code.value for code in Code)]),
        ("cause", [None, *(cause.value for cause in Cause)]),
        ("tier", [None, *(tier.label for tier in Tier)]),
    ],
)
def test_the_schema_knows_all_values(key: str, values: list[str | None]) -> None:
    assert SCHEMA["$defs"]["edit"]["properties"][key]["enum"] == values


@given(plans())
def test_the_schema_describes_every_document(plan: Plan) -> None:
    read(plan)


@pytest.mark.parametrize("code", [code for code in Code if code not in (Code.NO_CHANGE, Code.ALREADY_APPLIED)])
def test_the_schema_describes_every_refusal(code: Code) -> None:
    (edit,) = read(plan_of(rejected(code, "so it is")))["edits"]
    assert (edit["code"], edit["detail"]) == (code.value, "so it is")


def test_a_reply_without_a_block_and_a_file_that_cannot_be_read() -> None:
    assert [edit["index"] for edit in read(editapply.plan_reply("", {}))["edits"]] == [0]
    assert [edit["code"] for edit in read(refused_by_file(Code.IO, "input/output error"))["edits"]] == ["io"]


def test_keys_of_the_document() -> None:
    """Those of DESIGN.md section 4 at least; more may come."""
    found = document(("a.py", "twe\n", "2\n"))
    assert found.keys() >= {"ok", "written", "id", "edits", "files", "report"}
    assert found["edits"][0].keys() >= {
        *("index", "path", "status", "code", "tier", "similarity", "lines", "repairs", "message", "candidates"),
    }
    assert found["edits"][0]["candidates"][0].keys() >= {"lines", "similarity", "text", "differs"}
    assert found["files"][0].keys() >= {"path", "action", "added", "removed"}


def test_an_applied_edit() -> None:
    found = document(("a.py", "two\nthree\n", "2\n2b\nthree\n"))
    assert (found["ok"], found["written"], found["id"], found["resume"]) == (True, False, None, None)
    assert found["edits"] == [
        {
            **{"index": 1, "path": "a.py", "status": "applied", "tier": "exact", "similarity": 1.0, "lines": [2, 3]},
            **{"repairs": [], "accepted": False, "differs": [], "message": "a.py:2-3  exact  +2 -1"},
            **NOTHING_REFUSED,
        }
    ]
    assert found["files"] == [{"path": "a.py", "action": "modified", "added": 2, "removed": 1}]


def test_an_edit_that_was_not_as_quoted() -> None:
    outcome = Applied(Edit("a.py", "  one\ntwo = 2\n", ""), Span(0, 8), Tier.FUZZY, 0.81234, 0, 2, accepted=1)
    (edit,) = read(plan_of(outcome, texts=FILES))["edits"]
    assert edit == {
        **{"index": 1, "path": "a.py", "status": "applied", "tier": "fuzzy", "similarity": 0.8123, "lines": [1, 2]},
        **{"repairs": [], "accepted": True, "message": "a.py:1-2  fuzzy accepted  +0 -2", **NOTHING_REFUSED},
        "differs": [
            *("line 1 in indentation", "line 2 in other text"),
            "line 2 has `two` where SEARCH has `two = 2`",
        ],
    }


def test_a_created_file() -> None:
    found = document(("new.py", "", "x\ny\n"))
    assert [edit["lines"] for edit in found["edits"]] == [None]
    assert found["files"] == [{"path": "new.py", "action": "created", "added": 2, "removed": 0}]


@pytest.mark.parametrize(
    ("block", "status", "code", "lines"),
    [
        (("a.py", "two\n", "two\n"), "unchanged", "no-change", [2, 2]),
        (("a.py", "one\n", "one\ntwo\n"), "unchanged", "already-applied", [1, 2]),
        (("a.py", "nope\n", "x\n"), "rejected", "not-found", None),
        (("b.py", "nope\n", "x\n"), "rejected", "file-not-found", None),
        (("a.py", "", "x\n"), "rejected", "file-exists", None),
        (("a.py", "", ""), "rejected", "malformed", None),
    ],
)
def test_other_outcomes(block: tuple[str, str, str], status: str, code: str, lines: list[int] | None) -> None:
    edit = document(block)["edits"][0]
    assert (edit["status"], edit["code"], edit["lines"], edit["tier"], edit["similarity"]) == (
        *(status, code, lines, None, None),
    )


def test_a_refused_edit() -> None:
    plan = plan_of(
        not_found(cause=Cause.BELOW_RULE, elsewhere=(Elsewhere("b\udcff.ts", 3, 5),), nearest=("c.ts",)), kept=KEPT
    )
    found = read(plan)
    assert (found["ok"], found["resume"]) == (False, "1a2b3c4d")
    assert found["edits"] == [
        {
            **{"index": 2, "path": "src/auth/service.ts", "status": "rejected", "code": "not-found", **NOT_APPLIED},
            "cause": "below-rule",
            "detail": "a line that the edit changes is not there as quoted",
            "message": "ERROR: SEARCH text not found in src/auth/service.ts (block 2, reply line 31: "
            "`if (user.expiresAt <= Date.now()) {`): a line that the edit changes is not there as quoted.",
            "candidates": [
                {
                    "lines": [2, 3],
                    "similarity": 0.92,
                    "text": "  if (user.tokenExpiresAt < Date.now()) {\n    await this.refreshToken(user);",
                    "differs": ["line 2 has `tokenExpiresAt <` where SEARCH has `expiresAt <=`"],
                    "context": None,
                }
            ],
            "correction": corrected_block(plan.rejected[0], plan),
            "elsewhere": [{"path": "b\ufffd.ts", "lines": [3, 5]}],
            "nearest": ["c.ts"],
        }
    ]
    assert found["edits"][0]["correction"] in found["report"]


def test_a_correction_is_whole_or_absent() -> None:
    plan = plan_of(not_found(), max_report=200)
    assert read(plan)["edits"][0]["correction"] is None
    assert read(replace(plan, options=Options(max_report=300)))["edits"][0]["correction"] is not None


def test_places_of_an_ambiguous_quote() -> None:
    text = "a\nx\nb\nx\n" + "x\n" * 30
    places = (candidate(text, 2, 2, around=(1, 2)), *(candidate(text, k, k) for k in range(4, 35)))
    outcome = rejected(Code.AMBIGUOUS, path="a.py", search="x\n", candidates=places)
    found = read(plan_of(outcome, texts={"a.py": text}))["edits"][0]["candidates"]
    assert found[0] == {"lines": [2, 2], "similarity": 1.0, "text": "x", "differs": [], "context": [1, 2]}
    assert len(found) == 20


def test_files_of_a_refusal_have_no_counts() -> None:
    found = document(("a.py", "two\n", "2\n"), ("a.py", "nope\n", "x\n"))
    assert found["files"] == [{"path": "a.py", "action": "modified", "added": 0, "removed": 0}]


def test_files_of_a_part_have_counts() -> None:
    found = document(("a.py", "two\n", "2\n"), ("b.py", "nope\n", "x\n"), partial=True)
    assert found["files"] == [{"path": "a.py", "action": "modified", "added": 1, "removed": 1}]


def test_undecodable_bytes_are_shown_as_replacement_characters() -> None:
    text = "a.py\n<<<<<<< SEARCH\n\udcff\n=======\nx\n>>>>>>> REPLACE\n"
    said = editapply.plan_reply(text, {"a.py": "\udcffa\n"}).to_json()
    assert "\\udcff" not in said
    assert said.isascii()
    assert "\ufffd" in json.loads(said)["edits"][0]["message"]
