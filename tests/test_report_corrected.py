from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given

from editapply.formats import parse
from editapply.model import Code, Edit, Plan, Rejected
from editapply.report.corrected import corrected_block
from tests.property.strategies import block_edits

BLOCK = Edit("src/a.py", "old\n", "new\n")
PAIR = Edit("src/a.py", "old", "new", whole_lines=False)


def block(correction: Edit | None, refused: int = 1) -> str | None:
    outcomes = [Rejected(k, "src/a.py", k, Code.NOT_FOUND, correction=correction) for k in range(1, refused + 1)]
    return corrected_block(outcomes[-1], Plan(tuple(outcomes), {}))


FENCED = "```\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n```\n"


@pytest.mark.parametrize(
    ("correction", "refused", "text"),
    [
        pytest.param(None, 1, None, id="none"),
        pytest.param(BLOCK, 1, "src/a.py\n" + FENCED, id="block"),
        pytest.param(BLOCK, 2, "(block 2) src/a.py\n" + FENCED, id="one of two blocks"),
        pytest.param(PAIR, 1, '{"path": "src/a.py", "old_string": "old", "new_string": "new"}\n', id="pair"),
        pytest.param(
            PAIR,
            2,
            '{"block": 2, "path": "src/a.py", "old_string": "old", "new_string": "new"}\n',
            id="one of two pairs",
        ),
        pytest.param(
            replace(PAIR, count=None),
            1,
            '{"path": "src/a.py", "old_string": "old", "new_string": "new", "replace_all": true}\n',
            id="all places",
        ),
        pytest.param(
            replace(PAIR, count=2),
            1,
            '{"path": "src/a.py", "old_string": "old", "new_string": "new", "count": 2}\n',
            id="two places",
        ),
        pytest.param(
            replace(PAIR, replace='é\t"\n'),
            1,
            '{"path": "src/a.py", "old_string": "old", "new_string": "é\\t\\"\\n"}\n',
            id="escapes",
        ),
        pytest.param(replace(BLOCK, search="\udcff\n"), 1, None, id="it can't be encoded"),
        pytest.param(replace(BLOCK, path="no name at all!"), 1, None, id="it would be read otherwise"),
        pytest.param(replace(BLOCK, count=None), 1, None, id="no block says all places"),
        pytest.param(replace(BLOCK, search="x\n" * 10_001), 1, None, id="too long"),
    ],
)
def test_corrected_block(correction: Edit | None, refused: int, text: str | None) -> None:
    assert block(correction, refused) == text


def test_a_fence_and_markers_in_the_content() -> None:
    edit = replace(BLOCK, search="```\n=======\n", replace="````\n<<<<<<< SEARCH\n")
    text = block(edit)
    assert text is not None
    assert text.startswith("src/a.py\n`````\n<<<<<<<< SEARCH\n```\n=======\n========\n")


@given(block_edits())
def test_what_is_shown_is_read_as_the_correction(edits: list[Edit]) -> None:
    text = block(edits[0], 2)
    assume(text is not None)
    (read,) = parse(text or "").edits
    assert (read.path, read.search, read.replace, read.stands_for) == (*_sides(edits[0]), 2)


def _sides(edit: Edit) -> tuple[str, str, str]:
    return edit.path, edit.search, edit.replace
