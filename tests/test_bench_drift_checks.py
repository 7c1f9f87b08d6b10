"""What the drift benchmark filters out: each check with a sheet just inside and just outside."""

from dataclasses import replace
from random import Random

import pytest

from bench.drift.checks import Kind, count_alignments, find_fault
from bench.drift.drifts.context import DOTS, stale
from bench.drift.drifts.pairs import TWO_DRIFTS
from bench.drift.drifts.wording import TYPO
from bench.drift.oracle import Role, Row, Sheet, is_near_change
from bench.drift.syntax import is_plain_statement, mask_text, names_the_place

EXACT = Kind("x", "x", ())
LOOSE = replace(EXACT, is_loose=True)
HEAD = ("import json", "import os", "", "def first(folder):", "    return os.listdir(folder)", "")
TAIL = ("", "def last(folder):", "    return json.dumps(folder)")


def kept(line: str, quote: str | None = None) -> Row:
    return Row(Role.KEEP, line, line if quote is None else quote, mask_text(line, ".py"))


def dropped(line: str, quote: str | None = None) -> Row:
    return Row(Role.DROP, line, line if quote is None else quote, mask_text(line, ".py"))


def added(line: str, quote: str | None = None) -> Row:
    return Row(Role.ADD, line, line if quote is None else quote)


def sheet_of(*rows: Row, head: tuple[str, ...] = HEAD) -> Sheet:
    return Sheet("s", "x.py", "change", "    ", head, rows, TAIL)


PLAIN = sheet_of(kept("def total(orders):"), kept("    amount = 0"), dropped("    low = 1"), added("    low = 2"))
AGAIN = ("def total(orders):", "    amount = 0", "    low = 1")


def test_an_undisputed_sheet_has_no_fault() -> None:
    assert find_fault(EXACT, PLAIN) is None
    assert find_fault(LOOSE, PLAIN) is None


@pytest.mark.parametrize(
    ("kind", "sheet", "fault"),
    [
        (EXACT, replace(PLAIN, tail=(*TAIL, *AGAIN)), "the place stands"),
        (EXACT, replace(PLAIN, tail=AGAIN, rows=(kept(AGAIN[0], "def totl():"), *PLAIN.rows[1:])), "the place stands"),
        (EXACT, sheet_of(kept("    }"), dropped("    }"), added("    ]"), kept("    end()")), "the change has"),
        (
            LOOSE,
            sheet_of(kept("low = 2", "low = 3"), kept("x()"), dropped("low = 1"), added("low = 3")),
            "a drifted line",
        ),
        (EXACT, sheet_of(kept("    a()"), dropped("b(2)", "b(1)"), added("b(2)", "b(2)")), "the other target"),
        (
            LOOSE,
            sheet_of(kept("    every_one(of, these)", "    is(another)"), dropped("x()"), added("y()")),
            "the quote is",
        ),
        (replace(EXACT, places=0), PLAIN, "the place stands"),
    ],
)
def test_a_disputable_sheet_has_its_fault(kind: Kind, sheet: Sheet, fault: str) -> None:
    assert (find_fault(kind, sheet) or "").startswith(fault)


def test_a_sibling_nearly_as_alike_is_a_rival_of_a_drifted_quote_only() -> None:
    sibling = ("def totals(orders):", "    amount = 0", "    low = 1")
    sheet = replace(PLAIN, head=(*sibling, "", *HEAD))
    assert find_fault(EXACT, replace(sheet, head=("def sums(orders):", *sibling[1:], "", *HEAD))) is None
    assert find_fault(LOOSE, sheet) == "another place is nearly as alike"
    assert find_fault(replace(LOOSE, rivals=1), sheet) is None


