"""`.editapply.toml` or `[tool.editapply]` of `pyproject.toml` → options."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from editapply.charsets import find_codec
from editapply.errors import ConfigError
from editapply.model import LEAST_REPORT, Options, Tier
from editapply.similarity.lcs import did_you_mean

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TIERS = {tier.label: tier for tier in Tier}


def load_options(root: str) -> Options:
    """The options that the folder `root` sets; what it doesn't set has its default.

    `.editapply.toml` goes before `pyproject.toml`. Raises `ConfigError` for what can't be read.
    """
    own = Path(root, ".editapply.toml")
    if os.path.isfile(own):
        return _options(_load(own), own)
    project = Path(root, "pyproject.toml")
    tool = _load(project).get("tool", {}) if os.path.isfile(project) else {}
    table = tool.get("editapply", {}) if isinstance(tool, dict) else {}
    return _options(table if isinstance(table, dict) else {}, project)


def load_options_or_default(root: str) -> tuple[Options, str | None]:
    """The options that the folder sets; where they can't be read, the defaults and why: nothing may hinder an undo."""
    try:
        return load_options(root), None
    except ConfigError as error:
        return Options(), f"settings are left aside: {error}"


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"can't read {path.name}: {error}") from None


def _options(table: Mapping[str, Any], path: Path) -> Options:
    options = Options()
    for key, value in table.items():
        if key not in _READERS:
            raise ConfigError(did_you_mean(f"{path.name}: there is no setting {key!r}", key, _READERS))
        try:
            read = _READERS[key](value)
        except ValueError as error:
            raise ConfigError(f"{path.name}: {key}: {error}") from None
        if read is None:
            raise ConfigError(f"{path.name}: {key} can't be {value!r}")
        options = replace(options, **{key.replace("-", "_"): read})
    return options


def _tier(value: object) -> Tier | None:
    return TIERS.get(value) if isinstance(value, str) else None


def _share(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= 1 else None  # type: ignore[operator,arg-type]


def _characters(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= LEAST_REPORT else None


def _megabytes(value: object) -> int | None:
    """A number of megabytes, in bytes."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return int(value * 1_000_000) if is_number and 0 <= value <= 1_000_000 else None  # type: ignore[operator]


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _encoding(value: object) -> str | None:
    return find_codec(value) if isinstance(value, str) else None


_READERS: Mapping[str, Callable[[object], Any]] = {
    "max-tier": _tier,
    "threshold": _share,
    "partial": _flag,
    "allow-placeholder": _flag,
    "max-report": _characters,
    "journal": _flag,
    "keep": _megabytes,
    "require-journal": _flag,
    "encoding": _encoding,
}
