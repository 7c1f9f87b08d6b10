"""What holds for every text: the laws of the similarity measures."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NoReturn

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from editapply.similarity import (
    Entry,
    TokenOverlap,
    balance,
    dice,
    extract_json,
    find_balanced,
    jaccard,
    lcs_length,
    lcs_similarity,
    levenshtein,
    levenshtein_similarity,
    overlap,
    retrieve,
    score_entry,
    significant_words,
    suggest,
    token_similarity,
    window_dice,
)

Measure = Callable[[str, str], float]

MEASURES: list[Measure] = [dice, lcs_similarity, levenshtein_similarity, token_similarity, jaccard]
CASELESS: list[Measure] = [lcs_similarity, jaccard, overlap]

# Few letters, so that texts have much in common.
TEXTS = st.text("ab\n", max_size=12)
LINES = st.lists(st.text("ab\n", max_size=4), max_size=8)
NAMES = st.text("aAbB_", max_size=12)
CODE = st.text("ab1. (_\n", max_size=12)
ANY = st.text(max_size=12)
WORDS = st.lists(st.sampled_from(["red", "Blue", "GREEN", "the", "It", "v2", "x", "é", "-"]), max_size=6).map(" ".join)
SYMBOLS = st.lists(st.sampled_from([0, 1, "0", None, (1,)]), max_size=12)
BRACES = st.text('{}"\\a', max_size=24)
PIECES = st.sampled_from(["{", "{", "}", '"a"', '"', ":", ",", "1", "[", "]", "\\", '{"a":', '{"b":1', " ", "}"])
JSON_LIKE = st.lists(PIECES, max_size=16).map("".join)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('a{}"\\', max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('a{}"\\', max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(TEXTS | ANY, TEXTS | ANY)
def test_dice_equals_multiset_definition(a: str, b: str) -> None:
    ours, theirs = ([text[i : i + 2] for i in range(len(text) - 1)] for text in (a, b))
    size, shared = len(ours) + len(theirs), 0
    for pair in ours:
        if pair in theirs:
            theirs.remove(pair)
            shared += 1
    by_definition = 0.0 if len(a) < 2 or len(b) < 2 else 2 * shared / size
    assert dice(a, b) == (1.0 if a == b else by_definition)


@given(LINES, TEXTS, st.integers(1, 9))
def test_dice_of_windows_equals_dice_of_each_window(lines: list[str], search: str, size: int) -> None:
    windows = ["".join(lines[i : i + size]) for i in range(len(lines) - size + 1)]
    assert window_dice(lines, search, size) == [dice(window, search) for window in windows]


@pytest.mark.parametrize("measure", MEASURES)
@given(a=TEXTS | NAMES | CODE | WORDS | ANY, b=TEXTS | NAMES | CODE | WORDS | ANY)
def test_similarity_is_symmetric_and_one_on_self(measure: Measure, a: str, b: str) -> None:
    assert measure(a, b) == measure(b, a)
    has_self = measure is not jaccard or bool(significant_words(a))
    assert measure(a, a) == (1.0 if has_self else 0.0)


@pytest.mark.parametrize("measure", [*MEASURES, overlap])
@given(a=TEXTS | NAMES | CODE | WORDS | ANY, b=TEXTS | NAMES | CODE | WORDS | ANY)
def test_similarity_is_between_zero_and_one(measure: Measure, a: str, b: str) -> None:
    assert 0.0 <= measure(a, b) <= 1.0


@pytest.mark.parametrize("measure", CASELESS)
@given(a=NAMES | WORDS, b=NAMES | WORDS)
def test_letter_case_does_not_count(measure: Measure, a: str, b: str) -> None:
    assert measure(a.swapcase(), b) == measure(a, b.swapcase()) == measure(a, b)


@given(TEXTS | SYMBOLS, TEXTS | SYMBOLS)
def test_lcs_length_equals_table(a: Sequence[Hashable], b: Sequence[Hashable]) -> None:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, ours in enumerate(a):
        for j, theirs in enumerate(b):
            longer = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if ours == theirs else longer
    assert lcs_length(a, b) == table[-1][-1]


@given(TEXTS | SYMBOLS, TEXTS | SYMBOLS)
def test_levenshtein_equals_table(a: Sequence[Hashable], b: Sequence[Hashable]) -> None:
    table = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i, ours in enumerate(a):
        for j, theirs in enumerate(b):
            replaced = table[i][j] + (ours != theirs)
            table[i + 1][j + 1] = min(table[i][j + 1] + 1, table[i + 1][j] + 1, replaced)
    assert levenshtein(a, b) == table[-1][-1]


@given(NAMES, st.lists(NAMES, max_size=5), st.floats(0, 1))
def test_suggest_is_the_most_similar_at_or_above_the_threshold(name: str, names: list[str], threshold: float) -> None:
    best = suggest(name, names, threshold)
    highest = max((lcs_similarity(name, other) for other in names), default=-1.0)
    assert (best is not None) == (highest >= threshold)
    assert best is None or lcs_similarity(name, best) == highest
    assert name not in names or best == name


@given(WORDS, st.lists(WORDS, max_size=3), st.floats(), WORDS)
def test_score_entry_is_bounded_and_caseless(text: str, tags: list[str], relevance: float, query: str) -> None:
    scored = score_entry(Entry(text, tuple(tags), relevance), query)
    assert 0.1 <= scored.score <= 1.3 + 1e-9
    swapped = score_entry(Entry(text.swapcase(), tuple(map(str.swapcase, tags)), relevance), f" {query.swapcase()}\n")
    assert (swapped.score, swapped.matched) == (scored.score, scored.matched)
    assert scored.matched or scored.score <= 0.6


@given(st.lists(st.builds(Entry, WORDS), max_size=8), WORDS, st.integers(0, 9))
def test_retrieve_is_stable_and_sorted(entries: list[Entry], query: str, limit: int) -> None:
    numbered = sorted(enumerate(entries), key=lambda pair: (-score_entry(pair[1], query).score, pair[0]))
    assert [scored.entry for scored in retrieve(entries, query, limit)] == [entry for _, entry in numbered][:limit]


@given(WORDS, WORDS, st.floats(0, 1))
def test_token_overlap_is_jaccard_at_the_threshold(a: str, b: str, threshold: float) -> None:
    has_words = bool(significant_words(a)) and bool(significant_words(b))
    assert TokenOverlap(threshold).similar(a, b) == (has_words and jaccard(a, b) >= threshold)


def balanced_at(text: str, start: int) -> tuple[int, int] | None:
    """The count from the one brace at `start`, as the definition says."""
    depth, quoted, at = 0, False, start
    while at < len(text):
        sign = text[at]
        if quoted and sign == "\\":
            at += 1
        elif sign == '"':
            quoted = not quoted
        elif not quoted and sign in "{}":
            depth += 1 if sign == "{" else -1
            if depth == 0:
                return start, at + 1
        at += 1
    return None


@given(BRACES, st.integers(-1, 5))
@example('{"{\\""}', 0)
@example('{"{\\"{}"}', 0)
def test_find_balanced_equals_trying_every_brace(text: str, start: int) -> None:
    openings = (at for at in range(max(start, 0), len(text)) if text[at] == "{")
    spans = (balanced_at(text, at) for at in openings)
    assert find_balanced(text, start) == next((span for span in spans if span is not None), None)


def refuse(name: str) -> NoReturn:
    raise ValueError(name)


def parsed(text: str, start: int) -> tuple[Any, tuple[int, int]] | None:
    try:
        value, end = json.JSONDecoder(parse_constant=refuse).raw_decode(text, start)
    except ValueError:
        return None
    return value, (start, end)


@given(JSON_LIKE)
def test_extract_json_equals_trying_every_brace(text: str) -> None:
    whole = parsed(text, len(text) - len(text.lstrip()))
    blocks = (parsed(text, at) for at, sign in enumerate(text) if sign == "{")
    if whole is None or text[whole[1][1] :].strip():
        whole = next((block for block in blocks if block is not None), None)
    assert extract_json(text) == whole
    assert whole is None or text[whole[1][0]] != "{" or balanced_at(text, whole[1][0]) == whole[1]


@given(VALUES, st.sampled_from(["", " ", "\n"]))
def test_extract_json_reads_what_json_writes(value: object, blanks: str) -> None:
    written = json.dumps(value)
    start = len(blanks)
    assert extract_json(blanks + written + blanks) == (value, (start, start + len(written)))


@given(st.dictionaries(st.text('a{}"\\', max_size=3), VALUES), st.sampled_from(["", "Sure: ", "{ ", "f() {a} "]))
def test_extract_json_reads_an_object_in_prose(value: dict[str, object], prose: str) -> None:
    written = json.dumps(value)
    assert extract_json(f"{prose}{written} done") == (value, (len(prose), len(prose) + len(written)))


@given(st.text("()[]{}", max_size=16))
def test_balance_counts_brackets(text: str) -> None:
    stripped = text
    for _ in text:
        stripped = stripped.replace("()", "").replace("[]", "").replace("{}", "")
    left = balance(text)
    counts = [text.count(opening) - text.count(closing) for opening, closing in ("()", "[]", "{}")]
    assert [left.parens, left.brackets, left.braces] == counts
    assert left.is_balanced == (stripped == "")
    assert left.well_nested == (not set(stripped) & set(")]}"))


@given(
    st.text("()[]{}\"'`\\\n#/*-<!> a", max_size=24) | ANY,
    st.sampled_from(["", ".py", ".ts", ".rs", ".go", ".sh", ".php", ".java", ".sql", ".html", ".yaml", ".odd"]),
)
def test_balance_of_any_text_never_raises(text: str, suffix: str) -> None:
    left = balance(text, suffix)
    assert -text.count(")") <= left.parens <= text.count("(")
    assert -text.count("]") <= left.brackets <= text.count("[")
    assert -text.count("}") <= left.braces <= text.count("{")
    assert left == balance(text, suffix.upper())
