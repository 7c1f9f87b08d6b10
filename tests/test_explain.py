"""What `explain` tells, compared whole; and that it tells what locating does."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import editapply
from editapply.apply import plan_edits
from editapply.budget import Budget
from editapply.explain import explain_edit, explain_plan, format_explained_document, format_explanation
from editapply.explain.text import describe_outcome
from editapply.matching import Index
from editapply.matching.fuzzy import BELOW, judge_candidates
from editapply.model import Applied, Code, Edit, Elsewhere, Options, Rejected, Tier
from tests.property import drifts
from tests.property.drifts import DRIFTS

LOAD = """\
import os
import re


def load(path):
    with open(path) as f:
        data = f.read()
    return data


count = 1
count = 1
"""
FILES = {"a.py": LOAD, "raw.py": "# \udce9\na = 1\n", "empty.py": "", "dots.py": "a\n...\nb\n"}
FILES |= {"one.py": "total_of_all = compute_it(10)\n"}
FILES |= {"twice.py": "    total = 11\n    return totals\n\n    total = 0\n    return totals\n"}

ALL_GRADES = "blanks at line ends, look-alike characters, indentation, blanks inside a line, blank lines, line breaks"
NOWHERE = f"  exact: nowhere\n  whitespace: nowhere ({ALL_GRADES})\n"
NOWHERE_IN_BOTH = (
    "  exact: nowhere\n  exact, in what earlier blocks made: nowhere\n"
    f"  whitespace: nowhere ({ALL_GRADES})\n  whitespace, in what earlier blocks made: nowhere\n"
)


def block(path: str, search: str, replace: str) -> str:
    return f"{path}\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n"


def explained(reply: str, options: Options | None = None) -> str:
    plan = editapply.plan_reply(reply, FILES, options)
    return format_explanation(plan, explain_plan(plan))


def steps_of(reply: str, options: Options | None = None) -> str:
    """The text between the first line and the outcome, for one block."""
    text = explained(reply, options)
    return text[text.index("\n") + 1 : text.index("  -> ")]


def test_blocks_that_depend_on_each_other() -> None:
    reply = (
        block("a.py", "import os\n", "import sys\n")
        + block("a.py", "import sys\n", "import abc\n")
        + block("a.py", "import os\n", "import sys\n")
        + block("a.py", "count = 1\n", "count = 2\n")
        + block("a.py", "  import abc\n", "  import ast\n")
    )
    assert explained(reply) == (
        "block 1, reply line 2: a.py, `import os`\n"
        "  exact: line 1\n"
        "  -> applied: exact at line 1, +1 -1\n"
        "\n"
        "block 2, reply line 8: a.py, `import sys`\n"
        "  exact: nowhere\n"
        "  exact, in what earlier blocks made: line 1\n"
        "  -> applied: exact at line 1, +1 -1\n"
        "\n"
        "block 3, reply line 14: a.py, `import os`\n"
        "  -> unchanged: already-applied: block 1 does the same\n"
        "\n"
        "block 4, reply line 20: a.py, `count = 1`\n"
        "  exact: lines 11, 12\n"
        "  -> rejected: ambiguous: it stands at 2 places\n"
        "\n"
        "block 5, reply line 26: a.py, `import abc`\n"
        "  exact: nowhere\n"
        "  exact, in what earlier blocks made: nowhere\n"
        f"  whitespace: nowhere ({ALL_GRADES})\n"
        "  whitespace, in what earlier blocks made (indentation): line 1, similarity 0.91"
        " (not yet with blanks at line ends, look-alike characters)\n"
        "  -> applied: whitespace (indentation) at line 1, +1 -1\n"
    )


def test_blocks_that_were_not_looked_for() -> None:
    reply = (
        block("a.py", "x\n", "y\n").replace("=======\n", "")
        + block("b.py", "x\n", "y\n")
        + block("c.py", "", "y\n")
        + block("a.py", "count = 1\n", "# ... rest of the code\n")
        + block("a.py", "", "y\n")
        + block("raw.py", "é\n", "y\n")
        + block("a.py", "count = 1\n", "\0\n")
    )
    assert explained(reply) == (
        "block 1, reply line 2: a.py\n"
        "  -> rejected: malformed: no `=======` line between `<<<<<<< SEARCH` and `>>>>>>> REPLACE` (reply line 5): "
        "put it between the two texts\n"
        "\n"
        "block 2, reply line 7: b.py, `x`\n"
        "  -> rejected: file-not-found: nothing is there, and SEARCH has text\n"
        "\n"
        "block 3, reply line 13: c.py\n"
        "  -> applied: the file is created, +1 -0\n"
        "\n"
        "block 4, reply line 18: a.py, `count = 1`\n"
        "  -> rejected: placeholder: `# ... rest of the code` stands for lines that would be lost\n"
        "\n"
        "block 5, reply line 24: a.py\n"
        "  -> rejected: file-exists: it has 12 lines\n"
        "\n"
        "block 6, reply line 29: raw.py, `é`\n"
        "  -> rejected: encoding: the file is not UTF-8: only edits in plain ASCII are made to it, "
        "so that its other bytes stay\n"
        "\n"
        "block 7, reply line 35: a.py, `count = 1`\n"
        "  -> rejected: encoding: REPLACE holds a NUL character, which would make the file binary\n"
    )


def test_a_reply_without_any_block() -> None:
    assert explained("hi\n").startswith("the reply\n  -> rejected: malformed: no SEARCH/REPLACE block in the reply: ")


def test_an_empty_file_and_one_with_other_bytes() -> None:
    assert explained(block("empty.py", "a\n", "b\n")).startswith(
        f"block 1, reply line 2: empty.py, `a`\n{NOWHERE}  repairs: none applies\n  fuzzy: nowhere\n  -> rejected: "
    )
    assert explained(block("raw.py", "#\n", "b\n").replace("#\n", "# \udce9\n")).endswith(
        "  -> rejected: encoding: the file is not UTF-8: only edits in plain ASCII are made to it, "
        "so that its other bytes stay\n"
    )


WHITESPACE = "with open(path) as f:\n    data = f.read()\n"


@pytest.mark.parametrize(
    ("reply", "steps"),
    [
        pytest.param(
            block("a.py", WHITESPACE, "x\n"),
            "  exact: nowhere\n  whitespace (indentation): lines 6-7, similarity 0.91 "
            "(not yet with blanks at line ends, look-alike characters)\n",
            id="whitespace",
        ),
        pytest.param(
            block("a.py", "5 | def load(path):\n6 |     with open(path) as f:\n", "5 | x\n"),
            f'{NOWHERE}  repair "line numbers": both sides repaired; then exact at lines 5-6\n',
            id="repaired",
        ),
        pytest.param(
            block("a.py", "```\ndef load(name):\n```\n", "```\nx\n```\n"),
            f'{NOWHERE}  repair "fence inside of the block": both sides repaired; then nowhere\n',
            id="repaired in vain",
        ),
        pytest.param(
            block("a.py", "120: count = 1\n121: count = 1\n", "120: x\n"),
            f'{NOWHERE}  repair "line numbers": both sides repaired; then at lines 11-12, '
            "but its numbers are not those of the lines there\n",
            id="keys that look like line numbers",
        ),
        pytest.param(
            block("a.py", "def load(path):\n...\n    return data\n", "def load(p):\n...\n    return data\n"),
            f'{NOWHERE}  repair "skipped lines": in parts; then exact at lines 5-8\n',
            id="skipped lines",
        ),
        pytest.param(
            block("a.py", "def load(path):\n...\ncount = 1\n...\nreturn 1\n", "def load(p):\n...\n...\nx\n"),
            f'{NOWHERE}  repair "skipped lines": in parts: part 1 at line 5, part 2 at 2 places, part 3 is nowhere\n',
            id="skipped lines in vain",
        ),
        pytest.param(
            block("dots.py", "a\n...\nc\n", "a\n...\nd\n"),
            f'{NOWHERE}  repair "skipped lines": in parts: the file has such a line of dots itself\n',
            id="dots in the file",
        ),
        pytest.param(
            block("a.py", "import os\n", "import os\nimport re\n"),
            "  exact: line 1\n  REPLACE: lines 1-2 (the edit is made already)\n",
            id="made already",
        ),
        pytest.param(
            block("a.py", "import os\nimport abc\n", "import os\nimport re\n"),
            f"{NOWHERE}  REPLACE: lines 1-2 (the edit is made already)\n",
            id="made already, nothing else is like SEARCH",
        ),
        pytest.param(
            block("twice.py", "    total = 10\n    return totals\n", "    total = 0\n    return totals\n"),
            f"{NOWHERE}  REPLACE: lines 4-5 (but another place is much like SEARCH)\n  repairs: none applies\n",
            id="made already, but something else is like SEARCH",
        ),
    ],
)
def test_steps(reply: str, steps: str) -> None:
    assert steps_of(reply).partition("  fuzzy: ")[0] == steps


@pytest.mark.parametrize(
    ("tier", "steps"),
    [
        (
            Tier.EXACT,
            "  exact: nowhere\n  whitespace: not tried (the loosest tier allowed is exact)\n"
            "  repairs: not tried (the loosest tier allowed is exact)\n"
            "  fuzzy: not tried (the loosest tier allowed is exact)\n",
        ),
        (
            Tier.WHITESPACE,
            f"{NOWHERE}  repairs: none applies\n  fuzzy: not tried (the loosest tier allowed is whitespace)\n",
        ),
        (
            Tier.FUZZY,
            f"{NOWHERE}  repairs: none applies\n"
            "  fuzzy: line 1, similarity 0.93: a line that the edit changes is not there as quoted; "
            "a line beside the change differs; a line of context is another one; "
            "a line that differs equals one that the edit removes or adds\n",
        ),
    ],
)
def test_tiers_that_are_not_allowed(tier: Tier, steps: str) -> None:
    reply = block("one.py", "total_of_all = compute_it(11)\n", "total_of_all = compute_it(12)\n")
    assert steps_of(reply, Options(max_tier=tier)) == steps


def test_a_threshold() -> None:
    reply = block("one.py", "total_of_all = compute_it(11)\n", "total_of_all = compute_it(12)\n")
    assert steps_of(reply, Options(threshold=0.99)) == (
        f"{NOWHERE}  repairs: none applies\n  fuzzy: line 1, similarity 0.93: below the threshold 0.99\n"
    )


def test_a_fuzzy_match() -> None:
    search = "def load(path):\n    with open(path) as f:\n        data = f.read()\n    retrun data\n"
    edit = Edit("a.c", search, "x = 0\n" + search)
    steps = explain_edit(edit, Index(LOAD + "x\n" * 20), Options())
    assert [(step.tried, step.tier) for step in steps][-1] == ("fuzzy", Tier.FUZZY)
    assert [place.note for place in steps[-1].places][:2] == ["every condition holds", "below the threshold 0.75"]


def test_a_pair_inside_of_words() -> None:
    edit = Edit("a.py", "ount = 1", "x", whole_lines=False)
    steps = explain_edit(edit, Index(LOAD), Options())
    assert (steps[0].tried, steps[0].tier, steps[0].note) == ("exact", None, "only inside of longer words")


def test_a_pair_of_which_one_side_ends_a_line() -> None:
    edit = Edit("a.py", "count  = 1\n", "x", whole_lines=False)
    steps = explain_edit(edit, Index(LOAD), Options())
    assert steps[1].note == "only one side ends with a line end"
    assert steps[1].skipped


def test_repairs_that_lead_to_two_places() -> None:
    text = 'a("x")\na(\\"x\\")\n\tq\n'
    edit = Edit("a.py", 'a(\\\\"x\\\\")\n', "b\n")
    told = [step for step in explain_edit(edit, Index(text), Options()) if step.tried in ("repair", "repairs")]
    plan = plan_edits([edit], {"a.py": text}.get)
    assert all(step.tier is None for step in told) or isinstance(plan.outcomes[0], Applied)


def test_the_explanation_is_bounded() -> None:
    many = "".join(block("a.py", f"value {k}\n", "x\n") for k in range(200))
    text = explained(many)
    assert len(text) < 45_000
    assert re.search(r"\n\n… and \d+ more\n$", text)
    long = "word " * 10_000
    assert len(explained(block("a.py", long + "\n", "x\n"))) < 3_000


def test_blocks_that_fit_are_told_together_where_there_are_many() -> None:
    text = "".join(f"value {k}\n" for k in range(500))
    edits = [Edit("a.py", f"value  {k}\n", f"x {k}\n", index=k + 1) for k in range(500)]
    edits[400] = Edit("a.py", "...\n", "x\n", index=401)
    plan = plan_edits(edits, {"a.py": text}.get)
    told = format_explanation(plan, explain_plan(plan))
    assert told.startswith(
        "blocks 1 to 400\n  -> applied or unchanged\n\nblock 401, reply line 1: a.py, `...`\n  exact: nowhere\n"
    )
    assert told.endswith("\n\nblocks 402 to 500\n  -> applied or unchanged\n")


def test_many_places_are_counted() -> None:
    edit = Edit("a.py", "x\n", "y\n")
    plan = plan_edits([edit], {"a.py": "x\n" * 1000}.get)
    told = explain_plan(plan)
    assert "  exact: lines 1, 2, 3, 4, … and 996 more\n" in format_explanation(plan, told)
    assert (len(told[0].steps[0].places), told[0].steps[0].count) == (20, 1000)


def test_the_document_is_the_plan_s_with_steps() -> None:
    plan = editapply.plan_reply(block("a.py", "import  os\n", "import sys\n"), FILES)
    document = json.loads(format_explained_document(plan, explain_plan(plan)))
    plain = json.loads(plan.to_json())
    steps = [edit.pop("steps") for edit in document["edits"]]
    assert document.pop("report") == format_explanation(plan, explain_plan(plan))
    del plain["report"]
    assert document == plain
    assert steps == [
        [
            {
                **{"tried": "exact", "repair": None, "tier": None, "grade": None},
                **{"count": 0, "places": [], "note": "", "skipped": False},
            },
            {
                **{"tried": "whitespace", "repair": None, "tier": "whitespace", "grade": "blanks inside a line"},
                **{"count": 1, "places": [{"lines": [1, 1], "similarity": 0.9474, "note": ""}]},
                **{"note": "not yet with blanks at line ends, look-alike characters, indentation", "skipped": False},
            },
        ]
    ]


def test_too_much_work_is_not_done() -> None:
    steps = explain_edit(Edit("a.py", "nowhere at all\n", "x\n"), Index(LOAD), Options(), effort=Budget(1000))
    assert (steps[-1].tried, steps[-1].note, steps[-1].skipped) == ("fuzzy", "too much work", True)
    index = Index(LOAD)
    steps = explain_edit(Edit("a.py", "nowhere\n", "x\n"), index, Options(), lambda: index, Budget(10))
    assert [(step.tried, step.note, step.skipped) for step in steps] == [("exact", "too much work", True)]


def test_every_candidate_is_judged() -> None:
    edit = Edit("a.py", "def load(path):\n    with open(path) as g:\n", "def load(name):\n    with open(path) as g:\n")
    verdicts = judge_candidates(Index(LOAD), edit, Options())
    assert verdicts[0].failed == ("a line beside the change differs",)
    assert verdicts == judge_candidates(Index(LOAD), edit, Options())
    assert {verdict.failed for verdict in judge_candidates(Index(LOAD), edit, Options(threshold=1))} == {(BELOW,)}


@pytest.mark.parametrize("name", DRIFTS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data(), tier=st.sampled_from([Tier.FUZZY, Tier.FUZZY, Tier.WHITESPACE, Tier.EXACT]))
def test_explain_follows_apply(name: str, tier: Tier, data: st.DataObject) -> None:
    """The tier, grade and repair that the steps come to are those of the outcome that applying gives."""
    case = data.draw(drifts.drifted(DRIFTS[name], 1 if DRIFTS[name].elided else 2))
    options = Options(max_tier=tier, partial=True)
    plan = plan_edits(case.edits, {"a.c": case.text}.get, options)
    assert plan.outcomes == editapply.apply_edits(case.text, case.edits, options).outcomes
    for told in explain_plan(plan):
        outcome, taken = told.outcome, next((step for step in told.steps if step.tier is not None), None)
        assert format_explanation(plan, [told]).count("\n") <= 25
        if isinstance(outcome, Applied):
            assert taken is not None
            repairs = (taken.repair,) if taken.repair else ()
            assert (taken.tier, taken.grade, repairs) == (outcome.tier, outcome.grade, outcome.repairs)
        elif isinstance(outcome, Rejected) and outcome.code is Code.NOT_FOUND:
            assert taken is None
        elif isinstance(outcome, Rejected) and outcome.code in (Code.AMBIGUOUS, Code.CONFLICT):
            assert taken is not None


def test_other_files_and_nearest_paths_are_named() -> None:
    others = (Elsewhere("b.py", 3, 4), Elsewhere("c.py", 7, 7))
    lost = Rejected(1, "a.py", 2, Code.NOT_FOUND, "why", nearest=("d.py", "e.py"), elsewhere=others)
    told = describe_outcome(lost, editapply.plan_reply("", {}))
    assert told == "rejected: not-found: why; nearest paths: d.py, e.py; it stands in b.py lines 3-4, c.py line 7"
