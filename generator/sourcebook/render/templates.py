"""Templates print; what they print is decided in Python.

Templates are looked up by name in the user's folder (``templates`` of the configuration)
and then among the built-in ones, so that any of them can be replaced alone. Everything a
template prints goes through :func:`~sourcebook.render.escape.escape`, unless it is markup
that an escaping function made.

Fixed sentences are written in English, as arguments of ``_`` in a template; ``texts.toml`` beside the
templates holds their translations.
"""

import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup

from sourcebook.errors import RenderError
from sourcebook.render.builtin import templates_dir
from sourcebook.render.doc import inline
from sourcebook.render.escape import escape, heading, prose, title, visible


@lru_cache(maxsize=4)
def _catalogue(language: str) -> dict[str, str]:
    """The fixed sentences in a language: English sentence to translation."""
    if language == "en":
        return {}
    table = tomllib.loads((templates_dir() / "texts.toml").read_text(encoding="utf-8"))
    return {row["en"]: row[language] for row in table["text"]}


def translator(language: str) -> Callable[..., str]:
    """Returns the function that gives a fixed sentence in ``language``, values filled in."""
    known = _catalogue(language)

    def translate(sentence: str, **values: object) -> str:
        return known.get(sentence, sentence).format(**values)

    return translate


class Templates:
    """The templates of one site."""

    def __init__(self, language: str, own: Path | None = None) -> None:
        folders = [own, templates_dir()] if own is not None else [templates_dir()]
        self.text = translator(language)
        self._environment = _Environment(
            loader=jinja2.FileSystemLoader(folders),
            autoescape=True,
            auto_reload=False,
            finalize=_printed,
            undefined=jinja2.StrictUndefined,
            comment_start_string="{##",  # "{#" begins the id of a heading
            comment_end_string="##}",
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.globals["_"] = self.text
        self._environment.filters |= {
            "heading": heading,
            "title": title,
            "prose": prose,
            "documented": inline,
            "visible": visible,
            "number": _number,
        }
        self._loaded: dict[str, jinja2.Template] = {}

    def print(self, name: str, /, **values: Any) -> str:
        """Returns the text of the template ``name``.

        Raises:
            RenderError: The template holds a mistake (which a user's own may).
        """
        try:
            template = self._loaded.get(name)
            if template is None:
                template = self._loaded[name] = self._environment.get_template(name)
            return template.render(**values)
        except jinja2.TemplateSyntaxError as error:
            raise RenderError(
                f"{error.filename or name}:{error.lineno}: {error.message}"
            ) from error
        except jinja2.TemplateNotFound as error:
            raise RenderError(f"template {error.name}: no such file") from error
        except jinja2.TemplateError as error:
            raise RenderError(f"template {name}: {error.message}") from error


def _printed(value: object) -> str:
    """What a template prints for a value: escaped text, unless it prints itself as HTML."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, str):
        return escape(value)
    printed = getattr(value, "__html__", None)
    return str(printed()) if printed is not None else escape(str(value))


class _Generator(CodeGenerator):
    """Prints what :func:`_printed` returns as it is: escaped again it would take twice as long."""

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        del node, frame
        self.write(finalize.src or "")

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        del node, frame
        self.write(")" if finalize.src else "")


class _Environment(jinja2.Environment):
    code_generator_class = _Generator


def _number(value: int) -> str:
    return f"{value:,}"
