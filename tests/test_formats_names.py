from __future__ import annotations

import pytest

from editapply.formats.names import (
    Fence,
    Name,
    is_tag_line,
    paths_mentioned,
    read_fence,
    read_hint,
    read_info,
    read_name,
    read_sentence,
)


@pytest.mark.parametrize(
    "line",
    [
        "src/app.py",
        "  src/app.py  ",
        "`src/app.py`",
        "**src/app.py**",
        "**`src/app.py`**",
        "*src/app.py*",
        "_src/app.py_",
        "__src/app.py__",
        '"src/app.py"',
        "'src/app.py'",
        "[src/app.py]",
        "src/app.py:",
        "`src/app.py`:",
        "**src/app.py:**",
        "# src/app.py",
        "###### src/app.py",
        "### **`src/app.py`**:",
        "// src/app.py",
        "/// src/app.py",
        "-- src/app.py",
        ";; src/app.py",
        "% src/app.py",
        "<!-- src/app.py -->",
        "/* src/app.py */",
        "> src/app.py",
        "File: src/app.py",
        "file: `src/app.py`",
        "**File:** src/app.py",
        "**File**: `src/app.py`",
        "Filename: src/app.py",
        "File path: src/app.py",
        "Path: src/app.py",
        "# File: src/app.py",
        "- src/app.py",
        "* `src/app.py`",
        "+ src/app.py",
        "1. src/app.py",
        "12) `src/app.py`:",
        "src/app.py (new file)",
        "`src/app.py` (modified)",
        "### src/app.py (continued)",
        "<path>src/app.py</path>",
        "<file_path> src/app.py </file_path>",
        '<file path="src/app.py">',
        "<edit filename='src/app.py'>",
    ],
)
def test_a_line_that_names_a_file(line: str) -> None:
    assert read_name(line) == Name("src/app.py")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("Makefile", "Makefile"),
        ("`Dockerfile`", "Dockerfile"),
        (".env", ".env"),
        (".github/workflows/ci.yml", ".github/workflows/ci.yml"),
        ("../up.py", "../up.py"),
        ("/etc/hosts", "/etc/hosts"),
        ("C:\\work\\a.py", "C:\\work\\a.py"),
        ("src\\app.py", "src\\app.py"),
        ("docs/read me.txt", "docs/read me.txt"),
        ("`my docs/read me.txt`", "my docs/read me.txt"),
        ("`read me.txt`", "read me.txt"),
        ("app/[id]/page.tsx", "app/[id]/page.tsx"),
        ("[slug].vue", "[slug].vue"),
        ("__init__.py", "__init__.py"),
        ("_private.py", "_private.py"),
        ("__tests__/a_test.js", "__tests__/a_test.js"),
        ("src/größe.py", "src/größe.py"),
        ("a.b-c_d.test.tsx", "a.b-c_d.test.tsx"),
        ("main.c", "main.c"),
        ("x/y", "x/y"),
        ("File: run", "run"),
    ],
)
def test_names_of_every_kind(line: str, path: str) -> None:
    assert read_name(line) == Name(path)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "python",
        "typescript",
        "Here is the change:",
        "Here is the change to src/app.py and its test:",
        "I changed `src/app.py`, then `b.py`:",
        "run",
        "```python",
        "x = 1",
        "...",
        "etc.",
        "e.g.",
        "1.0",
        "v1.2",
        "https://example.org/a.py",
        "SEARCH/REPLACE",
        "src/",
        "foo(bar.py)",
        "a.py, b.py",
        "Done.",
        "and/or.",
        "=======",
        "<<<<<<< SEARCH",
        "x" * 2000 + ".py",
        "</path>",
        "<edit>",
    ],
)
def test_a_line_that_names_no_file(line: str) -> None:
    assert read_name(line) is None


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("src/app.py:12", (12, 12)),
        ("src/app.py:12-20", (12, 20)),
        ("src/app.py:12:20", (12, 20)),
        ("`src/app.py:12-20`", (12, 20)),
        ("`src/app.py`:12", (12, 12)),
        ("src/app.py#L12", (12, 12)),
        ("src/app.py#L12-L20", (12, 20)),
        ("src/app.py (line 12)", (12, 12)),
        ("src/app.py (lines 12-20)", (12, 20)),
        ("src/app.py lines 12 to 20", (12, 20)),
        ("### `src/app.py` (lines 12–20):", (12, 20)),
        ("src/app.py:0", None),
        ("src/app.py:20-12", None),
        ("src/app.py", None),
    ],
)
def test_a_line_hint_beside_the_name(line: str, hint: tuple[int, int] | None) -> None:
    assert read_name(line) == Name("src/app.py", hint)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("12", (12, 12)),
        ("12-20", (12, 20)),
        ("lines 3", (3, 3)),
        ("line 3", (3, 3)),
        ("(lines 3-4)", (3, 4)),
        ("", None),
        ("src/a.py:3", None),
        ("twelve", None),
    ],
)
def test_read_hint(text: str, hint: tuple[int, int] | None) -> None:
    assert read_hint(text) == hint


