from __future__ import annotations

import pytest

import editapply
from editapply import budget
from editapply.budget import Budget
from editapply.model import Code, Edit


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
