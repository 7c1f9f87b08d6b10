"""The packages that the cases are made from, by name, version and hash → their archives in a cache folder."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """A released package: the client that fetches it, the archive's SHA-256, and which of its files are read."""

    name: str
    version: str
    client: str
    sha256: str
    suffixes: tuple[str, ...]
    within: str = ""

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}"


# Set A is the one that the engine may be tuned on; nobody should look at the cases of B and C while tuning.
SETS: dict[str, tuple[Source, ...]] = {
    "A": (
        Source(
            "django",
            "5.1.4",
            "pip",
            "236e023f021f5ce7dee5779de7b286565fdea5f4ab86bae5338e3f7b69896cf0",
            (".py",),
        ),
        Source(
            "eslint",
            "9.17.0",
            "npm",
            "1f5dfb1a392972604ee2b4dbcff6c7a9413e06804f130ac4025203fa7015dc2a",
            (".js",),
            "package/lib/",
        ),
        Source(
            "rxjs",
            "7.8.1",
            "npm",
            "c532167725ab7d085123209156c93cef22f2479cb9c8527060f1cd903aa9d149",
            (".ts",),
            "package/src/",
        ),
        Source(
            "svelte",
            "5.16.0",
            "npm",
            "10808f2a657c164646343c86c09f2ebab3d38032581023e747d4cc1e63ee7f60",
            (".js",),
            "package/src/",
        ),
        Source(
            "leveldown",
            "6.1.1",
            "npm",
            "fe534f13e475826331c9cd59f279f073c3238e4db2ff2c930e17a786ba0f4f01",
            (".h", ".cc"),
            "package/deps/leveldb/",
        ),
        Source(
            "bootstrap",
            "5.3.3",
            "npm",
            "38cee936dbd80138de6775683149f22e9226fc2d654392337a921f53000c789e",
            (".scss",),
            "package/scss/",
        ),
    ),
    "B": (
        Source(
            "networkx",
            "3.4.2",
            "pip",
            "df5d4365b724cf81b8c6a7312509d0c22386097011ad1abe274afd5e9d3bbc5f",
            (".py",),
        ),
        Source(
            "webpack",
            "5.97.1",
            "npm",
            "5ac150425eeac3e36d45321024bb365d86c313f64c32f623c7845fb48bff371a",
            (".js",),
            "package/lib/",
        ),
        Source(
            "@reduxjs/toolkit",
            "2.5.0",
            "npm",
            "73fd6e95612c85870a4bb1967420f62364f760689ee02a41214d1b3fb23e95fc",
            (".ts",),
            "package/src/",
        ),
        Source(
            "tree-sitter",
            "0.21.1",
            "npm",
            "49d8edf6b34cd719a3e44a0ce154211f996039eee6b6a4b297c3e84f766d6d70",
            (".c", ".h"),
            "package/vendor/tree-sitter/lib/",
        ),
        Source(
            "react-native-svg",
            "15.10.1",
            "npm",
            "dfa66578289e67dbf5a840acc4eba73c06a37495665a37a699f5428c65e85bfc",
            (".java",),
        ),
        Source(
            "bulma",
            "1.0.2",
            "npm",
            "3c14c39cb7d8b0f92f1fe8979f58d7d6425006f1000e70a61743fdadd419a5dd",
            (".scss",),
        ),
    ),
    "C": (
        Source(
            "sphinx",
            "8.1.3",
            "pip",
            "09719015511837b76bf6e03e42eb7595ac8c2e41eeb9c29c5b755c6b677992a2",
            (".py",),
        ),
        Source(
            "express",
            "4.21.2",
            "npm",
            "fc43a91e7dc7affb53c6ad7123a4f35485ed3c45226ae7a3847b7738e783e008",
            (".js",),
            "package/lib/",
        ),
        Source(
            "@tanstack/query-core",
            "5.62.8",
            "npm",
            "3e027c391d9bd3713b6efe867ce6d00a17e456784db5538d40acd55af80e1ca9",
            (".ts",),
            "package/src/",
        ),
        Source(
            "cpu-features",
            "0.0.10",
            "npm",
            "58a4cea14b272b9845e25b31aef88026eaabc641a308c00270c0ed2e95777ad4",
            (".c", ".h"),
        ),
        Source(
            "cordova-android",
            "13.0.0",
            "npm",
            "0f5f6800ea1b174763a737459754a954b9d4bc9615c6ac56450d6c3f8ad64d3d",
            (".java",),
        ),
        Source(
            "foundation-sites",
            "6.9.0",
            "npm",
            "947855ed0db6ee70ea7904d428a599fb1b010d9a2fbb8a981cc5bf762f53aad5",
            (".scss",),
        ),
    ),
}


def default_cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "editapply-bench"


def fetch(source: Source, cache: Path) -> Path | str:
    """The archive's path, fetched where the cache lacks it; or the reason why it can't be had."""
    folder = cache / source.sha256[:16]
    held = _find_archive(folder, source.sha256)
    if held is not None:
        return held
    folder.mkdir(parents=True, exist_ok=True)
    problem = _run(_COMMANDS[source.client](source, folder))
    if problem:
        return problem
    return _find_archive(folder, source.sha256) or "what was fetched has another hash"


def _find_archive(folder: Path, sha256: str) -> Path | None:
    for path in sorted(folder.glob("*")):
        if hashlib.sha256(path.read_bytes()).hexdigest() == sha256:
            return path
    return None


def _pip(source: Source, folder: Path) -> list[str]:
    options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    return [sys.executable, "-m", "pip", "download", *options, f"{source.name}=={source.version}"]


def _npm(source: Source, folder: Path) -> list[str]:
    return ["npm", "pack", "--silent", "--pack-destination", str(folder), f"{source.name}@{source.version}"]


_COMMANDS: dict[str, Callable[[Source, Path], list[str]]] = {"pip": _pip, "npm": _npm}


def _run(command: list[str]) -> str:
    """Empty, or why the command failed in one line."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}"
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().split("\n")
    return f"status {done.returncode}: {lines[-1][:200]}"
