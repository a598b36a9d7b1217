"""Pages as ordinary Markdown, for reading on a forge and for programs.

The pages of a site are Markdown with finished HTML blocks, which only a builder shows well.
Here the blocks are read once more and written as paragraphs, lists, tables and fences, so
that both forms hold the same facts by construction; the lines of call sites, which the HTML
has in an attribute, are told as well. Pages keep their paths, but for ``index.md``, which is
``README.md``, since that is what a forge shows of a folder. Where links lead to, an empty
anchor stands.
"""

import re
from collections.abc import Iterable, Iterator
from html import unescape

from sourcebook.model import Page
from sourcebook.render.elements import Element, Piece, read
from sourcebook.render.graphs import standing_alone
from sourcebook.render.links import resolved
from sourcebook.render.markdown import Heading, finished

#: Pages that are nothing without scripts or a site.
_LEFT_OUT = ("search/", "assets/", "notices", "404")

#: Elements that are not told: drawings, buttons, and what explains drawings.
_SILENT = frozenset({"svg", "button"})

#: Elements that are only a frame around blocks.
_FRAMES = frozenset({"div", "section", "figcaption", "summary", "details", "figure"})
_BLOCKS = _FRAMES | {"p", "pre", "ul", "ol", "dl", "table", "nav", "h2", "h3", "h4"}

_FRONT = re.compile(r"---\n.*?\n---\n", re.DOTALL)
_DRAWN = re.compile(
    r'data-graph="([^"]*)" data-words="[^"]*"><div[^>]*>(<svg .*?</svg>)', re.DOTALL
)
_SPECIAL = re.compile(r"[\\`*{}\[\]]|(?<![^\W_])_|_(?![^\W_])")
_ENTITY = re.compile(r"[<|~$]|&(?=[#\w])")
_START = re.compile(r"([#+>=-]|\d+(?=[.)]))")
_NUMBER = re.compile(r"(\d+)([.)])")
_LINE = re.compile(r"L\d+")
_TICKS = re.compile(r"`+")
_BLANKS = re.compile(r"\s+")


def ordinary(pages: Iterable[Page]) -> Iterator[Page]:
    """The pages in their ordinary form, and the pictures beside them."""
    drawn: set[str] = set()
    for page in pages:
        if page.path.startswith(_LEFT_OUT):
            continue
        if page.path.endswith(".md"):
            text = page.data.decode("utf-8")
            yield Page(_readme(page.path), markdown(text).encode("utf-8"))
            for data, svg in _DRAWN.findall(text):
                path = _picture(resolved(page.path, unescape(data)))
                if path not in drawn:
                    drawn.add(path)
                    yield Page(path, standing_alone(svg))
        elif page.path.startswith("summaries/"):
            yield page


def markdown(text: str) -> str:
    """One page in its ordinary form."""
    body = _FRONT.sub("", text, count=1)
    parts = finished(body)
    if parts is None:
        return body
    blocks = (block for part in parts for block in _part(part))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _part(part: str | Heading) -> Iterator[str]:
    if isinstance(part, Heading):
        yield f'<a id="{part.id}"></a>'
        yield f"{'#' * part.level} {_text(unescape(part.text))}"
    else:
        yield from _blocks(read(part))


# -------------------------------------------------------------------------- blocks


def _blocks(pieces: Iterable[Piece]) -> Iterator[str]:
    """The blocks that pieces of a page make: runs of text are paragraphs."""
    run: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Element) and piece.tag in _BLOCKS:
            yield _paragraph(run)
            run = []
            yield from _block(piece)
        else:
            run.append(piece)
    yield _paragraph(run)


def _block(element: Element) -> Iterator[str]:
    if "id" in element.attributes and element.tag != "table":
        yield _anchor(element)
    match element.tag:
        case "p" | "summary":
            strong = element.tag == "summary"
            said = _inline(element.pieces).strip()
            yield f"**{said}**" if strong and said else _started(said)
        case "pre":
            yield _fence(element.text.strip("\n"))
        case "ul" | "ol":
            if not element.has_class("sb-legend"):
                yield _list(element)
        case "dl":
            yield "\n".join(_terms(element))
        case "table":
            yield "\n".join(_table(element))
        case "nav":
            yield " / ".join(_inline(item.pieces) for item in element.below("li"))
        case "h2" | "h3" | "h4":
            yield f"{'#' * (int(element.tag[1]) + 1)} {_inline(element.pieces)}"
        case "figure":
            data = _picture(element.attributes.get("data-graph", ""))
            title = next((_inline(one.pieces) for one in element.below("figcaption")), "")
            yield f"![{title.strip()}]({_target(data)})"
            yield from _blocks(element.pieces)
        case _:
            yield from _blocks(element.pieces)


def _paragraph(pieces: Iterable[Piece]) -> str:
    return _started(_inline(pieces).strip())


def _list(element: Element) -> str:
    """A list; what an item holds beside its text is indented below it."""
    lines = []
    for number, item in enumerate(element.all("li"), 1):
        mark = f"{number}." if element.tag == "ol" else "-"
        blocks = [block for block in _blocks(item.pieces) if block]
        said = "\n\n".join(blocks).replace("\n", "\n" + " " * (len(mark) + 1))
        lines.append(f"{mark} {_anchor(item)}{said}{_places(item)}")
    return "\n".join(lines)


