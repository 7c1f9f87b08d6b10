"""Archives of packages (or the running Python's library) → the source files that cases are cut from."""

import hashlib
import re
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from .sources import SETS, Source, fetch
from .syntax import CODE, code_of, ends_statement, family_of, indent_unit, mask_text

_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
LEAST_LINES, MOST_LINES, MOST_COLUMNS = 30, 900, 140


@dataclass(frozen=True)
class SourceFile:
    """One file's text with what the makers ask about it."""

    source: str
    path: str
    text: str

    @cached_property
    def suffix(self) -> str:
        return self.path[self.path.rindex(".") :]

    @cached_property
    def family(self) -> str:
        return family_of(self.suffix)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(self.text.split("\n")[:-1])

    @cached_property
    def masks(self) -> tuple[str, ...]:
        """A mask a line, with one sign more than the line has: the line break's own."""
        whole, at, masks = mask_text(self.text, self.suffix), 0, []
        for line in self.lines:
            masks.append(whole[at : at + len(line) + 1])
            at += len(line) + 1
        return tuple(masks)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(code_of(line, mask) for line, mask in zip(self.lines, self.masks, strict=True))

    @cached_property
    def unit(self) -> str:
        return indent_unit(self.codes)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """How many round and square brackets are open at each line's end."""
        depth, depths = 0, []
        for code in self.codes:
            depth += sum(code.count(sign) for sign in "([") - sum(code.count(sign) for sign in ")]")
            depths.append(depth)
        return tuple(depths)

    def is_boundary(self, index: int) -> bool:
        """Whether a statement may begin behind the line at `index`."""
        if index < 0 or index + 1 >= len(self.lines):
            return False
        if self.depths[index] or self.masks[index][-1] != CODE:
            return False
        following = next((code for code in self.codes[index + 1 :] if code.strip()), "")
        return ends_statement(self.codes[index], following)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The files by source, what was used (name, version, hash, number of files), and what is missing and why."""

    files: dict[str, tuple[SourceFile, ...]]
    used: list[dict[str, str | int]] = field(default_factory=list)
    missing: list[dict[str, str]] = field(default_factory=list)


def load_corpus(name: str, cache: Path) -> Corpus:
    """The set's corpus; the running Python's library stands in where no Python package can be had."""
    corpus = Corpus({})
    for source in SETS[name]:
        archive = fetch(source, cache)
        if isinstance(archive, str):
            corpus.missing.append({"source": source.label, "why": archive})
        else:
            _add(corpus, source.label, source.sha256, _files_of(source, archive))
    if not any(file.suffix == ".py" for files in corpus.files.values() for file in files):
        _add_library(corpus, name)
    return corpus


def _add(corpus: Corpus, label: str, sha256: str, files: Iterable[SourceFile]) -> None:
    kept = tuple(sorted((file for file in files if is_usable(file.text)), key=lambda file: file.path))
    if kept:
        corpus.files[label] = kept
    corpus.used.append({"source": label, "sha256": sha256, "files": len(kept)})


def _files_of(source: Source, archive: Path) -> Iterator[SourceFile]:
    for path, data in _members(archive):
        if path.startswith(source.within) and path.endswith(source.suffixes):
            text = _decode(data)
            if text is not None:
                yield SourceFile(source.label, path, text)


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as wheel:
            yield from ((name, wheel.read(name)) for name in wheel.namelist())
        return
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isfile() else None
            if content is not None:
                yield member.name, content.read()


def _decode(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _add_library(corpus: Corpus, name: str) -> None:
    """The library's modules, one part for each set, told apart by the hash of the module's name."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    part, label = sorted(SETS).index(name), f"python {sys.version.split()[0]} library"
    paths = [path for path in sorted(folder.glob("*.py")) if _digest(path.name.encode())[0] % len(SETS) == part]
    texts = [(path.name, _decode(path.read_bytes())) for path in paths]
    whole = _digest("\0".join(f"{path}\0{text}" for path, text in texts).encode()).hex()
    _add(corpus, label, whole, [SourceFile(label, path, text) for path, text in texts if text is not None])


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def is_usable(text: str) -> bool:
    """Plain LF text of a size that people edit: nothing minified, no control characters, no odd line breaks."""
    lines = text.split("\n")
    if not LEAST_LINES <= len(lines) <= MOST_LINES or lines[-1] != "":
        return False
    if max(map(len, lines)) > MOST_COLUMNS:
        return False
    return _ODD.search(text) is None
