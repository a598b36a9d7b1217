"""Commands that tell what a book holds."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sourcebook.cli.options import (
    FINDINGS,
    PATH,
    book_of,
    common,
    env_file_option,
    json_option,
    model_options,
    repo_argument,
    repo_option,
    run_of,
)

if TYPE_CHECKING:
    from sourcebook.answers import Answers
    from sourcebook.narrowing import Filters
    from sourcebook.run import Run


@click.command()
@click.argument("text", required=False)
@repo_option
@click.option("--top", type=click.IntRange(1, 1000), help="Number of results.")
@click.option("--kind", help="Only this kind of result (function, class, section …).")
@click.option("--scope", help="Only this scope, or below this folder.")
@click.option("--lang", help="Only this language.")
@click.option(
    "--near", multiple=True, metavar="PATH", help="Prefer what is near this file or folder."
)
@click.option("--expand", is_flag=True, help="Add a model's words, or those of a built-in table.")
@click.option(
    "--batch",
    type=click.File("rb"),
    help='File of {"id", "query"} lines, - for standard input; one answer a line.',
)
@click.option("--explain", is_flag=True, help="Show each signal's share of the score.")
@click.option("--strategy", help="Named search strategy in place of the configured one.")
@click.option("--no-dense", is_flag=True, help="Without the vectors.")
@click.option("--site", metavar="URL", help="Search this published site; no book is needed.")
@env_file_option
@json_option
@common
def query(text: str | None, repo: Path, **options: Any) -> None:
    """Searches the book for TEXT, or the search files of a published site."""
    from sourcebook.narrowing import Filters

    if (text is None) == (options["batch"] is None):
        raise click.UsageError("Give a TEXT to search for, or --batch FILE.")
    run = run_of(repo, options)
    search = _search(run, options)
    wanted = Filters(
        top=options["top"] or run.config.search.top,
        kind=options["kind"] or "",
        scope=options["scope"] or "",
        language=options["lang"] or "",
        near=options["near"],
    )
    filters = _ready(run, search, wanted)
    if text is None:
        for line in search.batch(options["batch"], filters, explain=options["explain"]):
            print(line)
        return
    hits = search.hits(text, filters)
    form = search.as_json(hits, explain=options["explain"])
    print(form if options["as_json"] else search.as_text(text, hits, explain=options["explain"]))
    if not options["quiet"]:
        for remark in search.remarks(text, hits):
            print(remark, file=sys.stderr)


def _search(run: "Run", options: dict[str, Any]) -> "Answers":
    """The search that the options of a query ask for."""
    from sourcebook import answers, asking, pipeline
    from sourcebook.store.book import open_book
    from sourcebook.writing import direction

    dense = not options["no_dense"]
    if options["site"] is not None:
        if options["strategy"]:
            raise click.UsageError("A site has its own strategy: give --site or --strategy.")
        search = answers.of_site(options["site"], dense=dense)
    else:
        config = answers.chosen(run.config, options["strategy"], dense=dense)
        book = open_book(run.output.book, verify=False)
        search = answers.of_book(book, config, direction(pipeline.desk(run), book))
    if options["expand"]:
        search = search.widened(partial(asking.widened, pipeline.desk(run)))
    return search


def _ready(run: "Run", search: "Answers", filters: "Filters") -> "Filters":
    """The filters as the search knows them; says what has no effect, and what is missing."""
    from sourcebook.narrowing import narrowed

    for reason in search.lacking:
        run.progress.warn(reason)
    return narrowed(filters, search.catalog, run.repository, run.progress.warn)


@click.command("eval")
@repo_argument
@click.option(
    "--questions", type=click.IntRange(1), default=200, show_default=True, help="Most questions."
)
@click.option(
    "--min-ndcg",
    type=click.FloatRange(0, 1),
    help="Exit with 1 if nDCG@10 with vectors is below this.",
)
@model_options
@json_option
@common
def evaluate(
    repo: Path, questions: int, min_ndcg: float | None, as_json: bool, **options: Any
) -> None:
    """Measures the search on questions made of the repository's own history."""
    import json

    from sourcebook import evaluation
    from sourcebook.evaluation import report
    from sourcebook.store.output import writing

    run = run_of(repo, options)
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


