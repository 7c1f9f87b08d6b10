"""All strategies of the property tests; the alphabets are small, so that lines collide and nearly collide."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from editapply.hunks import Hunk
from editapply.model import Edit, Span
from editapply.text import body, split_lines

ENDS = st.sampled_from(["\n", "\r\n"])
WORDS = st.sampled_from(["a", "b", "ab", "x = 1", "  x = 1", "xx = 1", "}", "", " ", "é", "a\x0c", "b\x85c", "\u2028"])
NEW_WORDS = st.sampled_from(["new", "  new", "new = 1"])
PIECES = st.sampled_from(["a", "b", "}", " ", "\t", "\n", "\r\n", "\r", "\x0c", "\x85", "\u2028", "é", "\ufeff"])
raw_texts = st.lists(PIECES, max_size=20).map("".join)
"""Any mixture of characters and line ends."""

few_symbols = st.text("abc", max_size=12)
"""Lines of one character each, for what compares sequences."""

bodies = st.lists(WORDS, min_size=1, max_size=10)
"""Lines without their ends."""


@st.composite
def texts(draw: st.DrawFn, ends: st.SearchStrategy[str] = ENDS) -> str:
    """A text of whole lines; the last one may lack its end."""
    text = "".join(body + draw(ends) for body in draw(bodies))
    last = draw(WORDS) if draw(st.booleans()) else ""
    return text + last


@dataclass(frozen=True)
class Window:
    """The lines `first` to `stop` (0-based, half-open) of a text, as SEARCH would quote them."""

    first: int
    stop: int
    search: str


@st.composite
def windows(draw: st.DrawFn, text: str) -> Window:
    """A run of lines that isn't blank: a blank SEARCH quotes nothing."""
    lines = split_lines(text)
    first = draw(st.integers(0, len(lines) - 1))
    stop = draw(st.integers(first + 1, min(len(lines), first + 4)))
    search = quoted(lines[first:stop])
    assume(search.strip())
    return Window(first, stop, search)


def quoted(lines: list[str]) -> str:
    """Lines as a model quotes them: with "\\n" behind each."""
    return "".join(line.removesuffix("\n").removesuffix("\r") + "\n" for line in lines)


@st.composite
def changed(draw: st.DrawFn, search: str, words: st.SearchStrategy[str] = WORDS) -> str:
    """A REPLACE for this SEARCH: some lines dropped, others put in, the rest as they are."""
    kept = [line for line in split_lines(search) if draw(st.integers(0, 3))]
    for _ in range(draw(st.integers(0, 2))):
        kept.insert(draw(st.integers(0, len(kept))), draw(words) + "\n")
    return "".join(kept)


@dataclass(frozen=True)
class Case:
    """A text and an edit of some of its lines."""

    text: str
    window: Window
    edit: Edit


@st.composite
def cases(draw: st.DrawFn, ends: st.SearchStrategy[str] = ENDS, hinted: bool = True) -> Case:
    text = draw(texts(ends))
    window = draw(windows(text))
    hint = (window.first + 1, window.stop) if hinted and draw(st.booleans()) else None
    edit = Edit(path="a", search=window.search, replace=draw(changed(window.search)), hint=hint)
    return Case(text, window, edit)


@st.composite
def repeated_cases(draw: st.DrawFn) -> Case:
    """A case whose SEARCH stands at two places at least."""
    case = draw(cases(hinted=False))
    lines = split_lines(case.text)
    at = draw(st.integers(0, len(lines)))
    ended = [body(line) + "\n" for line in lines]
    text = "".join([*ended[:at], *ended[case.window.first : case.window.stop], *ended[at:]])
    assume(case.window.stop <= at or at <= case.window.first)
    return Case(text, case.window, case.edit)


@st.composite
def disjoint_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and edits of lines of it that don't overlap, from top to bottom.

    Neighbours put in different lines: the same line at the same point is put in once.
    """
    text = draw(texts())
    lines = split_lines(text)
    cuts = sorted(draw(st.sets(st.integers(0, len(lines)), min_size=2, max_size=6)))
    edits: list[Edit] = []
    for k, (first, stop) in enumerate(pairwise(cuts)):
        search = quoted(lines[first:stop])
        if search.strip() and draw(st.integers(0, 3)):
            replace = draw(changed(search, (WORDS, NEW_WORDS)[k % 2]))
            edits.append(Edit("a", search, replace, hint=(first + 1, stop), index=len(edits) + 1))
    return text, edits


@st.composite
def hunks_on(draw: st.DrawFn, text: str, most: int = 3) -> list[Hunk]:
    """Sorted hunks on a text that don't overlap; they may touch each other, or insert."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=2 * most)))
    spans = dict.fromkeys(Span(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=False))
    return [Hunk(span, draw(st.text("xy", max_size=2))) for span in sorted(spans)]


TRICKY_LINES = st.sampled_from(
    [
        *("=======", "=====", "<<<<<<< SEARCH", ">>>>>>> REPLACE", "<<<<<<< HEAD", ">>>>>>> main", "  ======="),
        *("```", "```python", "~~~", "<think>", "</think>", "src/b.py", "**b.py**", "Title", "a", "    b", "}", "a\rb"),
    ]
)
sides = st.lists(TRICKY_LINES | WORDS, max_size=6).map(lambda lines: "".join(line + "\n" for line in lines))
hints = st.none() | st.tuples(st.integers(1, 9), st.integers(0, 9)).map(lambda pair: (pair[0], sum(pair)))
simple_paths = st.sampled_from(["src/a.py", "b.py", "docs/read me.md", "Makefile", ".env", "größe.txt", "a/b/c.d.ts"])


