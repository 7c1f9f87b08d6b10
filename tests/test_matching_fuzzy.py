from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from editapply.matching import Index
from editapply.matching.fuzzy import BELOW, RIVAL, SHIFTED, TWO_FIT, find_fuzzy
from editapply.model import Edit, Options, Span, Tier

FIRST = "alpha_one(value)\nbeta_two(value)\ngamma_three(value)\ndelta_four(value)\n"
QUOTE = FIRST.replace("alpha_one(value)", "reset_everything()")
PLACE = Span(len("alpha_one(value)\n"), len(FIRST))
CHANGED = QUOTE.replace("delta_four", "delta_five")
TWIN = FIRST.replace("alpha_one", "theta_one")
FAR = "".join(f"line number {k} of many\n" for k in range(60))


def judged(before: str, search: str, replace: str, **options: float) -> tuple[Span | None, tuple[str, ...]]:
    found = find_fuzzy(Index(before), Edit("a.py", search, replace), Options(**options))  # type: ignore[arg-type]
    return (found.match.span if found.match else None), found.failed


def test_the_match_tells_its_tier_and_similarity() -> None:
    found = find_fuzzy(Index(FIRST), Edit("a.py", QUOTE, CHANGED), Options())
    assert found.match is not None
    assert (found.match.span, found.match.tier, found.match.grade) == (PLACE, Tier.FUZZY, "context")
    assert found.match.similarity == found.candidates[0].similarity
    assert 0.75 < found.match.similarity < 1.0


@pytest.mark.parametrize(("threshold", "fits"), [(0.5, True), (0.75, True), (0.99, False), (1.0, False)])
def test_the_threshold(threshold: float, fits: bool) -> None:
    expected = (PLACE, ()) if fits else (None, (BELOW,))
    assert judged(FIRST, QUOTE, CHANGED, threshold=threshold) == expected


def test_nothing_alike() -> None:
    assert judged(FAR, "zzz\n", "x\n") == (None, (BELOW,))


def test_an_empty_text() -> None:
    assert judged("", "zzz\n", "x\n") == (None, (BELOW,))


def test_a_place_that_does_not_fit_tells_its_conditions() -> None:
    span, failed = judged(FIRST, QUOTE, QUOTE.replace("beta_two", "beta_ten"))
    assert (span, failed) == (None, ("a line beside the change differs",))


@pytest.mark.parametrize("between", ["", "\n\n", FAR])
def test_two_places_that_differ_from_the_quote_in_a_comment(between: str) -> None:
    one, other, quoted = (FIRST.replace("one(value)", f"one(value)  # {words}") for words in ("left", "right", "none"))
    changed = quoted.replace("delta_four", "delta_five")
    assert judged(one + between + other, quoted, changed) == (None, (TWO_FIT,))


@pytest.mark.parametrize("between", ["", "\n\n", FAR])
def test_two_places_that_the_stale_line_tells_apart(between: str) -> None:
    span, failed = judged(FIRST + between + FIRST.replace("alpha_one", "gamma_one"), QUOTE, CHANGED)
    assert (span, failed) == (None, ("the line that differs is what tells this place from another",))


def test_a_near_twin_is_a_rival_although_it_does_not_fit() -> None:
    """The twin lacks the line to change; where a line of context is stale, it still may be the place that was meant."""
    first, quote, changed = (
        text.replace("value", "the_value, another_value, last") for text in (FIRST, QUOTE, CHANGED)
    )
    twin = first.replace("delta_four", "delta_fou7")
    assert judged(first + FAR + twin, quote, changed) == (None, (RIVAL,))


def test_a_twin_without_the_target_is_no_rival_of_a_slip() -> None:
    slip = FIRST.replace("alpha_one", "aplha_one")
    twin = FIRST.replace("delta_four", "delta_for7")
    span, failed = judged(FIRST + FAR + twin, slip, slip.replace("delta_four", "delta_five"))
    assert (span, failed) == (Span(0, len(FIRST)), ())


@pytest.mark.parametrize("size", [0, 40])
def test_one_line_more_and_one_fewer(size: int) -> None:
    before = FAR[:size] + ("\n" if size else "") + FIRST
    for search in (FIRST.replace("alpha_one(value)\n", ""), FIRST.replace("beta_two(value)\n", "")):
        span, failed = judged(before, search + "omega()\n", search + "omega()\n")
        assert (span is None) == (failed != ())


ROW = "    (0, 0, 0),"
NOTE = "    # the rest"


