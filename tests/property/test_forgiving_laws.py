"""The laws of DESIGN.md section 5 for quotes that have drifted; each test bears its law's name."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import editapply
from editapply.indent import find_reindent, unit_of
from editapply.matching import Index
from editapply.matching.ranking import AT_END, IN_ORDER, LACKING, STEP
from editapply.model import Applied, Edit, Match, Options, Span, Tier
from editapply.normalize import fold_lookalikes, signs_of
from editapply.text import Lines, body, split_lines
from tests.property import drifts
from tests.property import strategies as own
from tests.property.drifts import DRIFTS, FUZZY, Drifted


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\w+_\d+", text))


def starts_alike(case: Drifted) -> bool:
    return all(edit.search.split("\n", 1)[0] == edit.replace.split("\n", 1)[0] for edit in case.edits)


def drops_nothing(case: Drifted) -> bool:
    return all(names_in(edit.search) <= names_in(edit.replace) for edit in case.edits)


def alters_no_table(case: Drifted) -> bool:
    return not any("[77]" in edit.replace for edit in case.edits)


BEYOND_A_FAULT: dict[str, Callable[[Drifted], bool]] = {
    "wrapped in the quote": drops_nothing,
}
"""What of a kind holds in spite of a fault that has an xfail test of its own (in test_rewrite.py)."""


def drifted(name: str, count: int = 1) -> st.SearchStrategy[Drifted]:
    return drifts.drifted(DRIFTS[name], count).filter(BEYOND_A_FAULT.get(name, lambda case: True))


@pytest.mark.parametrize("name", DRIFTS)
@settings(max_examples=30)
@given(data=st.data())
def test_unchanged_lines_keep_their_bytes(name: str, data: st.DataObject) -> None:
    """The result is right byte for byte; where a condition of the fuzzy tier may fail, or a refusal."""
    case = data.draw(drifted(name))
    result = editapply.apply_edits(case.text, case.edits)
    may_refuse = name in {*FUZZY, "no indentation in the quote", "12: "} or DRIFTS[name].elided
    assert case.is_right(result.after) or (may_refuse and not result.ok and result.after == case.text)


@pytest.mark.parametrize("name", DRIFTS)
@settings(max_examples=8, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_text_outside_the_spans_is_untouched(name: str, data: st.DataObject) -> None:
    case = data.draw(drifted(name))
    result = editapply.apply_edits(case.text, case.edits)
    outcome = result.outcomes[0]
    assume(isinstance(outcome, Applied))
    assert isinstance(outcome, Applied)
    before, behind = case.text[: outcome.span.start], case.text[outcome.span.end :]
    assert len(before) + len(behind) <= len(result.after)
    assert result.after.startswith(before)
    assert result.after.endswith(behind)


@pytest.mark.parametrize("name", [name for name, drift in DRIFTS.items() if not drift.elided])
@settings(max_examples=8, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_order_of_disjoint_blocks_does_not_matter(name: str, data: st.DataObject) -> None:
    case = data.draw(drifted(name, 2))
    results = [editapply.apply_edits(case.text, list(order)) for order in permutations(case.edits)]
    assert all(result.after == case.text or case.is_right(result.after) for result in results)
    assert len({result.after for result in results}) == 1


@pytest.mark.parametrize("name", DRIFTS)
@settings(max_examples=8, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_quote_with_no_drift_left_is_matched_exactly(name: str, data: st.DataObject) -> None:
    """Whatever the drift was: quoting the place found as it is finds the same place, exactly."""
    case = data.draw(drifted(name))
    outcome = editapply.apply_edits(case.text, case.edits).outcomes[0]
    assume(isinstance(outcome, Applied))
    assert isinstance(outcome, Applied)
    assert editapply.find(case.text, case.text[outcome.span.start : outcome.span.end])[0] == (
        Match(outcome.span, Tier.EXACT, 1.0)
    )


@pytest.mark.parametrize("name", DRIFTS)
@settings(max_examples=8, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_max_tier_is_a_limit(name: str, data: st.DataObject) -> None:
    """What needs a looser tier is refused, and what doesn't comes out the same."""
    case = data.draw(drifted(name))
    free = editapply.apply_edits(case.text, case.edits)
    strict = editapply.apply_edits(case.text, case.edits, Options(max_tier=Tier.EXACT))
    outcome = free.outcomes[0]
    as_written = isinstance(outcome, Applied) and outcome.tier is Tier.EXACT and not outcome.repairs
    assert strict.after == (free.after if as_written else case.text)


