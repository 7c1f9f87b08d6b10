"""A path that doesn't exist → the real paths that were probably meant."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

from editapply.similarity.lcs import lcs_similarity

MOST_FILES = 20_000
LEAST_SIMILARITY = 0.6
SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".mypy_cache"})


def nearest_paths(root: str, path: str, limit: int = 3) -> list[str]:
    """The files under `root` with the same base name, else the most similar paths, best first.

    At most 20,000 files are looked at. Similarity is that of the longest common subsequence.
    """
    path = path.replace("\\", "/")[:300]
    base = path.rsplit("/", 1)[-1].casefold()
    scored: list[tuple[bool, float, str]] = []
    for found in islice(_files(root), MOST_FILES):
        same = found.rsplit("/", 1)[-1].casefold() == base
        similarity = lcs_similarity(found[:300], path)
        if same or similarity >= LEAST_SIMILARITY:
            scored.append((not same, -similarity, found))
    return [found for _, _, found in sorted(scored)[:limit]]


def _files(root: str) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
