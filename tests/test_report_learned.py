from __future__ import annotations

from dataclasses import replace

import pytest

from editapply.model import Applied, Edit, Span, Tier
from editapply.report.learned import Learned, learn
from editapply.text import Lines

TEXT = (
    "def f(a):\n"  # 1
    "    x = 'it’s'  # old note\n"
    "    y = call(a,  b)\n"
    "\n"
    "\n"
    "    z = 1   \n"  # 6
    "    w = receive_all(a)\n"
    "    return z\n"
)


def learned(
    first: int, last: int, search: str, tier: Tier = Tier.WHITESPACE, path: str = "a.py", **more: str
) -> Learned:
    lines = Lines(more.get("text", TEXT))
    edit = Edit(path, search, "")
    return learn(Applied(edit, lines.span(first - 1, last), tier, 0.9, 0, 1, more.get("grade", "")), lines)


def test_an_exact_match_teaches_nothing() -> None:
    assert learned(3, 3, "    y = call(a, b)\n", Tier.EXACT) == Learned()


@pytest.mark.parametrize(
    ("first", "last", "search", "kinds"),
    [
        pytest.param(6, 6, "    z = 1\n", ["line 6 in blanks at the end"], id="blanks at the end"),
        pytest.param(2, 2, "    x = 'it's'  # old note\n", ["line 2 in look-alike characters"], id="look-alikes"),
        pytest.param(7, 8, "w = receive_all(a)\nreturn z\n", ["lines 7-8 in indentation"], id="indentation"),
        pytest.param(3, 3, "    y = call(a, b)\n", ["line 3 in blanks inside the line"], id="blanks inside"),
        pytest.param(3, 6, "    y = call(a,  b)\n\n    z = 1   \n", ["line 5 in blank lines"], id="blank lines"),
        pytest.param(3, 3, "    y = call(\n        a,  b)\n", ["line 3 in line breaks"], id="line breaks"),
        pytest.param(
            *(1, 6, "def f(a):\n  x = 'it's'  # old note\n  y = call(a, b)\n\n\n  z = 1\n"),
            [
                "lines 2-3 and 6 in indentation",
                "line 2 in look-alike characters",
                "line 3 in blanks inside the line",
                "line 6 in blanks at the end",
            ],
            id="several",
        ),
    ],
)
def test_blanks_and_look_alikes(first: int, last: int, search: str, kinds: list[str]) -> None:
    assert learned(first, last, search) == Learned(kinds, [])


@pytest.mark.parametrize(
    ("search", "kinds", "details"),
    [
        pytest.param(
            "    w = receive_all(a)  # all\n    return z\n",
            ["line 7 in a comment"],
            ["line 7 has `a)` where SEARCH has `a)  # all`"],
            id="comment",
        ),
        pytest.param(
            "    w = recieve_all(a)\n    return z\n",
            ["line 7 in the spelling of a name"],
            ["line 7 has `receive_all` where SEARCH has `recieve_all`"],
            id="typo",
        ),
        pytest.param(
            "    w = receive_all(b)\n    return z\n",
            ["line 7 in other text"],
            ["line 7 has `receive_all(a` where SEARCH has `receive_all(b`"],
            id="another line",
        ),
        pytest.param(
            "    w = receive_all(a)\n    v = 1\n    return z\n",
            ["a quoted line is missing before line 8"],
            ["SEARCH has a line `v = 1` that isn't there (before line 8)"],
            id="one fewer",
        ),
        pytest.param(
            "    return z\n", ["line 7 not quoted"], ["line 7 `w = receive_all(a)` is not in SEARCH"], id="one more"
        ),
    ],
)
def test_more_than_blanks(search: str, kinds: list[str], details: list[str]) -> None:
    assert learned(7, 8, search, Tier.FUZZY) == Learned(kinds, details)


def test_a_comma_that_a_bracket_makes_optional() -> None:
    said = learned(3, 3, "    y = call(a,  b,)\n")
    assert said == Learned(["line 3 in a comma or semicolon"], ["line 3 has `b` where SEARCH has `b,`"])


def test_a_block_of_comment() -> None:
    text = "/**\n * One.\n */\nint x;\n"
    said = learned(1, 4, "/**\n * Two.\n */\nint x;\n", Tier.FUZZY, "a.c", text=text)
    assert said == Learned(["line 2 in a comment"], ["line 2 has `One` where SEARCH has `Two`"])


def test_two_details_at_most() -> None:
    said = learned(6, 8, "    z = 2   \n    w = receive_all(b)\n    return w\n", Tier.FUZZY)
    assert said.kinds == ["lines 6-8 in other text"]
    assert len(said.details) == 2


def test_a_repaired_quote_is_laid_beside_the_lines_after_its_repair() -> None:
    lines = Lines(TEXT)
    edit = Edit("a.py", "6 |     z = 1\n7 |     w = receive_all(a)\n", "6 |     z = 2\n7 |     w = receive_all(a)\n")
    outcome = Applied(edit, lines.span(5, 7), Tier.WHITESPACE, 0.9, 1, 1, "blanks at line ends", ("line numbers",))
    assert learn(outcome, lines) == Learned(["line 6 in blanks at the end"], [])
    assert learn(replace(outcome, repairs=("skipped lines",)), lines) == Learned()


def test_a_match_that_lies_elsewhere_is_told_by_its_grade() -> None:
    """It stands at several places, or in the text that earlier blocks made."""
    lines = Lines(TEXT)
    edit = Edit("a.py", "q = 1\n", "q = 2\n")
    outcome = Applied(edit, Span(0, 0), Tier.WHITESPACE, 0.9, 1, 1, "indentation")
    assert learn(outcome, lines) == Learned(["indentation"])
    assert learn(replace(outcome, span=lines.span(6, 8), edit=replace(edit, count=None)), lines) == Learned(
        ["indentation"]
    )
    assert learn(outcome, None) == Learned()


def test_many_lines_are_told_in_few_characters() -> None:
    text = "".join(f"x{k} \nyy{k}\n" for k in range(5000))
    said = learned(1, 10_000, text.replace(" ", ""), text=text)
    assert said.kinds == [
        f"lines {', '.join(str(2 * k + 1) for k in range(20))} and 4980 more in blanks at the end",
    ]
