"""An edit and the places of its quote → those to change, and the change there; and what of an edit can't be done."""

from __future__ import annotations

from collections.abc import Sequence

from editapply.locate import Located
from editapply.matching import Index
from editapply.model import Action, Edit, Match, Span
from editapply.rewrite import Rebased, rebase
from editapply.text import is_encodable

FENCED = frozenset({"md", "markdown", "mdx", "rst", "adoc", "txt", "ipynb", "rmd", "qmd"})  # fences may be text there


def settle(index: Index, edit: Edit, places: list[Match]) -> list[Match]:
    """The places to change: the only one, the one that the hint overlaps, or as many as were asked for."""
    if edit.count is None:
        return _without_overlaps(places)
    if len(places) == edit.count:
        return _without_overlaps(places) if len(_without_overlaps(places)) == len(places) else []
    if edit.hint is None:
        return []
    hinted = [place for place in places if _touches(index, place.span, edit.hint)]
    return hinted if len(hinted) == edit.count == 1 else []


def _touches(index: Index, span: Span, hint: tuple[int, int]) -> bool:
    first, last = index.lines.first_and_last(span)
    return first <= hint[1] and hint[0] <= last


def _without_overlaps(places: list[Match]) -> list[Match]:
    kept: list[Match] = []
    for place in places:
        if not kept or not kept[-1].span.overlaps(place.span):
            kept.append(place)
    return kept


def rebase_places(located: Located, places: Sequence[Match], unit: str) -> Rebased | str:
    """The change at all these places as one, or why one of them can't be made. `unit`: one level of indentation."""
    parts = located.parts or [(located.edit, place) for place in places]
    made = [rebase(located.index.lines, part, place.span, unit) for part, place in parts]
    done = [part for part in made if not isinstance(part, str)]
    if len(done) < len(made):
        return next(part for part in made if isinstance(part, str))
    hunks = [hunk for part in done for hunk in part.hunks]
    return Rebased(hunks, sum(part.added for part in done), sum(part.removed for part in done))


def encoding_problem(edit: Edit, is_raw: bool) -> str:
    """Why what the edit writes can't be encoded; `is_raw`: the file holds bytes that are not UTF-8."""
    if is_raw and not (edit.search + edit.replace).isascii():
        return "the file is not UTF-8: only edits in plain ASCII are made to it, so that its other bytes stay"
    if "\0" in edit.replace:
        return "REPLACE holds a NUL character, which would make the file binary"
    if not is_encodable(edit.replace):
        return "REPLACE holds characters that no encoding has (lone surrogates): send others"
    return ""


def is_undecodable(index: Index, span: Span) -> bool:
    """Whether a line of the place holds bytes that are not UTF-8."""
    first, last = index.lines.first_and_last(span)
    return not is_encodable("".join(index.lines.raw[first - 1 : last]))


def unsupported(edit: Edit) -> str:
    """What of an edit would be passed over if it were made."""
    if edit.action is not Action.EDIT or edit.to or edit.scope or edit.insert_after is not None or edit.at_end:
        return "the edit asks for more than putting REPLACE in place of SEARCH, which can't be done yet"
    written = [line.strip() for line in edit.replace.split("\n") if line.strip()]
    ends = [line for line in written[:1] + written[-1:] if line.startswith(("```", "~~~"))]
    if (
        ends
        and "```" not in edit.search
        and "~~~" not in edit.search
        and edit.path.rsplit(".", 1)[-1].lower() not in FENCED
    ):
        return f"a fence (`{ends[0][:40]}`) stands inside of REPLACE: put it around the block"
    return ""
