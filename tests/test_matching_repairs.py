from __future__ import annotations

import pytest

import editapply
from editapply.matching.repairs import REPAIRS, repaired
from editapply.model import Applied, Code, Edit, Rejected

case = pytest.param
FENCE, NUMBERS, ENTITIES, TEXT, QUOTES, SIGNS, BLANKS = (repair.name for repair in REPAIRS)


@pytest.mark.parametrize(
    ("name", "search", "replace", "sides"),
    [
        case(FENCE, "```\na\n```\n", "```\nb\n```\n", ("a\n", "b\n"), id="fence"),
        case(FENCE, "```py\na\n```\n", "```python\nb\nc\n```\n", ("a\n", "b\nc\n"), id="fence with a language"),
        case(FENCE, "~~~\na\n~~~\n", "~~~\nb\n~~~\n", ("a\n", "b\n"), id="tildes"),
        case(FENCE, "````\na\n````\n", "````\nb\n````\n", ("a\n", "b\n"), id="four"),
        case(FENCE, "```\na\n```\n", "", ("a\n", ""), id="fence and nothing to write"),
        case(NUMBERS, "9 | a\n10 | b\n", "9 | a\n", ("a\nb\n", "a\n"), id="bar"),
        case(NUMBERS, " 9: a\n10:   b\n", "9: c\n10:   b\n", ("a\n  b\n", "c\n  b\n"), id="colon"),
        case(NUMBERS, "9→a\n10→\tb\n", "9→c\n", ("a\n\tb\n", "c\n"), id="arrow"),
        case(NUMBERS, "     9\ta\n    10\t  b\n", "     9\tc\n", ("a\n  b\n", "c\n"), id="cat -n"),
        case(NUMBERS, "9 | a\n10 |\n11 | b\n", "9 | c\n", ("a\n\nb\n", "c\n"), id="blank line"),
        case(NUMBERS, "9|a\n10|b\n", "9|c\n", ("a\nb\n", "c\n"), id="no blank behind"),
        case(NUMBERS, "9 | a\n10 | b\n", "a\nc\n", ("a\nb\n", "a\nc\n"), id="of SEARCH alone"),
        case(
            NUMBERS, "9 |   a\n10 |   b\n", "   a\nc\n", ("   a\n   b\n", "   a\nc\n"), id="of SEARCH, all blanks meant"
        ),
        case(ENTITIES, "a &lt; b\n", "a &gt; b\n", ("a < b\n", "a > b\n"), id="entities"),
        case(ENTITIES, "&quot;a&quot; &amp;&amp; b\n", "c\n", ('"a" && b\n', "c\n"), id="no sign to write"),
        case(ENTITIES, "&amp;lt;\n", "&amp;gt;\n", ("&lt;\n", "&gt;\n"), id="decoded once"),
        case(TEXT, "a\\nb\n", "a\\nc\n", ("a\nb\n", "a\nc\n"), id="line ends"),
        case(TEXT, "a\\n\\tb\n", "a\\n\\tc\n", ("a\n\tb\n", "a\n\tc\n"), id="tabs"),
        case(TEXT, 'say(\\"a\\")\\nb\n', 'say(\\"c\\")\\nb\n', ('say("a")\nb\n', 'say("c")\nb\n'), id="and quotes"),
        case(TEXT, "a\\nb\n", "", ("a\nb\n", ""), id="text deleted"),
        case(QUOTES, 'say(\\"a\\n\\")\n', 'say(\\"b\\n\\")\n', ('say("a\\n")\n', 'say("b\\n")\n'), id="quotes alone"),
        case(SIGNS, "-a\n-b\n", "+a\n+c\n", ("a\nb\n", "a\nc\n"), id="signs"),
        case(SIGNS, " a\n-b\n", " a\n+c\n", ("a\nb\n", "a\nc\n"), id="with context"),
        case(BLANKS, "\na\n", "\nb\n", ("a\n", "b\n"), id="blank first line"),
        case(BLANKS, "a\n\n \n", "b\nc\n\n\n", ("a\n", "b\nc\n"), id="blank last lines"),
    ],
)
def test_repaired(name: str, search: str, replace: str, sides: tuple[str, str]) -> None:
    assert (name, *sides) in repaired(search, replace)


