"""The law that files keep what the edit doesn't name, in encodings that are named."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import editapply
from editapply.charsets import find_codec
from editapply.decode import Encoding, decode, encode
from editapply.errors import FileError
from editapply.model import Options
from editapply.text import line_end, split_lines

STATELESS = ["cp1252", "latin-1", "koi8-r", "cp037", "utf-16-le", "utf-16-be", "utf-32-be"]
MULTI_BYTE = ["shift_jis", "cp932", "euc-jp", "euc-jis-2004", "gb18030", "gbk", "big5", "big5hkscs", "cp949", "johab"]
CODECS = [*STATELESS, *MULTI_BYTE]
PIECES = st.sampled_from([*"ab ={}\\~¥é“я中表ソ가か゚Ê̄€−\t\x85\u2028\ufeff", "\U0001f44b", "\x0c", "\r"])
SOME_BYTES = st.sampled_from(b"\x1b$B\x81\x5c\x88\x62\n\r\x15\x25\x80a~\xe9\xff")
LINES = st.lists(st.tuples(st.lists(PIECES, max_size=6).map("".join), st.sampled_from(["\n", "\r\n"])), min_size=1)


def encodable(text: str, codec: str) -> str:
    """What of a text the codec has, character by character."""
    return "".join(char for char in text if char.encode(codec, "ignore").decode(codec, "replace") == char)


def decoded(data: bytes, name: str) -> tuple[str, Encoding] | None:
    """None where the file is refused."""
    try:
        return decode(data, "a", find_codec(name))
    except FileError:
        return None


def encoded(text: str, encoding: Encoding) -> bytes | None:
    """None where the text is refused."""
    try:
        return encode(text, encoding, "a")
    except FileError:
        return None


@pytest.mark.parametrize("name", CODECS)
@settings(max_examples=60)
@given(lines=LINES, new=st.lists(PIECES, max_size=6).map("".join), data=st.data())
def test_the_bytes_of_all_other_lines_stay(
    name: str, lines: list[tuple[str, str]], new: str, data: st.DataObject
) -> None:
    parts = [(encodable(text, name) + end).encode(name) for text, end in lines]
    found = decoded(b"".join(parts), name)
    assume(found is not None and not found[1].mark and len(split_lines(found[0])) == len(parts))
    assert found is not None
    text, encoding = found
    at = data.draw(st.integers(0, len(parts) - 1))
    cut = split_lines(text)
    cut[at] = new + line_end(cut[at])
    written = encoded("".join(cut), encoding)
    if written is None:
        assert encodable(new, encoding.codec) != new or "\x85" in new
        return
    head, tail = b"".join(parts[:at]), b"".join(parts[at + 1 :])
    assert written.startswith(head)
    assert written.endswith(tail)
    assert written[len(head) : len(written) - len(tail)].decode(encoding.codec) == cut[at]


@pytest.mark.parametrize("name", CODECS)
@settings(max_examples=60)
@given(data=st.binary(max_size=40) | st.lists(SOME_BYTES).map(bytes))
def test_any_bytes_come_back_or_are_refused(name: str, data: bytes) -> None:
    found = decoded(data, name)
    assert found is None or encode(*found, "a") == data


@pytest.mark.parametrize("name", CODECS)
@settings(max_examples=8)
@given(lines=LINES, data=st.data())
def test_an_edit_of_one_line(name: str, lines: list[tuple[str, str]], data: st.DataObject) -> None:
    """Through the reply and the files: the line is changed as asked, the others keep their bytes."""
    numbered = [f"{k} {encodable(text, name)}".translate({13: "", 0x85: ""}) for k, (text, _) in enumerate(lines)]
    parts = [(text + end).encode(name) for text, (_, end) in zip(numbered, lines, strict=True)]
    at = data.draw(st.integers(0, len(parts) - 1))
    reply = editapply.format_blocks([editapply.Edit("a", numbered[at], f"new {at}")])
    with TemporaryDirectory() as root:
        Path(root, "a").write_bytes(b"".join(parts))
        plan = editapply.apply_reply(reply, root, Options(encoding=name))
        written = Path(root, "a").read_bytes()
    found = decoded(b"".join(parts), name)
    if found is None or not plan.ok:
        assert written == b"".join(parts)
    else:
        assert written == b"".join([*parts[:at], f"new {at}{lines[at][1]}".encode(found[1].codec), *parts[at + 1 :]])
