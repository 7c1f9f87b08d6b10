from __future__ import annotations

import pytest

import editapply
from editapply import budget
from editapply.budget import Budget
from editapply.draft import Draft
from editapply.matching import tiers
from editapply.model import Applied, Code, Edit, Options, Outcome, Rejected


def test_spending() -> None:
    purse = Budget(10)
    assert [purse.spend(6), purse.spend(5), purse.spend(4), purse.spend(1)] == [True, False, True, False]


def test_it_grows_with_what_is_read() -> None:
    purse = Budget(0)
    purse.grow("abc")
    assert purse.spend(3)


def test_running_out_of_it_is_a_refusal_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many blocks, each of which must be looked for in the text that those before it made."""
    monkeypatch.setattr(Budget.__init__, "__defaults__", (0,))
    monkeypatch.setattr(budget, "PER_CHARACTER", 0)
    edits = [Edit("a", "x1\n", "x2\n"), *(Edit("a", f"x{k}\n", f"x{k + 1}\n", index=k) for k in range(2, 20))]
    result = editapply.apply_edits("x1\n" + "y\n" * 50, edits)
    assert not result.ok
    assert {outcome.code for outcome in result.outcomes if hasattr(outcome, "code")} == {Code.BUDGET}


def added(before: str, search: str, replace: str = "x\n", characters: int = budget.BASE) -> tuple[Outcome, str | None]:
    """One edit of a file, with this much to spend besides what the file brings."""
    draft = Draft("a.py", before, Budget(characters), Options())
    return draft.add(Edit("a.py", search, replace)), draft.after


LONG_LINE = "run(first, second);" * 55_000
MANY_LINES = "".join(f"line_{k} = {k}\n" for k in range(50_000))
SAME = "same\n" * 3000
FEWER_LINES = MANY_LINES[:100_000]
DOTS = "`...` in SEARCH stands for lines that are left out: quote them"
TOO_LONG = "the quote or the file is too long to look for similar places"


@pytest.mark.parametrize(
    ("before", "search", "replace", "after"),
    [
        pytest.param(
            "a" + " " * 9000 + "b c\n", "a b c\n", "a b d\n", "a" + " " * 9000 + "b d\n", id="blanks in the file"
        ),
        pytest.param("a b\n", "a" + " " * 9000 + "b\n", "x\n", "x\n", id="blanks in the quote"),
        pytest.param("a\n" + "\n" * 9000 + "b\n", "a\nb\n", "a\nc\n", "a\n" + "\n" * 9000 + "c\n", id="blank lines"),
        pytest.param(LONG_LINE + "\nend( )\n", "end()\n", "x()\n", LONG_LINE + "\nx( )\n", id="beside a line of 1 MB"),
        pytest.param(LONG_LINE + "\n", LONG_LINE.replace(",", ", ") + "\n", "x\n", "x\n", id="a line of 1 MB"),
        pytest.param(MANY_LINES, MANY_LINES.replace(" =", "="), "x\n", "x\n", id="a quote as long as the file"),
    ],
)
def test_what_is_long_and_found(before: str, search: str, replace: str, after: str) -> None:
    outcome, made = added(before, search, replace)
    assert (type(outcome), made) == (Applied, after)


@pytest.mark.parametrize(
    ("before", "search", "characters", "detail"),
    [
        pytest.param("a" + " " * 9000 + "b\n", "a" + " " * 9001 + "c\n", 0, TOO_LONG, id="blanks"),
        pytest.param(LONG_LINE + "\n", LONG_LINE + "x\n", 0, TOO_LONG, id="a line of 1 MB"),
        pytest.param(MANY_LINES, MANY_LINES + "x\n", 0, TOO_LONG, id="a quote as long as the file"),
        pytest.param(MANY_LINES, MANY_LINES.replace("9 =", "x =") + "x\n", 10_000, TOO_LONG, id="and most of it other"),
        pytest.param(SAME, "same\n" * 3001, 0, TOO_LONG, id="one repeated line too many"),
        pytest.param(SAME, "same\n" * 2999, 0, "it stands at 2 places", id="one repeated line"),
        pytest.param(SAME, "same\n", 0, "it stands at 3000 places", id="one line that is repeated"),
        pytest.param(SAME, "same\n...\nsame\n", 10**9, DOTS, id="skipped lines between repeated ones"),
    ],
)
def test_what_is_long_and_refused(before: str, search: str, characters: int, detail: str) -> None:
    outcome, made = added(before, search, characters=characters)
    assert made == before
    assert isinstance(outcome, Rejected)
    assert outcome.detail == detail


def test_the_refusal_is_in_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget.__init__, "__defaults__", (0,))
    reply = f"a.py\n<<<<<<< SEARCH\n{FEWER_LINES}x\n=======\nx\n>>>>>>> REPLACE\n"
    said = editapply.plan_reply(reply, {"a.py": FEWER_LINES}).report()
    assert TOO_LONG in said
    assert len(said) < 2000


@pytest.mark.parametrize("size", [1000, 2000, 4000])
def test_long_quotes_are_exactly_right(size: int) -> None:
    """With a stale line far from the change, in a quote as long as the file."""
    before = "".join(f"call_{k}(value)\n" for k in range(size))
    search = before.replace("call_10(value)", "call_10(value, other)")
    outcome, made = added(before, search, search.replace(f"call_{size - 3}(", "last("))
    assert (type(outcome), made) == (Applied, before.replace(f"call_{size - 3}(", "last("))


def test_places_without_number_do_not_cost_a_comparison_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEARCH of one repeated line that drifted, in a file of that line: work linear in both (D10)."""
    visited = 0

    def counting(a: str, b: str) -> float:
        nonlocal visited
        visited += len(a) + len(b)
        return 1.0

    monkeypatch.setattr(tiers, "dice", counting)
    search = " same\n" * 1500
    outcome, _ = added(SAME, search)
    assert isinstance(outcome, Rejected)
    assert visited <= 100 * (len(SAME) + len(search))
