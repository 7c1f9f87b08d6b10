"""A folder's files: read as text, and what must be written so that they hold other texts."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from editapply.charsets import find_codec
from editapply.commit import Write, commit
from editapply.decode import UTF8, Encoding, decode, encode
from editapply.errors import FileError
from editapply.git import find_git_folder, is_git_folder, is_git_folder_around
from editapply.model import Change, Code, Read
from editapply.paths import lies_in, names_git, resolve
from editapply.reading import read_bytes, read_digest, stale

ABSENT = "none"  # in place of a SHA-256: there is no such file
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")

Expect: TypeAlias = Mapping[str, str] | Mapping[Path, str] | Mapping[str | os.PathLike[str], str]
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read."""

    data: bytes
    text: str
    encoding: Encoding


class Tree:
    """The files under `root`, each read once. `read` is the callback that planning wants.

    `encoding` is that of files that are neither UTF-8 nor marked; a `ValueError` where it can't be
    used. `expect` maps paths to the SHA-256 (hex) that the caller knows of the file, or `ABSENT`.
    """

    def __init__(self, root: str, encoding: str | None = None, expect: Expect = NOTHING) -> None:
        self.codec = None if encoding is None else find_codec(encoding)
        self.root = _real_folder(root)
        self._git = find_git_folder(self.root)
        self._sources: dict[str, Source | None] = {}
        self._first_names: dict[tuple[int, int], str] = {}
        if names_git(self.root) or is_git_folder_around(self.root):
            raise FileError(Code.UNSAFE_PATH, root, "git's own folder is never edited")
        self._expect = self._expected(expect)

    def _expected(self, given: Expect) -> dict[str, str]:
        """What is expected of each file, under whatever names it was given."""
        expected: dict[str, str] = {}
        for path, digest in ((os.fsdecode(path), digest) for path, digest in given.items()):
            if not (isinstance(digest, str) and (digest == ABSENT or _DIGEST.fullmatch(digest))):
                raise FileError(Code.STALE, path, f"{digest!r} is no SHA-256 in hex, nor {ABSENT!r}")
            if expected.setdefault(self.canonical(path), digest.lower()) != digest.lower():
                raise FileError(Code.STALE, path, "two different files are expected there")
        return expected

    def canonical(self, path: str) -> str:
        """The one name of the real file: links are followed, of hard links the first one named counts."""
        relative = resolve(self.root, path)
        if self._is_git_s(relative):
            raise FileError(Code.UNSAFE_PATH, path, "git's own folder is never edited")
        return self._first_name(relative)

    def _is_git_s(self, path: str) -> bool:
        """Whether a path leads into git's own folder, whatever its name, or into that of a tree below the root."""
        if self._git is not None and lies_in(os.path.join(self.root, path), self._git):
            return True
        parts = path.split("/")
        return any(is_git_folder(os.path.join(self.root, *parts[:k])) for k in range(1, len(parts)))

    def _first_name(self, path: str) -> str:
        """The first name of a file that has several; a number may be another file's by now, where files come and go."""
        number = self._number_of(path)
        if number is None:
            return path
        first = self._first_names.setdefault(number, path)
        if first != path and self._number_of(first) != number:
            first = self._first_names[number] = path
        return first

    def _number_of(self, path: str) -> tuple[int, int] | None:
        try:
            found = os.stat(os.path.join(self.root, path))
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def read(self, path: str) -> str | None:
        """A file's text, None where there is none; raises `FileError` where it can't be edited."""
        path = self.canonical(path)
        if path not in self._sources:
            self._sources[path] = self._read(path)
        source = self._sources[path]
        return None if source is None else source.text

    def expecting(self, edited: Collection[str]) -> Read:
        """`read`; or, where a file that isn't `edited` is not as the caller expects it, a refusal of each file."""
        others = (path for path in self._expect if path not in edited)
        fault = next((fault for path in others if (fault := self._compare(path)) is not None), None)
        if fault is None:
            return self.read
        code, detail = fault

        def refuse(path: str) -> str | None:
            raise FileError(code, path, detail)

        return refuse

    def _compare(self, path: str) -> tuple[Code, str] | None:
        """What is wrong with a file that is expected but not edited: only its bytes count."""
        try:
            self._check(path, read_digest(self.root, path))
        except FileError as error:
            if error.code is Code.STALE:
                return error.code, f"{path}: {error.detail}"
            return Code.IO, f"{path} can't be compared with what is expected of it: {error.detail}"
        return None

    def check(self, path: str, text: str) -> None:
        """Raise `FileError` where the encoding of the file that was read lacks a character of `text`."""
        source = self._sources.get(self.canonical(path))
        if source is not None:
            encode(text, source.encoding, path)

    def writes(self, changes: Mapping[str, Change]) -> list[Write]:
        """What must be written so that the files hold the texts after.

        Raises `FileError` where a file no longer holds the text before, or its encoding lacks a character.
        """
        staged = [self._write(path, change) for path, change in changes.items() if change.after is not None]
        self._sources.clear()
        return [write for write in staged if write.after != write.before]

    def write(self, changes: Mapping[str, Change]) -> None:
        """Write the texts after; raises `FileError`, and then every file is as it was."""
        commit(self.root, self.writes(changes))

    def _write(self, path: str, change: Change) -> Write:
        if self.read(path) != change.before:
            raise stale(path)
        path = self.canonical(path)
        source = self._sources[path]
        encoding = source.encoding if source else UTF8
        return Write(path, source.data if source else None, encode(change.after or "", encoding, path))

    def _read(self, path: str) -> Source | None:
        found = read_bytes(self.root, path)
        if path in self._expect:
            self._check(path, hashlib.sha256(found.data).hexdigest() if found else None)
        if found is None:
            return None
        text, encoding = decode(found.data, path, self.codec)
        return Source(found.data, text, encoding)

    def _check(self, path: str, there: str | None) -> None:
        """Compare the SHA-256 that a file has, None where there is none, with the expected one."""
        if self._expect[path] != (there or ABSENT):
            what = "is not there" if there is None else f"has the SHA-256 {there}"
            raise FileError(Code.STALE, path, f"the file isn't the one that was expected: it {what}; read it again")


def absolute(root: str) -> str:
    """The path of a folder wherever the process goes; links stay, unless `..` behind one would lead elsewhere."""
    path, real = os.path.abspath(root), os.path.realpath(root)
    return path if os.path.realpath(path) == real else real


def _real_folder(root: str) -> str:
    try:
        real = os.path.realpath(root, strict=True)
        if stat.S_ISDIR(os.stat(root).st_mode):
            return real
    except (FileNotFoundError, NotADirectoryError, ValueError):
        pass
    except OSError as error:
        raise FileError(Code.IO, root, f"the root can't be read: {error.strerror}".lower()) from None
    raise FileError(Code.IO, root, "the root is not a folder")
