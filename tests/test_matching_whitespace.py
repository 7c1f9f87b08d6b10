from __future__ import annotations

import time

import pytest

import editapply
from editapply.matching import Index
from editapply.matching.whitespace import GRADES, find_forgiving
from editapply.model import Applied, Edit, Options, Rejected, Span, Tier

case = pytest.param
ENDS, LOOKS, INDENT, INSIDE, BLANK, BREAKS = (grade.name for grade in GRADES)


@pytest.mark.parametrize(
    ("before", "search", "grade"),
    [
        case("a \n", "a\n", ENDS, id="blank in the file"),
        case("a\n", "a\t\n", ENDS, id="tab in the quote"),
        case("a\x0c\n", "a\n", ENDS, id="form feed"),
        case("  \nb\n", "\nb\n", ENDS, id="line of blanks"),
        case("it’s\n", "it's\n", LOOKS, id="apostrophe"),
        case("“a”\n", '"a"\n', LOOKS, id="quotes"),
        case("a — b\n", "a - b\n", LOOKS, id="dash"),
        case("a\u2212b\n", "a-b\n", LOOKS, id="minus"),
        case("wait…\n", "wait...\n", LOOKS, id="ellipsis"),
        case("a\u00a0b\n", "a b\n", LOOKS, id="no-break space"),
        case("a\u202fb\n", "a b\n", LOOKS, id="narrow space"),
        case("a\u200bb\n", "ab\n", LOOKS, id="zero width"),
        case("\ufeffa\n", "a\n", LOOKS, id="mark"),
        case("ａ（１）\n", "a(1)\n", LOOKS, id="full width"),
        case("cafe\u0301\n", "café\n", LOOKS, id="decomposed in the file"),
        case("café\n", "cafe\u0301\n", LOOKS, id="decomposed in the quote"),
        case("\u1112\u1161\u11ab\n", "한\n", LOOKS, id="syllable"),
        case("it's\n", "it’s \n", LOOKS, id="and blanks at the end"),
        case("  a\n", "a\n", INDENT, id="less deep"),
        case("a\n", "    a\n", INDENT, id="deeper"),
        case("\ta\n", "    a\n", INDENT, id="tab"),
        case("  “a”\n", '"a"\n', INDENT, id="and look-alikes"),
        case("a  =  1\n", "a = 1\n", INSIDE, id="more blanks"),
        case("a=1\n", "a = 1\n", INSIDE, id="no blanks"),
        case("f( a )\n", "f(a)\n", INSIDE, id="blanks in brackets"),
        case("  a\t=1\n", "a = 1\n", INSIDE, id="and indentation"),
        case("a\n\nb\n", "a\nb\n", BLANK, id="blank line more"),
        case("a\nb\n", "a\n\n\nb\n", BLANK, id="blank lines fewer"),
        case("a\n\n b=1\n", "a\nb = 1\n", BLANK, id="and blanks"),
        case("f(\n  a,\n  b,\n)\n", "f(a, b)\n", BREAKS, id="wrapped in the file"),
        case("f(a, b)\n", "f(\n  a,\n  b\n)\n", BREAKS, id="wrapped in the quote"),
        case("f(a,\n  b)\n", "f(\n  a, b)\n", BREAKS, id="wrapped otherwise"),
        case("x = [1, 2,]\n", "x = [1, 2]\n", BREAKS, id="comma"),
        case("f(a,\n\n  b)\ng\n", "f(a, b)\ng\n", BREAKS, id="with a blank line"),
        case("f(g(\n  a),\n  b)\n", "f(g(a), b)\n", BREAKS, id="nested"),
    ],
)
def test_each_grade(before: str, search: str, grade: str) -> None:
    index = Index("x\n" + before + "y\n")
    assert find_forgiving(index, search) == (grade, [Span(2, 2 + len(before))])


@pytest.mark.parametrize(
    ("before", "search"),
    [
        case("a b\n", "ab\n", id="a blank between two words"),
        case("a\n b\n", "a b\n", id="a line break outside of brackets"),
        case("return\nx\n", "return x\n", id="a statement on two lines"),
        case('"a  b"\n', '"a b"\n', id="blanks in a string"),
        case("'a b'\n", "'ab'\n", id="a blank in a string"),
        case("f(a,, b)\n", "f(a, b)\n", id="a comma inside"),
        case("f(a, b)\n", "f(a, b),\n", id="a comma at the end"),
        case("A\n", "a\n", id="letter case"),
        case("a;\n", "a\n", id="a semicolon"),
        case("f(\n  a\n) + 1\n", "f(a)\n", id="more behind the place on its line"),
        case("x = f(\n  a\n)\n", "f(a)\n", id="more in front of the place"),
        case("e\n", "é\n", id="an accent"),
        case("ß\n", "ss\n", id="a ligature of letters"),
        case("²\n", "2\n", id="a raised number"),
        case("", "a\n", id="an empty file"),
        case("a\n", "\n", id="a blank quote"),
        case("-\n", "--\n", id="two dashes"),
    ],
)
def test_what_is_not_the_same(before: str, search: str) -> None:
    assert editapply.find(before, search) == []


