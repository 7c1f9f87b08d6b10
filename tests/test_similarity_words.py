"""Words in common: the score of an entry, the store, and Jaccard."""

from __future__ import annotations

import threading

import pytest

from editapply.similarity import (
    STOP_WORDS,
    Entry,
    Matcher,
    MemoryStore,
    Scored,
    Store,
    TokenOverlap,
    jaccard,
    overlap,
    retrieve,
    score_entry,
    significant_words,
)

DEPLOYS = Entry("deploys go to the blue cluster", ("infra",), 0.8)
MEETINGS = Entry("meetings are on tuesdays", ("deploy",), 1.0)
QUERY = "deploy the blue service"


@pytest.mark.parametrize(
    ("entry", "query", "expected", "matched"),
    [
        (DEPLOYS, QUERY, 0.8, True),  # the article's example
        (MEETINGS, QUERY, 0.6, False),  # the article's rules; its table says 1.00, against them
        (MEETINGS, "deploy", 0.9, True),  # the tag has the whole query
        (MEETINGS, "  DEPLOY\n", 0.9, True),
        (MEETINGS, "deploy it", 0.6, False),
        (Entry("", ("Infra-Team",)), "infra", 0.4, True),
        (Entry("Blue"), "bLUE", 0.5, True),
        (Entry("started"), "art", 0.5, True),  # a substring: wrong in a known way
        (Entry("a b"), "a a x", 0.1 + 0.4 * 2 / 3, True),
        (Entry("text", ("tag",)), "", 0.1, False),
        (Entry("text", ("tag",)), " \t", 0.1, False),
        (Entry("", (), 1.0), "x", 0.6, False),
    ],
)
def test_score_entry(entry: Entry, query: str, expected: float, matched: bool) -> None:
    scored = score_entry(entry, query)
    assert (scored.entry, scored.matched) == (entry, matched)
    assert scored.score == pytest.approx(expected)


@pytest.mark.parametrize("relevance", [float("nan"), float("inf"), float("-inf"), -0.1, 1.1])
def test_relevance_out_of_bounds_counts_as_nothing(relevance: float) -> None:
    assert score_entry(Entry("a", (), relevance), "b").score == 0.1


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [("", "", 0.0), ("a", "", 0.0), ("", "a", 0.0), (DEPLOYS.text, QUERY, 0.75), ("Straße", "STRASSE straße", 0.5)],
)
def test_overlap(text: str, query: str, expected: float) -> None:
    assert overlap(text, query) == expected


@pytest.mark.parametrize(("limit", "expected"), [(0, []), (1, [DEPLOYS]), (9, [DEPLOYS, MEETINGS])])
def test_retrieve_gives_the_best_first(limit: int, expected: list[Entry]) -> None:
    assert [scored.entry for scored in retrieve([MEETINGS, DEPLOYS], QUERY, limit)] == expected


def test_retrieve_keeps_the_order_of_equals() -> None:
    entries = [Entry(f"same {n}") for n in range(5)]
    assert [scored.entry for scored in retrieve(entries, "same", 4)] == entries[:4]


def test_retrieve_refuses_a_limit_below_zero() -> None:
    with pytest.raises(ValueError, match="a limit is 0 or more, not -1"):
        retrieve([], "a", -1)


def test_the_store_adds_removes_and_retrieves() -> None:
    store: Store = MemoryStore([DEPLOYS])
    store.add(MEETINGS)
    store.add(MEETINGS)
    assert [scored.entry for scored in store.retrieve(QUERY, 9)] == [DEPLOYS, MEETINGS, MEETINGS]
    assert [store.remove(MEETINGS) for _ in range(3)] == [True, True, False]
    assert store.retrieve(QUERY, 9) == [score_entry(DEPLOYS, QUERY)]


def test_the_scorer_may_be_replaced() -> None:
    def by_length(entry: Entry, query: str) -> Scored:
        return Scored(entry, float(len(entry.text)), matched=query == "any")

    store = MemoryStore([Entry("a"), Entry("abc"), Entry("ab")], scorer=by_length)
    assert store.retrieve("any", 2) == [Scored(Entry("abc"), 3.0, True), Scored(Entry("ab"), 2.0, True)]


def test_readers_score_a_snapshot_and_never_block_writers() -> None:
    scoring, written = threading.Event(), threading.Event()
    seen: list[list[Entry]] = []

    def slow(entry: Entry, query: str) -> Scored:
        scoring.set()
        assert written.wait(timeout=60), "the writer waits for the reader"
        return score_entry(entry, query)

    other = Entry("red")
    store = MemoryStore([DEPLOYS, other], scorer=slow)

    def write() -> None:
        store.add(MEETINGS)
        store.remove(other)

    reader = threading.Thread(target=lambda: seen.append([one.entry for one in store.retrieve(QUERY, 9)]))
    writer = threading.Thread(target=write, daemon=True)
    reader.start()
    assert scoring.wait(timeout=60)
    writer.start()
    writer.join(timeout=10)
    blocked = writer.is_alive()
    written.set()
    reader.join(timeout=60)
    assert not blocked
    assert seen == [[DEPLOYS, other]]
    assert store.entries() == (DEPLOYS, MEETINGS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", set()),
        ("the a of I x 7", set()),
        ("PreCompact hook set.", {"precompact", "hook", "set"}),
        ("v2, v2; read_file", {"v2", "read", "file"}),
        ("café", {"caf"}),  # wrong in a known way
    ],
)
def test_significant_words(text: str, expected: set[str]) -> None:
    assert significant_words(text) == expected


def test_stop_words_are_those_of_the_seed() -> None:
    assert " ".join(sorted(STOP_WORDS)) == (
        "a an and are as at be been but by do does for from i in into is it its of on or our "
        "that the their these this those to was we were with your"
    )
    assert significant_words(" ".join(STOP_WORDS)) == frozenset()


@pytest.mark.parametrize(
    ("a", "b", "expected", "similar"),
    [
        ("PreCompact hook set.", "PreCompact hook set — the design analog", 0.6, True),
        ("use SQLite", "chose SQLite", 1 / 3, False),
        ("use SQLite", "SQLITE, use!", 1.0, True),
        ("red green", "red blue green lamp", 0.5, True),  # at the threshold
        ("red", "blue", 0.0, False),
        ("the", "the", 0.0, False),
        ("", "", 0.0, False),
        ("", "red", 0.0, False),
    ],
)
def test_jaccard_and_token_overlap(a: str, b: str, expected: float, similar: bool) -> None:
    matcher: Matcher = TokenOverlap()
    assert jaccard(a, b) == jaccard(b, a) == expected
    assert matcher.similar(a, b) is matcher.similar(b, a) is similar


@pytest.mark.parametrize(("threshold", "expected"), [(0.0, True), (0.3, True), (0.4, False)])
def test_the_threshold_of_token_overlap(threshold: float, expected: bool) -> None:
    assert TokenOverlap(threshold).similar("use SQLite", "chose SQLite") is expected


def test_texts_without_significant_words_are_not_similar_at_any_threshold() -> None:
    assert not TokenOverlap(threshold=0.0).similar("the", "the")
