"""Stage 10: MkDocs turns the docs folder into the site.

MkDocs is run as a program, with the time of the commit in place of the clock, into a
folder beside the site, which then takes its place by rename.

The theme's templates leave a third of a page's frame to indentation and empty lines. Of a
site that is wholly ours these go before it takes its place: a tenth of its bytes. So does
what serves nothing here: sentences of the theme's own search, a script for tabs, and the
namespace of icons, which HTML knows.

The page for missing addresses is sent at any depth. Where the site's own address is not
known, MkDocs takes the root of the host for the site's; a script looks for the right one.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from sourcebook.errors import RenderError
from sourcebook.memory import SELDOM
from sourcebook.render.builtin import templates_dir
from sourcebook.render.escape import escape
from sourcebook.render.templates import translator
from sourcebook.store.generation import replace_folder

#: How ``mkdocs.yml`` begins when Sourcebook has written it.
MARK = "# Written by Sourcebook"

_MISSING = re.compile(r"<h1>404 - Not found</h1>")

#: Runs MkDocs as ``python -m mkdocs`` does, but for the pace at which it looks for cycles.
_MKDOCS = (
    f"import gc, runpy; gc.set_threshold{SELDOM}; "
    'runpy.run_module("mkdocs", run_name="__main__", alter_sys=True)'
)

#: Halves the time of a page; see there.
EXTENSION = "sourcebook.render.markdown"

#: Sentences in the settings that a page gives the theme's script.
_SENTENCES = re.compile(rb'"translations": \{[^{}]*\}')

#: A script of the theme's that opens the tab which an address names.
_TABS = re.compile(rb"<script>var target=document\.getElementById\(location\.hash[^<]*</script>")

#: The namespace of a picture; code that a page shows may hold the same letters.
_NAMESPACE = re.compile(rb'(<svg\b[^<>]*?) xmlns="http://www\.w3\.org/2000/svg"')

#: The wrapper that cuts a long entry of a menu; ours go on in the next line.
_CUT = re.compile(rb'(class="md-nav__link[^<>]*>)<span class="md-ellipsis">\s*([^<]*?)\s*</span>')

#: The beginning of an attribute with an address below the root of the host.
_ABSOLUTE = re.compile(rb'(\s(?:href|src)=")/(?!/)')


def publish(project: Path, site: Path, epoch: int, *, strict: bool = True) -> None:
    """Builds the site of ``project`` (the folder of ``mkdocs.yml``) at ``site``.

    ``epoch`` is the time that pages and sitemap bear, in seconds since 1970.

    Raises:
        RenderError: MkDocs found fault with the pages; the message is its own.
    """
    site = site.absolute()  # MkDocs takes a relative one as relative to its settings
    staging = site.with_name(f".{site.name}.new")
    project = project.absolute()
    settings = project / "mkdocs.yml"
    if not settings.is_file():
        raise RenderError(f"{settings}: no such file. Make the pages first: sourcebook render")
    text = settings.read_text(encoding="utf-8")
    ours = text.startswith(MARK)
    command = [sys.executable, "-c", _MKDOCS, "build"]
    command += ["--config-file", "-" if ours else str(settings)]
    command += ["--site-dir", str(staging), *(["--strict"] if strict else [])]
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": str(max(epoch, 0)),
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONUTF8": "1",
    }
    shutil.rmtree(staging, ignore_errors=True)
    done = subprocess.run(
        command,
        cwd=project,
        env=environment,
        input=_faster(text) if ours else "",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        shutil.rmtree(staging, ignore_errors=True)
        raise RenderError(f"{settings}: MkDocs cannot build the site:\n{_words(done.stdout)}")
    if ours:
        _tell_what_to_do(staging / "404.html", yaml.safe_load(text))
    try:
        if ours:
            for page in staging.rglob("*.html"):
                page.write_bytes(lean(page.read_bytes()))
            if "\nsite_url:" not in text:
                missing = staging / "404.html"
                missing.write_bytes(rooted(missing.read_bytes()))
        replace_folder(staging, site)
    except OSError as error:
        raise RenderError(f"{site}: cannot be written: {error.strerror or error}") from error


def lean(page: bytes) -> bytes:
    """A built page without the white space that its theme's templates leave.

    What the page says stays as it is; a heading's ``&#95;``, which Markdown must not read
    as emphasis, is an underscore again.
    """
    before, start, rest = page.partition(b'<article class="md-content__inner md-typeset">')
    inside, end, after = rest.rpartition(b"</article>")
    if not (start and end):
        return page
    before, after = (
        _CUT.sub(rb"\1\2", _SENTENCES.sub(b'"translations": {}', _lines(one)))
        for one in (before, after)
    )
    framed = b"".join([before, start, inside.strip(), end, after, b"\n"])
    framed = _NAMESPACE.sub(rb"\1", framed).replace(b"&#95;", b"_")
    return _TABS.sub(b"", framed, count=1)


def rooted(page: bytes) -> bytes:
    """The page for missing addresses, with all addresses relative to the root that it finds."""
    script = (templates_dir() / "pages" / "missing.html").read_bytes()
    page = _ABSOLUTE.sub(rb"\1", page).replace(
        b'new URL("/",location)', b"new URL(document.baseURI)"
    )
    return page.replace(b"<head>", b"<head>" + script, 1)


def _lines(text: bytes) -> bytes:
    lines = filter(None, map(bytes.strip, text.split(b"\n")))
    return b"\n".join(lines).replace(b">\n<", b"><")


def site_root(site_url: str) -> str:
    """The path of the published site at its host: ``/`` or ``/name/``."""
    return urlsplit(site_url).path.rstrip("/") + "/"


def _tell_what_to_do(page: Path, settings: dict[str, Any]) -> None:
    """Writes ways out into the theme's page for what is missing, which only says that it is.

    A host shows that page at any address, so that links on it begin at the site's root.
    """
    text = translator(settings["theme"].get("language", "en"))
    root = site_root(settings.get("site_url") or "")
    ways = (
        ("Overview", "index.html"),
        ("Search", "search/index.html"),
        ("Modules", "modules/index.html"),
    )
    links = "".join(
        f'<li><a href="{escape(root)}{url}">{escape(text(name))}</a></li>' for name, url in ways
    )
    said = escape(
        text("There is no page at this address: it may have moved, or have gone with its source.")
    )
    html = page.read_text(encoding="utf-8")
    page.write_text(_MISSING.sub(rf"\g<0><p>{said}</p><ul>{links}</ul>", html), encoding="utf-8")


def _faster(settings: str) -> str:
    """Our own settings with the extension that hands finished blocks through."""
    extensions = "\nmarkdown_extensions:\n"
    return settings.replace(extensions, f"{extensions}  - {EXTENSION}\n", 1)


def _words(output: str) -> str:
    """The part of MkDocs' output that says what is wrong."""
    lines = [line for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith("INFO")]
    return "\n".join((telling or lines)[-20:])
