from __future__ import annotations

import pytest

import editapply
from editapply.locate import Located, Missing, locate_as_written, locate_exactly, locate_fuzzy, locate_repaired
from editapply.matching import Index
from editapply.model import Applied, Code, Edit, Options, Rejected, Span, Tier


def edit(search: str, replace: str = "new\n") -> Edit:
    return Edit("a.py", search, replace)


def spans(located: Located | Missing | None) -> list[Span] | None:
    return [place.span for place in located.places] if isinstance(located, Located) else None


def test_exactly() -> None:
    assert spans(locate_exactly(edit("a"), Index("x\na\n"))) == [Span(2, 4)]
    assert locate_exactly(edit("a"), Index(" a\n")) is None


@pytest.mark.parametrize(
    ("original", "so_far", "where", "tier"),
    [
        ("a\n", "a\n", 0, Tier.EXACT),
        ("x\n", "a\n", 1, Tier.EXACT),
        ("a \n", "a\n", 1, Tier.EXACT),
        ("a \n", " a\n", 0, Tier.WHITESPACE),
        ("x\n", " a\n", 1, Tier.WHITESPACE),
    ],
)
def test_the_order_of_texts_and_tiers(original: str, so_far: str, where: int, tier: Tier) -> None:
    """D3: exact in the original, exact in the text so far, then the whitespace tier in both."""
    texts = [Index(original), Index(so_far)]
    located = locate_as_written(edit("a"), texts, Options())
    assert located is not None
    assert (texts.index(located.index), [place.tier for place in located.places]) == (where, [tier])


@pytest.mark.parametrize(("tier", "found"), [(Tier.EXACT, False), (Tier.WHITESPACE, True), (Tier.FUZZY, True)])
def test_max_tier_of_the_quote_as_written(tier: Tier, found: bool) -> None:
    assert (locate_as_written(edit("a"), [Index("a \n")], Options(max_tier=tier)) is not None) == found


def test_a_pair_becomes_whole_lines_below_exact() -> None:
    pair = Edit("a.py", "a =1", "a = 2", whole_lines=False)
    located = locate_as_written(pair, [Index("  a = 1\n")], Options())
    assert located is not None
    assert (located.edit.whole_lines, spans(located)) == (True, [Span(0, 8)])


@pytest.mark.parametrize("tier", list(Tier))
def test_repairs(tier: Tier) -> None:
    located = locate_repaired(edit("```\na\n```", "```\nb\n```"), Index("x\na\n"), Options(max_tier=tier))
    if tier is Tier.EXACT:
        assert located is None
        return
    assert isinstance(located, Located)
    assert (located.edit, spans(located), located.repairs) == (
        Edit("a.py", "a\n", "b\n"),
        [Span(2, 4)],
        ("fence inside of the block",),
    )


def test_repairs_that_lead_to_two_results() -> None:
    found = locate_repaired(Edit("a.txt", "-a\\nb\n", "+a\\nc\n"), Index("a\\nb\n-a\nb\n"), Options())
    assert isinstance(found, Missing)
    assert found.failed == ("the quote can be repaired in two ways, `escaped text` and `diff signs`",)


def test_skipped_lines() -> None:
    located = locate_repaired(edit("a\n...\nc\n", "a\n...\nC\n"), Index("a\nb\nc\n"), Options())
    assert isinstance(located, Located)
    assert (spans(located), located.repairs) == ([Span(0, 6)], ("skipped lines",))
    assert [(part.search, part.replace, place.span) for part, place in located.parts] == [
        ("a\n", "a\n", Span(0, 2)),
        ("c\n", "C\n", Span(4, 6)),
    ]


@pytest.mark.parametrize("tier", list(Tier))
def test_fuzzy(tier: Tier) -> None:
    text = "first(value)  # one\nsecond(value)\nthird(value)\n"
    quoted = text.replace("# one", "# 1")
    found = locate_fuzzy(edit(quoted, quoted.replace("third", "last")), Index(text), Options(max_tier=tier))
    assert isinstance(found, Located) == (tier is Tier.FUZZY)
    if isinstance(found, Missing):
        assert [candidate.span for candidate in found.candidates] == [Span(0, len(text))]


@pytest.mark.parametrize(
    ("before", "first", "second"),
    [
        (
            "import os\n\nclass A:\n    def load(self):\n        data = read()\n        return data\n",
            Edit("a.py", "import os\n", "import os\n\ndef first():\n    return data\n", index=1),
            Edit("a.py", "    return data\n", "    return data + 1\n", index=2),
        ),
        (
            "a()\nprint( 'x' )\n",
            Edit("a.py", "a()\n", "a()\nprint('x')\n", index=1),
            Edit("a.py", "print('x')\n", "b()\n", index=2),
        ),
    ],
)
def test_a_place_that_another_block_made_is_not_taken_where_the_file_has_one(
    before: str, first: Edit, second: Edit
) -> None:
    result = editapply.apply_edits(before, [first, second])
    made, refused = result.outcomes
    assert isinstance(made, Applied)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.AMBIGUOUS


def test_what_another_block_moved_is_one_place() -> None:
    edits = [Edit("a.py", "go()\n", "if x:\n    go()\n", index=1), Edit("a.py", "    go()\n", "    go(1)\n", index=2)]
    assert editapply.apply_edits("a()\ngo()\n", edits).after == "a()\nif x:\n    go(1)\n"
