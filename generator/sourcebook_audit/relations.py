"""What pages say of the relations of code: calls, imports, bases, exceptions, parameters.

Each check takes one fact and returns why it is not true, "" when it is:

- ``calls``, ``may-call``, ``external``, ``unknown``: each line of ``data-at`` lies in the
  definition and holds the name of the callee, or the name that ``data-as`` gives for it;
- ``called-by``, ``may-be-called-by``: the same in the caller's file (``path:line,line``),
  within lines that the site gives for the caller;
- ``imports``, ``imports-external``: at the line stands the module as written; ``imported-by``:
  the other file's page says that it imports this one;
- ``base``, ``raises``, ``type``, ``default``, ``parameter``: stand within the definition; in
  Python, as its bases, in a ``raise``, and with that parameter;
- ``reads``, ``writes``: the line lies in the definition and holds the name of the variable or
  table, which an import may have changed; the path of a file may come from elsewhere;
- ``needs``: at the line stands a name that the other module defines, or that of a file of it.

What a page must not leave out is checked too, by :func:`left_out`: an exception that a
Python function raises by name.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from posixpath import dirname
from types import MappingProxyType

from sourcebook_audit.built import Built, Span, names_of, number
from sourcebook_audit.pages import Fact
from sourcebook_audit.source import Defined, Function, Source

_WORD = re.compile(r"[\w$]+[!?]?")
_REMARK = re.compile(r"\s#\s.*$")
_BRACKETS = re.compile(r"(?:\s*\[[^]]*\])+$")

#: What goes through the elements of something, or unpacks it.
_LOOPS = ("for ", "yield from ", "*")

#: What stands in the place of a method that Python calls by itself.
_IMPLICIT = MappingProxyType(
    {
        "__enter__": ("with ",),
        "__exit__": ("with ",),
        "__aenter__": ("with ",),
        "__aexit__": ("with ",),
        "__iter__": _LOOPS,
        "__next__": _LOOPS,
        "__aiter__": _LOOPS,
        "__anext__": _LOOPS,
        "__getitem__": ("[", *_LOOPS),
        "__setitem__": ("[",),
        "__delitem__": ("[",),
        "__contains__": ("in ",),
        "__len__": ("len(",),
        "__call__": ("(",),
        "__init__": ("raise ",),
        "__set__": ("=",),
    }
)

#: What begins a function without a name, which may be called where it is written.
_ANONYMOUS = re.compile(r"lambda\d+")
_FUNCTIONS = ("func", "fn", "lambda", "=>", "->", "|", "[", "{", "(")

#: Lines below the first that an import statement may go on for.
IMPORT_LINES = 120
#: Folders that hold the sources of the package around them.
_SOURCES = frozenset({"src", "lib", "source", "sources"})
_LITERAL = re.compile(r"([\"'])(.*?)\1")

#: Lines that the list of a with statement may go on for.
WITH_LINES = 24

#: Items that a list shows before it says how many more there are, at least.
_SHOWN = 12


def fault(fact: Fact, source: Source, built: Built) -> str | None:
    """Why a relation is not true, "" when it is, None when it is no relation."""
    check = _CHECKS.get(fact.kind)
    return None if check is None else check(fact, source, built)


def _calls(fact: Fact, source: Source, _built: Built) -> str:
    return _callee(fact, source, fact.text)


def _outside(fact: Fact, source: Source, _built: Built) -> str:
    """A callee elsewhere: its dotted name may begin with a name that an import gave it."""
    return _callee(fact, source, fact.text, any_part=fact.kind == "external")


def _callee(fact: Fact, source: Source, text: str, *, any_part: bool = False) -> str:
    start, stop = number(fact.get("start")), number(fact.get("stop"))
    lines, names = _places(fact.get("at"), fact, text)
    if not lines:
        return "names no line"
    for line, name in zip(lines, names, strict=True):
        if not start <= line <= stop:
            return f"line {line} lies outside of {start}-{stop}"
        if not _stands(source, fact.get("file"), line, {name}) and not (
            any_part and _stands(source, fact.get("file"), line, set(_WORD.findall(text)))
        ):
            return f"line {line} does not hold {name}"
    return ""


def _shared(fact: Fact, source: Source, _built: Built) -> str:
    file, line = fact.get("file"), number(fact.get("at"))
    start, stop = number(fact.get("start")), number(fact.get("stop"))
    if not start <= line <= stop:
        return f"line {line} lies outside of {start}-{stop}"
    name = (_WORD.findall(fact.text) or [fact.text])[-1]
    path = "/" in fact.text or "." in fact.text
    if path or name in source.words(file, line):
        return ""
    named = name in source.words(file, 1, len(source.lines(file) or ()))
    return "" if named else f"line {line} does not hold {name}"


def _called_by(fact: Fact, source: Source, built: Built) -> str:
    path, _, at = fact.get("at").rpartition(":")
    caller = fact.text.partition("<lambda")[0].removesuffix(".") or path.rpartition("/")[2]
    known = built.symbols.get(path, {})
    outer = caller.rpartition(".")[0]
    # A function that is named where it is handed on has no section: it is part of another.
    spans = known.get(caller) or known.get(outer, [])
    lines, names = _places(at, fact, fact.get("block"))
    if not lines:
        return "names no line"
    for line, name in zip(lines, names, strict=True):
        if caller != path.rpartition("/")[2] and not any(line in span for span in spans):
            return f"line {line} of {path} is not in {fact.text}"
        if not _stands(source, path, line, {name}):
            return f"line {line} of {path} does not hold {name}"
    return ""


def _places(at: str, fact: Fact, text: str) -> tuple[list[int], list[str]]:
    """Lines of call sites, and the name that stands at each."""
    lines = [number(line) for line in at.split(",") if line]
    own = (_WORD.findall(text) or [text])[-1]
    written = fact.get("as").split(",") if fact.get("as") else []
    names = [written[at] if at < len(written) and written[at] else own for at in range(len(lines))]
    return lines, names


def _stands(source: Source, path: str, line: int, names: set[str]) -> bool:
    """Whether one of the names stands at a line, or what calls it without naming it."""
    signs = [sign for name in names for sign in _IMPLICIT.get(name, ())]
    if any(_ANONYMOUS.fullmatch(name) for name in names):
        signs += _FUNCTIONS
    text = source.text(path, line)
    if "with " in signs and not any(sign in text for sign in signs):
        text = _opening(source, path, line)
    return bool(names & source.words(path, line)) or any(sign in text for sign in signs)


def _opening(source: Source, path: str, line: int) -> str:
    """The line above that opens the list in brackets of a ``with`` statement, "" for none."""
    for above in range(line - 1, max(line - WITH_LINES, 0), -1):
        text = source.text(path, above).strip()
        if text.startswith(("with (", "async with (")):
            return text
        if text.endswith(":"):
            return ""
    return ""


def _imports(fact: Fact, source: Source, built: Built) -> str:
    file, line = fact.get("file"), number(fact.get("at"))
    written = source.text(file, line, line + IMPORT_LINES)
    statement = "".join(written.split())
    module = "".join(fact.get("title").split())
    named = module in statement[: len(module) + 400] or _lists(file, written, module)
    if not statement or not named:
        return f"line {line} does not import {fact.get('title')}"
    target = fact.text
    if target not in built.files:
        return f"{target} has no page"
    if not file.endswith((".py", ".pyi")):
        return ""
    imported = _imported(source, file, line)
    names = names_of(target)
    if "/" not in target:
        names |= _outer_names(source, file, line)
    return "" if not imported or imported & names else f"line {line} does not name {target}"


def _lists(file: str, statement: str, module: str) -> bool:
    """Whether a statement names a module behind a long list, or its parts apart in one of Rust."""
    if not file.endswith(".rs"):
        text = _LITERAL.search(statement)
        return text is not None and text[2] == module
    words = iter(_WORD.findall(statement.partition(";")[0]))
    return all(part in words for part in _WORD.findall(module))


def _imported(source: Source, path: str, line: int) -> set[str]:
    """Every name in the import statement of a Python file that begins at a line."""
    node = source.imports(path).get(line)
    if node is None:
        return set()
    module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
    level = node.level if isinstance(node, ast.ImportFrom) else 0
    folder = dirname(path)
    for _ in range(level - 1):
        folder = dirname(folder)
    above = folder.rpartition("/")[2] if level else ""
    names = {part for alias in node.names for part in alias.name.split(".")}
    return (names | {*module.split("."), above}) - {""}


def _outer_names(source: Source, path: str, line: int) -> set[str]:
    """Names that an import may call the root by, which is a package of a name it does not show.

    That is any first name that is neither of Python's library nor at the root.
    """
    if not (source.root / "__init__.py").is_file():
        return set()
    named = _imported(source, path, line)
    return named - source.at_root - sys.stdlib_module_names


def _external(fact: Fact, source: Source, _built: Built) -> str:
    line = number(fact.get("at"))
    text = "\n".join(source.text(fact.get("file"), line, line + IMPORT_LINES).split(";")[:1])
    first = next(iter(_WORD.findall(fact.text)), fact.text)
    return "" if first in text else f"line {line} does not name {fact.text}"


def _imported_by(fact: Fact, _source: Source, built: Built) -> str:
    said = built.of_file[fact.text, "imports"]
    known = fact.get("file") in {other.text for other in said} or len(said) >= _SHOWN
    return "" if known else f"the page of {fact.text} does not say so"


def _within(fact: Fact, source: Source, _built: Built) -> str:
    """A text that stands within its definition, white space apart."""
    place = source.text(fact.get("file"), number(fact.get("start")), number(fact.get("stop")))
    return "" if _tight(fact.text) in _tight(place) else "does not stand there"


def _type(fact: Fact, source: Source, built: Built) -> str:
    """A type; of an array in C, the brackets stand behind the name."""
    reason = _within(fact, source, built)
    bare = _BRACKETS.sub("", fact.text)
    if not reason or bare == fact.text:
        return reason
    place = _tight(
        source.text(fact.get("file"), number(fact.get("start")), number(fact.get("stop")))
    )
    parts = (_tight(bare), _tight(fact.text.removeprefix(bare)))
    return "" if all(part in place for part in parts) else reason


def _base(fact: Fact, source: Source, built: Built) -> str:
    found = _definition(fact, source)
    if found is None or not isinstance(found.node, ast.ClassDef):
        return _within(fact, source, built)
    bases = {_tight(ast.unparse(base)).replace("'", '"') for base in found.node.bases}
    said = _tight(fact.text).replace("'", '"')
    return "" if said in bases else f"the class has the bases {', '.join(sorted(bases)) or 'none'}"


def _raises(fact: Fact, source: Source, _built: Built) -> str:
    start, stop = number(fact.get("start")), number(fact.get("stop"))
    name = (_WORD.findall(fact.text) or [""])[-1]
    found = _definition(fact, source)
    if found is not None and not isinstance(found.node, ast.ClassDef):
        documented = ast.get_docstring(found.node) or ""
        known = name in set(_raised(found.node, every=True)) or name in documented
        return "" if known else f"{name} is not raised there"
    return "" if name in source.words(fact.get("file"), start, stop) else "does not stand there"


def _default(fact: Fact, source: Source, built: Built) -> str:
    found = _definition(fact, source)
    if found is None or isinstance(found.node, ast.ClassDef):
        return _within(fact, source, built)
    arguments = found.node.args
    named = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(reversed(named), reversed(arguments.defaults), strict=False))
    pairs += [
        (one, value)
        for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if value is not None
    ]
    name = fact.get("of").lstrip("*")
    text = "\n".join(source.lines(fact.get("file")) or [])
    said = next(
        (ast.get_source_segment(text, value) or "" for one, value in pairs if one.arg == name), ""
    )
    same = _tight(said) in {_tight(fact.text), _tight(_REMARK.sub("", fact.text))}
    return "" if same else f"the default is {said or 'none'}"


def _needs(fact: Fact, source: Source, built: Built) -> str:
    target, path, line = fact.get("target"), fact.get("path"), number(fact.get("line"))
    names = {target.rpartition("/")[2], *built.names_in[target]}
    if target == ".":
        names |= _outer_names(source, path, line)
    above, _, last = target.rpartition("/")
    if last in _SOURCES:  # a package is called as the folder around its sources
        names |= {name := above.rpartition("/")[2], name.replace("-", "_")}
    words = source.words(path, line, line + IMPORT_LINES)
    named = words & names or (fact.get("as") and _stands(source, path, line, {fact.get("as")}))
    return "" if named else f"line {line} of {path} names nothing of {target}"


def left_out(source: Source, built: Built) -> Iterator[tuple[str, int, str]]:
    """Exceptions that a Python function raises by name and its page does not state.

    Yields the file, the line, and what is missing.
    """
    for file, symbols in built.symbols.items():
        stated: dict[tuple[str, str], str] = {}
        for kind in ("raises", "exception"):
            for fact in built.of_file[file, kind]:
                key = fact.get("block"), fact.get("start")
                stated[key] = f"{stated.get(key, '')} {fact.text}"
        for one in source.defined(file) or ():
            if isinstance(one.node, ast.ClassDef):
                continue
            names = dict.fromkeys(_raised(one.node))
            for span in symbols.get(one.name, ()):
                said = stated.get((one.name, str(span.start)), "")
                for name in names if _starts(span, one) else ():
                    if name not in said:
                        yield file, one.start, f"{one.name} raises {name}, which is not said"


def _starts(span: Span, one: Defined) -> bool:
    """Whether a page's definition is this one: comments above it belong to it too."""
    return span.start <= one.start <= span.stop and one.stop == span.stop


