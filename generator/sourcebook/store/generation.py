"""New generations of folders: what is unchanged is linked, the switch is a rename."""

import contextlib
import filecmp
import os
import shutil
from pathlib import Path

from sourcebook import interruption


def replace_folder(staging: Path, target: Path) -> int:
    """Puts ``staging`` in the place of ``target`` and returns the number of changed files.

    Files whose bytes equal those at ``target`` become hard links to them, so that they
    keep inode and time stamp. A reader sees the old folder or the new one, whole. When
    nothing differs, ``target`` is left alone.
    """
    changed = _link_unchanged(staging, target)
    if changed == 0:
        shutil.rmtree(staging)
        return 0
    interruption.check()
    retired = target.with_name(f".{target.name}.old")
    shutil.rmtree(retired, ignore_errors=True)
    if target.exists():
        target.rename(retired)
    try:
        staging.rename(target)
    except OSError:
        if retired.exists():
            retired.rename(target)
        raise
    shutil.rmtree(retired, ignore_errors=True)
    return changed


def clear_leftovers(folder: Path) -> None:
    """Removes what an interrupted run left; restores a folder caught between two renames."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.name.startswith(".") and path.name.endswith(".old"):
            original = folder / path.name[1:-4]
            if original.exists():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.rename(original)
        elif path.name.startswith(".") and path.name.endswith(".new"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


def _link_unchanged(staging: Path, target: Path) -> int:
    """Links equal files; returns how many differ, are new or are gone."""
    new = _files(staging)
    old = _files(target)
    changed = len(old - new)
    for name in sorted(new):
        ours, theirs = staging / name, target / name
        if name in old and filecmp.cmp(ours, theirs, shallow=False):
            link = ours.with_name(ours.name + ".lnk")
            # A file system without hard links keeps the fresh copy.
            with contextlib.suppress(OSError):
                os.link(theirs, link)
                link.replace(ours)
        else:
            changed += 1
    return changed


def _files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }
