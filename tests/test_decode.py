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
    assert str(raised.value) == "a.txt: utf-8 has no character U+D800, as in line 1 of the new text"


NAMED = [
    pytest.param(b"a\xe9\n", "aé\n", "cp1252", id="cp1252"),
    pytest.param(b"\x93a\x85\x94\r\n", "“a…”\r\n", "cp1252", id="quotes of cp1252"),
    pytest.param("é\n中\r\n".encode("utf-16-le"), "é\n中\r\n", "utf-16-le", id="utf-16-le with NUL bytes"),
    pytest.param("a\n".encode("utf-16-be"), "a\n", "utf-16-be", id="utf-16-be that is UTF-8 too"),
    pytest.param("\U0001f44b\n".encode("utf-32-le"), "\U0001f44b\n", "utf-32-le", id="utf-32-le"),
    pytest.param(b"\x83\\\n\\\n", "ソ\n\\\n", "shift_jis", id="a backslash as second byte"),
    pytest.param("привет\n".encode("koi8-r"), "привет\n", "koi8-r", id="koi8-r"),
    pytest.param("a€\U0001f44b\n".encode("gb18030"), "a€\U0001f44b\n", "gb18030", id="gb18030"),
    pytest.param(b"\x81\x25\xc1\r\x25", "a\nA\r\n", "cp037", id="EBCDIC"),
    pytest.param(b"\x88\x62\x88\x66\n", "Ê̄Ê\n", "big5hkscs", id="two characters in one code"),
    pytest.param(b"\x85\n\xff", "\x85\nÿ", "iso8859-1", id="NEL is content of latin-1"),
]


@pytest.mark.parametrize(("data", "text", "codec"), NAMED)
def test_a_named_encoding(data: bytes, text: str, codec: str) -> None:
    assert decode(data, "a", codec) == (text, Encoding(codec))
    assert encode(text, Encoding(codec), "a") == data


@pytest.mark.parametrize(("data", "text", "encoding"), [case for case in ROUND_TRIPS if case.values[2] != RAW])
@pytest.mark.parametrize("codec", ["cp1252", "shift_jis", "utf-16-le"])
def test_noop_a_mark_and_utf_8_go_before_the_named_encoding(
    data: bytes, text: str, encoding: Encoding, codec: str
) -> None:
    assert decode(data, "a", codec) == (text, encoding)


BINARY = "the file is binary: it holds NUL characters"


@pytest.mark.parametrize(
    ("data", "codec", "code", "detail"),
    [
        (
            b"a\n\xe9\x81",
            "cp1252",
            Code.ENCODING,
            "the file is not cp1252 at byte 3 (0x81): name the encoding that it has",
        ),
        (b"\xff", "utf-8", Code.ENCODING, "the file is not utf-8 at byte 0 (0xFF): name the encoding that it has"),
        (
            b"a\0b",
            "utf-16-le",
            Code.ENCODING,
            "the file is not utf-16-le at byte 2 (0x62): name the encoding that it has",
        ),
        (
            b"a\n\x87\x90\n",
            "cp932",
            Code.ENCODING,
            "cp932 would not write byte 2 back as it is: convert the file first",
        ),
        (b"a\0\0\0", "utf-16-le", Code.BINARY, BINARY),
        (b"a\0b", "cp1252", Code.BINARY, BINARY),
        (b"a\0b", "utf-8", Code.BINARY, BINARY),
        (b"\xff\0", "iso8859-1", Code.BINARY, BINARY),
        (
            b"\x81\x15\x82\x15",
            "cp037",
            Code.ENCODING,
            "cp037 lines that end with NEL (0x15) can't be edited: use LF (0x25)",
        ),
    ],
)
def test_a_named_encoding_refuses(data: bytes, codec: str, code: Code, detail: str) -> None:
    with pytest.raises(FileError) as raised:
        decode(data, "a.txt", codec)
    assert (raised.value.code, raised.value.path, raised.value.detail) == (code, "a.txt", detail)


@pytest.mark.parametrize(
    ("text", "codec", "detail"),
    [
        ("é\n\n中国", "cp1252", "cp1252 has no character U+4E2D (中), as in line 3 of the new text"),
        ("\U0001f44b", "cp1252", "cp1252 has no character U+1F44B (\U0001f44b), as in line 1 of the new text"),
        ("a\x81", "cp1252", "cp1252 has no character U+0081, as in line 1 of the new text"),
        ("\u202ea", "koi8-r", "koi8-r has no character U+202E, as in line 1 of the new text"),
        ("a\n\ud83d\ude00", "cp1252", "cp1252 has no character U+D83D, as in line 2 of the new text"),
        ("\ud83d\n", "utf-16-le", "utf-16-le has no character U+D83D, as in line 1 of the new text"),
        ("\udce9\n", "gb18030", "gb18030 has no character U+DCE9, as in line 1 of the new text"),
        ("a\n\\ ¥", "shift_jis", "shift_jis has no character U+00A5 (¥), as in line 2 of the new text"),
        ("−", "cp932", "cp932 has no character U+2212 (−), as in line 1 of the new text"),
        ("a\x85b", "cp037", "cp037 lines that end with NEL (0x15) can't be edited: use LF (0x25)"),
    ],
)
def test_what_a_named_encoding_lacks(text: str, codec: str, detail: str) -> None:
    with pytest.raises(FileError) as raised:
        encode(text, Encoding(codec), "a.txt")
    assert (raised.value.code, raised.value.detail) == (Code.ENCODING, detail)
