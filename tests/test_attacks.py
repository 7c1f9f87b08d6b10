"""Places that are almost the right one: each edit is refused, or exactly right."""

from __future__ import annotations

import pytest

import editapply
from editapply.model import Applied, Edit, Rejected

case = pytest.param

SIBLINGS = """\
def read_user(db, key):
    row = db.get("users", key)
    if row is None:
        raise Missing(key)
    return User(row)


def read_group(db, key):
    row = db.get("groups", key)
    if row is None:
        raise Missing(key)
    return Group(row)
"""
YAML = """\
services:
  web:
    image: nginx
    ports:
      - 80
    restart: always
  api:
    image: python
    ports:
      - 81
    restart: always
"""
JSON = """\
{
  "development": {
    "host": "localhost",
    "port": 5432,
    "debug": true
  },
  "production": {
    "host": "db.internal",
    "port": 5432,
    "debug": false
  }
}
"""
TOML = """\
[server.dev]
host = "localhost"
port = 80
workers = 1

[server.prod]
host = "example.com"
port = 80
workers = 8
"""
CSS = """\
.button {
  color: red;
  padding: 4px;
  margin: 0;
}

.button:hover {
  color: red;
  padding: 4px;
  margin: 0;
}
"""
TABLE = """\
| name  | size | color |
|-------|------|-------|
| apple |    1 | red   |
| pear  |    2 | green |
| plum  |    3 | blue  |
"""
GENERATED = "".join(f"case OP_{k}:\n    push(stack, {k});\n    advance(vm);\n    break;\n" for k in range(100, 130))
C_CODE = """\
int clamp(int x, int low, int high) {
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}
"""
FLAGS = """\
def start(app):
    app.debug = False
    app.testing = True
    app.secure = True
    app.run()
"""


