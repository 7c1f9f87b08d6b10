"""Two lines that differ, one quoted and one found → in what kind of way they differ."""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum

from editapply.comments import Syntax, split_comment
from editapply.normalize import CLOSING, tokens_of

SHORTEST_NAME = 6
LONGEST_NAME = 200
SEMICOLON_SUFFIXES = frozenset(["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"])
_OPERATORS = frozenset("+-*/%=<>!&|^~?:@")
_TURNS = frozenset(
    {
        *(
            "not",
            "and",
            "or",
            "is",
            "in",
            "no",
            "isn",
            "isnt",
            "unless",
            "if",
            "elif",
            "else",
            "never",
            "always",
            "without",
        ),
        *("true", "false", "none", "null", "nil", "undefined", "yes", "on", "off", "nan"),
    }
)


# What turns a line's meaning round where it was cut off.
CUT_TURNS = frozenset({"not", "and", "or", "if", "unless", "else", "!", "&", "|", "?"})


class Kind(Enum):
    """How a found line differs from the quoted one."""

    COMMENT = "a comment"
    PUNCTUATION = "a comma or semicolon"
    TYPO = "a lone typo"
    MEANING = "an operator, a negation or a boolean"
    OTHER = "another line"


def kind_of(quoted: str, found: str, syntax: Syntax, suffix: str) -> Kind:
    """The kind of difference between two lines that are not equal but for blanks and look-alikes."""
    code, comment = split_comment(quoted, syntax)
    found_code, found_comment = split_comment(found, syntax)
    ours, theirs = tokens_of(code), tokens_of(found_code)
    if ours == theirs and (comment or found_comment):
        return Kind.COMMENT
    if _without_commas(ours, suffix) == _without_commas(theirs, suffix):
        return Kind.PUNCTUATION
    if typo_in(ours, theirs) is not None and comment == found_comment:
        return Kind.TYPO
    return Kind.MEANING if _turns(ours, theirs) else Kind.OTHER


def _without_commas(tokens: list[str], suffix: str) -> list[str]:
    """Tokens without commas before a closing bracket or the line's end, and the semicolon that JavaScript may omit."""
    tokens = [
        token
        for k, token in enumerate(tokens)
        if not (token == "," and tokens[k + 1 : k + 2] in ([], *([c] for c in CLOSING)))
    ]
    if suffix in SEMICOLON_SUFFIXES and tokens and tokens[-1] == ";":
        tokens.pop()
    return tokens


def typo_in(ours: list[str], theirs: list[str]) -> tuple[str, str] | None:
    """The one name (quoted, found) in which two lines differ, if the quoted one is a slip of the found one."""
    if len(ours) != len(theirs):
        return None
    pairs = {(a, b) for a, b in zip(ours, theirs, strict=True) if a != b}
    if len(pairs) != 1:
        return None
    quoted, found = pairs.pop()
    return (quoted, found) if is_slip(quoted, found) else None


def is_slip(quoted: str, found: str) -> bool:
    """Whether `quoted` is the name `found` with one letter lost, doubled or swapped with the next, in other
    letter case, or without an underscore. Digits never; another letter in a letter's place never; the first and the
    last letter tell names apart (`item`, `items`).

    >>> is_slip("recieve_all", "receive_all"), is_slip("user_count", "user_mount")
    (True, False)
    """
    if max(len(quoted), len(found)) > LONGEST_NAME:
        return False
    if not (_is_name(quoted) and _is_name(found)) or min(_letters(quoted), _letters(found)) < SHORTEST_NAME - 1:
        return False
    if _letters(found) < SHORTEST_NAME:
        return False
    if found.startswith("_") is not quoted.startswith("_"):
        return False
    if quoted.casefold() == found.casefold():
        return quoted[0] == found[0]
    k = next((k for k, (a, b) in enumerate(zip(quoted, found, strict=False)) if a != b), min(len(quoted), len(found)))
    if len(quoted) == len(found):
        swapped = found[:k] + found[k + 1 : k + 2] + found[k : k + 1] + found[k + 2 :]
        return swapped == quoted and not any(char.isdigit() or char == "_" for char in found[k : k + 2])
    if k == 0 or k >= len(found) - 1:
        return False
    if len(quoted) == len(found) - 1:
        return found[:k] + found[k + 1 :] == quoted and not found[k].isdigit()
    doubled = len(quoted) == len(found) + 1 and quoted[:k] + quoted[k + 1 :] == found
    return doubled and k > 0 and quoted[k] == quoted[k - 1] and quoted[k].isalpha()


def _is_name(token: str) -> bool:
    return re.fullmatch(r"[^\W\d]\w*", token) is not None


def _letters(token: str) -> int:
    return sum(char.isalpha() for char in token)


def _turns(ours: list[str], theirs: list[str]) -> bool:
    """Whether two lines differ only in words or signs that turn their meaning round."""
    a, b = [t for t in ours if not is_turn(t)], [t for t in theirs if not is_turn(t)]
    return a == b


def is_turn(token: str) -> bool:
    """Whether a token can turn a line's meaning round."""
    return token.strip("\"'").lower() in _TURNS or token in _OPERATORS


def is_other_form(quoted: str, found: str) -> bool:
    """Whether a line of code may stand where another one was when the model looked.

    Not where either opens a block. Nor where both begin alike and differ in what is assigned
    to, or as entries of a list in a string or a number: those are two of a kind, each with a
    place of its own.
    """
    ours, theirs = tokens_of(quoted), tokens_of(found)
    if not ours or not theirs or {ours[-1], theirs[-1]} & {"{", "(", "[", ":", ">"}:
        return False
    if not _is_akin(ours[0], theirs[0]):
        return True
    differing = (Counter(ours) - Counter(theirs)) + (Counter(theirs) - Counter(ours))
    if all(token[0].isdigit() for token in differing):
        return False
    is_entry = "," in (ours[-1], theirs[-1])
    if is_entry and any(token[0] in "\"'`" or token[0].isdigit() for token in differing):
        return False
    targets = _target(ours), _target(theirs)
    return len(targets[0]) == len(targets[1]) and all(_is_akin(a, b) for a, b in zip(*targets, strict=True))


def _target(tokens: list[str]) -> list[str]:
    """What a line assigns to: the tokens in front of its `=`, if no bracket opens before."""
    head = tokens[: tokens.index("=")] if "=" in tokens else []
    return [] if "(" in head else head


def _is_akin(a: str, b: str) -> bool:
    """Whether one name is the other with something behind it."""
    return a.startswith(b) or b.startswith(a)
