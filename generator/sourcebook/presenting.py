"""Phase 2: the book becomes pages, and the pages a site.

It reads the book alone. Like phase 1 it compares the digest of its inputs with the one
that its last result was made from, and does nothing when they are equal.
"""

import os
from dataclasses import replace
from importlib import metadata as packages
from pathlib import Path

import msgspec

from sourcebook.errors import NoBookError, RepositoryError
from sourcebook.fingerprint import stage_version, tree_digest
from sourcebook.run import Run
from sourcebook.store.book import find_book, open_book, read_manifest
from sourcebook.store.memo import digest
from sourcebook.store.output import read_state, write_state


def render(run: Run) -> int:
    """Phase 2: reads the book and writes the docs folder, unless it is up to date.

    Returns the number of pages.
    """
    state = read_state(run.output)
    inputs = _render_inputs(run)
    if state.docs == inputs and run.output.docs.is_dir():
        return state.pages
    from sourcebook.render.site import render as render_site

    run.progress.start("render")
    book = open_book(run.output.book)
    project = None if run.output.own_project else run.output.project
    since = _since(run)
    older = open_book(since, verify=False) if since is not None else None
    pages = render_site(book, run.config, run.output.docs, project, run.progress.finish, older)
    write_state(run.output, msgspec.structs.replace(state, docs=inputs, pages=pages))
    run.progress.finish(f"{pages} pages")
    return pages


def render_markdown(run: Run) -> Path:
    """Phase 2 in another form: the same pages as ordinary Markdown; returns their folder."""
    from sourcebook.render.site import render_ordinary

    run.progress.start("render")
    book, since = open_book(run.output.book), _since(run)
    older = open_book(since, verify=False) if since is not None else None
    folder = run.output.root / "markdown"
    pages = render_ordinary(book, run.config, folder, older)
    run.progress.finish(f"{pages} pages")
    return folder


def publish(run: Run, *, strict: bool = True) -> None:
    """Runs MkDocs on the docs folder, unless the site is up to date."""
    state = read_state(run.output)
    inputs = _publish_inputs(run, state.docs)
    if state.site == inputs and run.output.site.is_dir():
        return
    from sourcebook.render.publish import publish as publish_site

    run.progress.start("publish")
    manifest = read_manifest(run.output.book)
    publish_site(run.output.project, run.output.site, manifest.repository.time, strict=strict)
    write_state(run.output, msgspec.structs.replace(state, site=inputs))
    size = sum(path.stat().st_size for path in run.output.site.rglob("*") if path.is_file())
    run.progress.finish(f"{os.path.relpath(run.output.site)}, {size / 1e6:.1f} MB")
    if size > run.config.site.max_bytes:
        run.progress.warn(
            f"the site has {size:,} bytes, more than site.max_bytes = "
            f"{run.config.site.max_bytes:,}. Lower site.code_lines, set repo_url so that no "
            "source pages are needed, or leave files out with exclude.publish."
        )


# -------------------------------------------------------------------------- digests


def _render_inputs(run: Run) -> str:
    """Digest of everything that the pages are made from."""
    since = _since(run)
    try:
        manifest = (run.output.book / "manifest.json").read_bytes()
    except OSError as error:
        raise NoBookError(
            f"{run.output.book}: no book here. Make one with: sourcebook index"
        ) from error
    own = run.repository / run.config.templates if run.config.templates else None
    if own is not None and not own.is_dir():
        raise RepositoryError(f"{own}: no such folder. Correct the key templates.")
    return digest(
        manifest,
        (since / "manifest.json").read_bytes() if since is not None else b"",
        stage_version("render"),
        replace(run.config, workers=0),
        tree_digest(own) if own is not None else "",
        [packages.version(name) for name in ("pygments", "pyvis", "jinja2", "grandalf")],
        str(run.output.own_project),
    )


def _since(run: Run) -> Path | None:
    """The book of the earlier state, if the configuration names one."""
    return find_book(run.repository / run.config.since) if run.config.since else None


def _publish_inputs(run: Run, docs: str) -> str:
    """Digest of everything that MkDocs reads."""
    written_by_hand = ""
    if run.output.own_project:
        top = run.output.docs.relative_to(run.output.project).parts[0]
        written_by_hand = tree_digest(run.output.project / top, without=run.output.docs)
    settings = run.output.project / "mkdocs.yml"
    return digest(
        docs,
        written_by_hand,
        settings.read_bytes() if settings.is_file() else b"",
        [packages.version(name) for name in ("mkdocs", "mkdocs-material", "markdown")],
    )
