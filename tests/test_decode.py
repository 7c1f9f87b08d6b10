from __future__ import annotations

import pytest

from editapply.decode import UTF8, Encoding, decode, encode
from editapply.errors import FileError
from editapply.model import Code

RAW = Encoding("utf-8", errors="surrogateescape")

ROUND_TRIPS = [
    pytest.param(b"", "", UTF8, id="empty"),
    pytest.param("aé日👋\r\n".encode(), "aé日👋\r\n", UTF8, id="utf-8"),
    pytest.param(b"\xef\xbb\xbfa\n", "a\n", Encoding("utf-8", b"\xef\xbb\xbf"), id="utf-8 with a mark"),
    pytest.param(b"\xff\xfea\0\n\0", "a\n", Encoding("utf-16-le", b"\xff\xfe"), id="utf-16-le"),
    pytest.param(b"\xfe\xff\0a\0\n", "a\n", Encoding("utf-16-be", b"\xfe\xff"), id="utf-16-be"),
    pytest.param(b"\xff\xfe=\xd8K\xdc", "\U0001f44b", Encoding("utf-16-le", b"\xff\xfe"), id="surrogate pair"),
    pytest.param(b"a\xe9\n", "a\udce9\n", RAW, id="latin-1"),
    pytest.param(b"\xc3\xa9\xff", "é\udcff", RAW, id="half utf-8"),
    pytest.param(b"\xed\xa0\x80", "\udced\udca0\udc80", RAW, id="surrogate in utf-8"),
    pytest.param(b"\xef\xbb\xbf\xef\xbb\xbfa", "\ufeffa", Encoding("utf-8", b"\xef\xbb\xbf"), id="two marks"),
]


@pytest.mark.parametrize(("data", "text", "encoding"), ROUND_TRIPS)
def test_decode_and_encode(data: bytes, text: str, encoding: Encoding) -> None:
    assert decode(data, "a") == (text, encoding)
    assert encode(text, encoding, "a") == data


@pytest.mark.parametrize(
    ("data", "code", "detail"),
    [
        (b"a\0b", Code.BINARY, "the file is binary: it holds NUL bytes"),
        (b"\xff\xfe\0\0", Code.ENCODING, "the file is UTF-32: convert it to UTF-8 first"),
        (b"\0\0\xfe\xff\0\0\0a", Code.ENCODING, "the file is UTF-32: convert it to UTF-8 first"),
        (
            b"\xff\xfea\0b",
            Code.ENCODING,
            "the file begins with a byte order mark but is not utf-16-le at byte 4",
        ),
        (
            b"\xef\xbb\xbfab\xff",
            Code.ENCODING,
            "the file begins with a byte order mark but is not utf-8 at byte 5",
        ),
        (b"\xef\xbb\xbfa\0", Code.BINARY, "the file is binary: it holds NUL characters"),
        (b"\xff\xfea\0\0\0", Code.BINARY, "the file is binary: it holds NUL characters"),
    ],
)
def test_decode_refuses(data: bytes, code: Code, detail: str) -> None:
    with pytest.raises(FileError) as raised:
        decode(data, "a.txt")
    assert (raised.value.code, raised.value.path, raised.value.detail) == (code, "a.txt", detail)


def test_encode_refuses_what_the_encoding_lacks() -> None:
    with pytest.raises(FileError) as raised:
        encode("a\ud800", UTF8, "a.txt")
    assert str(raised.value) == "a.txt: utf-8 has no character U+D800"
