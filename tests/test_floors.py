"""The floors of the package: a module imports only from lower ones.

A folder package stands on one floor as a whole; its own modules may import each other, but
not in a circle.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import editapply

PACKAGE = Path(editapply.__file__).parent

FLOORS = (
    ("model", "similarity", "diff", "budget"),
    ("text", "normalize", "errors", "comments", "charsets"),
    ("align", "carry", "config", "folders", "indent", "merge", "metadata", "xdg"),
    (
        *("decode", "depth", "formats", "git", "hunks", "interrupts", "matching", "parting", "paths"),
        *("reading", "regions"),
    ),
    ("rewrite", "locate", "readings", "report", "commit", "nearest", "state"),
    ("already", "elsewhere", "files", "recovery", "settle"),
    ("refusal", "tracing", "lacking", "writing"),
    ("draft",),
    ("apply", "explain"),
    ("history", "resume"),
    ("reverting", "workflow"),
    ("carry_out",),
    ("__init__",),
    ("cli",),
    ("__main__",),
)
FLOOR_OF = {name: height for height, names in enumerate(FLOORS) for name in names}

TOUCH_THE_OUTSIDE = {
    "cli",
    "commit",
    "config",
    "files",
    "folders",
    "git",
    "history",
    "interrupts",
    "metadata",
    "nearest",
    "paths",
    "reading",
    "recovery",
    "state",
    "xdg",
}
OUTSIDE = {"asyncio", "fcntl", "io", "os", "pathlib", "shutil", "signal", "socket", "subprocess", "sys", "tempfile"}


def modules() -> dict[str, Path]:
    """Dotted names inside the package: `text`, `formats.lead`; a folder's `__init__` bears the folder's name."""
    found: dict[str, Path] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)] = path
    return found


MODULES = modules()


@cache
def imported(path: Path) -> frozenset[str]:
    """Full names of everything that a module imports, anywhere in it, also inside of functions."""
    return frozenset(_imports(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (_resolved(f"{node.module}.{alias.name}") for alias in node.names)


def _resolved(name: str) -> str:
    """`editapply.text.Lines` is the module `editapply.text`; names of other packages stay whole."""
    inside = name.removeprefix("editapply.")
    if inside == name:
        return name
    return name if inside in MODULES else name.rpartition(".")[0]


def own_imports(name: str) -> set[str]:
    """The modules of this package that module `name` imports."""
    found = {full.removeprefix("editapply.") for full in imported(MODULES[name]) if full.startswith("editapply.")}
    return found | ({"__init__"} if "editapply" in imported(MODULES[name]) else set())


def top(name: str) -> str:
    return name.split(".")[0]


def test_every_module_has_its_floor() -> None:
    assert set(map(top, MODULES)) == set(FLOOR_OF)
    assert len(FLOOR_OF) == sum(map(len, FLOORS))


@pytest.mark.parametrize("name", MODULES)
def test_imports_come_from_lower_floors(name: str) -> None:
    others = {other for other in own_imports(name) if top(other) != top(name)}
    assert {other for other in others if FLOOR_OF[top(other)] >= FLOOR_OF[top(name)]} == set()


def test_modules_of_a_folder_have_no_circle() -> None:
    graph = {name: {other for other in own_imports(name) if top(other) == top(name)} for name in MODULES}
    assert set(TopologicalSorter(graph).static_order()) == set(MODULES)


@pytest.mark.parametrize(("package", "place"), [("click", "cli"), ("unidiff", "formats")])
def test_a_dependency_is_imported_by_one_folder_or_module(package: str, place: str) -> None:
    users = {top(name) for name, path in MODULES.items() if any(top(full) == package for full in imported(path))}
    assert users <= {place}


@pytest.mark.parametrize("name", MODULES)
def test_only_some_modules_touch_the_outside(name: str) -> None:
    used = {top(full) for full in imported(MODULES[name])} & OUTSIDE
    assert not used or top(name) in TOUCH_THE_OUTSIDE


def test_the_list_of_modules_that_touch_the_outside_is_not_too_long() -> None:
    users = {top(name) for name, path in MODULES.items() if {top(full) for full in imported(path)} & OUTSIDE}
    assert users == TOUCH_THE_OUTSIDE


@pytest.mark.parametrize("name", [name for name in MODULES if name != "__init__"])
def test_no_module_bears_the_name_of_a_function_that_its_package_exports(name: str) -> None:
    package, _, own = f"editapply.{name}".rpartition(".")
    module = import_module(f"editapply.{name}")
    assert getattr(import_module(package), own) is module