@pytest.mark.parametrize(
    ("pairs", "new", "is_sure"),
    [
        ([("        a", "    a")], ("        b", "    b"), True),  # the very depth is there
        ([("        a", "    a")], ("            b", "        b"), False),  # deeper: shifted, or wider steps?
        ([("    a", "a")], ("        b", "    b"), True),  # flush left can only be shifted
        ([("    c", "  c")], ("        b", "    b"), False),  # steps of two, or all moved by two?
        ([("        a", "\ta"), ("    c", "c")], ("            b", "\t\tb"), True),
        ([("    a", "\ta")], ("        b", "\t\tb"), True),  # a tab is a step
        ([("a", "a"), ("    c", "  c")], ("        b", "    b"), True),
    ],
)
def test_a_new_line_s_depth_follows_from_known_ones(
    pairs: list[tuple[str, str]], new: tuple[str, str], is_sure: bool
) -> None:
    sheet = sheet_of(*(kept(f"{file}_long_name()", f"{quote}_long_name()") for file, quote in pairs), added(*new))
    assert (find_fault(EXACT, sheet) == "a new line's indentation is not sure") != is_sure


def test_alignments_are_counted() -> None:
    assert count_alignments(["a", "b"], ["a", "x", "b"]) == (2, 1)
    assert count_alignments(["}", "}"], ["}"]) == (1, 2)
    assert count_alignments(["a"], ["b"]) == (0, 1)


def test_an_untouched_line_lies_between_drift_and_change() -> None:
    rows = (kept("a"), kept(""), kept("b"), dropped("c"), added("d"))
    assert [is_near_change(rows, at) for at in range(3)] == [False, False, True]
    assert is_near_change((rows[0], kept("b", "b'"), *rows[3:]), 0)


def test_two_drifts_keep_the_untouched_line() -> None:
    (pair,) = [way for way in TWO_DRIFTS if way.keywords["name"] == "stale + typo"]  # type: ignore[attr-defined]
    rows = (kept("    orders.append(customer)"), kept("    orders.remember(quantity)"), dropped("    x = 1"))
    sheet = sheet_of(*rows, added("    x = 2"))
    assert any(stale(sheet, Random(seed)) for seed in range(50))
    for seed in range(200):
        drifted = pair(sheet, Random(seed))
        if drifted is not None and drifted.rows[0].file != rows[0].file and len(drifted.rows) == len(sheet.rows):
            assert drifted.rows[1].is_fresh


def test_a_misspelling_that_is_a_name_of_the_file_is_no_typo() -> None:
    underscore = TYPO[3 + 1]
    sheet = sheet_of(kept("    maximum_depth = 3"), kept("    x()"), dropped("    y()"), added("    z()"))
    assert underscore(sheet, Random(1)) is not None
    assert underscore(replace(sheet, head=("maximumdepth = 1",)), Random(1)) is None
    quoted = replace(sheet, rows=(*sheet.rows, added("    maximum_depth += 1")))
    assert underscore(quoted, Random(1)) is None


def test_dots_need_parts_that_stand_once() -> None:
    rows = (kept("    amount = 0"), kept("    price = order.price"), dropped("    low = 1"), added("    low = 2"))
    lines = ("def total_of_all(orders):", "    one()", "    two()", "    three()")
    once = sheet_of(*rows, head=(*HEAD, *lines))
    twice = sheet_of(*rows, head=(*HEAD, *lines, *HEAD, *lines))
    assert any(DOTS[0](once, Random(seed)) for seed in range(99))
    for seed in range(99):
        drifted = DOTS[0](twice, Random(seed))
        assert drifted is None or drifted.rows[0].file != lines[0]


@pytest.mark.parametrize(
    ("line", "names", "is_plain"),
    [
        ("    self.read(folder)", False, True),
        ("    self.depth = 3", False, True),
        ("    return depth", False, True),
        ("    depth = 3", False, False),
        ("    def read(folder):", True, False),
        ('    "depth": 3,', True, False),
        ("    if depth == 3:", True, False),
        ("    self.depth == 3", False, False),
        ("    int depth = 3;", True, False),
        ("    self.read(", False, False),
    ],
)
def test_what_may_go_stale_names_no_place(line: str, names: bool, is_plain: bool) -> None:
    assert names_the_place(line) == names
    assert is_plain_statement(line, mask_text(line, ".py")) == is_plain
