"""Strategies of drifted quotes: a text, edits of it as a model wrote them, and what the text must become.

A program is made of rows (a level of indentation and a content that stands nowhere else). The
file writes a row in one style, the model quotes it in another; what the edit does to the rows is
known, so the right result is known without asking the product.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from hypothesis import assume
from hypothesis import strategies as st

from editapply.model import Edit

Spoil: TypeAlias = Callable[[str, str], "tuple[str, str]"]

KEEP, DROP, NEW, ALTER = "keep", "drop", "new", "alter"
TEMPLATES = (
    "value_{k} = {n}",
    "call_{k}(alpha, beta, {n})",
    "table_{k}[{n}] = (left, right)",
    'say_{k}("it is {n} <b>&amp")',
    "note_{k}(it's - {n}...)",
    "if (ready_{k} && count < {n}) {{",
    "}}  // {k} {n}",
)
NEW_TEMPLATES = ("fresh_{k} = {n}", "made_{k}(one, {n})")


@dataclass(frozen=True)
class Row:
    level: int
    template: str
    key: int
    number: int = 1

    @property
    def content(self) -> str:
        return self.template.format(k=self.key, n=self.number)


BLANK = Row(0, "", 0)
DOTS = Row(0, "...", 0)


@dataclass(frozen=True)
class Indent:
    """One level of indentation, and what stands in front of all lines."""

    unit: str = "    "
    margin: str = ""

    def before(self, row: Row) -> str:
        return self.margin + self.unit * row.level if row.template else ""


Body: TypeAlias = Callable[[Indent, Row], "list[str]"]
"""A row as it stands in a file, or in a quote: one line or more."""


def bare(indent: Indent, row: Row) -> list[str]:
    return [indent.before(row) + row.content]


def changing(change: Callable[[str], str]) -> Body:
    return lambda indent, row: [indent.before(row) + change(row.content)]


def with_tail(tail: str) -> Body:
    return lambda indent, row: [indent.before(row) + row.content + tail]


def typographic(content: str) -> str:
    table = str.maketrans({"'": "’", "-": "—", '"': "“", " ": "\u00a0"})
    return content.replace("...", "…").translate(table)


def spread(content: str) -> str:
    """More blanks where blanks are, and blanks around signs; what is quoted stays as it is."""
    if '"' in content:
        return content
    return content.replace(" = ", "  =\t").replace("(", "( ").replace(", ", " ,  ")


def squeezed(content: str) -> str:
    return content if '"' in content else content.replace(" = ", "=").replace(", ", ",")


def wrapped(comma: str) -> Body:
    """Calls over several lines, as a formatter leaves them, with or without a trailing comma."""

    def write(indent: Indent, row: Row) -> list[str]:
        head, bracket, rest = row.content.partition("(")
        if not bracket or not rest.endswith(")") or '"' in rest:
            return bare(indent, row)
        first, inner = indent.before(row), indent.before(row) + indent.unit
        *parts, last = rest[:-1].split(", ")
        return [first + head + "(", *(inner + part + "," for part in parts), inner + last + comma, first + ")"]

    return write


def ending(template: str, tail: str) -> Body:
    """Rows of one template with something behind them."""
    return lambda indent, row: [bare(indent, row)[0] + (tail if row.template.startswith(template) else "")]


@dataclass(frozen=True)
class Drift:
    """How the file and the model indent and write rows; what is new comes bare on both sides.

    `blank` says which of the two has blank lines between kept rows, `elided` that the quote has
    `...` for some of these; `spoil` is what the model did to both sides besides.
    """

    file: Indent = Indent()
    model: Indent = Indent()
    in_file: Body = bare
    in_quote: Body = bare
    blank: str = ""
    elided: bool = False
    spoil: Spoil = lambda search, replace: (search, replace)


@dataclass(frozen=True)
class Drifted:
    """A text, edits of it, and what it must become, piece by piece.

    A piece has two forms where the edit alters a row: as the file writes it with the change made,
    and as the model wrote it, at the file's depth (for where the change touches the drift).
    """

    text: str
    edits: list[Edit]
    pieces: list[tuple[str, str]]

    def is_right(self, after: str) -> bool:
        ends = {0}
        for forms in self.pieces:
            ends = {end + len(form) for end in ends for form in forms if after.startswith(form, end)}
        return len(after) in ends


GRADES: dict[str, Drift] = {
    "none": Drift(),
    "blanks at line ends in the file": Drift(in_file=with_tail(" \t")),
    "blanks at line ends in the quote": Drift(in_quote=with_tail("  ")),
    "look-alikes in the file": Drift(in_file=changing(typographic)),
    "look-alikes in the quote": Drift(in_quote=changing(typographic)),
    "quote less deep": Drift(file=Indent(margin="    ")),
    "quote deeper": Drift(model=Indent(margin="  ")),
    "quote deeper by a tab": Drift(Indent("\t"), Indent("\t", "\t")),
    "tabs in the file": Drift(file=Indent("\t")),
    "tabs in the quote": Drift(model=Indent("\t")),
    "two in the file": Drift(file=Indent("  ")),
    "eight in the file": Drift(Indent(" " * 8), Indent("  ")),
    "no indentation in the quote": Drift(model=Indent("")),
    "blanks inside in the file": Drift(in_file=changing(spread)),
    "blanks inside in the quote": Drift(in_quote=changing(spread)),
    "no blanks inside in the quote": Drift(in_quote=changing(squeezed)),
    "blank lines in the file": Drift(blank="file"),
    "blank lines in the quote": Drift(blank="quote"),
    "wrapped in the file": Drift(in_file=wrapped(",")),
    "wrapped in the quote": Drift(in_quote=wrapped("")),
    "wrapped and deeper in the file": Drift(file=Indent(margin="    "), in_file=wrapped(",")),
    "comment paraphrased": Drift(in_file=ending("value", "  // as it was"), in_quote=ending("value", "  // now")),
    "comma lost": Drift(in_file=ending("table", ",")),
    "typo": Drift(in_quote=changing(lambda content: content.replace("note_", "noet_").replace("value_1 ", "vlaue_1 "))),
}


def fenced(search: str, replace: str) -> tuple[str, str]:
    return f"```c\n{search}```\n", f"```c\n{replace}```\n"


def numbered(form: str, both: bool) -> Spoil:
    def number(side: str, first: int) -> str:
        return "".join(form.format(k) + line + "\n" for k, line in enumerate(side.split("\n")[:-1], start=first))

    def spoil(search: str, replace: str) -> tuple[str, str]:
        assume(search.count("\n") > 1)
        return number(search, 8), number(replace, 8) if both else replace

    return spoil


def entities(search: str, replace: str) -> tuple[str, str]:
    return html.escape(search, quote=False), html.escape(replace, quote=False)


def escaped(search: str, replace: str) -> tuple[str, str]:
    """Both sides on one line, where SEARCH has more than one."""
    assume(search.count("\n") > 1 and replace.count("\n") > 1)

    def escape(side: str) -> str:
        return side.removesuffix("\n").replace("\n", "\\n").replace('"', '\\"') + "\n" if side else ""

    return escape(search), escape(replace)


def signed(search: str, replace: str) -> tuple[str, str]:
    old = "".join("-" + line + "\n" for line in search.split("\n")[:-1])
    return old, "".join("+" + line + "\n" for line in replace.split("\n")[:-1])


def between_blank_lines(search: str, replace: str) -> tuple[str, str]:
    return f"\n{search}\n\n", f"\n{replace}\n\n"


REPAIRS: dict[str, Drift] = {
    "fence": Drift(spoil=fenced),
    "12 | ": Drift(spoil=numbered("{} | ", True)),
    "12: ": Drift(spoil=numbered("{}: ", True)),
    "12→": Drift(spoil=numbered("{}→", True)),
    "cat -n": Drift(spoil=numbered("{:6}\t", True)),
    "12 | of SEARCH alone": Drift(spoil=numbered("{} | ", False)),
    "entities": Drift(spoil=entities),
    "escaped": Drift(spoil=escaped),
    "diff signs": Drift(spoil=signed),
    "blank ends": Drift(spoil=between_blank_lines),
    "skipped lines": Drift(elided=True),
    "skipped lines and tabs": Drift(file=Indent("\t"), elided=True),
    "fence and indentation": Drift(file=Indent(margin="  "), spoil=fenced),
    "numbers and tabs": Drift(file=Indent("\t"), spoil=numbered("{} | ", True)),
}
DRIFTS = GRADES | REPAIRS
FUZZY = {"comment paraphrased", "comma lost", "typo"}


@st.composite
def drifted(draw: st.DrawFn, drift: Drift, count: int = 1) -> Drifted:
    """A program and `count` edits of windows of it that don't overlap, from top to bottom."""
    rows = draw(programs(4 + 2 * count))
    cuts = [0, len(rows)]
    if not drift.elided:
        cuts = sorted(draw(st.sets(st.integers(0, len(rows)), min_size=2 * count, max_size=2 * count)))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = ""
    pieces: list[tuple[str, str]] = []
    edits: list[Edit] = []
    at = 0
    for number, (first, stop) in enumerate(zip(cuts[::2], cuts[1::2], strict=True), start=1):
        outside = written([bare_step(row) for row in rows[at:first]], drift.file, drift.in_file, end)
        kept = draw(st.integers(0, max(0, stop - first - 3))) if drift.elided else None
        steps = draw(changes(rows[first:stop], 1000 * number, kept))
        in_file, in_quote = (with_blanks(steps) if drift.blank == side else steps for side in ("file", "quote"))
        in_quote = elided(in_quote) if drift.elided else in_quote
        sides = (written(side(in_quote), drift.model, drift.in_quote, "\n") for side in (old, new))
        edits.append(Edit("a.c", *drift.spoil(*sides), index=number))
        text += outside + written(old(in_file), drift.file, drift.in_file, end)
        pieces += [(outside, outside), *forms_of(new(in_file), drift, end)]
        at = stop
    rest = written([bare_step(row) for row in rows[at:]], drift.file, drift.in_file, end)
    if at < len(rows) and draw(st.booleans()):
        rest = rest.removesuffix(end)
    return Drifted(text + rest, edits, [*pieces, (rest, rest)])