@pytest.mark.parametrize(
    ("path", "before", "search", "replace"),
    [
        case(
            "a.py",
            SIBLINGS.split("\n\n\ndef read_group")[0] + "\n",
            'def read_group(db, key):\n    row = db.get("groups", key)\n    if not row:\n        raise Missing(key)\n',
            'def read_group(db, key):\n    row = db.get("groups", key)\n    if not row:\n        return None\n',
            id="only the sibling is there",
        ),
        case(
            "a.py",
            SIBLINGS,
            "def read_role(db, key):\n    row = db.get(key)\n    if row is None:\n        raise Missing(key)\n",
            "def read_role(db, key):\n    row = db.get(key)\n    if row is None:\n        return None\n",
            id="a third sibling",
        ),
        case(
            "a.py", SIBLINGS, "    if row is None:\n        raise Missing(key)\n", "    pass\n", id="in both siblings"
        ),
        case(
            "a.py",
            SIBLINGS,
            "    if row is not None:\n        raise Missing(key)\n    return User(row)\n",
            "    if row is not None:\n        raise Missing(key)\n    return Account(row)\n",
            id="a negation more",
        ),
        case(
            "a.py",
            "def f(a):\n    if not a.ready:\n        log(a)\n        wait(a)\n    return done(a)\n",
            "def f(a):\n    if a.ready:\n        log(a)\n        wait(a)\n    return done(a)\n",
            "def f(a):\n    if a.ready:\n        log(a)\n        wait(a)\n    return finished(a)\n",
            id="a negation lost",
        ),
        case(
            "a.c",
            C_CODE,
            "    if (x <= low)\n        return low;\n    if (x > high)\n        return high;\n    return x;\n",
            "    if (x <= low)\n        return low;\n    if (x > high)\n        return high;\n    return x + 0;\n",
            id="an operator",
        ),
        case(
            "a.c",
            C_CODE,
            "    if (x < low)\n        return low;\n    if (x >= high)\n        return high;\n",
            "    if (x < low)\n        return low;\n    if (x >= high)\n        return low;\n",
            id="an operator beside the change",
        ),
        case(
            "a.py",
            FLAGS,
            "    app.debug = True\n    app.testing = True\n    app.secure = True\n    app.run()\n",
            "    app.debug = True\n    app.testing = True\n    app.secure = True\n    app.serve()\n",
            id="a boolean",
        ),
        case(
            "a.py",
            FLAGS,
            "    app.debug = True\n    app.testing = True\n",
            "    app.debug = None\n    app.testing = True\n",
            id="the boolean to change",
        ),
        case(
            "a.py",
            "def wait(job):\n    sleep(30)\n    poll(job)\n    log(job)\n    return job\n",
            "def wait(job):\n    sleep(10)\n    poll(job)\n    log(job)\n    return job\n",
            "def wait(job):\n    sleep(20)\n    poll(job)\n    log(job)\n    return job\n",
            id="a number where the change is",
        ),
        case(
            "a.py",
            "V1 = load(1)\nV2 = load(2)\nV3 = load(3)\nV4 = load(4)\n",
            "V5 = load(5)\n",
            "V5 = load(50)\n",
            id="the next number",
        ),
        case("a.py", "total = 10\n", "total = 1\n", "total = 2\n", id="a longer number"),
        case("a.py", "x1 = 5\nx2 = 6\n", "x = 5\n", "x = 7\n", id="a name with a digit"),
        case(
            "app.yaml",
            YAML,
            "  db:\n    image: postgres\n    ports:\n      - 81\n    restart: always\n",
            "  db:\n    image: postgres\n    ports:\n      - 82\n    restart: always\n",
            id="YAML: another key",
        ),
        case(
            "app.yaml",
            YAML,
            "    image: python\n    ports:\n      - 80\n    restart: always\n",
            "    image: python\n    ports:\n      - 90\n    restart: always\n",
            id="YAML: the value of the neighbour",
        ),
        case("app.yaml", YAML, "    restart: always\n", "    restart: never\n", id="YAML: in both"),
        case(
            "app.yaml",
            "a:\n  b: 1\n  c: 2\nd:\n  b: 1\n  e: 2\n",
            "a:\n  b: 1\n  e: 2\n",
            "a:\n  b: 1\n  e: 3\n",
            id="YAML: keys of two neighbours",
        ),
        case(
            "db.json",
            JSON,
            '  "staging": {\n    "host": "db.internal",\n    "port": 5432,\n    "debug": false\n',
            '  "staging": {\n    "host": "db.internal",\n    "port": 5433,\n    "debug": false\n',
            id="JSON: another key",
        ),
        case(
            "db.json",
            JSON,
            '    "host": "localhost",\n    "port": 5432,\n    "debug": false\n',
            '    "host": "localhost",\n    "port": 5432,\n    "debug": null\n',
            id="JSON: lines of two objects",
        ),
        case("db.json", JSON, '    "port": 5432,\n', '    "port": 1,\n', id="JSON: in both"),
        case(
            "db.json", '{\n  "ports": [80, 443]\n}\n', '  "port": [80, 443]\n', '  "port": [80]\n', id="JSON: a letter"
        ),
        case(
            "s.toml",
            TOML,
            '[server.test]\nhost = "example.com"\nport = 80\nworkers = 8\n',
            '[server.test]\nhost = "example.com"\nport = 80\nworkers = 9\n',
            id="TOML: another heading",
        ),
        case("s.toml", TOML, "port = 80\nworkers = 4\n", "port = 80\nworkers = 5\n", id="TOML: another value"),
        case(
            "s.toml",
            TOML,
            '[server.dev]\nhost = "example.com"\nport = 80\nworkers = 8\n',
            '[server.dev]\nhost = "example.com"\nport = 80\nworkers = 16\n',
            id="TOML: the heading of the neighbour",
        ),
        case(
            "s.css",
            CSS,
            ".link {\n  color: red;\n  padding: 4px;\n  margin: 0;\n}\n",
            ".link {\n  color: red;\n  padding: 4px;\n  margin: 1px;\n}\n",
            id="CSS: another selector",
        ),
        case(
            "s.css",
            CSS,
            ".button:focus {\n  color: red;\n  padding: 4px;\n  margin: 0;\n}\n",
            ".button:focus {\n  color: red;\n  padding: 4px;\n  margin: 1px;\n}\n",
            id="CSS: another state",
        ),
        case("s.css", CSS, "  color: red;\n  padding: 4px;\n", "  color: blue;\n  padding: 4px;\n", id="CSS: in both"),
        case("t.md", TABLE, "| grape |    4 | green |\n", "| grape |    5 | green |\n", id="a row that isn't there"),
        case("t.md", TABLE, "| pear  |    3 | green |\n", "| pear  |    4 | green |\n", id="another value in a row"),
        case(
            "t.md",
            TABLE,
            "| apple |    1 | red   |\n| peach |    2 | green |\n| plum  |    3 | blue  |\n",
            "| apple |    1 | red   |\n| peach |    2 | green |\n| plum  |    4 | blue  |\n",
            id="another row of the context",
        ),
        case(
            "op.c",
            GENERATED,
            "case OP_130:\n    push(stack, 130);\n    advance(vm);\n    break;\n",
            "case OP_130:\n    push(stack, 131);\n    advance(vm);\n    break;\n",
            id="generated: one behind the end",
        ),
        case(
            "op.c",
            GENERATED,
            "case OP_110:\n    push(stack, 111);\n    advance(vm);\n    break;\n",
            "case OP_110:\n    push(stack, 111);\n    advance(vm, 2);\n    break;\n",
            id="generated: of two neighbours",
        ),
        case("op.c", GENERATED, "    advance(vm);\n    break;\n", "    stop(vm);\n", id="generated: everywhere"),
        case("a.txt", "same\n" * 50, "same\n" * 49, "other\n", id="repeated lines, one more"),
        case("a.txt", "same\n" * 50, "same\n" * 51, "other\n", id="repeated lines, one less"),
        case("a.txt", "same \n" * 3 + "\tsame\n" * 2, "same\n", "other\n", id="repeated lines that drifted"),
        case(
            "a.py",
            "a = 1\nold = a\nlog(old)\n",
            "a = 1\nnew = a\nlog(old)\nsend(old)\n",
            "a = 1\nnew = b\nlog(old)\nsend(old)\n",
            id="target gone",
        ),
        case(
            "a.py",
            "def one():\n    limit = 5\n    run(limit)\n\n\ndef two():\n    limit = 10\n    run(limit)\n",
            "def two():\n    limit = 5\n    run(limit)\n",
            "def two():\n    limit = 6\n    run(limit)\n",
            id="the old value only in the twin",
        ),
        case(
            "a.py",
            "class A:\n    def run(self):\n        self.count = 1\n        return self\n",
            "class B:\n    def run(self):\n        self.count = 1\n        return self\n",
            "class B:\n    def run(self):\n        self.count = 2\n        return self\n",
            id="another class",
        ),
        case(
            "a.py",
            "    first(alpha, beta)\n    second(alpha, beta)\n    third(gamma)\n",
            "(alpha, beta)\n    second(alpha, beta)\n",
            "(alpha, beta)\n    second(alpha)\n",
            id="a cut line beside the change",
        ),
        case("a.py", "max_count = 1\n", "count = 1\n", "count = 2\n", id="a cut line alone"),
        case(
            "a.py",
            "x = 1\nif a:\n    x = 2\n",
            "if b:\n    x = 2\n",
            "if b:\n    x = 3\n",
            id="another branch",
        ),
        case(
            "a.py",
            "for user in users:\n    check(user)\n    send(user)\n    log(user)\n",
            "for user in admins:\n    check(user)\n    send(user)\n    log(user)\n",
            "for user in admins:\n    check(user)\n    send(user)\n    note(user)\n",
            id="another loop around the change",
        ),
        case(
            "a.py",
            'TEXT = "a  b"\nrun(TEXT)\n',
            'TEXT = "a b"\nrun(TEXT)\n',
            'TEXT = "a b"\nstop(TEXT)\n',
            id="blanks in a string",
        ),
        case(
            "a.py",
            "a = -1\nb = 2\nc = 3\n",
            "a = 1\nb = 2\nc = 3\n",
            "a = 1\nb = 2\nc = 4\n",
            id="a sign",
        ),
        case(
            "a.py",
            "user_name = 1\nuser_names = 2\nrun(user_name)\n",
            "usr_name = 1\nuser_names = 2\nrun(user_names)\n",
            "usr_name = 1\nuser_names = 3\nrun(user_names)\n",
            id="two near names",
        ),
        case(
            "a.py",
            "def go(a, b):\n    first(a)\n    second(b)\n    third(a)\n    return a\n",
            "def go(a, b):\n    second(b)\n    first(a)\n    third(a)\n    return a\n",
            "def go(a, b):\n    second(b)\n    first(a)\n    third(a)\n    return b\n",
            id="lines in another order",
        ),
    ],
)
def test_refused(path: str, before: str, search: str, replace: str) -> None:
    result = editapply.apply_edits(before, [Edit(path, search, replace)])
    assert result.after == before
    assert isinstance(result.outcomes[0], Rejected)


