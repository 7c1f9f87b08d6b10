"""Text measures that understand nothing, run anywhere, and are wrong in known ways."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editapply.similarity.bigrams import dice, window_dice
    from editapply.similarity.braces import Balance, balance, extract_json, find_balanced
    from editapply.similarity.edits import levenshtein, levenshtein_similarity, token_similarity
    from editapply.similarity.lcs import did_you_mean, lcs_length, lcs_similarity, suggest
    from editapply.similarity.words import (
        STOP_WORDS,
        Entry,
        Matcher,
        MemoryStore,
        Scored,
        Scorer,
        Store,
        TokenOverlap,
        jaccard,
        overlap,
        retrieve,
        score_entry,
        significant_words,
    )

__all__ = [
    "STOP_WORDS",
    "Balance",
    "Entry",
    "Matcher",
    "MemoryStore",
    "Scored",
    "Scorer",
    "Store",
    "TokenOverlap",
    "balance",
    "dice",
    "did_you_mean",
    "extract_json",
    "find_balanced",
    "jaccard",
    "lcs_length",
    "lcs_similarity",
    "levenshtein",
    "levenshtein_similarity",
    "overlap",
    "retrieve",
    "score_entry",
    "significant_words",
    "suggest",
    "token_similarity",
    "window_dice",
]

# Where a name is not words.py's. A module is loaded when one of its names is asked for: all of them together
# take as long to load as a small edit takes.
_HOMES = {
    "bigrams": ("dice", "window_dice"),
    "braces": ("Balance", "balance", "extract_json", "find_balanced"),
    "edits": ("levenshtein", "levenshtein_similarity", "token_similarity"),
    "lcs": ("did_you_mean", "lcs_length", "lcs_similarity", "suggest"),
}

if not TYPE_CHECKING:  # a type checker that sees this function takes any name for one of ours

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = next((module for module, names in _HOMES.items() if name in names), "words")
        value = getattr(import_module(f"{__name__}.{home}"), name)
        globals()[name] = value  # the next time this function isn't asked
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