def _terms(element: Element) -> Iterator[str]:
    """A list of terms: short values stand behind them, sentences below."""
    term = ""
    for piece in element.below("dt", "dd"):
        if piece.tag == "dt":
            term = f"- {_anchor(piece)}**{_inline(piece.pieces)}:**"
        elif any(inner.has_class("sb-lines") for inner in piece.all("ul")):
            yield term
            for inner in piece.all("ul"):
                yield "  " + _list(inner).replace("\n", "\n  ")
        else:
            yield f"{term} {_flat(piece)}"


def _table(element: Element) -> Iterator[str]:
    """A table, with an empty head where it has none."""
    head = [row for part in element.all("thead") for row in part.all("tr")]
    rows = [row for part in element.all("tbody") for row in part.all("tr")]
    columns = max((len(list(row.below("th", "td"))) for row in [*head, *rows]), default=1)
    titles = [_cell(cell) for row in head[:1] for cell in row.below("th", "td")]
    titles += [" "] * (columns - len(titles))
    yield f"| {' | '.join(titles)} |"
    yield f"|{'---|' * columns}"
    for row in rows:
        cells = [_cell(cell) for cell in row.below("th", "td")]
        yield f"| {_anchor(row)}{' | '.join(cells)} |"


def _cell(element: Element) -> str:
    """A cell: on one line, whatever it holds; a bar, which only code has, would end it."""
    return _flat(element).replace("\n", " ").replace("|", "\\|") or " "


def _flat(element: Element) -> str:
    """What an element says, on one line: items of a list are parted by commas."""
    parts: list[str] = []
    run: list[Piece] = []

    def flush() -> None:
        said = _inline(run).strip()
        run.clear()
        if said:
            parts.append(said)

    for piece in element.pieces:
        if isinstance(piece, Element) and piece.tag in {"ul", "ol"}:
            flush()
            parts.append(", ".join(_flat(item) + _places(item) for item in piece.all("li")))
        elif isinstance(piece, Element) and piece.tag == "pre":
            flush()
            parts.append(_code(" ".join(piece.text.split())))
        elif isinstance(piece, Element) and piece.tag in _BLOCKS:
            flush()
            parts.append(_flat(piece))
        else:
            run.append(piece)
    flush()
    return _anchor(element) * (element.tag != "dd") + " ".join(filter(None, parts))


def _fence(text: str) -> str:
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}\n{text}\n{mark}"


# ---------------------------------------------------------------------------- text


def _inline(pieces: Iterable[Piece]) -> str:
    """Text with links, code and stress."""
    parts = []
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(_text(piece))
        elif piece.tag == "br":
            parts.append(" ")
        elif piece.tag not in _SILENT:
            parts.append(_marked(piece))
    return _BLANKS.sub(" ", "".join(parts))


def _marked(element: Element) -> str:
    if element.tag == "code" or (element.has_class("sb-c") and element.tag == "span"):
        return _code(element.text)
    if element.tag == "a":
        said = _code(element.text) if element.has_class("sb-c") else _inline(element.pieces)
        return f"[{said}]({_target(element.attributes.get('href', ''))})"
    said = _inline(element.pieces)
    if element.tag == "strong" and said.strip():
        return f"**{said.strip()}**"
    if element.tag == "b" or element.has_class("sb-tag", "sb-kind", "sb-label", "sb-origin"):
        return f" *{said.strip()}* " if said.strip() else ""
    return f" {said}" if element.tag == "small" and not said.startswith(":") else said


def _text(text: str) -> str:
    """Text in which nothing is markup: some readers know fewer escapes, but all know entities."""
    text = _ENTITY.sub(lambda found: f"&#{ord(found[0])};", _BLANKS.sub(" ", text))
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)


def _started(text: str) -> str:
    """A paragraph that begins with nothing that would make it a list or a heading."""
    number = _NUMBER.match(text)
    if number:
        return f"{number[1]}\\{text[number.end(1) :]}"
    return f"\\{text}" if _START.match(text) else text


def _code(text: str) -> str:
    """A code span."""
    text = _BLANKS.sub(" ", text).strip()
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    mark = "`" * (longest + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{mark}{blank}{text}{blank}{mark}" if text else ""


def _places(item: Element) -> str:
    """Where what an item states stands, which the HTML says in an attribute."""
    at = item.attributes.get("data-at", "")
    path, _, lines = at.rpartition(":")
    if not lines:
        return ""
    told = ", ".join(f"L{line}" for line in lines.split(","))
    return f" ({_text(path)} {told})" if path else f" ({told})"


def _anchor(element: Element) -> str:
    name = element.attributes.get("id")
    return f'<a id="{name}"></a>' if name else ""


# --------------------------------------------------------------------------- links


def _target(url: str) -> str:
    """The address of a link: the page of the same name in this form."""
    page, mark, anchor = url.partition("#")
    if _LINE.fullmatch(anchor) and "://" not in page:
        mark = anchor = ""  # a line of a page with source, which is a fence here
    if "://" not in page and page.endswith(".html"):
        page = _readme(page.removesuffix(".html") + ".md")
    address = f"{page}{mark}{anchor}"
    return f"<{address}>" if re.search(r"[\s()]", address) else address


def _readme(path: str) -> str:
    return re.sub(r"(^|/)index\.md$", r"\1README.md", path)


def _picture(data: str) -> str:
    """The drawing beside the interactive form of a picture."""
    return data.removesuffix(".json") + ".svg"
