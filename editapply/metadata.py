"""An open file → what it has besides its bytes, and the same given to the file that takes its place."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from dataclasses import dataclass

HAS_NONE = {errno.ENOTSUP, errno.ENOSYS}  # what a file system without attributes answers


@dataclass(frozen=True, slots=True)
class Metadata:
    """Mode bits, owner, group and, on Linux, the extended attributes: access control lists are among them."""

    mode: int
    owner: int
    group: int
    attributes: tuple[tuple[str, bytes], ...]


def read_metadata(descriptor: int) -> Metadata:
    """What an open file has; raises `OSError`."""
    status = os.fstat(descriptor)
    return Metadata(stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid, _attributes(descriptor))


def give_metadata(descriptor: int, wanted: Metadata) -> bool:
    """Make an open file have what another one had; whether it has all of it now.

    The bytes must have been written before: writing takes special bits and capabilities away.
    """
    if not hasattr(os, "fchmod"):
        return True
    with contextlib.suppress(OSError):
        found = os.fstat(descriptor)
        if (found.st_uid, found.st_gid) != (wanted.owner, wanted.group):
            os.fchown(descriptor, wanted.owner, wanted.group)
        os.fchmod(descriptor, wanted.mode)
        _give_attributes(descriptor, dict(wanted.attributes))
        return read_metadata(descriptor) == wanted
    return False


def _attributes(descriptor: int) -> tuple[tuple[str, bytes], ...]:
    if not hasattr(os, "listxattr"):
        return ()
    try:
        names = os.listxattr(descriptor)
    except OSError as error:
        if error.errno in HAS_NONE:
            return ()
        raise
    return tuple((name, os.getxattr(descriptor, name)) for name in sorted(names))


def _give_attributes(descriptor: int, wanted: dict[str, bytes]) -> None:
    found = dict(_attributes(descriptor))
    for name in found.keys() - wanted.keys():
        os.removexattr(descriptor, name)
    for name, value in wanted.items():
        if found.get(name) != value:
            os.setxattr(descriptor, name, value)