@pytest.mark.parametrize(
    ("path", "before", "search", "replace", "after"),
    [
        case(
            "a.py",
            SIBLINGS,
            '    row = db.get( "groups", key )\n    if row is None:\n        raise Missing(key)\n',
            '    row = db.get( "groups", key )\n    if row is None:\n        return None\n',
            SIBLINGS.replace("raise Missing(key)\n    return G", "return None\n    return G"),
            id="the drifted sibling",
        ),
        case(
            "app.yaml",
            YAML,
            "image: python\nports:\n  - 81\n",
            "image: python\nports:\n  - 82\n",
            YAML.replace("81", "82"),
            id="YAML less deep",
        ),
        case(
            "db.json",
            JSON,
            '"host": "db.internal",\n"port": 5432,\n',
            '"host": "db.internal",\n"port": 5433,\n',
            JSON.replace('nal",\n    "port": 5432', 'nal",\n    "port": 5433'),
            id="JSON without indentation",
        ),
        case(
            "s.css",
            CSS,
            ".button:hover{\n  color: red;\n",
            ".button:hover{\n  color: blue;\n",
            CSS.replace("hover {\n  color: red", "hover {\n  color: blue"),
            id="CSS without blanks",
        ),
        case(
            "t.md",
            TABLE,
            "| pear | 2 | green |\n",
            "| pear | 2 | yellow |\n",
            TABLE.replace("green", "yellow"),
            id="a table without its padding",
        ),
        case(
            "op.c",
            GENERATED,
            "case OP_110:\n  push(stack, 110);\n  advance(vm);\n",
            "case OP_110:\n  push(stack, 110);\n  retreat(vm);\n",
            GENERATED.replace("110);\n    advance", "110);\n    retreat"),
            id="generated code, other width",
        ),
    ],
)
def test_exactly_right(path: str, before: str, search: str, replace: str, after: str) -> None:
    result = editapply.apply_edits(before, [Edit(path, search, replace)])
    assert (result.after, [type(outcome) for outcome in result.outcomes]) == (after, [Applied])