@pytest.mark.parametrize(
    ("info", "name"),
    [
        ("", None),
        ("python", None),
        ("crystal", None),
        ("c++", None),
        ("js {1,3}", None),
        ("python:src/a.py", Name("src/a.py")),
        ("ts: src/a.ts", Name("src/a.ts")),
        ("c++:src/a.cpp", Name("src/a.cpp")),
        ("python:src/a.py:3-4", Name("src/a.py", (3, 4))),
        ("python src/a.py", Name("src/a.py")),
        ("patch src/a.py", Name("src/a.py")),
        ("diff my docs/a.md", Name("my docs/a.md")),
        ("src/a.py", Name("src/a.py")),
        ("a.py:3", Name("a.py", (3, 3))),
        ('title="src/a.py"', Name("src/a.py")),
        ('js title="src/a.js" {1}', Name("src/a.js")),
        ("js file=src/a.js", Name("src/a.js")),
        ("js {filename='src/a.js'}", Name("src/a.js")),
        ('ts path="my docs/a.ts"', Name("my docs/a.ts")),
    ],
)
def test_read_info(info: str, name: Name | None) -> None:
    assert read_info(info) == name


@pytest.mark.parametrize(
    ("line", "fence"),
    [
        ("```", Fence("", "```", "")),
        ("```python", Fence("", "```", "python")),
        ("````` md ", Fence("", "`````", "md")),
        ("~~~~ts", Fence("", "~~~~", "ts")),
        ("   ```js", Fence("   ", "```", "js")),
        ("``", None),
        ("`code`", None),
        ("```a```", None),
        ("text ```", None),
    ],
)
def test_read_fence(line: str, fence: Fence | None) -> None:
    assert read_fence(line) == fence


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("Now change `src/a.py`:", "src/a.py"),
        ("In src/a.py:", "src/a.py"),
        ("The fix for `a.py` is this", "a.py"),
        ("In src/a.py we do this", None),
        ("Change `a.py` and `b.py`:", None),
        ("Change `main()`:", None),
        ("See docs/guide for more:", None),
        ("Change it:", None),
    ],
)
def test_read_sentence(line: str, path: str | None) -> None:
    assert read_sentence(line) == (None if path is None else Name(path, strict=False))


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("Look at `run`, src/a.py and (b.txt) too.", ["src/a.py", "b.txt"]),
        ("The Makefile, then src/b.py.", ["Makefile", "src/b.py"]),
        ('It is in "a.py"; or **b.py**!', ["a.py", "b.py"]),
        ("Nothing here, nor 1.5, nor foo(), nor...", []),
        ("The server (server.py) and `server.py`'s twin", ["server.py"]),
    ],
)
def test_paths_mentioned(line: str, paths: list[str]) -> None:
    assert list(dict.fromkeys(paths_mentioned([line]))) == paths


@pytest.mark.parametrize(
    "line",
    [
        "It is there (see server.py).",
        "See server.py's constants",
        "In “server.py” too",
        "In [server.py](server.py) too",
        "At server.py:12 too",
        "At `server.py:12` too",
        "It is in *server.py*.",
        "In server.py—as before",
        "At src/server.py:12 too",
        "In client.py/server.py too",
    ],
)
def test_a_path_with_something_at_its_end_is_mentioned(line: str) -> None:
    """Otherwise the next block without a name goes to the file of the block before, which is another one."""
    assert {"server.py", "src/server.py"} & set(paths_mentioned([line]))


@pytest.mark.parametrize(
    ("line", "is_tag"), [("<edit>", True), ("</edit>", True), ('<a b="c">', True), ("<a> b", False), ("a < b", False)]
)
def test_is_tag_line(line: str, is_tag: bool) -> None:
    assert is_tag_line(line) == is_tag


@pytest.mark.parametrize(
    "info", ['py title="src/a.py\r\r"', 'py path=" src/a.py "', "py:src/a.py\r:3", 'title="src/a.py \r:3"']
)
def test_fuzz_blanks_around_a_name_are_no_part_of_it(info: str) -> None:
    """Found by fuzzing: a new file would have got a carriage return at the end of its name."""
    name = read_info(info)
    assert name is not None
    assert name.path == "src/a.py"
    tag = read_name('<file path="src/a.py \r">')
    assert tag is not None
    assert tag.path == "src/a.py"
