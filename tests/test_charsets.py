from __future__ import annotations

import pytest

from editapply.charsets import find_codec

SEVEN_BITS = "its bytes can't be told from plain ASCII: convert the files to UTF-8"
NONE = "it is no encoding of files"


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("cp1252", "cp1252"),
        ("windows-1252", "cp1252"),
        ("latin-1", "iso8859-1"),
        ("ISO_8859-1:1987", "iso8859-1"),
        ("koi8-r", "koi8-r"),
        ("shift_jis", "shift_jis"),
        ("gb18030", "gb18030"),
        ("big5hkscs", "big5hkscs"),
        ("euc-kr", "euc_kr"),
        ("UTF-16-LE", "utf-16-le"),
        ("utf8", "utf-8"),
        ("cp037", "cp037"),
        ("mac-arabic", "mac-arabic"),
    ],
)
def test_names(name: str, codec: str) -> None:
    assert find_codec(name) == codec
    assert find_codec(codec) == codec


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("koi8_q", "there is no encoding 'koi8_q'. Did you mean 'koi8-r'?"),
        ("zzzzzz", "there is no encoding 'zzzzzz'"),
        ("", "'' is not the name of an encoding"),
        ("../x", "'../x' is not the name of an encoding"),
        ("a\0b", "'a\\x00b' is not the name of an encoding"),
        ("utf\u20118", "'utf\\u20118' is not the name of an encoding"),
        ("\udcff", "'\\udcff' is not the name of an encoding"),
        ("utf-8\n", "'utf-8\\n' is not the name of an encoding"),
        ("x" * 5000, f"'{'x' * 40}' is not the name of an encoding"),
        ("aliases", "there is no encoding 'aliases'"),
        *[
            (name, f"{name} can't be used: {NONE}")
            for name in ("base64", "rot13", "zlib", "hex", "uu", "quopri", "bz2")
        ],
        *[(name, f"{name} can't be used: {NONE}") for name in ("idna", "punycode", "undefined")],
        *[(name, f"{name} can't be used: {NONE}") for name in ("unicode_escape", "raw-unicode-escape")],
        *[(name, f"{name} can't be used: {SEVEN_BITS}") for name in ("utf-7", "hz", "iso-2022-jp", "iso2022_kr")],
        ("utf-16", "utf-16 can't be used: say which bytes come first: utf-16-le or utf-16-be"),
        ("utf_32", "utf_32 can't be used: say which bytes come first: utf-32-le or utf-32-be"),
        ("utf-8-sig", "utf-8-sig can't be used: say utf-8: a byte order mark is kept anyway"),
    ],
)
def test_what_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"encoding|can't be used") as raised:
        find_codec(name)
    assert str(raised.value).startswith(message)
    assert str(raised.value).isascii()
