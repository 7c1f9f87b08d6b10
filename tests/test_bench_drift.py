"""The cases of the drift benchmark: each kind's right result follows from the case itself."""

import html
import re
from collections.abc import Callable

import pytest

from bench.drift.cases import make_case
from bench.drift.kinds import KINDS, kind_named
from bench.drift.loose import compact, count_places
from bench.drift.oracle import Case, verdict
from bench.drift.syntax import COMMENT, mask_text, names_the_place
from tests.drift_sources import CORPUS, EACH, REFUSALS, cases_of


def apply_exactly(before: str, search: str, replace: str) -> str:
    assert ("\n" + before).count("\n" + search) == 1
    return ("\n" + before).replace("\n" + search, "\n" + replace)[1:]


def changed(case: Case, change: Callable[[str], str]) -> str:
    """The right result of the edit with both sides changed, where that makes the quote exact."""
    return apply_exactly(case.before, change(case.search), change(case.replace))


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_every_kind_gives_cases_that_judge_themselves_right(kind: str) -> None:
    cases = cases_of(kind)
    assert len(cases) >= EACH // 2
    for case in cases:
        assert case.kind == kind
        assert case.search.endswith("\n")
        assert case.search != case.replace
        assert verdict(case, case.after) == "right"
        assert verdict(case, case.before + "x") == "wrong"
        assert (case.after is None) == (kind in REFUSALS)
        assert (case.after == case.before) == (kind == "already")


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS if not kind.may_be_exact])
def test_a_drifted_quote_does_not_stand_in_the_file(kind: str) -> None:
    for case in cases_of(kind):
        assert "\n" + case.search not in "\n" + case.before


def test_the_undrifted_edit_applied_exactly_gives_the_right_result() -> None:
    for case in cases_of("none"):
        assert apply_exactly(case.before, case.search, case.replace) == case.after


@pytest.mark.parametrize("kind", ["shifted", "tabs", "width", "line-ends"])
def test_drifts_of_blanks_leave_the_words_alone(kind: str) -> None:
    for case in cases_of(kind):
        lines = [line.strip() for line in case.before.split("\n")]
        quote = [line.strip() for line in case.search.split("\n")[:-1]]
        assert lines[case.line - 1 : case.line - 1 + len(quote)] == quote


def test_blank_lines_differ_in_blank_lines_only() -> None:
    for case in cases_of("blank-lines"):
        text, quote = (re.sub(r"\n[ \t]*(?=\n)", "", side) for side in ("\n" + case.before, "\n" + case.search))
        assert quote.strip("\n") in text


def test_a_typo_is_in_one_line_and_one_name() -> None:
    for case in cases_of("typo"):
        lines = case.before.split("\n")[case.line - 1 :]
        quote = case.search.split("\n")[:-1]
        (pair,) = [pair for pair in zip(lines, quote, strict=False) if pair[0] != pair[1]]
        right, wrong = (set(re.findall(r"\w+", side)) for side in pair)
        (name,) = wrong - right
        assert name not in case.before
        assert not (right - wrong) & set(re.findall(r"\w+", case.search + case.replace))


@pytest.mark.parametrize("kind", ["typo", "comment", "comma", "typographic", "cut"])
def test_unchanged_lines_keep_the_file_s_bytes(kind: str) -> None:
    for case in cases_of(kind):
        drifted = [line for line in case.search.split("\n") if line not in case.before.split("\n")]
        assert len(drifted) >= 1
        assert case.after is not None
        assert not set(drifted) & set(case.after.split("\n"))


def test_a_paraphrase_touches_comments_only() -> None:
    for case in cases_of("comment"):
        masks = [mask_text(side, case.path[-3:]) for side in (case.before, case.search)]
        whole, quote = (
            "".join(sign for sign, kind in zip(side, mask, strict=True) if kind != COMMENT)
            for side, mask in zip((case.before, case.search), masks, strict=True)
        )
        assert quote in whole


def test_stale_context_names_no_place() -> None:
    for case in cases_of("stale"):
        before, quote = case.before.split("\n"), case.search.split("\n")
        assert not any(names_the_place(line) for line in quote if line not in before and line.strip()[:1] not in "#/")


def test_wrapped_code_has_the_same_words() -> None:
    for case in cases_of("wrapped"):
        assert compact(case.search) in compact(case.before)


def test_dots_stand_for_lines_that_both_sides_leave_out() -> None:
    for case in cases_of("dots"):
        dots = re.compile(r"(?m)^[ \t]*(?:(?:#|//) )?\.\.\.\n")
        assert len(dots.findall(case.search)) == len(dots.findall(case.replace)) == 1
        for part in dots.split(case.search):
            assert count_places(case.before, part) == 1


def test_line_numbers_are_the_file_s() -> None:
    numbered = re.compile(r"(?m)^ *(\d+)(?: \| ?|: ?|→|\t)")
    for case in cases_of("line-numbers"):
        numbers = [int(found[1]) for found in numbered.finditer(case.search)]
        assert numbers == list(range(case.line, case.line + case.search.count("\n")))
        assert changed(case, lambda side: numbered.sub("", side)) == case.after


def test_without_the_fence_the_edit_is_exact() -> None:
    for case in cases_of("fence"):
        assert changed(case, lambda side: re.sub(r"(?m)^```\w*\n", "", side)) == case.after


def test_without_entities_the_edit_is_exact() -> None:
    for case in cases_of("entities"):
        assert changed(case, html.unescape) == case.after


def test_a_crlf_file_has_crlf_only_and_gets_nothing_else() -> None:
    for case in cases_of("crlf"):
        assert case.after is not None
        assert "\r" not in case.search + case.replace
        for text in (case.before, case.after):
            assert text.count("\n") == text.count("\r\n")


def test_two_places_are_two_and_a_twin_leaves_one() -> None:
    assert all(count_places(case.before, case.search) <= 2 for case in cases_of("two-places"))
    for case in cases_of("two-places"):
        if case.variant == "quote: exact":
            assert count_places(case.before, case.search) == 2
    for case in cases_of("twin"):
        if case.variant.endswith("quote: exact"):
            assert apply_exactly(case.before, case.search, case.replace) == case.after


def test_what_is_done_already_stays() -> None:
    for case in cases_of("already"):
        assert verdict(case, None) == "right"
        assert count_places(case.before, case.replace) == 1


def test_the_same_seed_gives_the_same_case() -> None:
    first, again, other = (make_case(CORPUS, kind_named("stale"), seed, 1)[0] for seed in (5, 5, 6))
    assert first == again != other


def test_what_is_passed_over_is_counted() -> None:
    _, passed = make_case(CORPUS, kind_named("typographic"), 3, 1)
    assert sum(passed.values()) > 0
    assert all(reason and count > 0 for reason, count in passed.items())
