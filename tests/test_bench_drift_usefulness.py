"""How useful refusals are: ranks, the mechanical model, the tables, and the figures on two small sources."""

import json
from functools import cache
from pathlib import Path

import pytest

from bench.drift import measure, second, usefulness
from bench.drift.kinds import KINDS
from bench.drift.model import COPIED, NO_FIT, NOT_WHOLE, NOTHING_SHOWN, SENT_BACK, next_try
from bench.drift.oracle import Role, Row, Sheet, case_of
from bench.drift.places import are_among, is_at, is_first, lines_between, places_of
from bench.drift.recast import recast
from bench.drift.second import Outcome, Second, Trial, try_again, try_case
from bench.drift.second_table import REFUSALS, format_ranks, format_seconds, share, to_json
from editapply import Edit, format_blocks
from tests.drift_sources import CORPUS, cases_of

PLACED = [kind.name for kind in KINDS if kind.name not in REFUSALS]
BLOCK = Edit("a.py", "one = 1\ntwo = 2\nthree = 3\n", "one = 1\ntwo = 22\nthree = 3\n")
REFUSED = """\
ERROR: SEARCH text not found in a.py (block 1, reply line 3: `one = 1`).
Closest matches (ranked by similarity):

  [0.92] lines 7-9:
    one  = 1
    two = 2
    three = 3  # more
  differs: line 7 has `one  = 1` where SEARCH has `one = 1`

  [0.50] line 20:
    two = 2
"""
NEXT = "\nNothing was written. Send block 1 again.\n"


def test_the_place_leaves_out_what_the_quote_skips() -> None:
    rows = (
        Row(Role.KEEP, "a", "a"),
        Row(Role.KEEP, "b\nc", "...", is_skipped=True),
        Row(Role.KEEP, "d\ne", "d e"),
        Row(Role.KEEP, None, "gone from the file"),
        Row(Role.ADD, "new", "new"),
        Row(Role.DROP, "f", "f"),
    )
    case = case_of(Sheet("s", "x.py", "change", "  ", ("head",), rows, ("tail",)), "dots")
    assert case.place == (2, 5, 6, 7)


@pytest.mark.parametrize(("offered", "holds"), [((2, 4), True), ((1, 3), False), ((4, 9), False), ((1, 9), True)])
def test_more_than_half_of_the_place_is_the_place(offered: tuple[int, int], holds: bool) -> None:
    assert is_at(offered, (2, 3, 4, 5)) is holds


def test_lines_are_counted_from_one_and_inclusive() -> None:
    assert lines_between("a\nb\nc\n", 2, 6) == (2, 3)
    assert lines_between("a\nb\nc", 0, 1) == (1, 1)


def test_of_two_equal_places_one_is_first_and_both_are_among() -> None:
    for case in cases_of("two-places"):
        (first, *_), (other, *_) = places_of(case)
        size = len(case.place) - 1
        ranked = [(other, other + size), (first, first + size)]
        assert is_first(case, ranked)
        assert are_among(case, ranked)
        assert not are_among(case, ranked[:1])


def test_without_candidates_nothing_is_found() -> None:
    (case, *_) = cases_of("none")
    assert not is_first(case, [])
    assert not are_among(case, [])


def test_the_corrected_block_is_sent_back() -> None:
    corrected = Edit("a.py", "one  = 1\ntwo = 2\n", "one  = 1\ntwo = 22\n")
    report = f"{REFUSED}\nCorrected block, ready to send back:\n\n{format_blocks([corrected])}{NEXT}"
    again = next_try(BLOCK, report)
    assert (again.reply, again.way) == (format_blocks([corrected]), SENT_BACK)


def test_what_is_shown_is_no_corrected_block() -> None:
    block = "".join(f"    {line}\n" for line in format_blocks([BLOCK]).split("\n"))
    again = next_try(BLOCK, f"Closest matches:\n\n  [0.92] lines 7-8:\n{block}")
    assert again.way == NOT_WHOLE


def test_without_a_corrected_block_the_lines_are_copied() -> None:
    copied = Edit("a.py", "one  = 1\ntwo = 2\nthree = 3  # more\n", "one  = 1\ntwo = 22\nthree = 3  # more\n")
    again = next_try(BLOCK, REFUSED + NEXT)
    assert (again.reply, again.way) == (format_blocks([copied]), COPIED)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("    two = 2\n", "    … (1 line)\n"),
        ("    two = 2\n", ""),
        ("    one  = 1\n", "    [300 characters]…one  = 1\n"),
        ("    three = 3  # more\n", "    three = 3…[300 characters]\n"),
    ],
)
def test_lines_that_are_not_shown_whole_are_not_copied(line: str, other: str) -> None:
    again = next_try(BLOCK, REFUSED.replace(line, other, 1))
    assert (again.reply, again.way) == (None, NOT_WHOLE)