def is_blank_at_the_end(body: str) -> str:
    return body.rstrip(" \t")


def with_plain_signs(body: str) -> str:
    return body.replace("\u00a0", " ").replace("’", "'").rstrip(" \t")


def without_indentation(body: str) -> str:
    return with_plain_signs(body).strip(" \t")


def without_blanks(body: str) -> str:
    words = re.sub(r"(?<=\w)[ \t]+(?=\w)", "\0", with_plain_signs(body))
    return re.sub(r"[ \t]+", "", words)


KEYS: tuple[Callable[[str], str], ...] = (str, is_blank_at_the_end, with_plain_signs, without_indentation)
GRADE_NAMES = ("", "blanks at line ends", "look-alike characters", "indentation")


@given(own.spaced_texts, own.spaced_texts)
def test_strictest_tier_wins(file: list[str], quote: list[str]) -> None:
    """All places of the first grade that has any, by a definition of each grade of its own."""
    assume(any(line.strip() for line in quote))
    text = "".join(line + "\n" for line in file)
    found = editapply.find(text, "".join(line + "\n" for line in quote))
    for key, grade in zip(KEYS, GRADE_NAMES, strict=True):
        places = naive_places(text, quote, key)
        if places:
            assert [(match.span, match.grade) for match in found] == [(span, grade) for span in places]
            return
    if not any("'" in fold_lookalikes(line) for line in (*file, *quote)):  # no string literals, whose blanks count
        spans = naive_places(text, quote, without_blanks)
        assert not spans or ([m.span for m in found], {m.grade for m in found}) == (spans, {"blanks inside a line"})


def naive_places(text: str, quote: list[str], key: Callable[[str], str]) -> list[Span]:
    lines = Lines(text)
    keys, wanted = [key(body) for body in lines.bodies], [key(body) for body in quote]
    size = len(wanted)
    return [lines.span(k, k + size) for k in range(len(keys) - size + 1) if keys[k : k + size] == wanted]


@given(own.spaced_texts, own.spaced_texts, st.sampled_from(list(Tier)))
def test_find_never_goes_beyond_the_tier_asked_for(file: list[str], quote: list[str], tier: Tier) -> None:
    found = editapply.find("\n".join(file), "\n".join(quote), Options(max_tier=tier))
    assert all(match.tier <= tier for match in found)
    assert all(0.0 <= match.similarity <= 1.0 for match in found)


@given(own.loose_texts | own.raw_texts)
def test_offset_map_round_trips(text: str) -> None:
    """Each sign stands where it says, in order, and nothing but blanks and dropped commas lies between."""
    signs = signs_of(text)
    assert len(signs.text) == len(signs.starts) == len(signs.ends)
    assert sorted(signs.starts) == list(signs.starts)
    assert sorted(signs.ends) == list(signs.ends)
    for char, start, end in zip(signs.text, signs.starts, signs.ends, strict=True):
        assert char in fold_lookalikes(text[start:end])
    covered = {k for start, end in zip(signs.starts, signs.ends, strict=True) for k in range(start, end)}
    left = "".join(char for k, char in enumerate(text) if k not in covered)
    assert fold_lookalikes(left).replace(",", "").strip() == ""


UNITS = st.sampled_from(["\t", "  ", "    ", "        "])


