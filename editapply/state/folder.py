"""A root → the private folders where state about it lives: in git's own folder, else in the user's state home."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import random
import stat
from dataclasses import dataclass

from editapply.errors import StateError
from editapply.git import find_git_folder
from editapply.paths import real_path
from editapply.state.private import WRITABLE_BY_OTHERS, create_private, is_ours, reason, temporary_beside
from editapply.xdg import STATE, xdg_state_home

PRIVATE_FOLDER = 0o700


@dataclass(frozen=True, slots=True)
class Place:
    """Where state may live: `parts` are private folders, one in the other, inside of the folder `base`."""

    label: str
    base: str
    parts: tuple[str, ...]


def real_root(root: str) -> str:
    """The one name of a root, by which its state is found; raises `StateError` where no folder can have that name."""
    try:
        real = real_path(os.path.abspath(root))
        os.fsencode(real)
    except ValueError:
        raise StateError("no folder can have the name of this root") from None
    except OSError as error:
        raise StateError(f"the root {root!r} can't be found: {reason(error)}") from None
    return real


def existing_root(root: str) -> str:
    """As `real_root`, of a folder that must be there."""
    real = real_root(root)
    try:
        if stat.S_ISDIR(os.stat(root).st_mode):
            return real
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise StateError(f"the root {root!r} can't be read: {reason(error)}") from None
    raise StateError(f"the root {root!r} is not a folder")


def state_folders(root: str, name: str) -> list[str]:
    """The folders `name` of this root's state that there are, the one that is written first comes first.

    A folder is left out where it is a link, belongs to another user or could be written by others:
    `distrusted_folders` names those. Raises `StateError` where the system can't tell.
    """
    return _look(root, name)[0]


def distrusted_folders(root: str, name: str) -> list[str]:
    """The folders `name` that are there and not used, each with the reason."""
    return _look(root, name)[1]


def _look(root: str, name: str) -> tuple[list[str], list[str]]:
    trusted: list[str] = []
    distrusted: list[str] = []
    for place in _places(root):
        folder = os.path.join(place.base, *place.parts, name)
        try:
            trusted += [folder] if _is_there(place, name) else []
        except PermissionError as error:
            distrusted.append(f"{folder}: {reason(error)}")
        except OSError as error:
            raise StateError(f"the state folder can't be read: {reason(error)}") from None
    return trusted, distrusted


def writable_folder(root: str, name: str) -> str:
    """The folder `name` of this root's state, made where it is missing, private, and found writable.

    Raises `StateError` with the reason for each place that was tried.
    """
    faults: list[str] = []
    for place in _places(root):
        try:
            folder = make_folder(place, name)
            _try_to_write(folder)
        except OSError as error:
            faults.append(f"{place.label}: {reason(error)}")
        else:
            return folder
    if xdg_state_home() is None:
        faults.append("neither XDG_STATE_HOME nor HOME names a folder")
    raise StateError(f"no state folder can be written ({'; '.join(faults)})")


def neighbour_folders(name: str, most: int) -> list[str]:
    """The folders `name` in the user's state home, of whatever root; of many, `most` taken at random."""
    home = xdg_state_home()
    if home is None:
        return []
    try:
        roots = os.listdir(os.path.join(home, STATE))
    except OSError:
        return []
    found: list[str] = []
    for part in random.sample(roots, min(most, len(roots))):
        with contextlib.suppress(OSError):
            found += [os.path.join(home, STATE, part, name)] if _is_there(Place("", home, (STATE, part)), name) else []
    return found


def _places(root: str) -> list[Place]:
    real = real_root(root)
    return [*git_places(real), *home_places(key_of(real))]


def git_trees_around(real: str) -> list[str]:
    """The folders above this one that are the top of a git working tree: of a submodule, that of the outer one."""
    found: list[str] = []
    while (outer := os.path.dirname(real)) != real:
        real = outer
        found += [real] if os.path.lexists(os.path.join(real, ".git")) else []
    return found


def root_from(root: str, folder: str) -> str:
    """How a state folder names a root: from git's own folder relatively, since both go together where one goes."""
    in_git = [os.path.join(place.base, *place.parts) for place in git_places(root)]
    return os.path.relpath(root, folder) if os.path.dirname(folder) in in_git else root


def git_places(real: str) -> list[Place]:
    """The state folder in git's own, for a folder of a working tree."""
    git = find_git_folder(real)
    return [Place("git's own folder", git, (STATE,))] if git is not None and _is_named_as_git_s(git) else []


def home_places(*parts: str) -> list[Place]:
    """The folder `parts` in the user's state folder, if there is a home for it."""
    home = xdg_state_home()
    return [] if home is None else [Place("the user's state folder", home, (STATE, *parts))]


def key_of(real: str) -> str:
    """The name under which the state of a folder is found."""
    return hashlib.sha256(os.fsencode(real)).hexdigest()[:16]


def _is_named_as_git_s(folder: str) -> bool:
    """Whether git's folder can be none of the files that are worked on: a `.git` file may point anywhere."""
    return any(part.endswith(".git") for part in folder.split(os.sep))


def _is_there(place: Place, name: str) -> bool:
    """Whether a place has the folder `name`; raises `OSError` where it is not to be trusted."""
    folder = place.base
    for part in (*place.parts, name):
        folder = os.path.join(folder, part)
        try:
            mode = _checked(folder).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return False
        if hasattr(os, "geteuid") and mode & WRITABLE_BY_OTHERS:
            raise PermissionError(errno.EPERM, "other users can write there; `chmod go-w` forbids it")
    return True


def make_folder(place: Place, name: str) -> str:
    """The folder `name` of a place, private, made where it is missing; raises `OSError`."""
    _make_base(place.base)
    folder = place.base
    for part in (*place.parts, name):
        folder = os.path.join(folder, part)
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, PRIVATE_FOLDER)
        if stat.S_IMODE(_checked(folder).st_mode) != PRIVATE_FOLDER:
            os.chmod(folder, PRIVATE_FOLDER)
    return folder


def _make_base(base: str) -> None:
    """Make the state home and what is missing above it, private as the specification wants it."""
    missing: list[str] = []
    while not os.path.isdir(base):
        missing.append(base)
        base = os.path.dirname(base)
    for folder in reversed(missing):
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, PRIVATE_FOLDER)
            os.chmod(folder, PRIVATE_FOLDER)


def _checked(folder: str) -> os.stat_result:
    """What a folder is; raises `OSError` where it isn't one of ours."""
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        raise PermissionError(errno.EPERM, "there it is a link or a file")
    if not is_ours(found):
        raise PermissionError(errno.EPERM, "there it belongs to another user")
    return found


def _try_to_write(folder: str) -> None:
    """Some sandboxes refuse only when a file is opened, so that permissions tell nothing."""
    path = temporary_beside(os.path.join(folder, STATE))
    create_private(path)
    os.unlink(path)