@click.command()
@click.argument("question")
@repo_option
@click.option("--top", type=click.IntRange(1, 100), default=12, help="Hits to answer from [12].")
@click.option("--scope", help="Only below this folder.")
@click.option(
    "--expand",
    is_flag=True,
    help="Add a model's words to the search, or those of a built-in table.",
)
@model_options
@json_option
@common
def ask(question: str, repo: Path, **options: Any) -> None:
    """Answers QUESTION from the book, with a source for each sentence."""
    from sourcebook import answers, pipeline
    from sourcebook.asking import Asker
    from sourcebook.narrowing import Filters
    from sourcebook.writing import direction

    run = run_of(repo, options)
    book = book_of(repo, options)
    search = answers.of_book(book, run.config, direction(pipeline.desk(run), book))
    filters = _ready(run, search, Filters(top=options["top"], scope=options["scope"] or ""))
    asker = Asker(book, search, pipeline.desk(run), run.config.exclude.send)
    answer = asker.ask(question, filters, expand=options["expand"])
    if options["as_json"]:
        print(answer.as_json())
        return
    for line in answer.as_text():
        print(line)


@click.command()
@repo_argument
@click.option("--new", metavar="ID", help="Write an empty note of this definition, file or folder.")
@common
def notes(repo: Path, new: str | None, **options: Any) -> None:
    """Lists what people wrote of the code, also of what is gone."""
    from sourcebook import scaffold

    if new is not None:
        print(scaffold.write_note(repo, new))
        return
    for note in book_of(repo, options).notes:
        print(f"{note.path}: {note.unit or f'{note.of} (not there)'}")


@click.command()
@repo_argument
@json_option
@common
def stats(repo: Path, as_json: bool, **options: Any) -> None:
    """Figures of the book: files, chunks, sizes, languages, coverage, call sites."""
    import json

    from sourcebook.store.export import statistics

    figures = statistics(book_of(repo, options))
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


@click.command()
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@repo_option
@click.option("--picture", type=PATH, help="Also draw the ways into this SVG file.")
@json_option
@common
def graph(start: str, end: str, repo: Path, picture: Path | None, **options: Any) -> None:
    """Prints the shortest ways of calls from FROM to TO, names of symbols or files."""
    from sourcebook import routes

    found = routes.ways(calls := book_of(repo, options).graph, start, end)
    print(routes.as_json(found) if options["as_json"] else routes.as_text(found))
    if picture is not None:
        routes.draw_into(picture, found, calls)


@click.command()
@click.argument("what", type=click.Choice(["jsonl", "graph"]))
@repo_argument
@click.option("--vectors", is_flag=True, help="Add the embeddings (jsonl).")
@common
def export(what: str, repo: Path, vectors: bool, **options: Any) -> None:
    """Writes the chunks or the call graph as JSON lines to the output stream."""
    from sourcebook.store.export import export_chunks, export_graph

    book = book_of(repo, options)
    lines = export_graph(book) if what == "graph" else export_chunks(book, vectors=vectors)
    sys.stdout.buffer.writelines(lines)
    sys.stdout.buffer.flush()


@click.command()
@click.argument("older", type=PATH)
@click.argument("newer", type=PATH, default=".")
@json_option
@common
def changes(older: Path, newer: Path, as_json: bool, **options: Any) -> None:
    """What changed from the book OLDER to the book NEWER, each named by its folder."""
    from sourcebook import comparing
    from sourcebook.store.book import find_book, open_book
    from sourcebook.store.comparison import compare

    del options
    books = (open_book(find_book(path), verify=False) for path in (older, newer))
    found = compare(*books)
    if as_json:
        print(comparing.as_json(found))
        return
    for line in comparing.as_text(found):
        print(line)