@given(UNITS, UNITS, st.lists(st.integers(0, 4), min_size=1, max_size=6), st.integers(0, 4))
def test_reindent_there_and_back(ours: str, theirs: str, levels: list[int], level: int) -> None:
    """Levels written in one way become the same levels in the other, and come back."""
    known = sorted({*levels, 0, 1})
    quote, file = ([unit * k + "x" for k in known] for unit in (ours, theirs))
    pairs = [(ours * k, theirs * k) for k in known]
    there = find_reindent(pairs, quote, unit_of(file))
    back = find_reindent([(b, a) for a, b in pairs], file, unit_of(quote))
    assert there is not None
    assert back is not None
    assert (there(ours * level), back(theirs * level)) == (theirs * level, ours * level)


@given(st.sampled_from(["", " ", "   ", "\t", "    "]), st.lists(st.integers(0, 3), min_size=2, max_size=5))
def test_reindent_by_a_margin(margin: str, levels: list[int]) -> None:
    """All lines deeper by the same blanks, and back."""
    unit = "\t" if margin == "\t" else "    "
    assume(len(set(levels)) > 1)
    quote, file = ([add + unit * k + "x" for k in levels] for add in ("", margin))
    pairs = [(unit * k, margin + unit * k) for k in levels]
    there = find_reindent(pairs, quote, unit_of(file))
    back = find_reindent([(b, a) for a, b in pairs], file, unit_of(quote))
    assert there is not None
    assert back is not None
    for k in range(5):
        assert there(unit * k) == margin + unit * k
        assert back(margin + unit * k) == unit * k


@given(own.texts(), own.texts(), st.integers(1, 5))
def test_ranked_candidates_are_similar_apart_and_in_order(before: str, search: str, limit: int) -> None:
    """One that comes later may be more similar by no more than what lines in their order may add."""
    found = editapply.rank(before, search, limit)
    assert len(found) <= limit
    assert all(0.0 < candidate.similarity <= 1.0 for candidate in found)
    assert not any(a.span.overlaps(b.span) for k, a in enumerate(found) for b in found[:k])
    most = IN_ORDER + 2 * AT_END + LACKING + STEP
    assert all(later.similarity <= best.similarity + most for k, best in enumerate(found) for later in found[k:])


@given(own.cases(hinted=False))
def test_a_quote_that_stands_ranks_first(case: own.Case) -> None:
    best = editapply.rank(case.text, case.window.search, 1)[0]
    quoted = [body(line) for line in split_lines(case.window.search)]
    found = [body(line) for line in split_lines(case.text[best.span.start : best.span.end])]
    assert (best.similarity, [line.strip() for line in found]) == (1.0, [line.strip() for line in quoted]) or (
        best.similarity > 0.98
    )


@settings(max_examples=500)
@given(
    own.loose_texts,
    own.loose_texts,
    own.loose_texts,
    st.sampled_from(list(Tier)),
    st.booleans(),
    st.sampled_from(["a", "a.py", "a.c", "a.md", "a.yaml"]),
)
def test_any_bytes_never_crash(before: str, search: str, replace: str, tier: Tier, whole: bool, path: str) -> None:
    """Lines that the looser tiers trip over: never an exception, and a refusal leaves the text."""
    edit = Edit(path, search, replace, whole_lines=whole)
    result = editapply.apply_edits(before, [edit], Options(max_tier=tier, threshold=0.3))
    assert result.ok or result.after == before
    assert Index(before).lines.text == before
    plan = editapply.plan_reply(
        f"{path}\n<<<<<<<<< SEARCH\n{search}\n=========\n{replace}\n>>>>>>>>> REPLACE\n", {path: before}
    )
    assert plan.report()


@given(own.loose_texts)
def test_identical_sides_change_nothing(text: str) -> None:
    """Whatever tier or repair finds the quote."""
    assume(text.strip())
    for search in ("\n".join(line.strip() for line in text.split("\n")), text.replace(" ", "\t"), f"```\n{text}\n```"):
        assert editapply.apply_edits(text, [Edit("a.py", search, search)]).after == text
