"""A line → whether it names the place that it stands in: another one there is another place."""

from __future__ import annotations

import re

from editapply.indent import indent_of

LONGEST = 300
_DEFINITION = re.compile(
    r"\s*(?:@|(?:export|default|public|private|protected|internal|static|async|final|abstract|override|pub(?:\([^)]*\))?"
    r"|unsafe|extern|inline|virtual|const|open|sealed|data)\s+)*"
    r"(?:def|class|function|fn|func|fun|struct|enum|union|interface|trait|impl|module|namespace|type|typedef|macro|protocol"
    r"|extension|object|record|sub|proc|procedure|package|resource|service|message|table|view|task|describe|it|test|case)\b"
)
_C_FUNCTION = re.compile(
    r"[A-Za-z_][\w:<>,*&\s\[\]~]*\([^;]*\)?\s*(?:const|noexcept|override|throws\s[\w,\s]+)?\s*\{?\s*$"
)
_QUOTED_KEY = re.compile(r"\s*(?:\"[^\"]+\"|'[^']+'|[A-Za-z_$][\w$]*) ?(?::|=>) ?[\"'\d]")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|\[[^\]]+\]\s*$|(?:=|-|~){4,}\s*$)")
_KEY = re.compile(r"\s*-?\s*(?:\"[^\"]+\"|'[^']+'|[\w.-]+)\s*:(?:\s|$)")
_ASSIGNED_KEY = re.compile(r"\s*(?:export\s+)?[\w.-]+\s*=")
_TAG = re.compile(r"\s*</?[A-Za-z][^<>]*>")
_ROW = re.compile(r"\s*\|.*\|\s*$")
CODE_SUFFIXES = frozenset(
    [
        "py",
        "pyi",
        "js",
        "jsx",
        "mjs",
        "cjs",
        "ts",
        "tsx",
        "mts",
        "cts",
        "go",
        "rs",
        "c",
        "h",
        "cc",
        "cpp",
        "hpp",
        "cs",
        "java",
        "kt",
        "kts",
        "swift",
        "scala",
        "php",
        "rb",
    ]
)
CALLING_SUFFIXES = frozenset({"py", "pyi", "rb", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "php"})
_KEYED_SUFFIXES = frozenset(
    ["yaml", "yml", "json", "jsonc", "json5", "toml", "ini", "cfg", "conf", "env", "properties", "css", "scss", "less"]
)
_STYLE_SUFFIXES = frozenset({"css", "scss", "less"})


def names_a_place(line: str, suffix: str) -> bool:
    """Whether a line is a definition, a heading, a key, a tag or a row of a table."""
    line = indent_of(line) + " ".join(line.split())[:LONGEST]
    if _DEFINITION.match(line) or _TAG.match(line) or _ROW.match(line):
        return True
    if suffix in CODE_SUFFIXES:
        is_call = line.endswith((";", ",")) or (line.endswith(")") and suffix in CALLING_SUFFIXES)
        is_function = not is_call and indent_of(line) == "" and _C_FUNCTION.match(line) is not None
        return is_function or _QUOTED_KEY.match(line) is not None or line.startswith("#")
    if _HEADING.match(line) or _KEY.match(line):
        return True
    if suffix in _STYLE_SUFFIXES and line.rstrip().endswith(("{", ",")):
        return True
    return suffix in _KEYED_SUFFIXES and _ASSIGNED_KEY.match(line) is not None