@pytest.mark.parametrize(
    ("lines", "quoted", "changed"),
    [
        ([ROW] * 4 + [NOTE] + [ROW] * 4, [ROW] * 5, 0),
        ([ROW] * 4 + [NOTE] + [ROW] * 4, [ROW] * 5, 2),
        ([ROW, "]", "x = ["] * 4 + [NOTE] + [ROW, "]", "x = ["] * 4, [ROW, "]", "x = ["] * 5, 3),
    ],
)
def test_a_place_that_overlaps_the_best_one_may_be_meant_as_well(
    lines: list[str], quoted: list[str], changed: int
) -> None:
    """Found by hand: the first of several overlapping windows was taken."""
    search, replace = list(quoted), list(quoted)
    replace[changed] = "    (1, 1, 1),"
    found = judged(*("".join(f"{line}\n" for line in side) for side in (lines, search, replace)))
    assert found == (None, (SHIFTED,))


def test_a_place_in_a_text_that_repeats_itself_is_taken_where_it_is_the_only_one() -> None:
    lines = ["x = [", *[ROW] * 4, "    (0, 0, 1),", *[ROW] * 2, NOTE, *[ROW] * 2, "]", "y = 2"]
    quoted = [*[ROW] * 3, "    (0, 0, 1),", *[ROW] * 4, "]"]
    before, search = ("".join(f"{line}\n" for line in side) for side in (lines, quoted))
    span, failed = judged(before, search, search.replace("(0, 0, 1)", "(0, 0, 2)"))
    assert failed == ()
    assert span is not None
    assert before[span.start : span.end] == "".join(f"{line}\n" for line in lines[2:12])


@settings(max_examples=200)
@given(st.data())
def test_of_overlapping_places_none_is_taken(data: st.DataObject) -> None:
    """The quote lacks one line of the file; where it can lack it in several ways, it isn't known which line changes."""
    body = st.sampled_from(["alpha = 1", "beta(two)", "gamma = three"][: data.draw(st.integers(1, 3))])
    lines = data.draw(st.lists(body, min_size=2, max_size=4)) * 4
    lines.insert(data.draw(st.integers(0, len(lines))), data.draw(st.sampled_from(["delta = 4", "alpha = 1"])))
    size, start = data.draw(st.integers(4, 9)), data.draw(st.integers(0, len(lines) - 5))
    quoted = lines[start : start + size + 1]
    del quoted[data.draw(st.integers(1, len(quoted) - 2))]
    assume(not any(lines[at : at + len(quoted)] == quoted for at in range(len(lines))))
    changed = data.draw(st.integers(0, len(quoted) - 1))
    replace = [*quoted]
    replace[changed] = "changed = 5"
    before, *sides = ("".join(f"{line}\n" for line in side) for side in (lines, quoted, replace))
    span, _ = judged(before, *sides)
    places = {
        at + changed + (k <= changed)
        for at in range(len(lines) - len(quoted))
        for k in range(1, len(quoted))
        if k not in (changed, changed + 1) and lines[at : at + k] + lines[at + k + 1 : at + len(quoted) + 1] == quoted
    }
    assert span is None or len(places) <= 1


def inserted(lines: list[str], at: int) -> str:
    return "".join(f"{line}\n" for line in [*lines[:at], "NEW", *lines[at:]])


@pytest.mark.parametrize(
    ("lines", "quoted", "at"),
    [
        (["echo done"] * 3 + ["go build"], ["echo done // x", "echo done"], 1),
        (["check(x)", "go(conn)"] * 3, ["check(x)", "go(conn)  // 1", "check(x)", "go(conn)"], 1),
        (["check(x)", "go(conn)"] * 3, ["check(x)", "go(conn)  // 1", "check(x)", "go(conn)"], 2),
        (["flush();", *["count += 1;"] * 3, "end();"], ["flush();", *["count += 1;"] * 2, "end();"], 2),
    ],
)
def test_an_insertion_between_lines_that_come_again_has_more_than_one_place(
    lines: list[str], quoted: list[str], at: int
) -> None:
    before, search = ("".join(f"{line}\n" for line in side) for side in (lines, quoted))
    found = find_fuzzy(Index(before), Edit("a.js", search, inserted(quoted, at)), Options())
    assert (found.match, found.failed) == (None, (SHIFTED,))


def test_each_change_of_a_block_must_be_certain() -> None:
    """The first is; the second may be a line further on, if `check_table` is another line and no line more."""
    before = "set_up(db)\ninsert_row(db)\ncheck_row(db)\ncheck_row(db)\ncheck_row(db)\ntear_down(db)\n"
    search = "set_up(db)\ninsert_row(db)\ncheck_table(db)\ncheck_row(db)\ncheck_row(db)\n"
    replace = "set_up(db, 2)\ninsert_row(db)\ncheck_table(db)\ncheck_row(db)\ncheck_row(db, 2)\n"
    assert judged(before, search, replace)[0] is None
