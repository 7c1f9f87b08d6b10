from __future__ import annotations

import pytest

import editapply
from editapply.hunks import splice
from editapply.model import Edit, Span
from editapply.rewrite import Rebased, insert_lines, rebase
from editapply.text import Lines


def result(text: str, rebased: Rebased | str) -> tuple[str, int, int]:
    assert not isinstance(rebased, str), rebased
    return splice(text, rebased.hunks), rebased.added, rebased.removed


@pytest.mark.parametrize(
    ("text", "span", "search", "replace", "expected"),
    [
        pytest.param("a\nb\n", Span(0, 2), "a", "A", ("A\nb\n", 1, 1), id="line for line"),
        pytest.param("a\r\nb\nc\r\n", Span(0, 8), "a\nb\nc", "a\nc", ("a\r\nc\r\n", 0, 1), id="kept ends"),
        pytest.param("a\nb\nc\n", Span(0, 6), "a\nb\nc", "x\nb\ny\nz", ("x\nb\ny\nz\n", 3, 2), id="two runs"),
        pytest.param("a\nb\n", Span(0, 4), "a\nb", "b\na", ("b\na\n", 1, 1), id="moved"),
        pytest.param("a\nb", Span(2, 3), "b", "", ("a\n", 0, 1), id="last line without an end deleted"),
        pytest.param("a\nb\n", Span(0, 4), "a\nb", "a\nb", ("a\nb\n", 0, 0), id="nothing"),
    ],
)
def test_rebase_of_whole_lines(
    text: str, span: Span, search: str, replace: str, expected: tuple[str, int, int]
) -> None:
    assert result(text, rebase(Lines(text), Edit("a", search, replace), span)) == expected


@pytest.mark.parametrize(
    ("text", "span", "search", "replace", "expected"),
    [
        pytest.param("x = 1\n", Span(4, 5), "1", "2", ("x = 2\n", 1, 1), id="inside a line"),
        pytest.param("x = 1\n", Span(0, 5), "x = 1", "x = 12", ("x = 12\n", 1, 1), id="grows"),
        pytest.param("a\r\nb\r\n", Span(0, 4), "a\nb", "a\nc\nb", ("a\r\nc\r\nb\r\n", 1, 0), id="lines in between"),
        pytest.param("f(a)\n", Span(2, 3), "a", "", ("f()\n", 1, 1), id="nothing left"),
        pytest.param("a\nb\nc\n", Span(0, 4), "a\nb\n", "", ("c\n", 0, 2), id="whole lines"),
    ],
)
def test_rebase_of_a_pair(text: str, span: Span, search: str, replace: str, expected: tuple[str, int, int]) -> None:
    edit = Edit("a", search, replace, whole_lines=False)
    assert result(text, rebase(Lines(text), edit, span)) == expected


@pytest.mark.parametrize(
    ("text", "at", "after"),
    [
        ("a\r\nb\r\n", 0, "x\r\ny\r\na\r\nb\r\n"),
        ("a\r\nb\r\n", 1, "a\r\nx\r\ny\r\nb\r\n"),
        ("a\r\nb", 2, "a\r\nb\r\nx\r\ny"),
        ("a\n", 9, "a\nx\ny\n"),
    ],
)
def test_insert_lines(text: str, at: int, after: str) -> None:
    assert result(text, insert_lines(Lines(text), at, "x\ny\n")) == (after, 2, 0)


@pytest.mark.parametrize(
    ("text", "search", "replace", "after"),
    [
        pytest.param("  a\n  b\n", "a\nb", "a\nc\nd", "  a\n  c\n  d\n", id="new lines in the file's indentation"),
        pytest.param("\ta\n", "  a", "  a\n    b", "\ta\n\t\tb\n", id="a level deeper, in tabs"),
        pytest.param("  a\n", "a", "a\n\nb", "  a\n\n  b\n", id="a blank line stays blank"),
        pytest.param("  a  =  b(1)\n", "a = b(1)", "a = b(2)", "  a  =  b(2)\n", id="a word in a drifted line"),
        pytest.param("  a  =  1\n  b\n", "a = 1\nb", "b", "  b\n", id="a drifted line deleted"),
        pytest.param("  a\r\n  b", "a\nb", "a\nb\nc", "  a\r\n  b\r\n  c", id="no final newline"),
        pytest.param("f(\n  a,\n)\n", "f(a)", "f(a)\ng()", "f(\n  a,\n)\ng()\n", id="behind a wrapped call"),
        pytest.param("a\n\nb\n", "a\nb", "", "", id="a blank line between deleted lines"),
    ],
)
def test_rebase_of_a_drifted_quote(text: str, search: str, replace: str, after: str) -> None:
    rebased = rebase(Lines(text), Edit("a.c", search, replace), Span(0, len(text)), "\t" if "\t" in text else "  ")
    assert result(text, rebased)[0] == after