@st.composite
def block_edits(draw: st.DrawFn) -> list[Edit]:
    """Edits that blocks can say: one side at least isn't blank."""
    pairs = st.tuples(sides, sides).filter(lambda pair: bool("".join(pair).strip()))
    found = draw(st.lists(st.tuples(simple_paths, pairs, hints), min_size=1, max_size=4))
    return [Edit(path, search, replace, hint) for path, (search, replace), hint in found]


ODD_NAMES = st.text(st.sampled_from("ab .-_'\"\\\té日$~#()"), min_size=1, max_size=6).filter(
    lambda name: name.strip(" .") != "" and name != ".git"
)
odd_paths = st.lists(ODD_NAMES, min_size=1, max_size=3).map("/".join)


@dataclass(frozen=True)
class FolderCase:
    """Files as texts, and edits of some of them; some of the edits create files."""

    files: dict[str, str]
    edits: list[Edit]


@st.composite
def folder_cases(draw: st.DrawFn, paths: st.SearchStrategy[str] = odd_paths) -> FolderCase:
    files: dict[str, str] = {}
    edits: list[Edit] = []
    for k, path in enumerate(draw(st.lists(paths, min_size=1, max_size=5, unique_by=str.casefold))):
        taken = [*files, *(edit.path for edit in edits)]
        if any(other.startswith(path + "/") or path.startswith(other + "/") for other in taken):
            continue
        if draw(st.integers(0, 3)) == 0:
            edits.append(Edit(path, "", "a\n" + draw(texts(st.just("\n"))), index=k + 1))
            continue
        files[path] = text = draw(texts())
        window = draw(windows(text))
        hint = (window.first + 1, window.stop)
        edits.append(Edit(path, window.search, draw(changed(window.search)), hint, index=k + 1))
    return FolderCase(files, edits)


SNIPPETS = [
    *(b"<<<<<<< SEARCH\n", b"=======\n", b">>>>>>> REPLACE\n", b"<<<<<<< HEAD\n", b"```\n", b"```python:a.py\n"),
    *(b"a.py\n", b"../out.txt\n", b"link/out.txt\n", b"/etc/editapply\n", b".git/config\n", b"new/b.py\n"),
    *(b"<think>\n", b"</think>\n", b"a = 1\n", b"b\n", b"\r\n", b"\n"),
    *(b"\xff\xfe", b"\x00", b"\xef\xbb\xbf", b"\x80\n"),
]


def block_of(name: bytes, search: bytes, replace: bytes) -> bytes:
    return name + b"<<<<<<< SEARCH\n" + search + b"=======\n" + replace + b">>>>>>> REPLACE\n"


snippets = st.sampled_from(SNIPPETS)
byte_pieces = snippets | st.builds(block_of, snippets, snippets, snippets) | st.binary(max_size=6)
byte_strings = st.lists(byte_pieces, max_size=8).map(b"".join)
"""Random bytes with pieces of replies and files among them."""


def random_bytes(random: Random) -> bytes:
    """The same without hypothesis, which is ten times as fast."""
    makers = (
        lambda: random.choice(SNIPPETS),
        lambda: block_of(random.choice(SNIPPETS), random.choice(SNIPPETS), random.choice(SNIPPETS)),
        lambda: random.randbytes(random.randrange(7)),
    )
    return b"".join(random.choice(makers)() for _ in range(random.randrange(9)))


LOOSE_LINES = st.sampled_from(
    [
        *(
            "f(a,b)",
            "f(",
            "  a,",
            "  b,",
            ")",
            "f(a, b)",
            "x = 1",
            "x  =  1",
            " x=1",
            "x = 1 ",
            "“x”",
            '"x"',
            "it’s",
            "it's",
        ),
        *(
            "...",
            "# ...",
            "// …",
            "12 | x = 1",
            "13 | x",
            "```",
            "```py",
            "a &lt; b",
            "a < b",
            "-x = 1",
            "+x = 2",
            "\\n",
            "\\",
        ),
        *(
            "a\\nb",
            'say(\\"x\\")',
            "",
            " ",
            "\t",
            "# rest of the code",
            "[x]",
            "| a | b |",
            "- key: v",
            "{",
            "}",
            "e\u0301",
            "é",
        ),
        *("/* a", " * b", "*/", "\u200b", "\ufeffx", "ｘ", "…", '"unclosed', "\ud800", "}" * 9, "not x", "1" * 30),
    ]
)
loose_texts = st.lists(LOOSE_LINES, max_size=8).map("\n".join)
"""Lines that the looser tiers and the repairs trip over."""

SPACES = st.sampled_from(["", " ", "  ", "\t", "\u00a0"])


@st.composite
def spaced_lines(draw: st.DrawFn) -> str:
    """Few signs with many kinds of blanks, so that one line is another one in some grade."""
    signs = draw(st.lists(st.sampled_from(["a", "b", "+", "’", "'"]), min_size=1, max_size=2))
    return draw(SPACES) + "".join(sign + draw(SPACES) for sign in signs)


spaced_texts = st.lists(spaced_lines(), min_size=1, max_size=6)
