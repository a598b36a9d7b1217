"""Symbolic links: where they lead is said, and they are never followed.

Only what a link leads to within the repository is looked at. Whether something exists
outside is a matter of the machine, so a link that leaves the repository is ``outside``
either way, and a target that names a place of this machine is not repeated.
"""

import errno
import os
from pathlib import Path

from sourcebook.analyze.names import on_disk, shown
from sourcebook.model import FileClass, FileStatus, SourceFile

_REASONS = {
    "inside": "a link to another place in this repository",
    "outside": "a link that leaves this repository; not followed",
    "broken": "a link to nothing",
    "loop": "a link that leads back to itself or to a folder it lies in",
}


def link_entry(root: Path, path: str) -> SourceFile:
    """The entry of the symbolic link ``path``; ``root`` is a path without links."""
    link = on_disk(root, path)
    try:
        written = link.readlink()
    except OSError:
        written = Path()
    kind, end = _lead(root, link)
    target = shown(os.fsencode(written.as_posix()))
    if written.is_absolute():
        inside = kind != "outside" and end.is_relative_to(root)
        target = shown(os.fsencode(end.relative_to(root).as_posix())) if inside else ""
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


def _lead(root: Path, link: Path) -> tuple[str, Path]:
    """The kind of a link, and where it leads in the end."""
    end = Path(os.path.realpath(link))  # unlike resolve(), bears loops
    if not end.is_relative_to(root):
        return "outside", end
    try:
        link.stat()
    except OSError as error:
        return ("loop" if error.errno == errno.ELOOP else "broken"), end
    return ("loop" if link.is_relative_to(end) else "inside"), end
