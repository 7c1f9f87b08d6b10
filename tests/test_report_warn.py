from __future__ import annotations

import pytest

import editapply

WARNING = "warning: {}: brackets were balanced before and are not after: {}"


@pytest.mark.parametrize(
    ("path", "before", "replace", "warnings"),
    [
        pytest.param("a.py", "f(x)\n", "g(x)\n", [], id="balanced"),
        pytest.param("a.py", "f(x)\n", "g(x\n", [("a.py", "1 `(` without its partner")], id="opened"),
        pytest.param("a.js", "f(x)\n", "f(x)}}\n", [("a.js", "2 `}` without its partner")], id="closed"),
        pytest.param("a.py", "f(x)\n", "g(x))[\n", [("a.py", "1 `)`"), ("a.py", "1 `[`")], id="two kinds"),
        pytest.param("a.py", "f(x)\n", "g(x)  # (\n", [], id="in a comment"),
        pytest.param("a.txt", "f(x)\n", "g(x\n", [], id="no code"),
    ],
)
def test_brackets(path: str, before: str, replace: str, warnings: list[tuple[str, str]]) -> None:
    reply = f"{path}\n<<<<<<< SEARCH\n{before}=======\n{replace}>>>>>>> REPLACE\n"
    said = editapply.plan_reply(reply, {path: before}).report()
    assert ("warning:" in said) == bool(warnings)
    assert [words for name, words in warnings if f"warning: {name}: brackets" not in said or words not in said] == []


def test_a_file_that_was_unbalanced_before_is_left_alone() -> None:
    reply = "a.py\n<<<<<<< SEARCH\nf(\n=======\ng(\n>>>>>>> REPLACE\n"
    assert "warning" not in editapply.plan_reply(reply, {"a.py": "f(\n"}).report()
