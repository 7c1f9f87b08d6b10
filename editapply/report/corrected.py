"""A refused edit's correction → the block as it can be sent back."""

from __future__ import annotations

import json
from dataclasses import replace

from editapply.formats import format_block, parse
from editapply.model import Edit, Plan, Rejected
from editapply.text import is_encodable

LONGEST = 20_000


def corrected_block(outcome: Rejected, plan: Plan) -> str | None:
    """The correction in the dialect that the edit came in; None where it would not be read as what it says.

    Where more than one block was refused, it says for which it stands.
    """
    edit = outcome.correction
    if edit is None or len(edit.search) + len(edit.replace) > LONGEST:
        return None
    numbered = replace(edit, stands_for=outcome.index if len(plan.rejected) > 1 else None)
    text = format_block(numbered) if edit.whole_lines else _call(numbered)
    return text if is_encodable(text) and _is_read_as(text, numbered) else None


def _call(edit: Edit) -> str:
    """A pair as the JSON object that `editapply.formats.calls` reads."""
    call: dict[str, object] = {} if edit.stands_for is None else {"block": edit.stands_for}
    call |= {"path": edit.path, "old_string": edit.search, "new_string": edit.replace}
    call |= {"replace_all": True} if edit.count is None else {"count": edit.count} if edit.count > 1 else {}
    return json.dumps(call, ensure_ascii=False) + "\n"


def _is_read_as(text: str, edit: Edit) -> bool:
    parsed = parse(text)
    if parsed.problems or len(parsed.edits) != 1:
        return False
    read = parsed.edits[0]
    return not any(other.sound for other in read.readings[1:]) and _what_counts(read) == _what_counts(edit)


def _what_counts(edit: Edit) -> tuple[object, ...]:
    return edit.path, edit.search, edit.replace, edit.hint, edit.whole_lines, edit.count, edit.stands_for