def _raised(node: Function, *, every: bool = False) -> Iterator[str]:
    """Names of exceptions that a function raises itself, not in a function within it.

    A name in lower case is that of a value or of a function that makes one; ``every``
    gives these too.
    """
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(one, ast.Raise) and one.exc is not None:
            what = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
            name = what.attr if isinstance(what, ast.Attribute) else getattr(what, "id", "")
            if every or name[:1].isupper():
                yield name
        waiting.extend(ast.iter_child_nodes(one))


def _definition(fact: Fact, source: Source) -> Defined | None:
    """The Python function or class that a fact stands in."""
    start, stop = number(fact.get("start")), number(fact.get("stop"))
    for one in source.defined(fact.get("file")) or ():
        if one.name == fact.get("block") and _starts(Span(start, stop), one):
            return one
    return None


def _tight(text: str) -> str:
    return "".join(text.split()).rstrip("…")


_CHECKS: MappingProxyType[str, Callable[[Fact, Source, Built], str]] = MappingProxyType(
    {
        "calls": _calls,
        "may-call": _calls,
        "external": _outside,
        "unknown": _outside,
        "called-by": _called_by,
        "may-be-called-by": _called_by,
        "imports": _imports,
        "imports-external": _external,
        "imported-by": _imported_by,
        "base": _base,
        "raises": _raises,
        "type": _type,
        "parameter": _within,
        "default": _default,
        "needs": _needs,
        "reads": _shared,
        "writes": _shared,
    }
)
