"""Balanced blocks, JSON in chatty text, and the brackets that a text leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from editapply.similarity import Balance, balance, extract_json, find_balanced

MILLION = 1_000_000


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("", None),
        ("no braces", None),
        ("{", None),
        ("}{", None),
        ("} {} {}", "{}"),
        ('Sure! {"answer": 42} hope that helps.', '{"answer": 42}'),
        ("a {b {c} d} e", "{b {c} d}"),
        ('{"a": "}"}', '{"a": "}"}'),
        ('{"a": "{"}', '{"a": "{"}'),
        (r'{"a": "\"}"}', r'{"a": "\"}"}'),
        (r'{"a": "\\"} }', r'{"a": "\\"}'),
        ('{"{\\""}', '{"{\\""}'),  # the counts from both braces meet at the last one, which closes both
        (r"{\"}", None),  # outside a string a backslash is nothing, so the quote opens a string
        ('he said "{" and "}"', '{" and "}'),  # a quote in front is prose: wrong in a known way
        ('{ {"a": 1}', '{"a": 1}'),
        ('{ "lost quote {"a": 1}', '{"a": 1}'),  # for the first brace the second is inside a string
        ('{ "lost quote {"a": "}"}', '{ "lost quote {"a": "}'),  # ends in what is a string: wrong in a known way
        ("it's {a} isn't it", "{a}"),
    ],
)
def test_find_balanced(text: str, block: str | None) -> None:
    span = find_balanced(text)
    assert (span and text[slice(*span)]) == block


@pytest.mark.parametrize(
    ("start", "span"), [(-3, (0, 6)), (0, (0, 6)), (1, (2, 4)), (3, (7, 9)), (8, None), (99, None)]
)
def test_find_balanced_from_an_offset(start: int, span: tuple[int, int] | None) -> None:
    assert find_balanced("{ {} } {}", start) == span


@pytest.mark.parametrize(
    ("unit", "times"),
    [
        ("{", MILLION),
        ('{"', MILLION),
        ('{"\\', 100_000),
        ('{"{\\"', 100_000),
        ('{"a":1 ', 100_000),
        ('{"a":', 100_000),
        ('{"a":[', 100_000),
        ('{"a\\"', 100_000),
        ("[", 100_000),
    ],
)
def test_a_million_openings_end(unit: str, times: int) -> None:
    """In linear time; a second look at the rest of the text from each opening would take hours."""
    assert find_balanced(unit * times) is None
    assert extract_json(unit * times) is None


def test_many_openings_with_partners() -> None:
    assert find_balanced("{" * 200_000 + "}" * 200_000) == (0, 400_000)
    assert extract_json("{x" * 200_000 + "}" * 200_000) is None


@pytest.mark.parametrize(
    ("text", "value", "block"),
    [
        ('Sure! {"answer": 42} hope that helps.', {"answer": 42}, '{"answer": 42}'),
        ("[1, 2]", [1, 2], "[1, 2]"),
        (" \n null\t", None, "null"),
        ('"text"', "text", '"text"'),
        ("{}", {}, "{}"),
        ("{ } x", {}, "{ }"),
        ('if (a) { return; } {"a": 1}', {"a": 1}, '{"a": 1}'),
        ('{a: 1} {"a": 1}', {"a": 1}, '{"a": 1}'),
        ('{ {"a": 1}', {"a": 1}, '{"a": 1}'),
        ('{"a": 1, {"b": [{}, 2]}', {"b": [{}, 2]}, '{"b": [{}, 2]}'),
        ('{"a": {"b": 2}, c}', {"b": 2}, '{"b": 2}'),  # a piece of a broken object: wrong in a known way
        ('{"a": "x} {"b": "y"}', {"b": "y"}, '{"b": "y"}'),
        ('[{"a": 1}, {"a": 2}] and more', {"a": 1}, '{"a": 1}'),
        ('{"a": "}{", "b": "\\""} x', {"a": "}{", "b": '"'}, '{"a": "}{", "b": "\\""}'),
        ('```json\n{"a": 1}\n```', {"a": 1}, '{"a": 1}'),
        ('\ufeff{"a": 1}', {"a": 1}, '{"a": 1}'),
        ('{"a": NaN} {"a": 1}', {"a": 1}, '{"a": 1}'),
        ('{"a": ' + "9" * 5000 + '} {"a": 1}', {"a": 1}, '{"a": 1}'),
        ('{"a":' * 9999 + "1" + "}" * 9999 + ' {"a": 1}', {"a": 1}, '{"a": 1}'),
    ],
)
def test_extract_json(text: str, value: Any, block: str) -> None:
    start = text.rindex(block)
    assert extract_json(text) == (value, (start, start + len(block)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "prose",
        "{",
        "{a: 1}",
        "{'a': 1}",
        '{"a": 1,}',
        '{"a": "line\nbreak"}',
        "NaN",
        '{"a": -Infinity}',
        '{"a": NaN, "b": {"c": 1}}',
        "9" * 5000,
        '{"a": ' + "9" * 5000 + "}",
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        '{"a":' * 100_000,
        '{"a": "\\ud83d\\u',
    ],
)
def test_extract_json_finds_nothing(text: str) -> None:
    assert extract_json(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Balance(0, 0, 0, True)),
        ("f(a[0], {})", Balance(0, 0, 0, True)),
        ("((", Balance(2, 0, 0, True)),
        ("f(a[{", Balance(1, 1, 1, True)),
        (")", Balance(-1, 0, 0, False)),
        (")(", Balance(0, 0, 0, False)),
        ("([)]", Balance(0, 0, 0, False)),
        ('"(" [', Balance(0, 1, 0, True)),
        ('5" (wide', Balance(1, 0, 0, True)),  # a quote without a partner on its line
        ('"\n(" "', Balance(1, 0, 0, True)),
        ("# (", Balance(1, 0, 0, True)),
        ("'('", Balance(1, 0, 0, True)),
    ],
)
def test_balance_without_a_suffix(text: str, expected: Balance) -> None:
    assert balance(text) == balance(text, ".unknown") == expected
    assert expected.is_balanced is (expected == Balance(0, 0, 0, True))


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".py", "# (\n"),
        ("PY", "# (\n"),
        (".py", "'''\n( ' (\n''' and \"\"\"{\"\"\" and '[' and \"\\\"{\""),
        (".py", '"""never closed ('),
        (".ts", "// (\n/* [ */ let a = `{\n` + '(' + \"it's (\""),
        (".ts", "/* never closed ("),
        (".ts", "a = b /* x */ + c()"),
        (".rs", "fn f<'a>(x: &'a str) { '{'; '\\''; \"\n(\" }"),
        (".c", "char c = '('; // it's ("),
        (".go", 'a := `\\` + "(" // )'),
        (".java", 'var s = """\n( " {\n""";'),
        (".sh", "echo ${#a} '(\\' \"\n(\" # ("),
        (".yaml", "a: b#c\nd: [] # ("),
        (".css", "/* { */ a { content: '}' }"),
        (".php", "# (\n// (\n/* ( */ f('\n(')"),
        (".rb", "# (\nputs '('"),
        (".sql", "select 'it''s (' -- ("),
        (".html", "<!-- ( --> it's ()"),
        (".toml", "a = '''(''' # ("),
    ],
)
def test_balance_knows_strings_and_comments(suffix: str, text: str) -> None:
    assert balance(text, suffix) == Balance(0, 0, 0, True)


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".py", "// ()\n("),
        (".ts", "# ("),
        (".sh", "${#a} ("),
        (".py", "'it' ("),
        (".rs", "&'a ("),
        (".c", "x = 'a' + ("),
        (".c", "'(\n"),
        (".sh", 'echo \\"(" "'),
        (".json", "// ("),
    ],
)
def test_balance_sees_what_is_neither_string_nor_comment(suffix: str, text: str) -> None:
    assert balance(text, suffix) == Balance(1, 0, 0, True)


@pytest.mark.parametrize("unit", ["{", '"', '"\\', "'\\", '\\"', "/*", "'''\\", '"""\\', "`\\", "'\"`"])
@pytest.mark.parametrize("suffix", ["", ".py", ".ts", ".sh"])
def test_balance_of_a_long_hostile_text_ends(unit: str, suffix: str) -> None:
    """In linear time; a second look at each sign would take hours."""
    left = balance(unit * 200_000, suffix)
    assert left.braces == (200_000 if unit == "{" else 0)
