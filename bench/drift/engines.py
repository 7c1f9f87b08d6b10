"""The engines that are compared, each behind the same call: a case → the text after, or None for a refusal."""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from .baselines import exact, paste
from .oracle import Case

Run = Callable[[Case], str | None]


def _editapply() -> Run:
    editapply = import_module("editapply")

    def run(case: Case) -> str | None:
        edit = editapply.Edit(path=case.path, search=case.search, replace=case.replace)
        result = editapply.apply_edits(case.before, [edit])
        return str(result.after) if result.ok else None

    return run


def _mpatch() -> Run:
    """As its own parser reads a SEARCH/REPLACE block: one hunk with all context and no line number."""
    mpatch = import_module("mpatch")

    def run(case: Case) -> str | None:
        parsed = mpatch.Patch.from_texts(case.path, case.search, case.replace, context_len=100_000)
        hunks = [mpatch.Hunk(hunk.lines) for hunk in parsed.hunks]
        result = mpatch.Patch(case.path, hunks).apply_to_content(case.before)
        return str(result.new_content) if result.report.all_applied_cleanly else None

    return run


def _purepatch() -> Run:
    purepatch = import_module("purepatch")

    def run(case: Case) -> str | None:
        try:
            return str(purepatch.apply_edit(case.before, case.search, case.replace))
        except (purepatch.NoMatchError, purepatch.AmbiguousMatchError):
            return None

    return run


def _apply_edit_block() -> Run:
    """As its own parser gives the sides: without the last line break."""
    module = import_module("apply_edit_block")

    def run(case: Case) -> str | None:
        edit = {"search": case.search.removesuffix("\n"), "replace": case.replace.removesuffix("\n")}
        result = module.apply_edit(case.before, edit)
        return str(result.text) if result.ok else None

    return run


ENGINES: dict[str, Callable[[], Run]] = {
    "editapply": _editapply,
    "mpatch": _mpatch,
    "purepatch": _purepatch,
    "apply-edit-block": _apply_edit_block,
    "exact": lambda: exact,
    "paste": lambda: paste,
}
USUAL = ("editapply", "mpatch", "purepatch", "apply-edit-block")


def version_of(name: str) -> str | None:
    """The installed version; empty for an engine of the benchmark's own; None where it is not installed."""
    if ENGINES[name] in (ENGINES["exact"], ENGINES["paste"]):
        return ""
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed, from the path)" if find_spec(name) is not None else None
