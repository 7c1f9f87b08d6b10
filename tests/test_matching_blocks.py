from __future__ import annotations

from random import Random

import pytest

import editapply
from editapply.model import Edit

case = pytest.param

FUNCTIONS = """\
def f():
    x = 1
    y = 2
    log(y)
    return y


def g():
    x = 5
    return x
"""
CLASSES = """\
class A:
    def dev(self):
        a = 1
        return False

    def prod(self):
        b = 2
        return True


class B:
    def other(self):
        return None
"""
JSON = """\
{
  "dev": {
    "host": "a",
    "port": 1
  },
  "prod": {
    "host": "b",
    "debug": false
  }
}
"""
NGINX = """\
server {
    listen 80;
    root /a;
}
server {
    listen 81;
    index b;
}
"""
YAML = "dev:\n  host: a\ndefault:\n  port: 1\nprod:\n  debug: false\n"
INI = "[dev]\nhost = a\nport = 1\n\n[prod]\ndebug = no\n"
SCRIPT = "import os\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return 2\n\n\ndef main():\n    f()\n"
WRAPPED = "int f(\n    int a,\n    int b)\n{\n    x;\n    if (a) {\n        y;\n    }\n    return b;\n}\n"
BRANCHES = "def f():\n    if a:\n        x = 1\n    else:\n        y = 2\n    if b:\n        z = 3\n    return 4\n"


@pytest.mark.parametrize(
    ("before", "head", "tail", "written"),
    [
        case(FUNCTIONS, "def f():\n    x = 1\n", "    return x\n", "    return x + 1\n", id="a function"),
        case(
            CLASSES, "    def dev(self):\n        a = 1\n", "        return True\n", "        return 1\n", id="a method"
        ),
        case(
            CLASSES, "class A:\n    def dev(self):\n", "        return True\n", "        return 1\n", id="two openers"
        ),
        case(CLASSES, "class A:\n", "        return None\n", "        return 1\n", id="a class"),
        case(JSON, '  "dev": {\n    "host": "a",\n', '    "debug": false\n', '    "debug": true\n', id="JSON"),
        case(JSON, '  "dev": {\n    "host": "a",\n', "  }\n}\n", '  },\n  "c": 1\n}\n', id="the end of another object"),
        case(NGINX, "server {\n    listen 80;\n", "    index b;\n", "    index c;\n", id="nginx"),
        case(YAML, "dev:\n  host: a\n", "  debug: false\n", "  debug: true\n", id="YAML"),
        case(YAML, "dev:\n  host: a\n", "  port: 1\n", "  port: 2\n", id="a key like a clause"),
        case(INI, "[dev]\nhost = a\n", "debug = no\n", "debug = yes\n", id="a section"),
        case(BRANCHES, "    if a:\n        x = 1\n", "        y = 2\n", "        y = 3\n", id="a branch"),
    ],
)
def test_no_block_is_left_unseen(before: str, head: str, tail: str, written: str) -> None:
    edit = Edit("a.txt", f"{head}...\n{tail}", f"{head}...\n{written}")
    assert editapply.apply_edits(before, [edit]).after == before


@pytest.mark.parametrize(
    ("before", "head", "tail", "written"),
    [
        case(FUNCTIONS, "def f():\n    x = 1\n", "    return y\n", "    return 0\n", id="a function"),
        case(
            FUNCTIONS, "def f():\n    x = 1\n", "def g():\n    x = 5\n", "def g():\n    x = 6\n", id="a quoted opener"
        ),
        case(SCRIPT, "import os\n", "def main():\n", "def run():\n", id="at the top"),
        case(CLASSES, "class A:\n", "        return True\n", "        return 1\n", id="a method below its class"),
        case(JSON, '  "prod": {\n', '    "debug": false\n', '    "debug": true\n', id="JSON"),
        case(JSON, '  "prod": {\n', "  }\n}\n", '  },\n  "c": 1\n}\n', id="the end of the object"),
        case(NGINX, "    listen 81;\n", "    index b;\n", "    index c;\n", id="nginx"),
        case(INI, "[dev]\nhost = a\n", "[prod]\n", "[live]\n", id="sections"),
        case(WRAPPED, "int f(\n    int a,\n", "    return b;\n", "    return a;\n", id="a wrapped header"),
        case(BRANCHES, "def f():\n", "        z = 3\n", "        z = 4\n", id="a statement below"),
        case(BRANCHES, "    if a:\n", "    else:\n        y = 2\n", "    else:\n        y = 3\n", id="a clause"),
        case(BRANCHES, "        x = 1\n", "        z = 3\n", "        z = 4\n", id="from statement to statement"),
    ],
)
def test_noop_blocks_that_the_quote_shows(before: str, head: str, tail: str, written: str) -> None:
    edit = Edit("a.txt", f"{head}...\n{tail}", f"{head}...\n{written}")
    assert editapply.apply_edits(before, [edit]).after == before.replace(tail, written)


def test_a_part_behind_that_does_not_change_is_only_context() -> None:
    edit = Edit("a.py", "def f():\n    x = 1\n...\n    return x\n", "def f():\n    x = 2\n...\n    return x\n")
    assert editapply.apply_edits(FUNCTIONS, [edit]).after == FUNCTIONS.replace("x = 1", "x = 2")


SHAPES = (
    ("def {}():\n", "    {} = {}\n", "\n\n"),
    ("class {}:\n    def run(self):\n", "        {} = {}\n", "\n\n"),
    ("function {}() {{\n", "\t{} = {};\n", "}\n\n"),
    ("{} {{\n", "    {} {};\n", "}\n"),
    ('  "{}": {{\n', '    "{}": {},\n', '    "last": 0\n  },\n'),
    ("{}:\n", "  {}: {}\n", ""),
    ("<div id={}>\n", "  <p id={}>{}</p>\n", "</div>\n"),
    ("[{}]\n", "{} = {}\n", "\n"),
)


@pytest.mark.parametrize("seed", range(20))
def test_an_elided_edit_is_made_where_its_head_is(seed: int) -> None:
    """A random oracle: the honest tail is found, one that stands in another block is not."""
    rng = Random(seed)
    for opener, line, end in SHAPES:
        names = rng.sample(["alpha", "beta", "gamma", "delta"], rng.randrange(2, 5))
        bodies = [[line.format(f"{name}{k}", k) for k in range(rng.randrange(4, 9))] for name in names]
        before = "".join(opener.format(n) + "".join(b) + end for n, b in zip(names, bodies, strict=True))
        mine, other = rng.sample(range(len(names)), 2)
        shown = rng.randrange(3)
        head = opener.format(names[mine]) + "".join(bodies[mine][:shown])
        for whose in (mine, other):
            tail = rng.choice(bodies[whose][shown + 1 :])
            written = tail.replace(names[whose], "omega")
            edit = Edit("a.txt", f"{head}...\n{tail}", f"{head}...\n{written}")
            expected = before.replace(tail, written) if whose == mine else before
            assert editapply.apply_edits(before, [edit]).after == expected
