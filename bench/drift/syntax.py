"""Source text → what it is made of: code, comments and strings by the file's suffix, names, statements, steps."""

import re
from collections import Counter
from collections.abc import Iterator

from .words import KEYWORDS

CODE, COMMENT, STRING = ".", "c", "s"

_QUOTED = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
_SLASHED = r"//[^\n]*|/\*.*?\*/"
_PATTERNS = {
    "python": (r"\#[^\n]*", rf'[rRbBuUfF]{{0,2}}(?:"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|{_QUOTED})'),
    "script": (
        _SLASHED,
        rf"{_QUOTED}|`(?:\\.|[^`\\])*`"
        r"|(?:(?<=[=(,:!&|?] )|(?<=[=(,:!&|?\[]))/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\\\n\[])+/\w*",
    ),
    "c": (_SLASHED, _QUOTED),
    "css": (_SLASHED, _QUOTED),
}
_TOKENS = {
    family: re.compile(f"(?P<comment>{comment})|(?P<string>{string})", re.DOTALL)
    for family, (comment, string) in _PATTERNS.items()
}
FAMILIES = {
    ".py": "python",
    ".js": "script",
    ".ts": "script",
    ".tsx": "script",
    ".c": "c",
    ".cc": "c",
    ".h": "c",
    ".java": "c",
    ".scss": "css",
}
_NAME = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*")
# in style sheets: variables and classes, not properties
_STYLE_NAME = re.compile(r"(?<![\w$-])(?:\$|(?<=\.))[A-Za-z][\w-]*(?![\w-]*\s*:\s)")
_NAMING = re.compile(
    r"""^\s*(?:
        [@\#<|\[&$]
      | (?:export|public|private|protected|static|async|abstract|final|inline|virtual|const|default|def|class|function
          |struct|enum|union|interface|type|namespace|module|package|import|from|case|typedef|using|template|let|var
          |declare|extern|global|with|for|while|if|elif|else|switch|try|catch|except|finally|do)\b
      | ["']?[\w$.-]+["']?\s*\??:
      | (?!(?:return|await|yield|throw|raise|assert|delete|new|not)\b)
        [A-Za-z_][\w:<>,*&\[\]]*[\s*&]+[\w$]+\s*(?:[=;({]|$)
    )""",
    re.VERBOSE,
)
_DEFINING = re.compile(
    r"\b(?:def|class|function|struct|interface|enum)\b|^(?!\s*(?:if|for|while|switch|catch)\b).*\)\s*\{$"
)
_STATEMENT = re.compile(
    r"""^\s*(?:
        (?:return|yield|throw|raise|assert)\s+\S.*
      | (?:await\s+)?[A-Za-z_$][\w$.]*(?:->[\w$.]+)*\(.*\)
      | [A-Za-z_$][\w$]*(?:\.|->)[\w$.\[\]>-]+\s*[+-]?=(?!=)\s*\S.*
    );?$""",
    re.VERBOSE,
)
_GOES_ON = re.compile(r"(?:[,\\=+\-*/&|?.<>(\[]|=>|\b(?:and|or|not|in|is))$")
_CARRIES_ON = re.compile(r"\s*(?:[.?+\-*/&|=<>)\]]|:(?!:)|\{|(?:else|elif|except|finally|catch|and|or)\b)")


def family_of(suffix: str) -> str:
    return FAMILIES[suffix]


def mask_text(text: str, suffix: str) -> str:
    """One sign a character: CODE, COMMENT or STRING."""
    parts, at = [], 0
    for token in _TOKENS[family_of(suffix)].finditer(text):
        sign = STRING if token["comment"] is None else COMMENT
        parts += [CODE * (token.start() - at), sign * (token.end() - token.start())]
        at = token.end()
    return "".join([*parts, CODE * (len(text) - at)])


def code_of(line: str, mask: str) -> str:
    """The line with comments blanked out, and strings made of `_`; as long as the line."""
    return "".join(_code_sign(sign, kind) for sign, kind in zip(line, mask, strict=False))


def _code_sign(sign: str, kind: str) -> str:
    if kind == CODE:
        return sign
    return " " if kind == COMMENT else "_"


def find_names(line: str, mask: str, family: str = "") -> Iterator[re.Match[str]]:
    """The names in the line's code, keywords left out."""
    for found in (_STYLE_NAME if family == "css" else _NAME).finditer(line):
        if mask[found.start()] == CODE and found[0] not in KEYWORDS and mask[found.end() - 1] == CODE:
            yield found


def indent_of(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def is_balanced(code: str) -> bool:
    return all(code.count(first) == code.count(last) for first, last in ("()", "[]", "{}"))


def names_the_place(line: str) -> bool:
    """Whether a definition, a key, a tag, a heading, a branch or the like: what tells one place from another."""
    return _NAMING.match(line) is not None


def defines_something(line: str) -> bool:
    """Whether the line opens a function, a class or the like."""
    return names_the_place(line) and _DEFINING.search(line) is not None


def is_plain_statement(line: str, mask: str) -> bool:
    """A whole statement on one line that defines nothing, opens nothing and names no place."""
    code = code_of(line, mask)
    if not code.strip() or mask[len(indent_of(line))] != CODE or COMMENT in mask:
        return False
    return is_balanced(code) and _STATEMENT.match(code.rstrip()) is not None and not names_the_place(line)


def opens_block(code: str, family: str) -> bool:
    return code.rstrip().endswith(":" if family == "python" else "{")


def ends_statement(code: str, following: str) -> bool:
    """Whether a new statement may stand between a line's code and the line that follows."""
    return not _GOES_ON.search(code.rstrip()) and not _CARRIES_ON.match(following)


def indent_unit(codes: tuple[str, ...]) -> str:
    """One step of the code's indentation: a tab, or the number of blanks that most steps have."""
    steps: Counter[str] = Counter()
    last = ""
    for line in codes:
        if not line.strip(" \t_"):
            continue
        indent = indent_of(line)
        if len(indent) > len(last) and indent.startswith(last):
            steps[indent[len(last) :]] += 1
        last = indent
    common = [step for step, _ in steps.most_common() if step in ("\t", "  ", "    ")]
    return common[0] if common else "    "
