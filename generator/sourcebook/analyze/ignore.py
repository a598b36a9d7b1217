"""Globs in the form of ``.gitignore`` lines, matched against paths of the repository."""

from collections.abc import Iterable, Sequence

import pathspec


def matching(paths: Iterable[str], globs: Sequence[str]) -> frozenset[str]:
    """Returns the paths that the globs match; later globs win, ``!`` takes back."""
    if not globs:
        return frozenset()
    spec = pathspec.GitIgnoreSpec.from_lines(globs)
    return frozenset(spec.match_files(paths))
