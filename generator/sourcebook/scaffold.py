"""What is written into a repository when asked for: configuration, workflows, a note."""

import json
from collections.abc import Iterator
from pathlib import Path

from sourcebook.analyze.notes import FOLDER, file_name
from sourcebook.config import CONFIG_NAME, keys
from sourcebook.render.builtin import templates_dir

ENVIRONMENT = "env.example"
WORKFLOWS = Path(".github/workflows")


def scaffold(repository: Path, *, force: bool) -> Iterator[tuple[Path, bool]]:
    """Writes the files and yields each with whether it was written."""
    workflows = sorted((templates_dir() / "init").glob("*.yml"))
    texts = [(WORKFLOWS / path.name, path.read_text(encoding="utf-8")) for path in workflows]
    example = (templates_dir() / "init" / ENVIRONMENT).read_text(encoding="utf-8")
    settings = ((Path(CONFIG_NAME), _configuration()), (Path(ENVIRONMENT), example))
    for name, text in (*settings, *texts):
        path = repository / name
        if path.exists() and not force:
            yield path, False
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        yield path, True


def _configuration() -> str:
    """Every key with its description and default, commented out."""
    lines = ["# Configuration of Sourcebook. Every key is optional; the values are the defaults."]
    section = ""
    for key in keys():
        table, _, name = key.name.rpartition(".")
        if table != section:
            section = table
            # A table with a name of the user's choice is an example.
            lines += ["", f"# [{table}]" if table.endswith(".NAME") else f"[{table}]"]
        lines += [f"# {key.doc} ({key.kind})", f"# {name} = {_toml(key.default)}"]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A default as TOML writes it, which for these kinds of values is as JSON does."""
    return json.dumps(value, ensure_ascii=False)


def write_note(repository: Path, unit: str) -> Path:
    """Writes an empty note of a unit, unless it is there, and returns its path."""
    path = repository / FOLDER / file_name(unit)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\nof: {unit}\n---\n", encoding="utf-8", newline="\n")
    return path
