from __future__ import annotations

from time import process_time

import pytest

import editapply
from editapply.matching.elision import find_chain, has_placeholder, split_elided, stands_for_lines
from editapply.matching.index import Index
from editapply.model import Applied, Code, Edit, Match, Options, Rejected, Span, Tier

case = pytest.param


@pytest.mark.parametrize(
    ("body", "stands"),
    [
        ("...", True),
        ("    ...", True),
        ("…", True),
        ("# ...", True),
        ("// ...", True),
        ("//...", True),
        ("/* ... */", True),
        ("{/* ... */}", True),
        ("<!-- ... -->", True),
        ("-- ...", True),
        ("; ...", True),
        ("....", False),
        ("# ... more", False),
        ("a ...", False),
        ("", False),
        ("pass", False),
    ],
)
def test_stands_for_lines(body: str, stands: bool) -> None:
    assert stands_for_lines(body) == stands


@pytest.mark.parametrize(
    ("search", "replace", "parts"),
    [
        ("a\n...\nb\n", "A\n...\nb\n", [("a\n", "A\n"), ("b\n", "b\n")]),
        ("a\n# ...\nb\n", "A\n# ...\nb\n", [("a\n", "A\n"), ("b\n", "b\n")]),
        ("a\n...\nb\n...\nc\n", "a\n...\n...\nc\n", [("a\n", "a\n"), ("b\n", ""), ("c\n", "c\n")]),
        ("a\n...\nb\n", "A\nb\n", None),
        ("a\n...\n", "b\n...\n", None),
        ("...\na\n", "...\nb\n", None),
        ("a\nb\n", "c\n", None),
    ],
)
def test_split_elided(search: str, replace: str, parts: list[tuple[str, str]] | None) -> None:
    assert split_elided(search, replace) == parts


def test_find_chain_takes_the_only_one() -> None:
    spans = {"a": [Span(0, 2), Span(10, 12)], "b": [Span(4, 6)]}

    def find(search: str) -> list[Match]:
        return [Match(span, Tier.EXACT, 1.0) for span in spans[search]]

    def chain_of(*parts: str) -> list[Match] | None:
        return find_chain([(part, "") for part in parts], find, Index("x\n" * 20))

    chain = chain_of("a", "b")
    assert chain is not None
    assert [match.span for match in chain] == [Span(0, 2), Span(4, 6)]
    assert chain_of("b", "b") is None
    assert chain_of("a", "a") is not None
    assert chain_of("a") is None


@pytest.mark.parametrize(
    ("before", "search", "replace", "after"),
    [
        case("a\n1\n2\nb\n", "a\n...\nb\n", "a\n...\nB\n", "a\n1\n2\nB\n", id="below"),
        case("a\n1\n2\nb\n", "a\n...\nb\n", "A\n...\nB\n", "A\n1\n2\nB\n", id="on both sides"),
        case("a\nb\n", "a\n...\nb\n", "a\n...\nB\n", "a\nB\n", id="no lines skipped"),
        case("a\n1\nb\n2\nc\n", "a\n...\nb\n...\nc\n", "a\n...\n...\nC\n", "a\n1\n2\nC\n", id="twice"),
        case("\ta\n\t1\n\tb\n", "a\n...\nb\n", "a\n...\nB\n", "\ta\n\t1\n\tB\n", id="with drift"),
        case("  a:\n1\n    b\n", "a:\n...\n  b\n", "a:\n...\n  B\n", None, id="out of the block"),
        case("a\n1\na\nb\n", "a\n...\nb\n", "A\n...\nb\n", None, id="the first part at two places"),
        case("b\n1\na\n", "a\n...\nb\n", "a\n...\nB\n", None, id="in the other order"),
        case("a\n1\nb\n", "a\n...\nb\n", "a\nB\n", None, id="the dots gone"),
        case("a\n...\nb\n", "a\n...\nb\n", "a\n...\nB\n", "a\n...\nB\n", id="dots in the file"),
    ],
)
def test_skipped_lines(before: str, search: str, replace: str, after: str | None) -> None:
    result = editapply.apply_edits(before, [Edit("a.txt", search, replace)])
    outcome = result.outcomes[0]
    assert (result.ok, result.after) == (after is not None, before if after is None else after)
    if isinstance(outcome, Applied) and "..." not in before:
        assert outcome.repairs == ("skipped lines",)


@pytest.mark.parametrize(
    ("line", "path", "found"),
    [
        ("# ... rest of the code", "a.py", True),
        ("// ... existing code ...", "a.js", True),
        ("// rest of the file", "a.js", True),
        ("# remaining methods unchanged", "a.py", True),
        ("// ... other functions ...", "a.js", True),
        ("# existing classes", "a.py", True),
        ("/* ... other imports ... */", "a.js", True),
        ("<!-- same as before -->", "a.html", True),
        ("# code unchanged", "a.py", True),
        ("...", "a.py", True),
        ("# ...", "a.py", True),
        ("(rest of the code)", "a.txt", True),
        ("...", "a.pyi", False),
        ("# restore it", "a.py", False),
        ("x = rest_of_code", "a.py", False),
        ("# other", "a.py", False),
        ("rest of the story", "a.txt", False),
        ("call(...args)", "a.js", False),
    ],
)
def test_has_placeholder(line: str, path: str, found: bool) -> None:
    assert has_placeholder("a\nb\n", f"a\n{line}\n", path) == (line if found else "")


@pytest.mark.parametrize(
    ("search", "replace"),
    [
        case("a\n", "a\n# ... rest of the code\n", id="nothing is dropped"),
        case("a\n# ... rest of the code\nb\n", "c\n# ... rest of the code\n", id="SEARCH has it too"),
        case("", "a\n# ... rest of the code\n", id="a new file"),
    ],
)
def test_noop_placeholders(search: str, replace: str) -> None:
    assert has_placeholder(search, replace, "a.py") == ""


def test_a_placeholder_is_refused_unless_it_is_allowed() -> None:
    edit = Edit("a.py", "a\nb\n", "a\n# ... rest of the code\n")
    refused = editapply.apply_edits("a\nb\n", [edit])
    outcome = refused.outcomes[0]
    assert isinstance(outcome, Rejected)
    assert (refused.after, outcome.code) == ("a\nb\n", Code.PLACEHOLDER)
    allowed = editapply.apply_edits("a\nb\n", [edit], Options(allow_placeholder=True))
    assert allowed.after == "a\n# ... rest of the code\n"


@pytest.mark.parametrize(
    ("before", "search"),
    [
        case("x\n" * 15_000, "x\n...\n" * 3_000 + "x\n", id="equal parts"),
        case("x\n" * 15_000, "x\n...\n" * 99 + "x\n", id="as many as are looked for"),
        case("a\n" * 60 + "x\n" * 15_000 + "b\n", "a\n...\nb\n", id="many chains"),
        case(
            "".join(f"{k}\n" for k in range(12_000)), "".join(f"{k}\n...\n" for k in range(99)) + "9\n", id="distinct"
        ),
    ],
)
def test_many_parts_cost_little(before: str, search: str) -> None:
    start = process_time()
    assert editapply.apply_edits(before, [Edit("a.txt", search, "y\n" + search[2:])]).after == before
    assert process_time() - start < 2
