"""Two engines to measure the others by: exact lines or nothing, and the likest lines pasted over."""

from difflib import SequenceMatcher

from .oracle import Case

LEAST_RATIO = 0.8


def exact(case: Case) -> str | None:
    """REPLACE for SEARCH where SEARCH stands once as whole lines."""
    text, search = "\n" + case.before, "\n" + case.search
    if text.count(search) != 1:
        return None
    return text.replace(search, "\n" + case.replace)[1:]


def paste(case: Case) -> str | None:
    """REPLACE pasted over the window of as many lines that is likest to SEARCH, as many tools do it."""
    found = exact(case)
    if found is not None:
        return found
    lines = case.before.split("\n")
    size = case.search.count("\n")
    at = max(range(len(lines)), key=lambda at: _common(lines[at : at + size], case.search.split("\n")))
    window = "\n".join(lines[at : at + size]) + "\n"
    if SequenceMatcher(None, window, case.search, autojunk=False).ratio() < LEAST_RATIO:
        return None
    return "\n".join([*lines[:at], *case.replace.split("\n")[:-1], *lines[at + size :]])


def _common(window: list[str], quote: list[str]) -> int:
    return sum(line.strip() == other.strip() != "" for line, other in zip(window, quote, strict=False))