Step: TypeAlias = "tuple[str, Row]"
"""What an edit does to a row, and the row."""


def bare_step(row: Row) -> Step:
    return KEEP, row


def written(steps: Sequence[Step], indent: Indent, body: Body, end: str) -> str:
    lines = (line for kind, row in steps for line in (bare if kind == NEW else body)(indent, row))
    return "".join(line + end for line in lines)


def forms_of(steps: Sequence[Step], drift: Drift, end: str) -> Iterator[tuple[str, str]]:
    for step in steps:
        own = written([step], drift.file, drift.in_file, end)
        yield own, written([step], drift.file, drift.in_quote, end) if step[0] == ALTER else own


def old(steps: Sequence[Step]) -> list[Step]:
    return [step for step in steps if step[0] != NEW]


def new(steps: Sequence[Step]) -> list[Step]:
    return [(kind, replace(row, number=77) if kind == ALTER else row) for kind, row in steps if kind != DROP]


def elided(steps: Sequence[Step]) -> list[Step]:
    """`...` for the first row between two others that are kept as it is."""
    kinds = [kind for kind, _ in steps]
    inner = next((k for k in range(1, len(steps) - 1) if kinds[k - 1 : k + 2] == [KEEP] * 3), None)
    assume(inner is not None)
    return [(KEEP, DOTS) if k == inner else step for k, step in enumerate(steps)]