@pytest.mark.parametrize(
    ("path", "text", "search", "replace"),
    [
        pytest.param("a.c", "a\nx\nb\n", "a\nb", "a\nc\nb", id="another line where the new one goes"),
        pytest.param("a.c", "a\ny\nb\n", "a\nx\nb", "a\nz\nb", id="another line in place of the changed one"),
        pytest.param("a.py", "a\n    b\nc\n", "a\nb\nc", "a\nb\nd", id="other depths in Python"),
    ],
)
def test_rebase_that_is_refused(path: str, text: str, search: str, replace: str) -> None:
    assert isinstance(rebase(Lines(text), Edit(path, search, replace), Span(0, len(text))), str)


def made(path: str, text: str, search: str, replace: str) -> str:
    return editapply.apply_edits(text, [Edit(path, search, replace)]).after


@pytest.mark.parametrize("replace", ["a = 1\nb\n", "a = 2\nb\n\n"])
def test_blank_lines_at_the_quote_s_end(replace: str) -> None:
    assert made("a.py", "a =1\nb\nc\n", "a = 1\nb\n\n\n", replace) is not None


@pytest.mark.parametrize(
    ("text", "search", "replace"),
    [
        ("x = 1\n", "x=1\n", "x = 1\n"),
        ("f(a, b)\n", "f(a,b)\n", "f(a, b)\n"),
        pytest.param("if a:\n        b\n", "if a:\n    b\n", "if a:\n        b\n"),
    ],
)
def test_a_change_of_blanks_is_not_made_twice(text: str, search: str, replace: str) -> None:
    """D9: the file has it so already, and nothing is applied twice."""
    assert made("a.py", text, search, replace) == text


@pytest.mark.parametrize(
    ("search", "replace"),
    [("\t1\n}\n", "\t2\n}\n"), ("x := []int{\n\t1\n}\n", "x := []int{\n\t2\n}\n")],
)
def test_a_changed_line_keeps_its_trailing_comma(search: str, replace: str) -> None:
    """Without it Go doesn't compile."""
    text = "x := []int{\n\t1,\n}\n"
    assert made("a.go", text, search, replace) in (text, text.replace("1", "2"))


def test_a_quote_two_blanks_less_deep() -> None:
    text = "class A:\n    x = 1\n    y = 2\n"
    after = made("a.py", text, "  x = 1\n  y = 2\n", "  x = 1\n  if x:\n      z = 3\n  y = 2\n")
    assert after in (text, "class A:\n    x = 1\n    if x:\n        z = 3\n    y = 2\n")


def test_a_new_line_in_front_of_lines_that_came_flush() -> None:
    text = "a = 1\n    b = 1\n"
    assert made("a.c", text, "a = 1\nb = 1\n", "x = 1\na = 1\nb = 1\n") in (text, "x = 1\n" + text)


def test_two_lines_at_other_depths_in_python() -> None:
    """Siblings in the quote, nested in the file: depth is meaning, so it isn't the place that was quoted."""
    text = "a = 1\n    b = 1\n"
    assert made("a.py", text, "a = 1\nb = 1\n", "a = 1\nb = 2\n") == text


@pytest.mark.xfail(strict=True, reason="a run of the diff begins inside of one wrapped call and ends inside of another")
def test_a_call_beside_a_deleted_one_keeps_its_lines() -> None:
    """D4: the first call is the same on both sides, so its bytes stay."""
    text = "first(left, right)\nsecond(left, right)\nend\n"
    first, second = (f"{name}(\n    left,\n    right\n)\n" for name in ("first", "second"))
    assert made("a.c", text, f"{first}{second}end\n", f"new()\n{first}end\n") == "new()\nfirst(left, right)\nend\n"