@pytest.mark.parametrize(
    ("name", "search", "replace"),
    [
        case(FENCE, "```\na\n```\n", "b\n", id="fence of SEARCH alone"),
        case(FENCE, "```\na\n", "```\nb\n", id="not closed"),
        case(FENCE, "````\na\n```\n", "````\nb\n```\n", id="closed by a shorter one"),
        case(FENCE, "```\n```\n", "```\n```\n", id="nothing inside"),
        case(NUMBERS, "9 | a\n11 | b\n", "9 | c\n", id="a number left out"),
        case(NUMBERS, "10 | a\n9 | b\n", "10 | c\n", id="descending"),
        case(NUMBERS, "9 | a\nb\n", "9 | c\n", id="a line without"),
        case(NUMBERS, "9 | a\n10 | b\n", "9 | a\nc\n", id="a line of REPLACE without"),
        case(NUMBERS, "9 | a\n10 | b\n", "c\nd\n", id="it can't be told whether the blank is meant"),
        case(NUMBERS, "9 a\n10 b\n", "9 c\n", id="no sign behind"),
        case(ENTITIES, "a &lt; b\n", "a < c\n", id="REPLACE is plain"),
        case(ENTITIES, "a < b\n", "a &lt; b\n", id="SEARCH is plain"),
        case(ENTITIES, "&copy;\n", "&copy;\n", id="another entity"),
        case(TEXT, "a\\nb\nc\n", "d\n", id="a real line break in SEARCH"),
        case(TEXT, "a\\nb\n", "c\nd\n", id="a real line break in REPLACE"),
        case(TEXT, "a\\nb\n", "c\n", id="REPLACE has none"),
        case(TEXT, 'a\\n\\"b\n', 'a\\n"c\n', id="REPLACE has plain quotes"),
        case(QUOTES, 'say(\\"a\\")\n', 'say("b")\n', id="REPLACE has plain quotes, too"),
        case(SIGNS, "-a\n", "-b\n", id="REPLACE with the sign of SEARCH"),
        case(SIGNS, "-a\nb\n", "+a\n+c\n", id="a line without a sign"),
        case(SIGNS, " a\n", "+b\n", id="nothing removed"),
        case(BLANKS, "\na\n", "b\n", id="blank on one side"),
        case(BLANKS, "\na\n", "b\n\n", id="blank at other ends"),
        case(BLANKS, "\n\n", "\n\n", id="all blank"),
        case(BLANKS, "a\n\nb\n", "a\n\nc\n", id="blank inside"),
    ],
)
def test_not_repaired(name: str, search: str, replace: str) -> None:
    assert name not in [found for found, _, _ in repaired(search, replace)]


@pytest.mark.parametrize(
    ("before", "search", "replace", "after", "name"),
    [
        ("x\na\n", "```\na\n```\n", "```\nb\n```\n", "x\nb\n", FENCE),
        ("x\n\ta\n", "```\na\n```\n", "```\nb\n```\n", "x\n\tb\n", FENCE),
        ("x\na\nc\n", "2 | a\n3 | c\n", "2 | b\n3 | c\n", "x\nb\nc\n", NUMBERS),
        ("if a < b:\n", "if a &lt; b:\n", "if a &gt; b:\n", "if a > b:\n", ENTITIES),
        ("x\na\n  b\n", "a\\n  b\n", "a\\n  c\n", "x\na\n  c\n", TEXT),
        ('say("a\\n")\n', 'say(\\"a\\n\\")\n', 'say(\\"b\\n\\")\n', 'say("b\\n")\n', QUOTES),
        ("x\na\n", "-a\n", "+b\n", "x\nb\n", SIGNS),
    ],
)
def test_a_repair_is_made_and_named(before: str, search: str, replace: str, after: str, name: str) -> None:
    result = editapply.apply_edits(before, [Edit("a.py", search, replace)])
    outcome = result.outcomes[0]
    assert isinstance(outcome, Applied), outcome
    assert (result.after, outcome.repairs) == (after, (name,))


@pytest.mark.parametrize(
    ("before", "search", "replace", "after"),
    [
        case("```\na\n```\na\n", "```\na\n```\n", "```\nb\n```\n", "```\nb\n```\na\n", id="fence in the file"),
        case("1 | a\na\n", "1 | a\n", "1 | b\n", "1 | b\na\n", id="numbers in the file"),
        case("a &lt; b\na < b\n", "a &lt; b\n", "a &gt; b\n", "a &gt; b\na < b\n", id="entities in the file"),
        case('s = "a\\nb"\n', 's = "a\\nb"\n', 's = "a\\nc"\n', 's = "a\\nc"\n', id="escapes in the file"),
        case("  - a\na\n", "- a\n", "+ b\n", "  + b\na\n", id="signs in the file, indented"),
    ],
)
def test_noop_the_file_holds_the_quote_as_written(before: str, search: str, replace: str, after: str) -> None:
    result = editapply.apply_edits(before, [Edit("a.txt", search, replace)])
    outcome = result.outcomes[0]
    assert isinstance(outcome, Applied)
    assert (result.after, outcome.repairs) == (after, ())


def test_repairs_that_lead_to_two_places_are_refused() -> None:
    """Without its sign it stands on one line, without its backslash on two."""
    both, edit = "a\\nb\n-a\nb\n", Edit("a.txt", "-a\\nb\n", "+a\\nc\n")
    assert editapply.apply_edits("a\\nb\n", [edit]).after == "a\\nc\n"
    assert editapply.apply_edits("-a\nb\n", [edit]).after == "+a\nc\n"
    result = editapply.apply_edits(both, [edit])
    assert (result.ok, result.after) == (False, both)


def test_a_repaired_quote_at_two_places_is_ambiguous() -> None:
    result = editapply.apply_edits("a\nx\na\n", [Edit("a.txt", "```\na\n```", "```\nb\n```")])
    outcome = result.outcomes[0]
    assert isinstance(outcome, Rejected)
    assert (outcome.code, len(outcome.candidates)) == (Code.AMBIGUOUS, 2)
