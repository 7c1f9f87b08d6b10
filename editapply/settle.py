"""An edit and the places of its quote → those to change; and what of an edit can't be done at all."""

from __future__ import annotations

from editapply.matching import Index
from editapply.model import Action, Edit, Match, Span

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
