"""SEARCH stands at another depth than the file's lines: whose indentation has REPLACE?

A doubled indentation is never written; what is certain is not refused.
"""

from __future__ import annotations

import pytest

import editapply
from editapply.depth import Depth, find_depth
from editapply.model import Edit

case = pytest.param
FUNCTION = "def f():\n    a = 1\n    b = 2\n    return a\n"
METHOD = "class A:\n    def f(self):\n        return 1\n"
DEEP = "class A:\n    def f():\n        a = 1\n        b = 2\n"
TWO = "def f():\n  a = 1\n  b = 2\n"
JSON = '{\n  "a": {\n    "b": 1,\n    "c": 2\n  }\n}\n'
YAML = "k:\n  l:\n    - x\n    - y\n"
JS = "class A {\n  f() {\n    g();\n    return 1;\n  }\n}\n"
GO = "func f() {\n\ta := 1\n\tb := 2\n}\n"


def made(path: str, text: str, search: str, replace: str) -> str:
    return editapply.apply_edits(text, [Edit(path, search, replace)]).after


@pytest.mark.parametrize(
    ("path", "text", "search", "replace", "old"),
    [
        case("a.py", FUNCTION, "a = 1\nb = 2\n", "    a = 1\n    b = 3\n", "    a = 1\n    b = 2\n", id="lines"),
        case(
            "a.py",
            FUNCTION,
            "a = 1\nb = 2\n",
            "    # why\n    a = 1\n    b = 2\n    c = 3\n",
            "    a = 1\n    b = 2\n",
            id="lines around",
        ),
        case(
            "a.py",
            FUNCTION,
            "a = 1\nb = 2\n",
            "    if x:\n        a = 1\n    b = 2\n",
            "    a = 1\n    b = 2\n",
            id="a block opened at the file's depth",
        ),
        case(
            "a.py",
            METHOD,
            "def f(self):\n    return 1\n",
            "    def f(self):\n        return 10\n",
            "    def f(self):\n        return 1\n",
            id="a method",
        ),
        case(
            "a.py",
            METHOD,
            "def f(self):\n    return 1\n",
            "    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n",
            "    def f(self):\n        return 1\n",
            id="a second method",
        ),
        case(
            "a.py",
            METHOD,
            "  def f(self):\n    return 1\n",
            "    def f(self):\n        return 10\n",
            "    def f(self):\n        return 1\n",
            id="SEARCH at half depth",
        ),
        case("a.py", DEEP, "b = 2\n", "        b = 3\n", "        b = 2\n", id="one line"),
        case("a.py", DEEP, "            b = 2\n", "        b = 3\n", "        b = 2\n", id="SEARCH too deep"),
        case("a.py", DEEP, "b = 2\n", "        b = 2\n        c = 3\n", "        b = 2\n", id="a line below"),
        case("a.go", GO, "    b := 2\n", "\tb := 3\n", "\tb := 2\n", id="tabs"),
        case("a.json", JSON, '"b": 1,\n', '    "b": 10,\n', '    "b": 1,\n', id="JSON"),
        case("a.yaml", YAML, "- x\n- y\n", "    - x\n    - z\n    - y\n", "    - x\n    - y\n", id="YAML"),
        case(
            "a.js",
            JS,
            "f() {\n  g();\n  return 1;\n}\n",
            "  f() {\n    g();\n    return 2;\n  }\n",
            "  f() {\n    g();\n    return 1;\n  }\n",
            id="JS",
        ),
    ],
)
def test_replace_at_the_file_s_depth(path: str, text: str, search: str, replace: str, old: str) -> None:
    assert text.count(old) == 1
    assert made(path, text, search, replace) == text.replace(old, replace)


@pytest.mark.parametrize(
    ("path", "text", "search", "replace"),
    [
        case("a.py", DEEP, "b = 2\n", "    b = 3\n", id="between both depths"),
        case("a.py", DEEP, "a = 1\nb = 2\n", "    a = 1\n    b = 3\n", id="lines between both depths"),
        case("a.py", DEEP, "a = 1\nb = 2\n", "a = 1\n        b = 3\n", id="a line of each"),
        case("a.py", FUNCTION, "a = 1\nb = 2\n", "a = 1\n    b = 3\n", id="a line of each, one level"),
        case("a.py", FUNCTION, "a = 1\nb = 2\n", "    a = 1\nb = 3\n", id="a line of each, the other way"),
        case("a.py", FUNCTION, "a = 1\nb = 2\n", "# why\n    a = 1\n    b = 2\n", id="a comment and the rest"),
        case("a.py", FUNCTION, "b = 2\n", "b = 2\n    c = 3\n", id="a new line alone at the file's depth"),
        case("a.py", FUNCTION, "a = 1\nb = 2\n", "        a = 1\n    b = 3\n", id="less deep line by line"),
        case("a.py", FUNCTION, "        a = 1\n        b = 2\n", "        a = 1\n    b = 3\n", id="SEARCH too deep"),
        case("a.py", FUNCTION, "b = 2\n", "if a:\n        b = 2\n", id="only the first line cut off"),
        case("a.py", METHOD, "def f(self):\n    return 1\n", "    return 1\n", id="the line that opens a block gone"),
        case(
            "a.py",
            METHOD,
            "def f(self):\n    return 1\n",
            "def f(self):\n        return 2\n",
            id="the body",
        ),
        case("a.yaml", "l:\n  - x: 1\n    y: 2\n", "- x: 1\n  y: 2\n", "- x: 1\n    y: 3\n", id="YAML: a key"),
        case("a.yaml", YAML, "- x\n- y\n", "- x\n    - z\n    - y\n", id="YAML: the first line cut off"),
        case("a.js", JS, "g();\nreturn 1;\n", "g();\n    return 2;\n", id="JS: the first line cut off"),
        case("a.json", JSON, '"b": 1,\n"c": 2\n', '"b": 1,\n    "c": 3\n', id="JSON: the first line cut off"),
    ],
)
def test_what_can_t_be_told(path: str, text: str, search: str, replace: str) -> None:
    result = editapply.apply_edits(text, [Edit(path, search, replace)])
    assert result.after == text, result