MINIFIED = "".join(f"function f{k}(a,b){{return a+b+{k}}}" for k in range(6000)) + "\n"


@pytest.mark.parametrize(
    ("search", "replace", "whole", "after"),
    [
        case(
            "return a+b+4242}", "return a-b}", False, MINIFIED.replace("return a+b+4242}", "return a-b}"), id="a pair"
        ),
        case("return a+b", "return a-b", False, None, id="a pair that stands everywhere"),
        case("return a+b+4242}\n", "return a-b}\n", True, None, id="part of the line"),
        case("return a + b + 4242}", "return a - b}", False, None, id="a pair that drifted"),
        case(MINIFIED[:-9] + "\n", "x\n", True, None, id="all but the end of the line"),
        case(MINIFIED.replace(" ", "  "), "x\n", True, "x\n", id="the whole line, with more blanks"),
    ],
)
def test_minified_code(search: str, replace: str, whole: bool, after: str | None) -> None:
    """A line of 200 kB."""
    assert len(MINIFIED) > 200_000
    edit = Edit("a.min.js", search, replace, whole_lines=whole)
    result = editapply.apply_edits("start()\n" + MINIFIED, [edit])
    assert result.ok == (after is not None)
    assert result.after == "start()\n" + (MINIFIED if after is None else after)


@pytest.mark.parametrize("number", [0, 1, 57, 298, 299])
def test_one_of_many_neighbours(number: int) -> None:
    """Generated code, quoted with drift: the one neighbour that is meant, or none."""
    rows = [f"    register(0x{k:04x}, handler_{k}, FLAG_{k % 7});\n" for k in range(300)]
    before = "".join(rows)
    quoted = rows[number].replace(", FLAG", ",FLAG").replace("    ", "\t")
    result = editapply.apply_edits(before, [Edit("a.c", quoted, quoted.replace("handler", "other"))])
    assert result.after == before.replace(f"handler_{number},", f"other_{number},")


@pytest.mark.parametrize("number", [300, 301, 1000])
def test_none_of_many_neighbours(number: int) -> None:
    before = "".join(f"    register(0x{k:04x}, handler_{k}, FLAG_{k % 7});\n" for k in range(300))
    quoted = f"    register(0x{number:04x}, handler_{number}, FLAG_{number % 7});\n"
    assert editapply.apply_edits(before, [Edit("a.c", quoted, "")]).after == before
