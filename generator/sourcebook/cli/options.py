"""What commands share: their options, the exit codes, and the value that a run works on."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

if TYPE_CHECKING:
    from sourcebook.config import Config
    from sourcebook.pipeline import Run
    from sourcebook.store.book import Book

#: Exit codes.
DONE, FINDINGS, WRONG, INTERRUPTED = 0, 1, 2, 130

F = TypeVar("F", bound=Callable[..., Any])

PATH = click.Path(path_type=Path)


def common(function: F) -> F:
    """Options that every command takes."""
    for option in (
        click.option("--debug", is_flag=True, help="Show the traceback of an error."),
        click.option(
            "--verbose",
            "-v",
            is_flag=True,
            help="Tell also which files were read in part, and what was kept from before.",
        ),
        click.option("--quiet", "-q", is_flag=True, help="Tell warnings and errors only."),
        click.option("--config", type=PATH, help="Configuration file to use."),
        click.option("--output", "-o", type=PATH, help="Output folder [REPO/.sourcebook]."),
    ):
        function = option(function)
    return function


repo_argument = click.argument("repo", type=PATH, default=".")
repo_option = click.option("--repo", type=PATH, default=".", help="The repository [.].")
strict_option = click.option(
    "--strict", is_flag=True, help="Warnings count as findings (exit code 1)."
)
no_lsp = click.option("--no-lsp", is_flag=True, help="Ask no language server.")
since_option = click.option(
    "--since", type=PATH, help="Book of an earlier state; a page tells what changed since."
)
lsp_only = click.option(
    "--lsp-only", is_flag=True, help="Take calls from language servers alone, not the resolver."
)


def reading_options(function: F) -> F:
    """Options of the commands that read the repository."""
    for option in (
        click.option("--chunk-size", type=click.IntRange(min=1), help="Size of a chunk."),
        click.option("--docs-only", is_flag=True, help="Read documents alone, and no code."),
    ):
        function = option(function)
    return function


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


env_file_option = click.option(
    "--env-file", type=PATH, help="File of NAME=value lines with the key."
)


class Limit(click.FloatRange):
    """A number above 0: neither nothing, which would set no limit, nor something endless."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value!r} is no limit.", param, ctx)
        return number


batch_option = click.option(
    "--provider-batch",
    is_flag=True,
    help="Send by the provider's batch interface: half the price, within a day.",
)


def model_options(function: F) -> F:
    """Options of the commands that may ask a model."""
    for option in (
        env_file_option,
        click.option("--max-cost", type=Limit(), help="Most dollars that the model may cost."),
        click.option("--max-calls", type=click.IntRange(min=1), help="Most requests to the model."),
        click.option("--max-seconds", type=Limit(), help="Seconds in which requests are sent."),
    ):
        function = option(function)
    return function


def _with_model(
    config: "Config", repo: Path, options: dict[str, Any]
) -> "tuple[Config, dict[str, str]]":
    """The configuration of the model with the environment and the options of this run."""
    from sourcebook.analyze.provider import check_choice, read_env_file, with_environment

    environment = dict(os.environ)
    if options.get("env_file") is not None:
        environment |= read_env_file(options["env_file"])
    if options["config"] is None:
        check_choice(config.model, environment, repo)
    limits = {
        name: options[name]
        for name in ("max_cost", "max_calls", "max_seconds")
        if options.get(name) is not None
    }
    model = replace(with_environment(config.model, environment), **limits)
    if options.get("provider_batch"):
        if not model.writes:
            raise click.UsageError("--provider-batch needs model.provider: no model is configured.")
        model = replace(model, batch=True)
    if model.local_embedder:
        model = replace(model, local_embedder=str((repo / model.local_embedder).absolute()))
    return replace(config, model=model), environment


def run_of(repo: Path, options: dict[str, Any]) -> "Run":
    """Makes the value that all stages work on."""
    from sourcebook.config import load_config
    from sourcebook.errors import RepositoryError
    from sourcebook.progress import progress_for
    from sourcebook.run import Run
    from sourcebook.store.output import output_of
    from sourcebook.store.strategies import strategy_of

    if not repo.is_dir():
        what = "is a file, not a folder" if repo.exists() else "no such folder"
        raise RepositoryError(f"{repo}: {what}. Name the folder of a repository.")
    config = load_config(repo, options["config"])
    strategy_of(config.search)  # a name that does not exist is told before hours of work
    if options.get("no_lsp") and options.get("lsp_only"):
        raise click.UsageError("Give --no-lsp or --lsp-only, not both.")
    if options.get("no_lsp") or options.get("lsp_only"):
        use: Literal["off", "only"] = "off" if options["no_lsp"] else "only"
        config = replace(config, lsp=replace(config.lsp, use=use))
    if options.get("docs_only"):
        config = replace(config, docs_only=True)
    if options.get("chunk_size") is not None:
        config = replace(config, chunk=replace(config.chunk, size=options["chunk_size"]))
    if options.get("since") is not None:
        config = replace(config, since=str(options["since"].absolute()))
    config, environment = _with_model(config, repo, options)
    return Run(
        environment=environment,
        repository=repo.absolute(),
        config=config,
        output=output_of(repo, config.docs, options["output"]),
        progress=progress_for(sys.stderr, quiet=options["quiet"], verbose=options["verbose"]),
        trusted=options["config"] is not None,
    )


def book_of(repo: Path, options: dict[str, Any]) -> "Book":
    """Opens the book of a repository."""
    from sourcebook.store.book import open_book

    return open_book(run_of(repo, options).output.book, verify=False)


def end(run: "Run", strict: bool) -> None:
    """Ends with findings when warnings count, and statements of the book that do not hold."""
    if not strict:
        return
    warnings, unverified = getattr(run.progress, "warnings", 0), _unverified(run)
    if warnings:
        print(f"{warnings} warning(s), and --strict was given", file=sys.stderr)
    if unverified:
        print(
            f"{run.output.book}: {unverified} statement(s) of a model could not be verified, "
            "and --strict was given",
            file=sys.stderr,
        )
    if warnings or unverified:
        raise SystemExit(FINDINGS)


def _unverified(run: "Run") -> int:
    """Statements of a model in the book, whichever run it asked, that code could not verify."""
    from sourcebook.store.book import open_book
    from sourcebook.store.export import UNVERIFIED, statements

    if not run.output.book.is_dir():
        return 0
    return statements(open_book(run.output.book, verify=False))[UNVERIFIED]
