"""Plans made by hand or by chance, for what a report says of facts that only some files and replies lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

import editapply
from editapply.errors import FileError
from editapply.model import (
    Applied,
    Candidate,
    Cause,
    Change,
    Code,
    Edit,
    Elsewhere,
    Kept,
    Options,
    Outcome,
    Plan,
    Rejected,
    Span,
    Tier,
    Unchanged,
)
from editapply.text import Lines

SERVICE = (
    "async function refresh(user) {\n"
    "  if (user.tokenExpiresAt < Date.now()) {\n"
    "    await this.refreshToken(user);\n"
    "  }\n"
    "  return user;\n"
    "}\n"
)
QUOTE = "  if (user.expiresAt <= Date.now()) {\n    await this.refreshToken(user);\n"
WRITTEN = "  if (user.expiresAt <= Date.now()) {\n    await this.refreshToken(user, true);\n"
CORRECTION = Edit(
    "src/auth/service.ts",
    "  if (user.tokenExpiresAt < Date.now()) {\n    await this.refreshToken(user);\n",
    "  if (user.tokenExpiresAt < Date.now()) {\n    await this.refreshToken(user, true);\n",
)
KEPT = Kept("1a2b3c4d", ".")


def candidate(
    text: str, first: int, last: int, similarity: float = 1.0, around: tuple[int, int] | None = None
) -> Candidate:
    """The lines `first` to `last` (1-based, inclusive) of a text; `around` are those that make them unique."""
    lines = Lines(text)
    context = None if around is None else lines.span(around[0] - 1, around[1])
    return Candidate(lines.span(first - 1, last), similarity, context)


def rejected(code: Code = Code.NOT_FOUND, detail: str = "", **more: Any) -> Rejected:
    """An edit of `src/auth/service.ts` that was refused."""
    search = more.pop("search", QUOTE)
    index, path = more.get("index", 2), more.get("path", "src/auth/service.ts")
    edit = Edit(path, search, more.pop("replace", WRITTEN), index=index, reply_line=31)
    refusal = Rejected(index, path, 31, code, detail, edit=edit, search=search)
    return replace(refusal, **more)


def not_found(**more: Any) -> Rejected:
    """The refusal of DESIGN.md section 4."""
    given: dict[str, Any] = {
        "detail": "a line that the edit changes is not there as quoted",
        "candidates": (candidate(SERVICE, 2, 3, 0.92),),
        "correction": CORRECTION,
    }
    return rejected(**(given | more))


def plan_of(*outcomes: Any, texts: dict[str, str] | None = None, max_report: int = 8000, **more: Any) -> Plan:
    """A plan with these outcomes for files with these texts."""
    known = {"src/auth/service.ts": SERVICE} if texts is None else texts
    return Plan(tuple(outcomes), more.pop("changes", {}), known, Options(max_report=max_report), **more)


def reply_of(*blocks: tuple[str, str, str]) -> str:
    """A reply with blocks of path, SEARCH and REPLACE."""
    return "".join(
        f"{path}\n```\n<<<<<<< SEARCH\n{search}=======\n{written}>>>>>>> REPLACE\n```\n"
        for path, search, written in blocks
    )


def refused_by_file(code: Code, detail: str) -> editapply.Plan:
    """The plan of a reply whose file can't be read."""

    def read(path: str) -> str | None:
        raise FileError(code, path, detail)

    return editapply.plan_reply(reply_of(("data/x.bin", "a\n", "b\n")), read)


LINES = st.sampled_from(["a", "  a = 1", "\ta = 1", "}", "", "it’s", "\udcff", "x" * 500, "```", "=======", "a\r"])
TEXTS = st.lists(LINES, max_size=12).map(lambda lines: "".join(line + "\n" for line in lines))
PATHS = st.sampled_from(["a.py", "b.md", "d/" * 300 + "c.js", "\x1b.py", "\udcff"])
NOTES = st.sampled_from(["", "why", "w" * 3000, "\x00\n", "made already?"])


NAMED = (Code.NOT_FOUND, Code.AMBIGUOUS, Code.CONFLICT, Code.OVERLAP)


@st.composite
def edits(draw: st.DrawFn, index: int) -> Edit:
    pair = draw(st.booleans())
    return Edit(
        draw(PATHS), draw(TEXTS), draw(TEXTS), whole_lines=not pair, index=index, count=draw(st.sampled_from([1, None]))
    )


@st.composite
def spans(draw: st.DrawFn, text: str) -> Span:
    start, end = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    return Span(start, end)


@st.composite
def outcomes(draw: st.DrawFn, index: int, texts: dict[str, str]) -> Outcome:
    edit = draw(edits(index))
    span = draw(spans(texts.get(edit.path, "")))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return Unchanged(edit, draw(st.sampled_from([Code.NO_CHANGE, Code.ALREADY_APPLIED])), span, draw(NOTES))
    if kind == 1:
        tier, grade = draw(st.sampled_from(list(Tier))), draw(st.sampled_from(["", "indentation"]))
        return Applied(edit, span, tier, 0.9, 1, 1, grade, accepted=draw(st.integers(0, 2)))
    return Rejected(
        index=index,
        path=edit.path,
        reply_line=index,
        code=draw(st.sampled_from([*NAMED, *list(Code)[2:]])),
        detail=draw(NOTES),
        candidates=draw(
            st.lists(st.builds(Candidate, spans(texts.get(edit.path, "")), st.just(0.5)), max_size=4).map(tuple)
        ),
        nearest=draw(st.lists(PATHS, max_size=3).map(tuple)),
        edit=edit,
        search=edit.search,
        cause=draw(st.none() | st.sampled_from(list(Cause))),
        elsewhere=draw(st.lists(st.builds(Elsewhere, PATHS, st.just(1), st.just(2)), max_size=3).map(tuple)),
        correction=draw(st.none() | edits(index)),
    )


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any plan, also such as no reply leads to."""
    texts = draw(st.dictionaries(PATHS, TEXTS, max_size=3))
    size = draw(st.integers(0, 4))
    return Plan(
        outcomes=tuple(draw(outcomes(k, texts)) for k in range(1, size + 1)),
        changes={path: Change(text, text + "(\n") for path, text in texts.items()},
        texts=texts,
        options=Options(partial=draw(st.booleans()), max_report=draw(st.integers(800, 20_000))),
        written=draw(st.booleans()),
        kept=draw(st.none() | st.just(KEPT) | st.just(Kept("1a2b3c4d", "d " * 200))),
    )
