"""The tables of the reference pages, made from the command line and the configuration.

``python -m tests.docs`` writes them into ``site_src/reference/`` between two marks:
``<!-- table NAME -->`` and ``<!-- end -->``. The prose around them is written by hand.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from sourcebook.cli import cli
from sourcebook.config import keys

FOLDER = Path(__file__).parents[2] / "site_src" / "reference"
_TABLE = re.compile(r"(<!-- table (?P<name>[\w. -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def tables() -> dict[str, str]:
    """Every table by its name, as Markdown."""
    found = {f"command {name}": _options(command) for name, command in sorted(commands().items())}
    found["common options"] = _common_options()
    sections: dict[str, list[str]] = {}
    for key in keys():
        section, _, name = key.name.rpartition(".")
        default = _default(key.default)
        sections.setdefault(section or "top", []).append(
            f"| `{name}` | {_cell(key.kind)} | {default} | {_cell(key.doc)} |"
        )
    head = "| Key | Value | Default | What it sets |\n|---|---|---|---|\n"
    return found | {
        f"config {name}": head + "\n".join(rows) + "\n" for name, rows in sections.items()
    }


def commands() -> dict[str, click.Command]:
    return dict(cli.commands)


def common() -> set[str]:
    """Options that every command has."""
    shared = [
        {option for one in command.params for option in one.opts}
        for command in cli.commands.values()
    ]
    return set.intersection(*shared)


def filled(text: str) -> str:
    """``text`` with every table in it made anew."""
    made = tables()
    return _TABLE.sub(lambda found: found[1] + "\n" + made[found["name"]] + "\n" + found[3], text)


def named(text: str) -> list[str]:
    return [found["name"] for found in _TABLE.finditer(text)]


def pages() -> Iterator[Path]:
    yield from sorted(FOLDER.glob("*.md"))


def _options(command: click.Command) -> str:
    shared = common()
    rows = []
    for one in command.params:
        if isinstance(one, click.Option):
            if not set(one.opts) & shared:
                rows.append(f"| {_names(one)} | {_cell(one.help or '')} |")
        elif isinstance(one, click.Argument):
            rows.append(f"| `{one.human_readable_name.upper()}` | {_argument(one)} |")
    return "| Argument or option | Meaning |\n|---|---|\n" + "\n".join(rows) + "\n"


def _common_options() -> str:
    command = next(iter(cli.commands.values()))
    shared = common()
    rows = [
        f"| {_names(one)} | {_cell(one.help or '')} |"
        for one in command.params
        if isinstance(one, click.Option) and set(one.opts) & shared
    ]
    return "| Option | Meaning |\n|---|---|\n" + "\n".join(rows) + "\n"


def _names(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in sorted(option.opts, key=len, reverse=True))
    if option.is_flag:
        return names
    return f"{names} {(option.metavar or option.type.name).upper()}"


def _argument(argument: click.Argument) -> str:
    if isinstance(argument.type, click.Choice):
        return "one of " + ", ".join(f"`{choice}`" for choice in argument.type.choices)
    if argument.default == ".":
        return "folder of the repository, by default the one you are in"
    return "required" if argument.required else "may be left out"


def _default(value: object) -> str:
    if value in ("", ()):
        return "empty"
    if isinstance(value, tuple):
        return ", ".join(f"`{each}`" for each in value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
