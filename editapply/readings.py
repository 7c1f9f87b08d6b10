"""A block that can be read in several ways → the reading whose SEARCH stands in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from editapply.matching import Index
from editapply.matching.exact import find_exact_lines
from editapply.model import Edit, Reading
from editapply.text import is_blank, is_empty


def choose_reading(edit: Edit, texts: Sequence[Index]) -> Edit | str:
    """The edit as the file decides it, or why no reading can be chosen.

    Where the SEARCH of one reading stands, so does that of every shorter one, so the longest
    decides. It must stand alone, and must be sound.
    """
    if not edit.readings:
        return edit
    standing = [reading for reading in edit.readings if any(_stands(reading, index) for index in texts)]
    longest = max((_length(reading) for reading in standing), default=-1)
    best = [reading for reading in standing if _length(reading) == longest]
    sound = [reading for reading in edit.readings if reading.sound]
    if not standing and sound and len({_length(reading) for reading in sound}) == 1:
        best = sound[:1]
    if len(best) == 1 and best[0].sound:
        return replace(edit, search=best[0].search, replace=best[0].replace, readings=())
    if len(best) > 1:
        return "the markers are indented, and SEARCH stands in the file with and without that indentation"
    return (
        "it can't be told which `=======` line divides SEARCH from REPLACE, and which one is text of the file; "
        "use markers of another length (`<<<<<<<<< SEARCH`, `=========`, `>>>>>>>>> REPLACE`)"
    )


def _stands(reading: Reading, index: Index) -> bool:
    if is_blank(reading.search):
        return is_empty(index.lines.text)
    return bool(find_exact_lines(index, reading.search))


def _length(reading: Reading) -> int:
    return reading.search.count("\n")
