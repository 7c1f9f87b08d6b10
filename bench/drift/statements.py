"""A place in a file → new statements that might stand there, in the file's own indentation."""

from random import Random

from .corpus import SourceFile
from .syntax import find_names, indent_of, opens_block
from .words import WORDS

_ENDS_THE_FLOW = ("return", "raise", "throw", "break", "continue", "goto", "pass", "@", "#", "}", ")", "]")
# `@` stands for one step of indentation, `{n}` for a name near by, `{w}` for another word, `{k}` for a number
_LINES = {
    "python": (
        "assert {n} is not None",
        'logger.debug("{w} %r", {n})',
        "{n}_{w} = {n}",
        "self._{w} = {k}",
        "# the {w} wants {n} as it was before",
        'if {n} is None:\n@return "{w}"',
        "for {w} in range({k}):\n@{n}.append({w})",
    ),
    "script": (
        "const {w} = {n};",
        'console.debug("{w}", {n});',
        "this.{w} = {n};",
        "assert({n} !== {k});",
        "// the {w} wants {n} as it was before",
        'if (!{n}) {{\n@throw new Error("{w}");\n}}',
        "for (const {w} of {n}) {{\n@visit({w}, {k});\n}}",
    ),
    "c": (
        "{n}_{w} = {k};",
        "assert({n} != {k});",
        "log_{w}({n});",
        "// the {w} wants {n} as it was before",
        "if ({n} == {k}) {{\n@return;\n}}",
    ),
    "css": (
        "margin-{w}: {k}px;",
        "--{w}: #{{{n}}};",
        "// the {w} wants {n} as it was before",
        "&.{w} {{\n@opacity: .{k};\n}}",
    ),
}
_WRAPS = {
    "python": ("if {n} is not None:", ""),
    "script": ("if ({n}) {{", "}}"),
    "c": ("if ({n} != 0) {{", "}}"),
    "css": ("&.{w} {{", "}}"),
}


def indent_behind(file: SourceFile, index: int) -> str | None:
    """The indentation that a new statement behind the line has; None where none may stand there."""
    code = file.codes[index]
    if not code.strip() or not file.is_boundary(index):
        return None
    own = indent_of(file.lines[index])
    following = next((line for line in file.lines[index + 1 :] if line.strip()), "")
    if opens_block(code, file.family):
        return indent_of(following) if len(indent_of(following)) > len(own) else None
    return None if code.strip().startswith(_ENDS_THE_FLOW) else own


def names_near(file: SourceFile, index: int) -> list[str]:
    return [
        found[0]
        for at in range(max(0, index - 3), index + 1)
        for found in find_names(file.lines[at], file.masks[at], file.family)
        if len(found[0]) >= 3
    ]


def new_statement(family: str, unit: str, names: list[str], indent: str, rng: Random) -> list[str]:
    """The lines of a new statement; `unit` is one step of indentation, `names` are those known there."""
    return _fill(rng.choice(_forms(family, indent)), unit, names, indent, rng)


def new_line(family: str, names: list[str], indent: str, rng: Random) -> str:
    """A new statement of one line."""
    forms = [form for form in _forms(family, indent) if "\n" not in form]
    return _fill(rng.choice(forms), "", names, indent, rng)[0]


def new_wrapping(family: str, names: list[str], indent: str, rng: Random) -> tuple[str, list[str]]:
    """The line that opens a block, and the line that closes it, if any."""
    opening, end = _WRAPS[family]
    return _fill(opening, "", names, indent, rng)[0], [indent + end.format()] if end else []


def _forms(family: str, indent: str) -> list[str]:
    return [form for form in _LINES[family] if indent or not form.startswith(("self.", "this."))]


def _fill(form: str, unit: str, names: list[str], indent: str, rng: Random) -> list[str]:
    name = rng.choice(names or WORDS)
    text = form.format(n=name, w=rng.choice(WORDS), k=rng.randrange(2, 40))
    return [indent + line.replace("@", unit, 1) for line in text.split("\n")]