def with_blanks(steps: Sequence[Step]) -> list[Step]:
    """A blank line between every two rows that are kept."""
    full: list[Step] = []
    for step in steps:
        full += [(KEEP, BLANK)] if full and full[-1][0] == step[0] == KEEP else []
        full.append(step)
    return full


@st.composite
def programs(draw: st.DrawFn, least: int) -> list[Row]:
    """Rows, each with a content of its own."""
    rows: list[Row] = []
    level = draw(st.integers(0, 1))
    for key in range(draw(st.integers(least, 12))):
        rows.append(Row(level, draw(st.sampled_from(TEMPLATES)), key))
        level = max(0, level + draw(st.integers(-1, 1)))
    return rows


@st.composite
def changes(draw: st.DrawFn, rows: Sequence[Row], number: int, kept: int | None) -> list[Step]:
    """What an edit does to each row, and the rows it puts in; two kinds of change never touch each other.

    The rows from number `kept` on, three of them, are kept, with nothing new between them.
    """
    steps: list[Step] = []
    for k, row in enumerate(rows):
        kind = draw(st.sampled_from([KEEP, KEEP, DROP, NEW, ALTER]))
        if kept is not None and kept <= k < kept + 3:
            kind = KEEP
        before = steps[-1][0] if steps else KEEP
        if kind == NEW and before in (KEEP, NEW):
            steps.append((NEW, Row(row.level, draw(st.sampled_from(NEW_TEMPLATES)), number + k)))
        steps.append((kind if kind in (DROP, ALTER) and before in (KEEP, kind) else KEEP, row))
    kinds = {kind for kind, _ in steps}
    assume(KEEP in kinds and len(kinds) > 1)
    return steps
