"""A quote whose file is wrong or missing → the files under the root that were probably meant."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from editapply.decode import decode
from editapply.errors import FileError
from editapply.reading import read_bytes
from editapply.similarity import Entry, jaccard, lcs_similarity, overlap, score_entry, significant_words

MOST_FILES = 20_000
MOST_READ = 8_000_000
LARGEST_FILE = 400_000
SIMILAR_PATH = 0.6
SIMILAR_WORDS = 0.8
FEWEST_WORDS = 2
OPENING = "<<<<<<< SEARCH\n"
LONGEST_COMPARED = 300
SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".mypy_cache"})


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """How near a file is; the lowest comes first."""

    other_name: bool
    score: float
    words: float
    path: str


def nearest_paths(root: str, path: str, search: str, limit: int = 3) -> list[str]:
    """The files that a block for `path` (empty: it named none) with this SEARCH was probably for, best first.

    Files with the same base name come first. Then counts how similar the path is (longest
    common subsequence) and how many of the quote's words the file holds (word overlap); between
    equals the one with fewer other words (Jaccard). At most 20,000 files are looked at and
    8 MB read.
    """
    path = path.replace("\\", "/")[-LONGEST_COMPARED:]
    query = " ".join(sorted(significant_words(search)))
    texts = read_texts(root, walk_files(root), MOST_READ if query else 0)
    ranked = [rank for found, text in texts if (rank := _rank(found, text, path, query))]
    return [rank.path for rank in sorted(ranked)[:limit]]


def paths_ending_with(root: str, name: str) -> list[str]:
    """The files under `root` whose path ends with `name`, which has no folder in front."""
    end = "/" + name.replace("\\", "/").lstrip("./")
    return [path for path in islice(walk_files(root), MOST_FILES) if path.endswith(end)]


def _rank(found: str, text: str, path: str, query: str) -> Rank | None:
    same_name = bool(path) and _base(found) == _base(path)
    alike = lcs_similarity(found[-LONGEST_COMPARED:], path) if path else 0.0
    holds = query.count(" ") + 1 >= FEWEST_WORDS and overlap(text, query) >= SIMILAR_WORDS
    if not (same_name or alike >= SIMILAR_PATH or holds):
        return None
    scored = score_entry(Entry(text, tags=(found,), relevance=alike), query)
    return Rank(not same_name, -scored.score, -jaccard(text, query) if holds else 0.0, found)


def _base(path: str) -> str:
    return path.rsplit("/", 1)[-1].casefold()


def read_texts(root: str, paths: Iterable[str], most: int = MOST_READ) -> Iterator[tuple[str, str]]:
    """The files `paths` under `root` with their texts; empty where one can't be read, is large, or `most` is used up.

    No link is followed, that of a folder neither. At most 20,000 files.
    """
    real = os.path.realpath(root)

    @cache
    def is_linked(folder: str) -> bool:
        place = os.path.join(real, *folder.split("/")) if folder else real
        return os.path.realpath(place) != place

    for path in islice(paths, MOST_FILES):
        text = "" if most <= 0 or is_linked(path.rpartition("/")[0]) else _read_text(real, path)
        most -= len(text)
        yield path, text


def _read_text(real_root: str, path: str) -> str:
    """A file's text; empty where it can't be read, or is a reply itself."""
    absolute = os.path.join(real_root, *path.split("/"))
    try:
        if os.path.islink(absolute) or os.path.getsize(absolute) > LARGEST_FILE:
            return ""
        found = read_bytes(real_root, path)
        text = decode(found.data, path)[0] if found else ""
        return "" if OPENING in text else text
    except (FileError, OSError):
        return ""


def walk_files(root: str) -> Iterator[str]:
    """The files under `root`, relative to it with "/", without the folders of tools and of version control."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
