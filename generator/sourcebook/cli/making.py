"""Commands that make something: the book, its summaries, the pages, the site."""

import sys
from pathlib import Path
from typing import Any

import click

from sourcebook.cli.options import (
    batch_option,
    common,
    end,
    lsp_only,
    model_options,
    no_lsp,
    reading_options,
    repo_argument,
    run_of,
    since_option,
    strict_option,
)


@click.command()
@repo_argument
@since_option
@reading_options
@no_lsp
@lsp_only
@model_options
@batch_option
@strict_option
@common
def build(repo: Path, strict: bool, **options: Any) -> None:
    """Everything: reads REPO and writes its site."""
    from sourcebook import pipeline
    from sourcebook.store.output import writing

    run = run_of(repo, options)
    with writing(run.output):
        pipeline.build(run)
    if not options["quiet"]:
        print(f"{run.output.site / 'index.html'}")
        print(f"look at it with: sourcebook serve {repo}", file=sys.stderr)
    end(run, strict)


@click.command()
@repo_argument
@reading_options
@no_lsp
@lsp_only
@model_options
@batch_option
@strict_option
@common
def index(repo: Path, strict: bool, **options: Any) -> None:
    """Phase 1 alone: reads REPO and writes the book."""
    from sourcebook import pipeline
    from sourcebook.store.output import writing

    run = run_of(repo, options)
    with writing(run.output):
        pipeline.index(run)
    if not options["quiet"]:
        print(run.output.book)
    end(run, strict)


@click.command()
@repo_argument
@click.option("--dry-run", is_flag=True, help="Tell calls, tokens and cost by level; send nothing.")
@click.option("--show-prompts", is_flag=True, help="Print what would be sent; send nothing.")
@click.option("--scope", help="Try it on this folder or file, and tell what the rest would cost.")
@reading_options
@no_lsp
@lsp_only
@model_options
@batch_option
@strict_option
@common
def summarize(
    repo: Path, dry_run: bool, show_prompts: bool, scope: str | None, strict: bool, **options: Any
) -> None:
    """Stage 5 alone: writes the summaries, with a model where one is configured."""
    from sourcebook import summarizing
    from sourcebook.store.output import writing

    run = run_of(repo, options)
    with writing(run.output):
        lines = (
            summarizing.prompts(run, scope or "")
            if show_prompts
            else summarizing.estimate(run, scope or "")
            if dry_run
            else summarizing.trial(run, scope)
            if scope is not None
            else summarizing.whole(run)
        )
        for line in lines:
            print(line)
    end(run, strict)


@click.command()
@repo_argument
@click.option(
    "--form",
    type=click.Choice(["site", "markdown"]),
    default="site",
    show_default=True,
    help="Pages for a site, or the same as ordinary Markdown.",
)
@since_option
@strict_option
@common
def render(repo: Path, form: str, strict: bool, **options: Any) -> None:
    """Phase 2 without MkDocs: writes the docs folder from the book."""
    from sourcebook import presenting
    from sourcebook.store.output import writing

    run = run_of(repo, options)
    with writing(run.output):
        if form == "markdown":
            folder = presenting.render_markdown(run)
        else:
            presenting.render(run)
            folder = run.output.docs
    if not options["quiet"]:
        print(folder)
    end(run, strict)


@click.command()
@repo_argument
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option("--port", default=8000, show_default=True, help="Port to listen at.")
@reading_options
@model_options
@common
def serve(repo: Path, host: str, port: int, **options: Any) -> None:
    """Builds the site, serves it and builds it anew when a source changes."""
    from sourcebook.serve import serve as serve_site

    serve_site(run_of(repo, options), host, port)


@click.command()
@repo_argument
@click.option("--force", is_flag=True, help="Replace files that are there.")
@common
def init(repo: Path, force: bool, **options: Any) -> None:
    """Writes a commented sourcebook.toml, and workflows that publish the site and review changes."""
    from sourcebook.scaffold import scaffold

    del options
    for path, written in scaffold(repo, force=force):
        print(f"{path}: {'written' if written else 'is there already, left alone (--force)'}")


@click.command()
@repo_argument
@click.option("--all", "everything", is_flag=True, help="Also the memo: the next run starts anew.")
@common
def clean(repo: Path, everything: bool, **options: Any) -> None:
    """Removes what Sourcebook wrote: book, pages and site."""
    from sourcebook.store.output import remove, writing

    run = run_of(repo, options)
    if run.output.root.is_dir():
        with writing(run.output):
            removed = remove(run.output, everything=everything)
        for path in removed:
            print(f"{path}: removed")
