"""The command line: arguments to a call, its result to a message, nothing else.

Exit codes: 0 done, 1 findings, 2 wrong use or broken input, 130 interrupted.
"""

import gc
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

import click

from sourcebook import interruption
from sourcebook.errors import SourcebookError
from sourcebook.version import __version__

if TYPE_CHECKING:
    from sourcebook.config import Config
    from sourcebook.pipeline import Run
    from sourcebook.store.book import Book

DONE, FINDINGS, WRONG, INTERRUPTED = 0, 1, 2, 130

F = TypeVar("F", bound=Callable[..., Any])


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="sourcebook %(version)s")
def cli() -> None:
    """A documentation site for any code base, built offline, served as static files."""


# ------------------------------------------------------------------------- options

_PATH = click.Path(path_type=Path)


def _common(function: F) -> F:
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
        click.option("--config", type=_PATH, help="Configuration file to use."),
        click.option("--output", "-o", type=_PATH, help="Output folder [REPO/.sourcebook]."),
    ):
        function = option(function)
    return function


_repo_argument = click.argument("repo", type=_PATH, default=".")
_repo_option = click.option("--repo", type=_PATH, default=".", help="The repository [.].")
_strict = click.option("--strict", is_flag=True, help="Warnings count as findings (exit code 1).")
_no_lsp = click.option("--no-lsp", is_flag=True, help="Ask no language server.")
_lsp_only = click.option(
    "--lsp-only", is_flag=True, help="Take calls from language servers alone, not the resolver."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


_env_file = click.option("--env-file", type=_PATH, help="File of NAME=value lines with the key.")


def _model(function: F) -> F:
    """Options of the commands that may ask a model."""
    for option in (
        _env_file,
        click.option(
            "--provider-batch",
            is_flag=True,
            help="Send by the provider's batch interface: half the price, within a day.",
        ),
        click.option("--max-cost", type=float, help="Most dollars that the model may cost."),
        click.option("--max-calls", type=int, help="Most requests to the model."),
        click.option("--max-seconds", type=float, help="Seconds in which requests are sent."),
    ):
        function = option(function)
    return function


def _with_model(config: "Config", options: dict[str, Any]) -> "tuple[Config, dict[str, str]]":
    """The configuration of the model with the environment and the options of this run."""
    from sourcebook.analyze.provider import read_env_file, with_environment

    environment = dict(os.environ)
    if options.get("env_file") is not None:
        environment |= read_env_file(options["env_file"])
    limits = {
        name: options[name]
        for name in ("max_cost", "max_calls", "max_seconds")
        if options.get(name) is not None
    }
    model = replace(with_environment(config.model, environment), **limits)
    if options.get("provider_batch"):
        model = replace(model, batch=True)
    return replace(config, model=model), environment


def _run(repo: Path, options: dict[str, Any]) -> "Run":
    """Makes the value that all stages work on."""
    from sourcebook.config import load_config
    from sourcebook.errors import RepositoryError
    from sourcebook.pipeline import Run
    from sourcebook.progress import progress_for
    from sourcebook.store.output import output_of

    if not repo.is_dir():
        what = "is a file, not a folder" if repo.exists() else "no such folder"
        raise RepositoryError(f"{repo}: {what}. Name the folder of a repository.")
    config = load_config(repo, options["config"])
    if options.get("no_lsp") and options.get("lsp_only"):
        raise click.UsageError("Give --no-lsp or --lsp-only, not both.")
    if options.get("no_lsp") or options.get("lsp_only"):
        use: Literal["off", "only"] = "off" if options["no_lsp"] else "only"
        config = replace(config, lsp=replace(config.lsp, use=use))
    config, environment = _with_model(config, options)
    return Run(
        environment=environment,
        repository=repo.absolute(),
        config=config,
        output=output_of(repo, config.docs, options["output"]),
        progress=progress_for(sys.stderr, quiet=options["quiet"], verbose=options["verbose"]),
        trusted=options["config"] is not None,
    )


def _book(repo: Path, options: dict[str, Any]) -> "Book":
    """Opens the book of a repository."""
    from sourcebook.store.book import open_book

    return open_book(_run(repo, options).output.book, verify=False)


def _end(run: "Run", strict: bool) -> None:
    """Ends with findings when warnings count."""
    warnings = getattr(run.progress, "warnings", 0)
    if strict and warnings:
        print(f"{warnings} warning(s), and --strict was given", file=sys.stderr)
        raise SystemExit(FINDINGS)


# ------------------------------------------------------------------------ commands


@cli.command()
@_repo_argument
@_no_lsp
@_lsp_only
@_model
@_strict
@_common
def build(repo: Path, strict: bool, **options: Any) -> None:
    """Everything: reads REPO and writes its site."""
    from sourcebook import pipeline
    from sourcebook.store.output import writing

    run = _run(repo, options)
    with writing(run.output):
        pipeline.build(run)
    if not options["quiet"]:
        print(f"{run.output.site / 'index.html'}")
        print(f"look at it with: sourcebook serve {repo}", file=sys.stderr)
    _end(run, strict)


@cli.command()
@_repo_argument
@_no_lsp
@_lsp_only
@_model
@_strict
@_common
def index(repo: Path, strict: bool, **options: Any) -> None:
    """Phase 1 alone: reads REPO and writes the book."""
    from sourcebook import pipeline
    from sourcebook.store.output import writing

    run = _run(repo, options)
    with writing(run.output):
        pipeline.index(run)
    if not options["quiet"]:
        print(run.output.book)
    _end(run, strict)


@cli.command()
@_repo_argument
@click.option("--dry-run", is_flag=True, help="Tell calls, tokens and cost by level; send nothing.")
@click.option("--show-prompts", is_flag=True, help="Print what would be sent; send nothing.")
@click.option("--scope", help="Try it on this folder or file, and tell what the rest would cost.")
@_no_lsp
@_lsp_only
@_model
@_strict
@_common
def summarize(
    repo: Path, dry_run: bool, show_prompts: bool, scope: str | None, strict: bool, **options: Any
) -> None:
    """Stage 5 alone: writes the summaries, with a model where one is configured."""
    from sourcebook import summarizing
    from sourcebook.store.output import writing

    run = _run(repo, options)
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
    _end(run, strict)


@cli.command()
@_repo_argument
@_strict
@_common
def render(repo: Path, strict: bool, **options: Any) -> None:
    """Phase 2 without MkDocs: writes the docs folder from the book."""
    from sourcebook import pipeline
    from sourcebook.store.output import writing

    run = _run(repo, options)
    with writing(run.output):
        pipeline.render(run)
    if not options["quiet"]:
        print(run.output.docs)
    _end(run, strict)


@cli.command()
@_repo_argument
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option("--port", default=8000, show_default=True, help="Port to listen at.")
@_common
def serve(repo: Path, host: str, port: int, **options: Any) -> None:
    """Builds the site, serves it and builds it anew when a source changes."""
    from sourcebook.serve import serve as serve_site

    serve_site(_run(repo, options), host, port)


@cli.command()
@click.argument("text", required=False)
@_repo_option
@click.option("--top", type=click.IntRange(1, 1000), help="Number of results.")
@click.option("--kind", help="Only this kind of result (function, class, section …).")
@click.option("--scope", help="Only below this folder.")
@click.option("--lang", help="Only this language.")
@click.option("--batch", type=_PATH, help='File of {"id", "query"} lines; one answer a line.')
@click.option("--explain", is_flag=True, help="Show each signal's share of the score.")
@click.option("--strategy", help="Named search strategy in place of the configured one.")
@click.option("--no-dense", is_flag=True, help="Without the vectors.")
@_env_file
@_json
@_common
def query(text: str | None, repo: Path, **options: Any) -> None:
    """Searches the book for TEXT."""
    from sourcebook import answers, pipeline
    from sourcebook.writing import direction

    run = _run(repo, options)
    config = answers.chosen(run.config, options["strategy"], dense=not options["no_dense"])
    filters = answers.Filters(
        top=options["top"] or config.search.top,
        kind=options["kind"] or "",
        scope=options["scope"] or "",
        language=options["lang"] or "",
    )
    book = _book(repo, options)
    search = answers.Answers(book, config, direction(pipeline.desk(run), book.manifest))
    if options["batch"] is not None:
        for line in search.batch(options["batch"], filters):
            print(line)
    elif text is None:
        raise click.UsageError("Give a TEXT to search for, or --batch FILE.")
    elif options["as_json"]:
        print(search.as_json(text, filters))
    else:
        print(search.as_text(text, filters, explain=options["explain"]))


@cli.command("eval")
@_repo_argument
@click.option(
    "--questions", type=click.IntRange(1), default=200, show_default=True, help="Most questions."
)
@click.option("--min-ndcg", type=float, help="Exit with 1 if nDCG@10 with vectors is below this.")
@_json
@_common
def evaluate(
    repo: Path, questions: int, min_ndcg: float | None, as_json: bool, **options: Any
) -> None:
    """Measures the search on questions made of the repository's own history."""
    import json

    from sourcebook import evaluation
    from sourcebook.evaluation import report
    from sourcebook.store.output import writing

    run = _run(repo, options)
    with writing(run.output):
        measured = evaluation.evaluate(run, questions)
    if as_json:
        print(json.dumps(report.values(measured), ensure_ascii=False, indent=1))
    else:
        for line in report.lines(measured):
            print(line)
    reached = measured.ndcg(evaluation.WAYS[0]).mean
    if min_ndcg is not None and reached < min_ndcg:
        print(f"nDCG@10 is {reached:.3f}, below --min-ndcg {min_ndcg}", file=sys.stderr)
        raise SystemExit(FINDINGS)


@cli.command()
@click.argument("question")
@_repo_option
@click.option("--top", type=click.IntRange(1, 100), default=12, help="Hits to answer from [12].")
@click.option("--scope", help="Only below this folder.")
@click.option("--expand", is_flag=True, help="Let the model add words to the search.")
@_model
@_json
@_common
def ask(question: str, repo: Path, **options: Any) -> None:
    """Answers QUESTION from the book, with a source for each sentence."""
    from sourcebook import answers, pipeline
    from sourcebook.asking import Asker
    from sourcebook.writing import direction

    run = _run(repo, options)
    book = _book(repo, options)
    search = answers.Answers(book, run.config, direction(pipeline.desk(run), book.manifest))
    filters = answers.Filters(top=options["top"], scope=options["scope"] or "")
    asker = Asker(book, search, pipeline.desk(run))
    answer = asker.ask(question, filters, expand=options["expand"])
    if options["as_json"]:
        print(answer.as_json())
        return
    for line in answer.as_text():
        print(line)


@cli.command()
@_repo_argument
@click.option("--new", metavar="ID", help="Write an empty note of this definition, file or folder.")
@_common
def notes(repo: Path, new: str | None, **options: Any) -> None:
    """Lists what people wrote of the code, also of what is gone."""
    from sourcebook import scaffold

    if new is not None:
        print(scaffold.write_note(repo, new))
        return
    for note in _book(repo, options).notes:
        print(f"{note.path}: {note.unit or f'{note.of} (not there)'}")


@cli.command()
@_repo_argument
@_json
@_common
def stats(repo: Path, as_json: bool, **options: Any) -> None:
    """Figures of the book: files, chunks, sizes, languages, coverage, call sites."""
    import json

    from sourcebook.store.export import statistics

    figures = statistics(_book(repo, options))
    if as_json:
        print(json.dumps(figures, ensure_ascii=False, indent=1))
        return
    for name, value in figures.items():
        label = name.replace("_", " ")
        if isinstance(value, dict):
            print(f"{label}:")
            for key, figure in value.items():
                parts = figure.items() if isinstance(figure, dict) else ()
                shown = ", ".join(f"{count} {what}" for what, count in parts) or figure
                print(f"  {key or 'unknown'}: {shown}")
        else:
            print(f"{label}: {value}")


@cli.command()
@_repo_argument
@click.option("--only", multiple=True, metavar="NAME", help="Only this check (again for more).")
@click.option("--audit", is_flag=True, help="Also each fact of the built site, by its source.")
@click.option("--accept", is_flag=True, help="Accept what is found, in sourcebook.accepted.txt.")
@_json
@_common
def check(
    repo: Path, only: tuple[str, ...], audit: bool, accept: bool, as_json: bool, **options: Any
) -> None:
    """Looks for what is not right: broken links, drift and, if asked, untrue facts."""
    import json

    from sourcebook.check import ACCEPTED, ALWAYS, CHECKS, findings, rows, unaccepted
    from sourcebook.check import accept as accept_all

    unknown = ", ".join(sorted(set(only) - set(CHECKS)))
    if unknown:
        raise click.UsageError(f"--only {unknown}: no such check. There are: {', '.join(CHECKS)}")
    names = {*(only or ALWAYS), *(("audit",) if audit else ())}
    found = list(findings(_run(repo, options), names))
    if accept:
        accept_all(repo, found)
        print(f"{repo / ACCEPTED}: {len(found)} accepted")
        return
    found = unaccepted(repo, found)
    if as_json:
        print(json.dumps(rows(found), ensure_ascii=False, indent=1))
    else:
        for finding in found:
            print(finding)
    if not options["quiet"]:
        done = ", ".join(name for name in CHECKS if name in names)
        print(f"{done}: {len(found) or 'no'} finding(s)", file=sys.stderr)
    if found:
        raise SystemExit(FINDINGS)


@cli.command()
@_repo_argument
@click.option("--lock", is_flag=True, help="Write the ledger of keys, decisions.lock.json.")
@click.option("--draft", is_flag=True, help="Draft records of what the code does without one.")
@click.option(
    "--diff",
    metavar="RANGE",
    help="The decisions that govern a change: BASE..HEAD, BASE for the working tree, - for a patch.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "json", "sarif", "github"]),
    default="markdown",
    show_default=True,
    help="Form of the review (--diff).",
)
@_strict
@_json
@_common
def decisions(repo: Path, diff: str | None, form: str, as_json: bool, **options: Any) -> None:
    """The decision records of REPO, and those that govern a change."""
    import json

    from sourcebook import decisions

    if options["lock"]:
        path, changed = decisions.lock(_run(repo, options))
        print(f"{path}: {'written' if changed else 'holds every name already'}")
    elif options["draft"]:
        print("\n".join(decisions.drafts(_book(repo, options))), end="")
    elif diff is not None:
        _review(repo, diff, "json" if as_json else form, options)
    elif as_json:
        print(json.dumps(decisions.rows(_book(repo, options)), ensure_ascii=False, indent=1))
    else:
        for line in decisions.lines(_book(repo, options)):
            print(line)


def _review(repo: Path, diff: str, form: str, options: dict[str, Any]) -> None:
    """Prints the review of a change."""
    from sourcebook import review
    from sourcebook.review.changes import changes_of
    from sourcebook.review.dismissed import read_dismissals
    from sourcebook.review.forms import FORMS

    run = _run(repo, options)
    changes = changes_of(run.repository, diff, sys.stdin.read if diff == "-" else None)
    dismissed = read_dismissals(run.repository)
    found = review.review(_book(repo, options), run.config, changes, dismissed)
    if found.note and not options["quiet"]:
        print(found.note, file=sys.stderr)
    sys.stdout.write(FORMS[form](found))
    if options["strict"] and found.faults:
        raise SystemExit(FINDINGS)


@cli.command()
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@_repo_option
@click.option("--picture", type=_PATH, help="Also draw the ways into this SVG file.")
@_json
@_common
def graph(start: str, end: str, repo: Path, picture: Path | None, **options: Any) -> None:
    """Prints the shortest ways of calls from FROM to TO, names of symbols or files."""
    from sourcebook import routes

    found = routes.ways(calls := _book(repo, options).graph, start, end)
    print(routes.as_json(found) if options["as_json"] else routes.as_text(found))
    if picture is not None:
        routes.draw_into(picture, found, calls)


@cli.command()
@click.argument("what", type=click.Choice(["jsonl", "graph"]))
@_repo_argument
@click.option("--vectors", is_flag=True, help="Add the embeddings (jsonl).")
@_common
def export(what: str, repo: Path, vectors: bool, **options: Any) -> None:
    """Writes the chunks or the call graph as JSON lines to the output stream."""
    from sourcebook.store.export import export_chunks, export_graph

    book = _book(repo, options)
    lines = export_graph(book) if what == "graph" else export_chunks(book, vectors=vectors)
    sys.stdout.buffer.writelines(lines)
    sys.stdout.buffer.flush()


@cli.command()
@_repo_argument
@click.option("--force", is_flag=True, help="Replace files that are there.")
@_common
def init(repo: Path, force: bool, **options: Any) -> None:
    """Writes a commented sourcebook.toml, and workflows that publish the site and review changes."""
    from sourcebook.scaffold import scaffold

    del options
    for path, written in scaffold(repo, force=force):
        print(f"{path}: {'written' if written else 'is there already, left alone (--force)'}")


@cli.command()
@_repo_argument
@click.option("--all", "everything", is_flag=True, help="Also the memo: the next run starts anew.")
@_common
def clean(repo: Path, everything: bool, **options: Any) -> None:
    """Removes what Sourcebook wrote: book, pages and site."""
    from sourcebook.store.output import remove, writing

    run = _run(repo, options)
    if run.output.root.is_dir():
        with writing(run.output):
            removed = remove(run.output, everything=everything)
        for path in removed:
            print(f"{path}: removed")


# ---------------------------------------------------------------------------- entry


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs the command line and exits."""
    interruption.watch()
    # A run makes millions of small values and hardly a cycle among them: collecting at the
    # usual pace takes a tenth of its time and frees nothing.
    gc.set_threshold(200_000, 50, 1000)
    debug = "--debug" in (sys.argv[1:] if arguments is None else arguments)
    try:
        cli.main(arguments, prog_name="sourcebook", standalone_mode=False)
        interruption.check()
    except (click.exceptions.Abort, KeyboardInterrupt):
        _interrupted()
    except Exception as error:
        # Native code that is interrupted ends with an error of its own.
        if interruption.interrupted():
            _interrupted()
        if debug and not isinstance(error, click.ClickException):
            raise
        _explain(error)
    sys.exit(DONE)


def _explain(error: Exception) -> NoReturn:
    """Tells a broken input or wrong use and exits; raises what is neither."""
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        sys.exit(DONE)
    if isinstance(error, click.ClickException):
        error.show()
    elif isinstance(error, SourcebookError):
        print(f"error: {error}", file=sys.stderr)
    elif isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        print(f"error: {where}{error.strerror or error}", file=sys.stderr)
    else:
        raise error
    sys.exit(WRONG)


def _interrupted() -> NoReturn:
    """Ends at once: an orderly exit would hand the signal on and lose the exit code."""
    print("interrupted; what was finished is kept", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)
