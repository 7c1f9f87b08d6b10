"""What is said of a quote that stands nowhere, compared whole."""

from __future__ import annotations

import pytest

from editapply.model import Cause, Edit, Elsewhere, Rejected
from editapply.report import format_report
from tests.plans import KEPT, not_found, plan_of, rejected

BLOCK = "(block 2, reply line 31: `if (user.expiresAt <= Date.now()) {`)"
HEAD = f"ERROR: SEARCH text not found in src/auth/service.ts {BLOCK}"
CLOSEST = (
    "Closest matches (ranked by similarity):\n"
    "\n"
    "  [0.92] lines 2-3:\n"
    "      if (user.tokenExpiresAt < Date.now()) {\n"
    "        await this.refreshToken(user);\n"
    "  differs: line 2 has `tokenExpiresAt <` where SEARCH has `expiresAt <=`\n"
    "\n"
)
CORRECTED = (
    "Corrected block, with the lines of candidate 1 and your change (send it if that is the place you mean):\n"
    "\n"
    "src/auth/service.ts\n"
    "```\n"
    "<<<<<<< SEARCH\n"
    "  if (user.tokenExpiresAt < Date.now()) {\n"
    "    await this.refreshToken(user);\n"
    "=======\n"
    "  if (user.tokenExpiresAt < Date.now()) {\n"
    "    await this.refreshToken(user, true);\n"
    ">>>>>>> REPLACE\n"
    "```\n"
    "\n"
)
TARGET = "a line that the edit changes is not there as quoted"


def test_not_found_with_a_corrected_block() -> None:
    assert format_report(plan_of(not_found())) == (
        f"{HEAD}: {TARGET}.\n"
        f"{CLOSEST}"
        f"{CORRECTED}"
        "Nothing was written. Send block 2 again as corrected above if that is the place you mean, "
        "else quote the lines of the file as they are.\n"
    )


def test_not_found_with_a_corrected_pair() -> None:
    pair = Edit("src/auth/service.ts", "user.tokenExpiresAt < Date", "Date", whole_lines=False)
    said = format_report(plan_of(not_found(correction=pair)))
    assert said == (
        f"{HEAD}: {TARGET}.\n"
        f"{CLOSEST}"
        "Corrected block, with the lines of candidate 1 and your change (send it if that is the place you mean):\n"
        "\n"
        '{"path": "src/auth/service.ts", "old_string": "user.tokenExpiresAt < Date", "new_string": "Date"}\n'
        "\n"
        "Nothing was written. Send block 2 again as corrected above if that is the place you mean, "
        "else quote the lines of the file as they are.\n"
    )


def test_not_found_with_candidates() -> None:
    assert format_report(plan_of(not_found(correction=None))) == (
        f"{HEAD}: {TARGET}.\n{CLOSEST}Nothing was written. Send block 2 again, quoting the lines above as they are.\n"
    )


@pytest.mark.parametrize(
    ("outcome", "facts", "step"),
    [
        pytest.param(
            rejected(),
            ".\n",
            "Read the file, then send block 2 again, quoting its lines as they are.",
            id="nothing is known",
        ),
        pytest.param(
            rejected(cause=Cause.OTHER_FILE, elsewhere=(Elsewhere("src/b.ts", 10, 14), Elsewhere("c.ts", 3, 3))),
            ".\nThe quote stands in src/b.ts lines 10-14 and c.ts line 3.\n",
            "Send block 2 again with the path of the file that holds the quote.",
            id="other file",
        ),
        pytest.param(
            rejected(detail="REPLACE stands at lines 3-4: was this edit made already?", cause=Cause.ALREADY_APPLIED),
            ": REPLACE stands at lines 3-4: was this edit made already?\n",
            "Leave block 2 out if it is made already; else quote the lines of the file as they are.",
            id="already applied",
        ),
        pytest.param(
            rejected(detail="a part of it is made already: line 3 as REPLACE has it", cause=Cause.HALF_APPLIED),
            ": a part of it is made already: line 3 as REPLACE has it.\n",
            "Send block 2 again with only what is not made yet.",
            id="half applied",
        ),
        pytest.param(
            rejected(detail="it quotes what block 1 writes, and that block was refused", cause=Cause.OTHER_BLOCK),
            ": it quotes what block 1 writes, and that block was refused.\n",
            "Send block 2 again, behind the block that writes the lines it quotes.",
            id="other block",
        ),
        pytest.param(
            rejected(detail="the file has changed since", cause=Cause.STALE_QUOTE),
            ": the file has changed since.\n",
            "Send block 2 again, quoting the file as it is now.",
            id="stale quote",
        ),
    ],
)
def test_not_found_by_cause(outcome: Rejected, facts: str, step: str) -> None:
    assert format_report(plan_of(outcome)) == f"{HEAD}{facts}\nNothing was written. {step}\n"


def test_the_commands_of_a_second_try() -> None:
    assert format_report(plan_of(not_found(), kept=KEPT)) == (
        f"{HEAD}: {TARGET}.\n"
        f"{CLOSEST}"
        f"{CORRECTED}"
        "Nothing was written. Send block 2 again as corrected above if that is the place you mean, "
        "else quote the lines of the file as they are.\n"
        "Send only block 2: `editapply apply --resume 1a2b3c4d -`.\n"
        "Add `--accept 2=1` to take candidate 1 for block 2, or `--drop 2` to give block 2 up; "
        "leave `-` out where no block is sent.\n"
    )


def test_the_accept_command_stands_where_there_is_no_room_for_the_corrected_block() -> None:
    said = format_report(plan_of(not_found(), kept=KEPT, max_report=2000))
    assert said == (
        f"{HEAD}: {TARGET}.\n"
        f"{CLOSEST.rstrip()}\n"
        "To take candidate 1 as it is: `editapply apply --resume 1a2b3c4d --accept 2=1`\n"
        "\n"
        "Nothing was written. Send block 2 again, quoting the lines above as they are.\n"
        "Send only block 2: `editapply apply --resume 1a2b3c4d -`.\n"
        "Add `--accept 2=1` to take candidate 1 for block 2, or `--drop 2` to give block 2 up; "
        "leave `-` out where no block is sent.\n"
    )


def test_what_the_model_sent_is_named_by_one_line() -> None:
    search = "short secret\n" + "secret secret\n" * 200
    said = format_report(plan_of(rejected(search=search, replace="secret\n")))
    assert said.count("secret") == 1
