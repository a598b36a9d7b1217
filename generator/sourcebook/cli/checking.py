"""Commands that judge: the site and its source, and a change by the decisions in force."""

import sys
from pathlib import Path
from typing import Any

import click

from sourcebook.cli.options import (
    FINDINGS,
    book_of,
    common,
    json_option,
    repo_argument,
    run_of,
    strict_option,
)


@click.command()
@repo_argument
@click.option("--only", multiple=True, metavar="NAME", help="Only this check (again for more).")
@click.option("--audit", is_flag=True, help="Also each fact of the built site, by its source.")
@click.option("--accept", is_flag=True, help="Accept what is found, in sourcebook.accepted.txt.")
@json_option
@common
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
    found = list(findings(run_of(repo, options), names))
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


@click.command()
@repo_argument
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
@strict_option
@json_option
@common
def decisions(repo: Path, diff: str | None, form: str, as_json: bool, **options: Any) -> None:
    """The decision records of REPO, and those that govern a change."""
    import json

    if diff is not None:
        _review(repo, diff, "json" if as_json else form, options)
        return

    from sourcebook import decisions

    if options["lock"]:
        path, changed = decisions.lock(run_of(repo, options))
        print(f"{path}: {'written' if changed else 'holds every name already'}")
    elif options["draft"]:
        print("\n".join(decisions.drafts(book_of(repo, options))), end="")
    elif as_json:
        print(json.dumps(decisions.rows(book_of(repo, options)), ensure_ascii=False, indent=1))
    else:
        for line in decisions.lines(book_of(repo, options)):
            print(line)


def _review(repo: Path, diff: str, form: str, options: dict[str, Any]) -> None:
    """Prints the review of a change."""
    from sourcebook import review
    from sourcebook.review.changes import changes_of
    from sourcebook.review.dismissed import read_dismissals
    from sourcebook.review.forms import FORMS

    run = run_of(repo, options)
    changes = changes_of(run.repository, diff, sys.stdin.read if diff == "-" else None)
    dismissed = read_dismissals(run.repository)
    found = review.review(book_of(repo, options), run.config, changes, dismissed)
    if found.note and not options["quiet"]:
        print(found.note, file=sys.stderr)
    sys.stdout.write(FORMS[form](found))
    if options["strict"] and found.faults:
        raise SystemExit(FINDINGS)
