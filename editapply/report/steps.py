"""A refused plan → the state that it left, what to send next, and the commands for it."""

from __future__ import annotations

from collections.abc import Collection

from editapply.model import Cause, Code, Plan, Rejected
from editapply.report.numbers import blocks
from editapply.report.resuming import resume_lines
from editapply.report.view import View

AS_CORRECTED = (
    "Send {block} again as corrected above if that is the place you mean, else quote the lines of the file as they are."
)
AS_SHOWN = "Send {block} again, quoting the lines above as they are."
OTHER_FILE = "Send {block} again with the path of the file that holds the quote."
UNIQUE = "Send {block} again, with the lines around the place that make SEARCH unique, as named above."

NEXT_STEPS = {
    Code.MALFORMED: "Send {block} again, whole: a line with the path, then every marker on its own line.",
    Code.NOT_FOUND: "Read the file, then send {block} again, quoting its lines as they are.",
    Code.AMBIGUOUS: "Send {block} again, with enough lines around the place to make SEARCH unique.",
    Code.FILE_NOT_FOUND: "Send {block} again with the right path, or with an empty SEARCH to create the file.",
    Code.FILE_EXISTS: "Send {block} again, quoting in SEARCH the lines to change.",
    Code.UNSAFE_PATH: "Send {block} again with a path inside the root folder.",
    Code.BINARY: "Leave {block} out: binary files are not edited.",
    Code.ENCODING: "Send {block} again in plain ASCII, away from such bytes, or convert the file first.",
    Code.STALE: "Read the file again, then send {block} again.",
    Code.OVERLAP: "Send one block for both changes in place of {block}, and leave the overlapped one out (`--drop`).",
    Code.CONFLICT: "Send {block} again, quoting the lines of the file as they are.",
    Code.PLACEHOLDER: "Send {block} again, with the lines themselves in REPLACE.",
    Code.PERMISSION: "Make the file writable, or leave {block} out.",
    Code.BUDGET: "Send {block} again with a shorter SEARCH, or in a reply with fewer blocks.",
    Code.IO: "See to the reason given, then send {block} again.",
}
BESIDE = {
    Code.FILE_EXISTS: "Send one block with the whole file in place of {block}, and leave the other one out (`--drop`).",
    Code.CONFLICT: "Send {block} again with another path, or leave one of the two out (`--drop`).",
}
"""Where the other block is no mistake, but leaves no room for this one."""

BY_CAUSE = {
    Cause.ALREADY_APPLIED: "Leave {block} out if it is made already; else quote the lines of the file as they are.",
    Cause.HALF_APPLIED: "Send {block} again with only what is not made yet.",
    Cause.OTHER_BLOCK: "Send {block} again, behind the block that writes the lines it quotes.",
    Cause.STALE_QUOTE: "Send {block} again, quoting the file as it is now.",
}


def state_and_steps(view: View, corrected: Collection[int]) -> str:
    """The end of a report. `corrected` are the blocks whose corrected form it shows."""
    state, steps = _state(view), next_steps(view.plan, corrected)
    told = [f"{state} {steps[0]}"] if len(steps) == 1 else [state, *steps]
    return "\n".join([*told, *resume_lines(view.plan)])


def _state(view: View) -> str:
    if view.plan.written:
        written = [outcome.index for outcome in view.applied]
        return _sentence(written, "was", "were") + " written." if written else "Nothing was written."
    fitting = [outcome.index for outcome in view.fitting]
    return f"Nothing was written. {_sentence(fitting, 'fits', 'fit')}." if fitting else "Nothing was written."


def _sentence(numbers: list[int], singular: str, plural: str) -> str:
    return f"{blocks(numbers).capitalize()} {singular if len(set(numbers)) == 1 else plural}"


def next_steps(plan: Plan, corrected: Collection[int]) -> list[str]:
    """What to send next, once for each kind of refusal."""
    by_step: dict[str, list[int]] = {}
    for outcome in plan.rejected:
        if outcome.index:
            by_step.setdefault(_step(outcome, outcome.index in corrected), []).append(outcome.index)
    return [step.format(block=blocks(numbers)) for step, numbers in by_step.items()]


def _step(outcome: Rejected, corrected: bool) -> str:
    if corrected:
        return AS_CORRECTED
    if outcome.cause is Cause.OTHER_BLOCK and outcome.code in BESIDE:
        return BESIDE[outcome.code]
    if outcome.cause in BY_CAUSE:
        return BY_CAUSE[outcome.cause]
    if outcome.elsewhere:
        return OTHER_FILE
    if outcome.code is Code.NOT_FOUND and outcome.candidates:
        return AS_SHOWN
    if outcome.code is Code.AMBIGUOUS and any(candidate.context for candidate in outcome.candidates):
        return UNIQUE
    return NEXT_STEPS.get(outcome.code, "Send {block} again.")
