"""Symbolic links: where they lead is said, and they are never followed.

Only what a link leads to within the repository is looked at. Whether something exists
outside is a matter of the machine, so a link that leaves the repository is ``outside``
either way, and a target that names a place of this machine is not repeated.
"""

import errno
import os

from sourcebook.analyze.names import shown
from sourcebook.model import FileClass, FileStatus, SourceFile

_REASONS = {
    "inside": "a link to another place in this repository",
    "outside": "a link that leaves this repository; not followed",
    "broken": "a link to nothing",
    "loop": "a link that leads back to itself or to a folder it lies in",
}


def link_entry(real: bytes, name: bytes, path: str) -> SourceFile:
    """The entry of the symbolic link ``name`` below the resolved root ``real``."""
    full = os.path.join(real, name)
    try:
        written = os.readlink(full)
    except OSError:
        written = b""
    kind, inside = _lead(real, full)
    target = shown(written)
    if os.path.isabs(written):
        target = shown(os.path.relpath(inside, real)) if inside else ""
    return SourceFile(
        path=path,
        digest="",
        size=0,
        language="",
        file_class=FileClass.LINK,
        status=FileStatus.SKIPPED,
        reason=_REASONS[kind],
        link_target=target,
        link_kind=kind,
    )


def _lead(real: bytes, full: bytes) -> tuple[str, bytes]:
    """The kind of a link, and where it leads if that is inside."""
    end = os.path.realpath(full)
    if end != real and not end.startswith(real + b"/"):
        return "outside", b""
    try:
        os.stat(full)
    except OSError as error:
        return ("loop" if error.errno == errno.ELOOP else "broken"), b""
    if end == real or full.startswith(end + b"/"):
        return "loop", end
    return "inside", end
