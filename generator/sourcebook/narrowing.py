"""What a search is narrowed to and turned towards, as a person writes it.

``--kind``, ``--lang`` and ``--scope`` take what the book or the site has, capitals or not; for
what it does not have, the error says what there is. A path is one of the repository: from
its root, as it is seen from the working directory, or absolute.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from posixpath import isabs, normpath

from sourcebook.errors import QueryError
from sourcebook.grammars.languages import languages
from sourcebook.store.catalog import Catalog
from sourcebook.store.search import path_matches

#: Values that an error names.
_NAMED = 20


@dataclass(frozen=True, slots=True)
class Filters:
    """What a result must be like; empty strings filter nothing."""

    top: int
    kind: str = ""
    scope: str = ""
    language: str = ""
    near: tuple[str, ...] = ()  # files and, with a slash at the end, folders that are preferred


def narrowed(
    filters: Filters, catalog: Catalog, repository: Path, warn: Callable[[str], None]
) -> Filters:
    """The filters with the values that the catalogue has; ``warn`` is told what has no effect.

    Raises:
        QueryError: Nothing is of the kind, the language or the scope.
    """
    near = (_place(path, catalog.paths, repository, warn) for path in filters.near)
    return replace(
        filters,
        kind=filters.kind and _one("--kind", filters.kind, {name: name for name in catalog.kinds}),
        scope=filters.scope and _scope(filters.scope, catalog, repository),
        language=filters.language and _one("--lang", filters.language, _spoken(catalog.languages)),
        near=tuple(filter(None, near)),
    )


def _spoken(names: Iterable[str]) -> dict[str, str]:
    """The languages by their names here, and as people write them."""
    own = {name: name for name in names if name}
    titles = {languages()[name].title: name for name in own if name in languages()}
    return titles | own


def _one(option: str, wanted: str, known: dict[str, str]) -> str:
    found = {name.casefold(): value for name, value in known.items()}
    if wanted.casefold() in found:
        return found[wanted.casefold()]
    raise QueryError(f"{option} {wanted}: not in this index; it has: {_listed(known.values())}")


def _scope(wanted: str, catalog: Catalog, repository: Path) -> str:
    """A scope, folder, file or glob; empty for the whole repository."""
    for path in _readings(wanted, repository):
        if path == ".":
            return ""
        if path in catalog.scopes or any(path_matches(one, path) for one in catalog.paths):
            return path
    there = {*catalog.scopes} - {""} or {
        path.partition("/")[0] for path in catalog.paths if "/" in path
    }
    raise QueryError(f"--scope {wanted}: not in this index; it has: {_listed(there)}")


def _place(wanted: str, paths: Sequence[str], repository: Path, warn: Callable[[str], None]) -> str:
    """The file or folder that is meant; for a file that is not there, the folder around it."""
    known = {path for path in paths if path}
    folders = {str(folder) for path in known for folder in PurePosixPath(path).parents}
    around = ""
    for path in _readings(wanted, repository):
        if path in known:
            return path
        if path in folders:
            return "" if path == "." else f"{path}/"
        if not around:
            holding = (str(one) for one in PurePosixPath(path).parents if str(one) in folders)
            around = next(holding, ".").removeprefix(".")
    if not around:
        warn(f"--near {wanted}: no file or folder that is searched: it changes nothing")
        return ""
    warn(f"--near {wanted}: no file that is searched: what lies in {around}/ is preferred")
    return f"{around}/"


def _readings(path: str, repository: Path) -> Iterator[str]:
    """A path as one of the repository: from its root, then from the working directory."""
    given = Path(path).as_posix()
    if not isabs(given):
        yield normpath(given)
    seen = Path(path).resolve()
    if seen.is_relative_to(repository.resolve()):
        yield seen.relative_to(repository.resolve()).as_posix()


def _listed(values: Iterable[str]) -> str:
    names = sorted({*values} - {""})
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more if names else "none"
