"""A folder's files: read as text, written all together or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from editapply.charsets import find_codec
from editapply.commit import Write, commit
from editapply.decode import UTF8, Encoding, decode, encode
from editapply.errors import FileError
from editapply.model import Change, Code
from editapply.paths import resolve
from editapply.reading import read_bytes, stale


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read."""

    data: bytes
    text: str
    encoding: Encoding
    mode: int


class Tree:
    """The files under `root`, each read once. `read` is the callback that planning wants.

    `encoding` is that of files that are neither UTF-8 nor marked; a `ValueError` where it can't be used.
    """

    def __init__(self, root: str, encoding: str | None = None) -> None:
        self.codec = None if encoding is None else find_codec(encoding)
        self.root = os.path.realpath(root)
        if not os.path.isdir(self.root):
            raise FileError(Code.IO, root, "the root is not a folder")
        self._sources: dict[str, Source | None] = {}
        self._first_names: dict[tuple[int, int], str] = {}

    def canonical(self, path: str) -> str:
        """The one name of the real file: links are followed, of hard links the first one named counts."""
        relative = resolve(self.root, path)
        try:
            found = os.stat(self._absolute(relative))
        except OSError:
            return relative
        return self._first_names.setdefault((found.st_dev, found.st_ino), relative)

    def read(self, path: str) -> str | None:
        """A file's text, None where there is none; raises `FileError` where it can't be edited."""
        path = self.canonical(path)
        if path not in self._sources:
            self._sources[path] = _read_source(self._absolute(path), path, self.codec)
        source = self._sources[path]
        return None if source is None else source.text

    def check(self, path: str, text: str) -> None:
        """Raise `FileError` where the encoding of the file that was read lacks a character of `text`."""
        source = self._sources.get(self.canonical(path))
        if source is not None:
            encode(text, source.encoding, path)

    def write(self, changes: Mapping[str, Change]) -> None:
        """Write the texts after; raises `FileError`, and then every file is as it was.

        A file that no longer holds the text before is `stale`.
        """
        staged = [self._stage(path, change) for path, change in changes.items() if change.after is not None]
        try:
            commit(self.root, staged)
        finally:
            self._sources.clear()

    def _stage(self, path: str, change: Change) -> Write:
        if self.read(path) != change.before:
            raise stale(path)
        path = self.canonical(path)
        source = self._sources[path]
        encoding = source.encoding if source else UTF8
        return Write(
            path,
            source.data if source else None,
            encode(change.after or "", encoding, path),
            source.mode if source else None,
        )

    def _absolute(self, path: str) -> str:
        return os.path.join(self.root, path)


def _read_source(absolute: str, path: str, codec: str | None) -> Source | None:
    data_and_mode = read_bytes(absolute, path)
    if data_and_mode is None:
        return None
    data, mode = data_and_mode
    text, encoding = decode(data, path, codec)
    return Source(data, text, encoding, mode)
