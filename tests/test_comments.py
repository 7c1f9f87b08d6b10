from __future__ import annotations

import pytest

from editapply.comments import Syntax, lines_in_blocks, split_comment, syntax_of


@pytest.mark.parametrize(
    ("path", "syntax"),
    [
        ("a.py", Syntax(("#",))),
        ("src/A.PY", Syntax(("#",))),
        ("a.c", Syntax(("//",), ("/*", "*/"))),
        ("a.css", Syntax((), ("/*", "*/"))),
        ("a.html", Syntax((), ("<!--", "-->"))),
        ("a.sql", Syntax(("--",))),
        ("Makefile", Syntax(("#",))),
        ("Dockerfile", Syntax(("#",))),
        ("a.txt", Syntax()),
        ("a.py.txt", Syntax()),
        ("a.md", Syntax()),
        ("a", Syntax()),
        ("", Syntax()),
        ("a.py/b", Syntax()),
    ],
)
def test_syntax_of(path: str, syntax: Syntax) -> None:
    assert syntax_of(path) == syntax


@pytest.mark.parametrize(
    ("path", "line", "code", "comment"),
    [
        ("a.py", "x = 1", "x = 1", ""),
        ("a.py", "x = 1 # a", "x = 1 ", "# a"),
        ("a.py", "# a", "", "# a"),
        ("a.py", "x = '#'", "x = '#'", ""),
        ("a.py", 'x = "\\"#" # a', 'x = "\\"#" ', "# a"),
        ("a.py", "x = it's # a", "x = it's # a", ""),
        ("a.py", "x = 1# a", "x = 1# a", ""),
        ("a.py", "x = 1  # type: ignore", "x = 1  # type: ignore", ""),
        ("a.py", "x = 1  # noqa", "x = 1  # noqa", ""),
        ("a.py", "#!/bin/sh", "#!/bin/sh", ""),
        ("a.sh", "n=$#", "n=$#", ""),
        ("a.js", "x = /[/]/ // a", "x = /[/]/ // a", ""),
        ("a.go", "//go:embed x", "//go:embed x", ""),
        ("a.ini", "a = b ; c", "a = b ; c", ""),
        ("a.ini", "; c", "", "; c"),
        ("a.c", "x; // a", "x; ", "// a"),
        ("a.c", "x; /* a */", "x; ", "/* a */"),
        ("a.c", "f(/* a */ b);", "f(/* a */ b);", ""),
        ("a.c", "x; /* a", "x; ", "/* a"),
        ("a.c", 's = "//";', 's = "//";', ""),
        ("a.js", "x = `//`", "x = `//`", ""),
        ("a.html", "<b> <!-- a -->", "<b> ", "<!-- a -->"),
        ("a.txt", "x # a // b", "x # a // b", ""),
    ],
)
def test_split_comment(path: str, line: str, code: str, comment: str) -> None:
    assert split_comment(line, syntax_of(path)) == (code, comment)


@pytest.mark.parametrize(
    ("path", "text", "lines"),
    [
        ("a.c", "a\n/* b\n * c\n */\nd", {2, 3}),
        ("a.c", "/* a */\nb", set()),
        ("a.c", "/* a\nb */ c\nd", set()),
        ("a.c", "/* a\nb */\nc", {1}),
        ("a.c", 's = "/*";\nb', set()),
        ("a.c", "// /*\nb", set()),
        ("a.c", "/* a\nb\nc", {1, 2}),
        ("a.py", "/* a\nb", set()),
        ("a.html", "<!-- a\nb\n-->\nc", {1, 2}),
    ],
)
def test_lines_in_blocks(path: str, text: str, lines: set[int]) -> None:
    assert lines_in_blocks(text.split("\n"), syntax_of(path)) == lines
