"""The lines in front of a block → the file that it is for, and the line hint beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

BARE_NAMES = frozenset(
    {
        *("BUILD", "CHANGELOG", "CODEOWNERS", "COPYING", "Containerfile", "Dockerfile", "GNUmakefile", "Gemfile"),
        *("Jenkinsfile", "Justfile", "LICENSE", "Makefile", "NOTICE", "Pipfile", "Procfile", "README", "Rakefile"),
        *("Vagrantfile", "WORKSPACE", "justfile", "makefile"),
    }
)
STOP_WORDS = frozenset(
    {
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "it"),
        *("of", "on", "or", "the", "this", "to", "we", "with"),
    }
)
NO_NAMES = frozenset({"none", "unchanged", "n/a", "new", "various"})
# What the decoration around a text says: a heading or bold words less than nothing, a label most.
DECORATED, PLAIN, QUOTED, LABELLED = -1, 0, 1, 2
LONGEST_NAME_LINE = 1024
NAME_SIGNS = ("[", "_", "__")  # they may belong to the name itself
_EXTENSION = re.compile(r"[^\s/\\]\.(?=[^\s.]*[A-Za-z])[A-Za-z0-9_+~-]{1,15}$")
_DOTFILE = re.compile(r"(?:^|[/\\])\.[A-Za-z][\w.-]*$")
_BULLET = re.compile(r"^(?:[-*+•]|\d{1,3}[.)])[ \t]+")
_HEADING = re.compile(r"^#{1,6}[ \t]+")
_COMMENT = re.compile(r"^(?://+|--|;+|%+|#+!?|<!--|/\*+|\*|\"\"\"|>)[ \t]+")
_COMMENT_ENDS = ("-->", "*/", '"""')
_LABEL = re.compile(r"^[*_`]*(?:file ?name|file ?path|file|path)[*_`]*[ \t]*:[*_`]*[ \t]*(?=\S)", re.IGNORECASE)
_NUMBERED = re.compile(r"^\(block[ \t]+\d{1,6}\)[ \t]+(?=\S)", re.IGNORECASE)
_BLOCK_NUMBER = re.compile(r"(?:^|[\s*_`#])\(block[ \t]+(\d{1,6})\)(?:[\s*_`:]|$)", re.IGNORECASE)
_REMARK = re.compile(
    r"[ \t]\((?:new(?: file)?|modified|updated?|edit(?:ed)?|created?|continued|cont\.?|existing(?: file)?)\)$", re.I
)
_HINT = re.compile(r"(?::|#L|[ \t(]lines?[ \t])(\d{1,9})(?: ?(?:-|–|to|:) ?L?(\d{1,9}))?\)?$", re.IGNORECASE)
_WRAPPED = (("**", "**"), ("__", "__"), ("`", "`"), ("*", "*"), ("_", "_"), ('"', '"'), ("'", "'"), ("[", "]"))
_XML_TAG = re.compile(r"^</?[A-Za-z_][\w:-]*(?:\s[^<>]*)?>$")
_XML_PATH = re.compile(r"^<(path|file|file_path|filepath|filename|file_name)>\s*([^<>]+?)\s*</\1>$", re.IGNORECASE)
_XML_ATTRIBUTE = re.compile(r"^<[A-Za-z_][\w:-]*\s[^<>]*?\b(?:path|file|filename)=[\"']([^\"'<>]+)[\"'][^<>]*>$", re.I)
_INFO_KEY = re.compile(
    r"(?:^|[\s{,])(?:title|path|file|filename|filepath)=(?:\"([^\"]+)\"|'([^']+)'|([^\s\"'}]+))", re.IGNORECASE
)
_FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})([^`]*)$")
_PIECE = re.compile(r"[\w.+~@-]+(?:[/\\][\w.+~@-]+)*")
_TITLE = re.compile(r"[ \t]*(?:#{1,6}[ \t]|\*\*|[-*+][ \t]|\d{1,3}[.)][ \t])")
_CREATES = re.compile(r"\b(?:create|creates|creating|add|adds|adding|new)\b", re.IGNORECASE)
_QUOTED = re.compile(r"`([^`\s][^`]*)`")


@dataclass(frozen=True, slots=True)
class Name:
    """A path as written and the lines (1-based, inclusive) given with it.

    `strict`: the whole line names the file; otherwise the path was picked out of a sentence.
    """

    path: str
    hint: tuple[int, int] | None = None
    strict: bool = True


@dataclass(frozen=True, slots=True)
class Fence:
    indent: str
    signs: str
    info: str


def read_fence(line: str) -> Fence | None:
    """The opening or closing fence that a line is, if it is one."""
    found = _FENCE.match(line)
    return Fence(found[1], found[2], found[3].strip()) if found else None


def read_name(line: str) -> Name | None:
    """The file that a line names and nothing else, through headings, comments, bold, labels and colons.

    >>> read_name("### **`src/app.py`**:"), read_name("Here is the change:")
    (Name(path='src/app.py', hint=None, strict=True), None)
    """
    text = line.strip()
    if not 0 < len(text) <= LONGEST_NAME_LINE:
        return None
    in_xml = _XML_PATH.match(text) or _XML_ATTRIBUTE.match(text)
    if in_xml:
        return _with_hint(in_xml[in_xml.lastindex or 1], QUOTED)
    told = PLAIN
    while True:
        inner, layer = _strip_once(text)
        if inner == text:
            return _with_hint(text, told)
        text, told = inner, max(told, layer) if told > PLAIN or layer > PLAIN else min(told, layer)


def read_block_number(line: str) -> int | None:
    """The block of an earlier reply that a line says the next one stands for.

    >>> read_block_number("(block 2) src/app.py"), read_block_number("block 2")
    (2, None)
    """
    found = _BLOCK_NUMBER.search(line[:LONGEST_NAME_LINE])
    return int(found[1]) if found else None


def _strip_once(text: str) -> tuple[str, int]:
    """One layer of decoration less, and what that layer says of the text inside."""
    for opening, closing in _WRAPPED:
        inner = text[len(opening) : -len(closing)]
        if text.startswith(opening) and text.endswith(closing) and inner.strip() and opening not in inner:
            if opening in NAME_SIGNS and not _is_path_like(inner.strip("`*")):
                continue
            return inner.strip(), QUOTED if opening == "`" else DECORATED
    label = _LABEL.match(text) or _NUMBERED.match(text)
    if label:
        return text[label.end() :], LABELLED
    if text.endswith(":") and not text.endswith("::"):
        return text[:-1].rstrip(), DECORATED
    if text.endswith(_COMMENT_ENDS):
        return text[: -len(next(end for end in _COMMENT_ENDS if text.endswith(end)))].rstrip(), DECORATED
    for pattern in (_REMARK, _BULLET, _HEADING, _COMMENT):
        shorter = pattern.sub("", text, count=1).rstrip()
        if shorter and shorter != text:
            return shorter, DECORATED
    return text, PLAIN


def _with_hint(text: str, told: int) -> Name | None:
    text = text.strip()
    found = _HINT.search(text)
    bare = text[: found.start()].strip("`* ,").strip() if found else text
    if found and _is_name(bare, told):
        first = int(found[1])
        last = int(found[2] or first)
        return Name(bare, (first, last) if 1 <= first <= last else None)
    return Name(text) if _is_name(text, told) else None


def _is_name(text: str, told: int) -> bool:
    """Whether a text is a path and no sentence; of headings and bold words only an extension tells."""
    if any(c in text for c in '<>|\0"`\t') or "://" in text or "](" in text or text.upper() == "SEARCH/REPLACE":
        return False
    if not text or text[0] in "{“«" or (text[0] == "(" and text[-1] == ")"):
        return False
    words = text.split()
    if len(words) == 1:
        has_end = bool(_EXTENSION.search(text) or _DOTFILE.search(text))
        if told == LABELLED and re.fullmatch(r"[\w.+-]+", text) and text.lower() not in NO_NAMES:
            return True
        return text in BARE_NAMES or (_is_path_like(text) and (told >= PLAIN or has_end))
    if any(_EXTENSION.search(word.rstrip(",;:")) or word.lower() in STOP_WORDS for word in words[:-1]):
        return False
    if any(word.endswith((",", ";", ":", "!", "?")) for word in words) or not _EXTENSION.search(words[-1]):
        return False
    return told > PLAIN or "/" in words[0] or "\\" in words[0]


def _is_path_like(word: str) -> bool:
    """Whether a word without blanks looks like a path: a folder in it, an extension, or a dotfile."""
    if not re.search(r"\w", word) or word.endswith((".", ",", ";", "...")):
        return False
    if "/" in word or "\\" in word:
        return not word.endswith(("/", "\\"))
    if any(c in word for c in "(){}=,;*?$@&"):
        return False
    return bool(_EXTENSION.search(word) or _DOTFILE.search(word))


def read_info(info: str) -> Name | None:
    """The file named in a fence's info string: `python:src/a.py`, `patch src/a.py`, `title="src/a.py"`.

    >>> read_info("python:src/a.py").path, read_info("crystal")
    ('src/a.py', None)
    """
    keyed = _INFO_KEY.search(info)
    if keyed:
        return _with_hint(keyed[1] or keyed[2] or keyed[3], QUOTED)
    language, colon, path = info.partition(":")
    if colon and re.fullmatch(r"[\w+#.-]*", language) and not _EXTENSION.search(language):
        return _with_hint(path.strip(), PLAIN)
    words = info.split()
    if len(words) > 1 and not _is_path_like(words[0]):
        return _with_hint(" ".join(words[1:]), QUOTED) if _is_path_like(words[-1]) else None
    name = _with_hint(info, PLAIN) if info else None
    return None if name is None or name.path in BARE_NAMES else name


def is_tag_line(line: str) -> bool:
    return _XML_TAG.match(line.strip()) is not None


def paths_mentioned(lines: Sequence[str]) -> Iterator[str]:
    """Words of prose that look like paths, and everything in backticks that could be one."""
    for line in lines:
        for quoted in _QUOTED.findall(line):
            if _is_name(quoted.strip(), QUOTED):
                yield quoted.strip()
        for word in line.split():
            yield from _paths_in(word)


def _paths_in(word: str) -> Iterator[str]:
    """A word without the signs around it where that is a path, else the paths that it is made of."""
    bare = word.strip("`*_\"'()[]<>,;:!?").rstrip(".`*_\"'()[]<>,;:!?")
    if len(bare) >= LONGEST_NAME_LINE:
        return
    pieces = [piece.rstrip(".") for piece in _PIECE.findall(word)]
    listed = [parts for piece in pieces if all(map(_EXTENSION.search, parts := re.split(r"[/\\]", piece)))]
    yield from filter(_could_be_path, dict.fromkeys((bare, *pieces, *(part for parts in listed for part in parts))))


def _could_be_path(word: str) -> bool:
    return _is_path_like(word) or word in BARE_NAMES


def read_sentence(line: str) -> Name | None:
    """The one file that a sentence or heading right above a block names (``Now change `src/a.py`:``)."""
    if "`" not in line and not line.rstrip().endswith(":") and not _TITLE.match(line):
        return None
    found = [path for path in dict.fromkeys(paths_mentioned([line])) if _could_be_path(path)]
    whole = [path for path in found if not any(path != other and path in other for other in found)]
    path = whole[0] if len(whole) == 1 else ""
    if not (_EXTENSION.search(path) or _DOTFILE.search(path)):
        return None
    return Name(path, strict=f"`{path}`" in line and _CREATES.search(line) is not None)


def read_hint(text: str) -> tuple[int, int] | None:
    """The lines that a text gives and nothing else.

    >>> read_hint("12-20"), read_hint("lines 3"), read_hint("src/a.py:3")
    ((12, 20), (3, 3), None)
    """
    name = read_name(f"x.x:{text}") or read_name(f"x.x {text}") if text else None
    return name.hint if name and name.path == "x.x" else None
