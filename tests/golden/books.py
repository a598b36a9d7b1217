"""What Sourcebook says about a small repository, as text that a person can read.

``python -m tests.golden [NAME]…`` writes the golden files of all repositories in
``tests/repos/``, or of those named. Each is cut at some forty lines; a digest of the rest
stands in its last line, so that a change there is seen too.
"""

import hashlib
import re
import shutil
import tempfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from sourcebook.model import CallSite, Symbol
from sourcebook.store.book import Book, open_book
from tests.harness.stages import book_and_docs

REPOSITORIES = Path(__file__).parents[1] / "repos"
GOLDEN = Path(__file__).parent
LINES = 40

#: Pages that are kept, beside those of files.
PAGES = ("index",)


def names() -> list[str]:
    return sorted(path.name for path in REPOSITORIES.glob("*") if path.is_dir())


def made(name: str) -> dict[str, str]:
    """The golden files of a repository, made anew."""
    with tempfile.TemporaryDirectory() as work:
        repository = Path(work) / name
        shutil.copytree(REPOSITORIES / name, repository)
        docs = book_and_docs(repository, Path(work) / "out")
        book = open_book(Path(work) / "out" / "book")
        files = {"book.txt": _cut("\n".join(_book(book)))}
        for path, data in sorted(docs.items()):
            page = path.removeprefix("docs/").removesuffix(".md")
            if path.endswith(".md") and (page in PAGES or page.startswith("files/")):
                files[f"{page}.txt"] = _cut(_text(data.decode()))
    return files


def kept(name: str) -> dict[str, str]:
    """The golden files of a repository as they are."""
    folder = GOLDEN / name
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.txt"))
    }


def write(name: str) -> None:
    shutil.rmtree(GOLDEN / name, ignore_errors=True)
    for path, text in made(name).items():
        target = GOLDEN / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")


def _book(book: Book) -> Iterator[str]:
    symbols: dict[str, list[Symbol]] = {}
    for symbol in book.graph.symbols:
        symbols.setdefault(symbol.path, []).append(symbol)
    calls: dict[str, list[CallSite]] = {}
    for call in book.graph.calls:
        calls.setdefault(call.caller, []).append(call)
    said = {entry.chunk.symbol: entry.summary for entry in book.entries if entry.chunk.part == 1}
    for record in book.files:
        report = record.report
        yield f"{report.path}: {report.language}, {report.status}, {report.lines} lines"
        for symbol in symbols.get(report.path, []):
            yield f"  {symbol.name_line}-{symbol.span.end_line} {symbol.kind} {symbol.qualified}"
            summary = said.get(symbol.id)
            if summary is not None and summary.responsibility is not None:
                yield f"    says: {summary.responsibility.text}"
            for call in calls.get(symbol.id, []):
                yield f"    calls: {call.text} -> {_end(call)}"


def _end(call: CallSite) -> str:
    if call.targets:
        return f"{', '.join(call.targets)} ({call.provenance})"
    return f"{call.status}: {call.external or call.reason}"


def _text(page: str) -> str:
    """The words of a page, a block a line."""
    page = re.sub(r"\A---\n.*?\n---\n", "", page, flags=re.DOTALL)
    page = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)
    page = re.sub(
        r"</?(p|div|li|ul|ol|h\d|tr|table|pre|section|details|dl|dd|dt)\b[^>]*>", "\n", page
    )
    text = unescape(re.sub(r"<[^>]+>", " ", page))
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _cut(text: str) -> str:
    lines = text.split("\n")
    if len(lines) > LINES + 5:
        rest = "\n".join(lines[LINES:])
        digest = hashlib.sha256(rest.encode()).hexdigest()[:12]
        lines = [*lines[:LINES], f"… {len(lines) - LINES} more lines, digest {digest}"]
    return "\n".join(lines) + "\n"