@pytest.mark.parametrize(
    ("path", "text", "search", "replace", "old", "new"),
    [
        case(
            "a.py",
            FUNCTION,
            "a = 1\nb = 2\n",
            "if x:\n    a = 1\n    b = 2\n",
            "    a = 1\n    b = 2\n",
            "    if x:\n        a = 1\n        b = 2\n",
            id="wrapped",
        ),
        case("a.py", FUNCTION, "b = 2\n", "if x:\n    b = 2\n", "    b = 2\n", "    if x:\n        b = 2\n", id="one"),
        case(
            "a.py",
            DEEP,
            "a = 1\nb = 2\n",
            "try:  # or not\n    a = 1\n    b = 2\nexcept E:\n    pass\n",
            "        a = 1\n        b = 2\n",
            "        try:  # or not\n            a = 1\n            b = 2\n        except E:\n            pass\n",
            id="wrapped in try",
        ),
        case(
            "a.py",
            FUNCTION,
            "a = 1\nb = 2\n",
            "with open(\n    x\n):\n    a = 1\n    b = 3\n",
            "    a = 1\n    b = 2\n",
            "    with open(\n        x\n    ):\n        a = 1\n        b = 3\n",
            id="wrapped in a long with",
        ),
        case(
            "a.py",
            "def f():\n    if x:\n        a = 1\n",
            "if x:\n    a = 1\n",
            "a = 1\n",
            "    if x:\n        a = 1\n",
            "    a = 1\n",
            id="unwrapped",
        ),
        case(
            "a.py",
            FUNCTION,
            "a = 1\n    b = 2\n    return a\n",
            "a = 1\n    b = 3\n    return a\n",
            "    b = 2\n",
            "    b = 3\n",
            id="only the first line cut off on both sides",
        ),
        case("a.c", "  a\n    b\n    c\n", "a\n  b\n", "  b\n", "  a\n", "", id="the first line deleted"),
        case(
            "a.py",
            METHOD,
            "def f(self):\n    return 1\n",
            "if x:\n    def f(self):\n        return 1\n",
            METHOD[9:],
            "    if x:\n        def f(self):\n            return 1\n",
            id="a block wrapped",
        ),
        case("a.c", "  a\nb\n", "    a\nb\n", "b\n", "  a\n", "", id="the first line deleted, the next in its place"),
        case("a.py", TWO, "b = 2\n", "if x:\n  b = 2\n", "  b = 2\n", "  if x:\n    b = 2\n", id="two blanks"),
        case(
            "a.py",
            FUNCTION,
            "b = 2\n",
            "b = f(x,\n      y)\n",
            "    b = 2\n",
            "    b = f(x,\n          y)\n",
            id="aligned",
        ),
        case(
            "a.yaml",
            "k:\n  - name: x\n",
            "- name: x\n",
            "- name: x\n  age: 1\n",
            "  - name: x\n",
            "  - name: x\n    age: 1\n",
            id="YAML: a key",
        ),
        case("a.js", JS, "g();\n", "g()\n  .h();\n", "    g();\n", "    g()\n      .h();\n", id="JS: a chain"),
        case(
            "a.js",
            JS,
            "g();\nreturn 1;\n",
            "if (x) {\n  g();\n}\nreturn 1;\n",
            "    g();\n",
            "    if (x) {\n      g();\n    }\n",
            id="JS: wrapped",
        ),
    ],
)
def test_replace_at_the_quote_s_depth(path: str, text: str, search: str, replace: str, old: str, new: str) -> None:
    assert text.count(old) == 1
    assert made(path, text, search, replace) == text.replace(old, new)


@pytest.mark.parametrize("replace", ["        a = 1\n        b = 2\n", "a = 1\n        b = 2\n", "    a = 3\n"])
def test_an_exact_quote_is_not_judged(replace: str) -> None:
    assert made("a.c", FUNCTION, "    a = 1\n    b = 2\n", replace) == FUNCTION.replace(
        "    a = 1\n    b = 2\n", replace
    )


@pytest.mark.parametrize(
    ("replace", "depth"),
    [
        ([], Depth.QUOTE),
        ([""], Depth.QUOTE),
        (["b2"], Depth.QUOTE),
        (["        b2"], Depth.FILE),
        (["", "        b2"], Depth.FILE),
        (["\tb2"], None),
    ],
)
def test_find_depth(replace: list[str], depth: Depth | None) -> None:
    assert find_depth(["b"], replace, {0: "        "}, "    ", "a.py") is depth


def test_nothing_has_moved() -> None:
    assert find_depth(["b"], ["    b"], {0: ""}, "    ", "a.py") is Depth.QUOTE