@pytest.mark.parametrize(
    ("before", "search", "grade", "spans"),
    [
        ("a \n  a\n", "a\n", ENDS, [Span(0, 3)]),
        ("  a\na  =1\n", "a\n", INDENT, [Span(0, 4)]),
        ("  a\n\ta\n", "a\n", INDENT, [Span(0, 4), Span(4, 7)]),
        ("a=1\na  =  1\n", "a = 1\n", INSIDE, [Span(0, 4), Span(4, 12)]),
        ("a\n\na\n\na\n", "a\na\n", BLANK, [Span(0, 5), Span(3, 8)]),
        ("f(a, )\nf(\na)\n", "f(a)\n", BREAKS, [Span(0, 7), Span(7, 13)]),
    ],
)
def test_the_strictest_grade_decides_and_gives_all_places(
    before: str, search: str, grade: str, spans: list[Span]
) -> None:
    assert find_forgiving(Index(before), search) == (grade, spans)


@pytest.mark.parametrize(
    ("before", "search", "replace", "after"),
    [
        case("a \nb  \nc\n", "a\nb\nc\n", "a\nx\nc\n", "a \nx  \nc\n", id="kept blanks at line ends"),
        case("“a”\nb\n", '"a"\nb\n', '"a"\nc\n', "“a”\nc\n", id="kept quotes"),
        case("say(“x”, y)\n", 'say("x", y)\n', 'say("x", z)\n', "say(“x”, z)\n", id="kept quotes beside a change"),
        case("\ta\n\t\tb\n", "    a\n        b\n", "    a\n        c\n        d\n", "\ta\n\t\tc\n\t\td\n", id="tabs"),
        case("  a\n    b\n", "a\n  b\n", "a\n  b\n  c\n", "  a\n    b\n    c\n", id="shifted"),
        case("a  =  b(1) ;\n", "a = b(1);\n", "a = b(2);\n", "a  =  b(2) ;\n", id="kept blanks inside"),
        case("a\n\nb\nc\n", "a\nb\nc\n", "a\nb\nd\n", "a\n\nb\nd\n", id="kept blank line"),
        case("f(\n  a,\n)\nb\n", "f(a)\nb\n", "f(a)\nc\n", "f(\n  a,\n)\nc\n", id="kept wrapping"),
        case("a \r\nb\r\n", "a\nb\n", "a\nc\nd\n", "a \r\nc\r\nd\r\n", id="line ends"),
        case("cafe\u0301 a\n", "café a\n", "café b\n", "cafe\u0301 b\n", id="kept decomposed"),
    ],
)
def test_what_the_edit_does_not_change_stays(before: str, search: str, replace: str, after: str) -> None:
    result = editapply.apply_edits(before, [Edit("a.txt", search, replace)])
    assert (result.after, type(result.outcomes[0])) == (after, Applied)


@pytest.mark.parametrize("tier", list(Tier))
def test_exact_as_the_loosest_tier_refuses_drift(tier: Tier) -> None:
    result = editapply.apply_edits("a \n", [Edit("a", "a", "b")], Options(max_tier=tier))
    assert isinstance(result.outcomes[0], Rejected) == (tier is Tier.EXACT)


def test_the_grade_and_the_similarity_are_told() -> None:
    outcome = editapply.apply_edits("abc def \n", [Edit("a", "abc def", "b")]).outcomes[0]
    assert isinstance(outcome, Applied)
    assert (outcome.tier, outcome.grade, round(outcome.similarity, 3)) == (Tier.WHITESPACE, ENDS, 0.8)


@pytest.mark.parametrize(
    ("line", "last"),
    [
        pytest.param("x\n", "x x\n", id="a line break at the end of the quote"),
        pytest.param("f(x),\n", "f(x)\n", id="a comma at the end of the quote"),
    ],
)
def test_fuzz_many_places_that_a_long_quote_nearly_fits_take_little_work(line: str, last: str) -> None:
    """Found by fuzzing: every place was compared with the whole quote, which took minutes for such a file."""
    began = time.process_time()
    assert find_forgiving(Index(line * 20_000), line * 10_000 + last) == ("", [])
    assert time.process_time() - began < 10


def test_a_comma_at_the_end_of_a_place_counts_also_before_a_closing_bracket() -> None:
    """Found by the drift benchmark's long form: there it is none of the file's tokens, but is one of the quote's."""
    place = "f(\n  a,\n),\n"
    first, second = Span(6, 17), Span(20, 31)
    assert find_forgiving(Index(f"x = [\n{place}b,\n{place}]\n"), "f(\n  a\n),\n") == (BREAKS, [first, second])
    assert find_forgiving(Index(f"x = [\n{place}]\n"), "f(\n  a\n),\n") == (BREAKS, [first])
    assert find_forgiving(Index(f"x = [\n{place}]\n"), "f(\n  a\n)\n") == ("", [])
