"""The name of the project: the same wherever its folder lies.

The remote repository names it; without one, the file that describes it to its package
manager; without that, the folder.
"""

import configparser
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

_LARGEST = 1_000_000


def project_name(root: Path, remote: str) -> str:
    """The name of the project in the folder ``root``."""
    if remote:
        return remote.rpartition("/")[2]
    for file, read in _READERS.items():
        path = root / file
        try:
            if not path.is_symlink() and path.stat().st_size < _LARGEST:
                name = read(path.read_text(encoding="utf-8"))
                if isinstance(name, str) and re.search(r"\w", name):
                    return name.strip().rpartition("/")[2]
        except (OSError, ValueError, configparser.Error):
            continue  # absent, unreadable, or not of the form: the next may know
    return root.resolve().name


def _at(data: Any, *keys: str) -> Any:
    for key in keys:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _pyproject(text: str) -> Any:
    data = tomllib.loads(text)
    return _at(data, "project", "name") or _at(data, "tool", "poetry", "name")


def _setup(text: str) -> Any:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return parser.get("metadata", "name", fallback="")


def _go(text: str) -> Any:
    match = re.search(r"^module\s+(\S+?)(?:/v\d+)?\s*$", text, re.MULTILINE)
    return match[1] if match else ""


_READERS: dict[str, Callable[[str], Any]] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _setup,
    "Cargo.toml": lambda text: _at(tomllib.loads(text), "package", "name"),
    "package.json": lambda text: _at(json.loads(text), "name"),
    "composer.json": lambda text: _at(json.loads(text), "name"),
    "go.mod": _go,
}
