"""Where the built-in templates are."""

from pathlib import Path

from sourcebook.errors import RenderError


def templates_dir() -> Path:
    """The folder of built-in templates, in an installed package or in a checkout."""
    package = Path(__file__).parent.parent
    for folder in (package / "templates", package.parent.parent / "templates"):
        if (folder / "mkdocs.yml.jinja").is_file():
            return folder
    raise RenderError(f"{package}: the templates are missing. Install Sourcebook again.")
