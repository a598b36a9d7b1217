"""Sentences about data: settings, marked-up data, images, catalogues, rows of any kind.

Such a file is told by what it holds: its parts, its keys with their values, its elements.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.model import Chunk, Symbol

_PAIR = 2
#: Widest line that is shown.
WIDTH = 60

COMMENT = re.compile(
    r"^\s*(?://|\{(?!\s*$)[^}]*\}\s*$|#(?![a-z]+\s+[<\"(\w])|--|;|%(?!\w)|::(?=\s|$)|\*|/\*|<!--|rem\b|dnl\b)",
    re.IGNORECASE,
)


_ELEMENT = re.compile(r"<(?P<name>[A-Za-z_][\w:.-]*)(?P<attributes>[^<>]*)")
_LEAF = re.compile(
    r"<(?P<name>[A-Za-z_][\w:.-]*)(?:\s[^<>]*)?>(?P<text>[^<>]*\w[^<>]*)</(?P=name)>"
)
_REMARKS = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
#: Languages in which ``#`` may begin something else than a comment.
_UNHASHED = frozenset({"c", "cpp", "csharp", "css", "markdown", "rust", "swift"})
_OUTER = frozenset({"Project", "project", "html", "body", "head"})
_TARGET = re.compile(r"^(?P<name>[^\s:=#][^:=#]*?)\s*::?(?!=)\s*(?P<needs>[^=]*)$")
_VARIABLE = re.compile(r"^[A-Za-z_][\w.]*\s*[:+?]?=(?=(?P<value>.*))")
_ASIDES = frozenset({".PHONY", ".SUFFIXES", ".NOTPARALLEL", ".PRECIOUS", "if", "else"})
#: What the rest of a list is called, by its verb.
_MORE = {"makes": "more targets", "sets": "more variables"}
ENTRY = re.compile(r"^[\s,{\[]*[\"']?(?P<key>[A-Za-z_][\w. -]*?)[\"']?\s*(?:=|:(?!:|//))\s*\S")
#: A project of a solution, in the words of Visual Studio.
_PROJECT = re.compile(r'Project\("[^"]*"\)\s*=\s*"(?P<name>[^"]+)"')
_MESSAGE = re.compile(r'^msgid\s+"(.+)"\s*$')
_ORDERS = {
    "FROM": "builds on",
    "CMD": "starts",
    "ENTRYPOINT": "starts",
    "RUN": "runs",
    "COPY": "copies",
    "ADD": "copies",
    "ENV": "sets",
    "ARG": "sets",
}
_ORDER = re.compile(rf"^(?P<order>{'|'.join(_ORDERS)})\s+(?P<value>.+)$")


def parts(chunk: Chunk, named: Sequence[Symbol]) -> Iterator[tuple[int, str]]:
    """The sections of a file of settings (INI, TOML), each with its first line."""
    lines = chunk.text.split("\n")
    for item in named:
        at = item.name_line - chunk.span.line
        if not (0 <= at < len(lines) and lines[at].startswith("[")):
            continue
        under = [line for line in lines[at + 1 :] if re.search(r"\w", line)]
        below = under[0] if under else "["
        if below.rstrip().endswith("=") and len(under) > 1 and under[1][0].isspace():
            below = f"{below.rstrip()} {under[1].strip()}"
        first = f" ({code(below, 40)})" if not below.startswith("[") else ""
        yield item.name_line, f"{code(item.name, 40)}{first}"


def image(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """A stretch of a Dockerfile: what it builds on, runs, copies and sets."""
    found: dict[str, list[tuple[int, str]]] = {}
    for number, line in enumerate(chunk.text.split("\n"), chunk.span.line):
        match = _ORDER.match(line)
        if match is not None:
            value = match.group("value").rstrip(" \\")
            value = re.split(r"[= ]", value)[0] if match.group("order") in {"ENV", "ARG"} else value
            found.setdefault(_ORDERS[match.group("order")], []).append((number, value))
    for verb in dict.fromkeys(_ORDERS.values()):
        if verb in found:
            values = [code(value, 60) for _, value in found[verb]]
            quote = desk.sources.quote(chunk.path, found[verb][0][0])
            yield from clause(f"{verb} {listing(values, 2)}", quote)


def targets_of(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """A stretch of a makefile: its targets with the first thing that each runs, its variables."""
    lines = chunk.text.split("\n")
    made: list[tuple[int, str]] = []
    plain: list[tuple[int, str]] = []
    kept: list[tuple[int, str]] = []
    for at, line in enumerate(lines):
        number = chunk.span.line + at
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if (match := _TARGET.match(line)) and match.group("name") not in _ASIDES:
            name = match.group("name").strip()
            needs = match.group("needs").strip(" \\")
            if below.startswith("\t") and not below.lstrip("\t@-#").startswith("#"):
                run = below.strip(" \t@-\\")
                made.append((number, f"{code(name, 40)} ({code(run, 50)})"))
            else:
                plain.append(
                    (number, code(name, 40) + (f" after {code(needs, 40)}" if needs else ""))
                )
        elif match := _VARIABLE.match(line):
            value = match.group("value").strip(" \\") or below.strip(" \\")
            kept.append((number, code(f"{match.group()} {value}", 45)))
    for verb, found in (("makes", made + plain), ("sets", kept)):
        quote = desk.sources.quote(chunk.path, found[0][0]) if found else None
        if quote is not None:
            shown = [text for _, text in found]
            text, short = (f"{verb} {listing(shown, most, _MORE[verb])}" for most in (2, 1))
            yield Clause(text, (quote,), None, short)


def settings(chunk: Chunk, named: Sequence[Symbol], desk: Desk) -> Iterator[Clause]:
    """The keys of a stretch of data, each with its value or with the first line under it."""
    lines = chunk.text.split("\n")
    shown: list[str] = []
    for item in named:
        at = item.name_line - chunk.span.line
        line = lines[at].strip() if 0 <= at < len(lines) else ""
        if not line or line[-1] in "{[:|>(":
            under = (text for text in lines[at + 1 :] if re.search(r"\w", text))
            below = next((text for text in under if not _remarks(text, chunk)), "")
            first = below.strip().rstrip(",")
            shown.append(f"{code(item.name, 40)} ({code(first, 40)})" if first else code(item.name))
        else:
            shown.append(code(line.rstrip(",").removesuffix(" {").removesuffix(" ["), 45))
    quote = desk.sources.quote(chunk.path, named[0].name_line, around=named[0].name)
    yield from clause(f"sets {listing(shown, 3)}", quote)


def set_under(chunk: Chunk, key: Symbol, desk: Desk) -> Iterator[Clause]:
    """The only key of a data file, and the first line under it."""
    lines = chunk.text.split("\n")
    at = key.name_line - chunk.span.line + 1
    below = [line for line in lines[at:] if re.search(r"\w", line)]
    if not below and 0 < at <= len(lines):
        quote = desk.sources.quote(chunk.path, key.name_line)
        yield from clause(f"sets {code(lines[at - 1], WIDTH)}", quote)
        return
    first = f": {code(below[0], WIDTH)}" if below else ""
    rest = f" and {len(below) - 1} more lines" if len(below) > 1 else ""
    quote = desk.sources.quote(chunk.path, key.name_line, key.name_line + 1)
    yield from clause(f"sets {code(key.name, 40)}{first}{rest}", quote)


def elements(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """A stretch of marked-up data: the elements with a text, the most frequent of the others."""
    texts: dict[str, tuple[int, str]] = {}
    counted: Counter[str] = Counter()
    first: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(uncommented(chunk.text).split("\n"), chunk.span.line):
        leaves = {match["name"]: _leaf(match) for match in _LEAF.finditer(line)}
        for name, written in leaves.items():
            texts.setdefault(name, (number, code(written, WIDTH)))
        for match in _ELEMENT.finditer(line):
            name = match.group("name")
            if name not in leaves:
                counted[name] += 1
                first.setdefault(name, (number, match.group("attributes").strip(" /")))
    if texts:
        quote = desk.sources.quote(chunk.path, next(iter(texts.values()))[0])
        shown = [text for _, text in texts.values()]
        yield from clause(f"has the texts {listing(shown, 2)}", quote)
    # Those that say something of themselves first, the outermost ones last.
    ranked = sorted(counted, key=lambda name: (not first[name][1], name in _OUTER, -counted[name]))
    if ranked:
        shown = [_counted(name, counted[name], first[name][1]) for name in ranked]
        quote = desk.sources.quote(chunk.path, first[ranked[0]][0], around=f"<{ranked[0]}")
        short = f"holds {listing(shown, 1, 'other elements')}"
        text = f"holds {listing(shown, 2, 'other elements')}"
        yield from () if quote is None else (Clause(text, (quote,), None, short),)


def _leaf(match: re.Match[str]) -> str:
    """An element with its text, without attributes that leave no room for it."""
    name, text = match["name"], match["text"]
    attributes = " …" if " " in match.group().partition(">")[0] else ""
    return match.group() if len(match.group()) <= WIDTH else f"<{name}{attributes}>{text}</{name}>"


def uncommented(text: str) -> str:
    """Marked-up text with blanks in place of its comments; line ends stay."""
    return _REMARKS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _counted(name: str, many: int, attributes: str) -> str:
    """An element with its first attribute, and how often it stands there."""
    head = code(f"<{name} {attributes}".rstrip() + ">", 50)
    return f"{head} and {many - 1} more of its kind" if many > 1 else head


def entries(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """A stretch of data in which lines give a value to a key."""
    every = [
        (number, match.group("key"), len(line) - len(line.lstrip()))
        for number, line in enumerate(chunk.text.split("\n"), chunk.span.line)
        if not _remarks(line, chunk) and (match := ENTRY.match(line))
    ]
    every = [one for one in every if " -" not in one[1]]  # an option of a command
    outer = min((indent for _, _, indent in every), default=0)
    found = [(number, key) for number, key, indent in every if indent == outer]
    lines = [
        (number, line)
        for number, line in enumerate(chunk.text.split("\n"), chunk.span.line)
        if re.search(r"\w|^\*\S", line) and not _remarks(line, chunk)
    ]
    projects = [
        (number, match["name"]) for number, line in lines if (match := _PROJECT.match(line))
    ]
    if projects:
        names = listing([code(name) for _, name in projects], 4)
        yield from clause(f"puts together {names}", desk.sources.quote(chunk.path, projects[0][0]))
    elif len(found) > 1:
        written = dict(lines)
        shown = [written.get(number, key).strip().rstrip(",") for number, key in found]
        several = chunk.language == "json" and chunk.text.startswith("[")
        verb = "lists entries, the first with" if several else "sets"
        text = f"{verb} {listing([code(one, 45) for one in shown], 3)}"
        yield from clause(text, desk.sources.quote(chunk.path, found[0][0]))
    elif len(lines) > 1 and all(line.startswith("-") for _, line in lines):
        options = {line.split()[0]: line.strip() for _, line in reversed(lines)}
        shown = [code(option, 45) for option in reversed(options.values())]
        text = f"gives the options {listing(shown, 4)}"
        yield from clause(text, desk.sources.quote(chunk.path, lines[0][0]))
    elif len(lines) == _PAIR:
        text = f"lists {code(lines[0][1], 45)} and {code(lines[1][1], 45)}"
        yield from clause(text, *(desk.sources.quote(chunk.path, number) for number, _ in lines))
    elif len(lines) > _PAIR:
        shown = [code(line.strip().rstrip(","), 45) for _, line in (lines[0], lines[1], lines[-1])]
        quotes = (desk.sources.quote(chunk.path, lines[at][0]) for at in (0, 1))
        and_so_on = " so on to" if len(lines) > 3 else ""
        text = f"lists {len(lines)} lines: {shown[0]}, {shown[1]} and{and_so_on} {shown[2]}"
        yield from clause(text, *quotes)


def _remarks(line: str, chunk: Chunk) -> bool:
    """Whether a line of data is a comment."""
    hashed = line.lstrip().startswith("#") and chunk.language not in _UNHASHED
    starred = not chunk.language and line.startswith("*")  # of a list of names, as for git
    return hashed or (not starred and COMMENT.match(line) is not None)


def messages(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """A catalogue of translated messages (gettext)."""
    found = [
        (number, match.group(1))
        for number, line in enumerate(chunk.text.split("\n"), chunk.span.line)
        if (match := _MESSAGE.match(line))
    ]
    if found:
        number, first = found[0]
        many = f"{len(found)} messages, the first" if len(found) > 1 else "one message"
        text = f"translates {many} {code(first, WIDTH)}"
        yield from clause(text, desk.sources.quote(chunk.path, number))
