"""The environment → the folder where the user's programs keep their state (XDG Base Directory Specification)."""

from __future__ import annotations

import os

STATE = "editapply"


def xdg_state_home() -> str | None:
    """`$XDG_STATE_HOME` where that is an absolute path, else its default in the home folder; None without a home."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(given):
        return given
    home = os.environ.get("HOME", "")
    return os.path.join(home, ".local", "state") if os.path.isabs(home) and os.path.isdir(home) else None


def is_state(real: str) -> bool:
    """Whether this absolute path (links followed) is the user's state folder of this program, or lies in it.

    Letter case is ignored: some file systems ignore it too, and an edit refused is less harm.
    """
    home = xdg_state_home()
    if home is None:
        return False
    folder = os.path.join(os.path.realpath(home), STATE, "")
    return os.path.join(real, "").casefold().startswith(folder.casefold())