def test_where_nothing_is_shown_the_model_gives_up() -> None:
    again = next_try(BLOCK, "ERROR: SEARCH text is ambiguous in a.py.\nIt stands at lines 3-4 and 7-8.\n")
    assert (again.reply, again.way) == (None, NOTHING_SHOWN)


def test_where_the_line_to_change_is_another_the_model_gives_up() -> None:
    again = next_try(BLOCK, REFUSED.replace("    two = 2\n", "    two = 3\n", 1))
    assert (again.reply, again.way) == (None, NO_FIT)


@pytest.mark.parametrize(
    ("search", "replace", "found", "made"),
    [
        pytest.param("ab", "xb", "ab", "xb", id="a line changed"),
        pytest.param("abc", "ac", "abCc", "aCc", id="a line dropped, one kept that only the file has"),
        pytest.param("ab", "axb", "ab", "axb", id="a line added"),
        pytest.param("ab", "axb", "aCb", None, id="a line added where the file has another"),
        pytest.param("ab", "xab", "Cab", "Cxab", id="a line added in front"),
        pytest.param("ab", "abx", "abC", "abxC", id="a line added behind"),
        pytest.param("abcd", "axbcd", "aBcd", "axBcd", id="a neighbour that stands for one of the quote"),
        pytest.param("abc", "xbc", "bc", None, id="the line to change is gone"),
        pytest.param("abc", "axc", "aBc", None, id="the line to change is another"),
        pytest.param("abc", "x", "abCc", None, id="the lines to change are apart"),
        pytest.param("abcd", "bcd", "aefg", None, id="too little is known"),
        pytest.param("abc", "xbz", "abc", "xbz", id="two changes"),
    ],
)
def test_a_change_is_made_line_by_line(search: str, replace: str, found: str, made: str | None) -> None:
    """Each letter is a line; capitals are in the file alone."""
    sides = (
        [f"line_{letter}" if letter.islower() else f"other {letter}" for letter in side]
        for side in (search, replace, found)
    )
    wanted = None if made is None else [f"line_{letter}" if letter.islower() else f"other {letter}" for letter in made]
    assert recast(*sides) == wanted


@pytest.mark.parametrize(
    ("found", "made"),
    [
        (["    if a:", "        b()"], ["    if a:", "        c()", "", "        b()"]),
        (["  if a:", "      b()"], ["  if a:", "      c()", "", "      b()"]),
        (["\tif a:", "\t\tb()"], ["\tif a:", "\t\tc()", "", "\t\tb()"]),
    ],
)
def test_new_lines_lie_as_deep_as_those_around(found: list[str], made: list[str]) -> None:
    assert recast(["if a:", "    b()"], ["if a:", "    c()", "", "    b()"], found) == made


@pytest.mark.parametrize(
    ("search", "found", "made"),
    [
        ("a()", "a()", ["if x:", "a()"]),
        ("a()", "    a()", ["    if x:", "    a()"]),
        ("  a()", "a()", None),
        ("  a()", "\ta()", None),
        ("    a()", "  a()", None),
    ],
)
def test_a_depth_that_no_line_shows_follows_from_a_shift_alone(search: str, found: str, made: list[str] | None) -> None:
    """The new line lies at the margin, which is in SEARCH only in the first two."""
    assert recast([search], ["if x:", search], [found]) == made


def test_a_deeper_line_in_tabs_has_no_depth_in_blanks() -> None:
    assert recast(["\ta()"], ["\ta()", "\t\tb()"], ["\t\ta()"]) == ["\t\ta()", "\t\t\tb()"]
    assert recast(["\ta()"], ["\ta()", "\t\tb()"], ["    a()"]) is None


@cache
def trials_of(kind: str) -> list[Trial]:
    return [try_case(case, number, ("fuzzy", "exact")) for number, case in enumerate(cases_of(kind))]


@pytest.mark.parametrize("kind", PLACED)
def test_an_edit_is_never_wrong_when_sent_again(kind: str) -> None:
    for trial in trials_of(kind):
        assert not trial.wrong
        assert "wrong" not in [again.ended for again in trial.second.values()]


def test_the_figures_hold() -> None:
    trials = [trial for kind in PLACED for trial in trials_of(kind)]
    again = [second.ended for trial in trials for second in trial.second.values()]
    assert share(sum(trial.first is True for trial in trials), len(trials)) >= 97
    assert share(sum(trial.among is True for trial in trials), len(trials)) >= 99.5
    assert share(again.count("right"), len(again)) >= 95


@pytest.mark.parametrize("kind", ["gone", "twin-only", "already"])
def test_what_has_no_place_has_no_rank(kind: str) -> None:
    assert {(trial.first, trial.among) for trial in trials_of(kind)} == {(None, None)}


