from __future__ import annotations

import pytest

from editapply.indent import as_seen, find_reindent, indent_of, unit_of

case = pytest.param


@pytest.mark.parametrize(
    ("body", "indent"), [("", ""), ("a", ""), ("  a", "  "), ("\t a", "\t "), ("   ", "   "), ("\u00a0a", "")]
)
def test_indent_of(body: str, indent: str) -> None:
    assert indent_of(body) == indent


@pytest.mark.parametrize(
    ("bodies", "unit"),
    [
        ([], ""),
        (["a", "b"], ""),
        (["a", "  b", "    c", "  d"], "  "),
        (["a", "    b", "        c", "d"], "    "),
        (["a", "\tb", "\t\tc"], "\t"),
        (["/*", " * a", " */", "f", "    b"], "    "),
        (["a", "", "  b"], "  "),
        (["\ta", "    b", "\tc"], "\t"),
        (["a", "        b"], "        "),
        (["a", "    b", "      c", "    d", "    e", "a"], "  "),
    ],
)
def test_unit_of(bodies: list[str], unit: str) -> None:
    assert unit_of(bodies) == unit


@pytest.mark.parametrize(
    ("pairs", "indent", "expected"),
    [
        case([("", "")], "    ", "    ", id="equal"),
        case([("", "    "), ("    ", "        ")], "        ", "            ", id="deeper"),
        case([("    ", ""), ("        ", "    ")], "    ", "", id="less deep"),
        case([("    ", "")], "  ", None, id="less deep than there is"),
        case([("    ", "\t"), ("        ", "\t\t")], "            ", "\t\t\t", id="tabs"),
        case([("\t", "    "), ("\t\t", "        ")], "", None, id="less deep than all that is known"),
        case([("  ", "    "), ("    ", "        ")], "      ", "            ", id="wider"),
        case([("    ", "  "), ("        ", "    ")], "            ", "      ", id="narrower"),
        case([("", "    "), ("    ", "    ")], "    ", "    ", id="first line cut off"),
    ],
)
def test_find_reindent(pairs: list[tuple[str, str]], indent: str, expected: str | None) -> None:
    quote, file = ([pair[k] + "x" for pair in pairs] for k in (0, 1))
    reindent = find_reindent(pairs, [*quote, indent + "y"], unit_of(file))
    assert reindent is not None
    assert reindent(indent) == expected


@pytest.mark.parametrize("pairs", [[], [("  ", "    "), ("", "  "), ("  ", "  ")], [("", " "), ("", "  "), ("", "")]])
def test_no_way_that_fits(pairs: list[tuple[str, str]]) -> None:
    assert find_reindent(pairs, ["a", "  b"], "  ") is None


def test_as_seen() -> None:
    reindent = as_seen([("", "    "), ("  ", "  "), ("  ", "  "), ("", "")])
    assert [reindent("  "), reindent(""), reindent("    ")] == ["  ", None, None]


def test_a_margin_that_is_no_level() -> None:
    """Quoted two blanks less deep; the new line is one level of four deeper than the matched one."""
    reindent = find_reindent([("  ", "    ")], ["  x", "      z"], "    ")
    assert reindent is None or reindent("      ") in ("        ", None)


def test_flush_lines_below_a_first_one_that_fits() -> None:
    """At the margin two lines stand at two depths: it can't be told where a third one goes."""
    reindent = find_reindent([("", ""), ("", "    ")], ["a", "b", "c"], "    ")
    assert reindent is None or reindent("") is None