def test_a_corrected_block_that_does_not_fit_is_refused_again() -> None:
    case = cases_of("gone")[0]
    block = Edit(case.path, "nothing of the kind\n", "something\n")
    again = try_again(case, f"Corrected block:\n\n{format_blocks([block])}")
    assert again == Second("refused", SENT_BACK)


def test_a_dump_tells_the_case_and_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    case = cases_of("comment")[0]
    monkeypatch.setattr(second, "try_again", lambda case, report: Second("refused", NO_FIT))
    assert try_case(case, 5, ("exact",)).dump is None
    dump = try_case(case, 5, ("exact",), is_dumped=True).dump
    assert dump is not None
    assert (dump["number"], dump["search"]) == (5, case.search)
    assert "SEARCH text not found" in json.dumps(dump["second"])


def _trial(kind: str, first: bool | None, wrong: tuple[str, ...] = (), **seconds: Second) -> Trial:
    return Trial(kind, 0, "", first, first, wrong, seconds, None)


OUTCOMES = [
    Outcome("none", [_trial("none", True), _trial("none", True, ("fuzzy",))]),
    Outcome(
        "typo",
        [
            _trial("typo", True, fuzzy=Second("right", SENT_BACK)),
            _trial("typo", False, fuzzy=Second("wrong", COPIED)),
            _trial("typo", True, fuzzy=Second("refused", NO_FIT)),
            _trial("typo", True, fuzzy=Second("right", COPIED)),
        ],
    ),
    Outcome("two-places", [_trial("two-places", True, fuzzy=Second("wrong", SENT_BACK))]),
    Outcome("gone", [_trial("gone", None, fuzzy=Second("refused", NOTHING_SHOWN))], missing=1),
]


def test_the_table_of_ranks() -> None:
    assert format_ranks(OUTCOMES) == (
        "place found by rank              cases   first  among 3\n"
        "none                                 2  100.00   100.00\n"
        "a typo in a name                     4   75.00    75.00\n"
        "all whose place exists               6   83.33    83.33\n"
        "two equal places                     1  100.00   100.00\n"
        "\n"
        "of two equal places either may be first, and both must be among 3"
    )


def test_the_table_of_second_tries() -> None:
    assert format_seconds(OUTCOMES, "fuzzy") == (
        "tried again, up to fuzzy         cases refused |  right  wrong refused |  block copied   none\n"
        "a typo in a name                     4       4 |      2      1       1 |      1      2      1\n"
        "all whose place exists               6       4 |      2      1       1 |      1      2      1\n"
        "refuse: two equal places             1       1 |      0      1       0 |      1      0      0\n"
        "refuse: target gone                  1       1 |      0      0       1 |      0      0      1\n"
        "\n"
        "of 4 refused edits whose place exists, 50.00 % were right when sent again, 1 wrong\n"
        "of 6 first tries, 1 was wrong\n"
        "     1  gave up: its change doesn't fit the lines shown"
    )


def test_nothing_refused_is_all_right() -> None:
    assert "of 0 refused edits whose place exists, 100.00 % were right" in format_seconds(OUTCOMES[:1], "fuzzy")


def test_the_command_prints_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(usefulness, "load_corpus", lambda name, cache: CORPUS)
    monkeypatch.setattr(measure, "_corpus", lambda name, cache: CORPUS)
    files = ["--json", str(tmp_path / "f.json"), "--dump", str(tmp_path / "d.jsonl")]
    chosen = ["--kind", "typo", "--kind", "gone", "--max-tier", "exact", "--max-tier", "fuzzy"]
    assert usefulness.main([*chosen, *files, "--cases", "12", "--jobs", "1", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert "a typo in a name                     6  100.00   100.00" in lines
    assert [line for line in lines if line.startswith("tried again, up to ")]
    figures = json.loads((tmp_path / "f.json").read_text())
    assert figures["place_exists"]["first"] == 6
    assert figures["place_exists"]["tiers"]["exact"]["refused"] == 6
    assert set(figures["kinds"]) == {"typo", "gone"}
    assert all(json.loads(line)["kind"] for line in (tmp_path / "d.jsonl").read_text().split("\n")[:-1])


def test_the_document_has_the_figures_of_the_tables() -> None:
    document = to_json(OUTCOMES, ("fuzzy",), {"seed": 1})
    assert isinstance(document, dict)
    assert document["seed"] == 1
    assert document["cases_not_found"] == 1
    assert document["place_exists"] == {
        "cases": 6,
        "first": 5,
        "among": 5,
        "tiers": {
            "fuzzy": {
                "wrong_at_once": 1,
                "refused": 4,
                "again": {"right": 2, "wrong": 1, "refused": 1},
                "ways": {SENT_BACK: 1, COPIED: 2, NO_FIT: 1},
            }
        },
    }
