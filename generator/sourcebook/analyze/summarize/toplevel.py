"""Sentences about code outside of definitions: heads of files, constants, what runs at once.

A head is told by what it imports and by the definitions that it is the head of; constants
by their values; a call by its arguments.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sourcebook.analyze.summarize.body import Body, Statement, body_of, is_whole
from sourcebook.analyze.summarize.called import called
from sourcebook.analyze.summarize.claims import Desk, documentation
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts, is_test
from sourcebook.analyze.summarize.forms import annotations, forms
from sourcebook.analyze.summarize.kin import inside_of, mentioned, name_quote
from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.openings import licence, next_below, remark
from sourcebook.analyze.summarize.outcomes import told_exception
from sourcebook.analyze.summarize.records import COMMENT
from sourcebook.analyze.summarize.sentences import clip
from sourcebook.analyze.summarize.steps import COMMANDS, steps
from sourcebook.analyze.summarize.unittests import unit_tests
from sourcebook.model import Import, Symbol, SymbolKind

_DATA = frozenset(
    {SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FIELD, SymbolKind.TYPE, SymbolKind.MACRO}
)
#: Widest statement, and widest row of constants with their values, in characters.
_WIDE, _SHORT = 90, 130
_TITLE = 6  # words of a remark that is more than a title
_PATH = 50  # longest module that is told whole
_NAME = 60  # longest name that is told whole
#: Constants that are shown with their values.
_SHOWN = 3
_SPEC = re.compile(
    r"\s*(?:it|test|specify|describe|context)\b[ (]*(?P<mark>[\"'])(?P<name>.*\w.*?)(?P=mark)"
)
_CALL = re.compile(
    r"(?:(?:our|my|var|let|const|local) [\w$@%]+\s*=\s*)?(?:[\w$]+ )?[\w.:$>!@-]+\s*\("
)
_SPACES = frozenset({SymbolKind.NAMESPACE, SymbolKind.MODULE})
_TYPES = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM})
_CALLABLE = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})
#: What stands before a call and not before the name of a definition.
_WORDS = re.compile(
    r"(?:[})]\s*)?(?:if|else|for|foreach|while|switch|return|with|catch|using|lock|await|try|do)\b"
)
_GIVEN = re.compile(r"^(?P<name>\w+(?:\.\w+)+)\s*=\s*(?P<value>[^=].*?);?$")
_MACRO = re.compile(r"(?:AC_DEFUN|m4_define|macro|function)\b", re.IGNORECASE)
_EXPANDED = re.compile(r"_?(?:A[A-Z]|m4)_\w+")
_EXPANDS = re.compile(r"\s*(?:AC_DEFUN|m4_define)\(\[?(\w+)")
#: Files of languages in which a head without a body declares a function.
_DECLARING = (".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".tcc", ".pl", ".pm", ".t")
_END_MACRO = re.compile(r"end(?:macro|function)\b", re.IGNORECASE)
_MAIN = re.compile(r"if __name__ == ['\"]__main__['\"]:")
_SUITE = re.compile(
    r"^(?:BOOST_AUTO|BOOST_FIXTURE)_TEST_SUITE(?P<end>_END)?\s*\(\s*(?P<name>[^,)]*)"
)
_KEPT = re.compile(
    r"^(?:var )?_ (?P<interface>[\w.]+)\s*=\s*(?:\((?P<kind>\*?[\w.]+)\)\(nil\)|&?(?P<made>[\w.]+)\{\})$"
)
#: A mark of an assembly with a text, and a condition of D that a part of a file stands under.
_ASSEMBLY = re.compile(r"\s*\[assembly:\s*(?P<mark>\w+\(\s*(?:\"[^\"]+\"|[^\"()]+)\s*\))\s*\]")
_VERSION = re.compile(r"(?P<head>(?:version|debug)\s*\(\w+\))\s*\{\s*$")
_GUARD = re.compile(r"^_*[A-Z][A-Z0-9_]*_H(?:H|PP|XX)?_*$|^_\w+_(?:H|TCC)_*$")


def module_level(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """Module-level code: what it defines, calls and imports, and what follows."""
    path = facts.chunk.path
    named = [item for item in facts.defined if item.name.strip("_")]
    guards = [item for item in named if item.kind is SymbolKind.MACRO and _GUARD.match(item.name)]
    named = [item for item in named if item not in guards]
    body = body_of(facts)
    tests = list(unit_tests(facts, body, desk)) if facts.chunk.language == "d" else []
    if tests:
        yield from (*remark(facts.chunk, desk), *tests)
        return
    if not body.statements and len(named) == 1 and named[0].kind in _CALLABLE:
        yield from _bare(named[0], desk)
        return
    if facts.chunk.language == "thrift" and facts.chunk.text.lstrip().startswith("("):
        yield from annotations(facts, desk)
        return
    told = list(forms(facts, body, desk)) if facts.chunk.language == "erlang" else []
    if told:
        macros = [item for item in named if item.kind is SymbolKind.MACRO]
        yield from (*remark(facts.chunk, desk), *told)
        yield from _defined(facts, body, macros, desk)
        yield from _brought(facts, desk)
        return
    if facts.chunk.language in COMMANDS:
        yield from remark(facts.chunk, desk)
        named = [
            item for item in named if item.kind not in {SymbolKind.VARIABLE, SymbolKind.CONSTANT}
        ]
        yield from _defined(facts, body, named, desk)
        done = list(_outside_macros(body))
        if facts.chunk.language == "m4":  # it may hold programs of other languages
            done = [at for at in done if _EXPANDED.match(at.text)]
        told = list(steps(Body(tuple(done), body.language), path, desk))
        yield from told
        if not (told or named) and facts.chunk.language == "m4":
            yield from _within_macro(facts, desk)
        return
    yield from (*_suite(facts, body, desk), *_marked(facts, desk))
    yield from _kept(facts, desk)
    yield from _defined(facts, body, named, desk)
    if len(named) == 1 and len(body.statements) == 1 and named[0].kind in _TYPES:
        yield from mentioned(named[0], desk)
    yield from _raises(facts, body, desk)
    kept = [at for at in body.statements if at.text.startswith("var (") and "(nil)" in at.text]
    idle = body.statements and all(
        at in kept or _KEPT.match(at.text) or _SUITE.match(at.text) for at in body.statements
    )
    ran = [] if idle else list(called(_without_heads(facts, desk), desk, "calls"))
    yield from _specified(facts, desk)
    guarded = _MAIN.match(facts.chunk.text.lstrip()) is not None
    yield from (_as_program(item, guarded=guarded) for item in _ran(facts, body, ran, named, desk))
    yield from _brought(facts, desk)
    if guards:
        text = f"guards the file against being included twice ({code(guards[0].name)})"
        yield from clause(text, name_quote(guards[0], desk))
    if facts.imports or guards:
        yield from _heads(facts, desk)
    if not (named or ran or idle or facts.imports or guards):
        yield from _else(facts, body, desk)


def _bare(item: Symbol, desk: Desk) -> Iterator[Clause]:
    """A function without statements: declared here, or with an empty body."""
    if item.path.endswith(_DECLARING) and _is_prototype(item, desk):
        yield from _declared([item], desk)
    else:
        yield from clause(f"defines {code(item.name)} with an empty body", name_quote(item, desk))


def _outside_macros(body: Body) -> Iterator[Statement]:
    """What a script runs itself: nothing of what its macros will."""
    within = False
    for at in body.statements:
        begins = body.language == "cmake" and _MACRO.match(at.text) is not None
        within = (within or begins) and not _END_MACRO.match(at.text)
        if not (within or _MACRO.match(at.text) or _END_MACRO.match(at.text)):
            yield at


def _brought(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    if facts.imports:
        quote = desk.sources.quote(facts.chunk.path, facts.imports[0].span.line)
        yield from clause(f"imports {_imported(facts.imports)}", quote)


def _else(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """Code without definitions, calls and imports: its licence, its remark, what it does."""
    headed = list(licence(facts.chunk, desk))
    remarked = list(remark(facts.chunk, desk))
    told = headed or [*remarked, *steps(body, facts.chunk.path, desk)]
    if len(told) == len(remarked) == 1 and len(remarked[0].text.split()) < _TITLE:
        below = next_below(facts.chunk, desk)
        if below is not None:  # a title over what follows
            said = f"heads {code(below.name, _NAME)} and what follows with “{told[0].text}”"
            told = [replace(told[0], text=said)]
    yield from told
    # A section or a directive of Delphi is told by itself.
    alone = not told and facts.chunk.language == "delphi"
    if not alone and (
        headed or not told or all(item.text.startswith("declares ") for item in told)
    ):
        yield from list(_heads(facts, desk)) or (_above(facts, desk) if headed else ())


def _within_macro(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """Text of a macro of M4 that began above."""
    lines = desk.sources.lines(facts.chunk.path)
    for number in range(facts.chunk.span.line - 1, 0, -1):
        if match := _EXPANDS.match(lines[number - 1]):
            quote = desk.sources.quote(facts.chunk.path, number)
            yield from clause(f"goes on with the text of the macro {code(match[1])}", quote)
            return


def _without_heads(facts: ChunkFacts, desk: Desk) -> ChunkFacts:
    """Without the heads of functions that were taken for calls."""
    lines = desk.sources.lines(facts.chunk.path)
    calls = tuple(
        call
        for call in facts.calls
        if call.span.line > len(lines) or not _is_head(lines[call.span.line - 1], call.text)
    )
    return replace(facts, calls=calls)


def _is_head(line: str, name: str) -> bool:
    """Whether a line with a name and brackets begins a definition: ``int f(int x) {``."""
    before, found, _ = line.strip().partition(f" {name}(")
    head = found and line.rstrip().endswith("{") and "=" not in before
    return bool(head) and _WORDS.match(before) is None


def _as_program(item: Clause, *, guarded: bool) -> Clause:
    """What runs only where the file is the one that is run."""
    text = f"as a program, {item.text}" if guarded else item.text
    return replace(item, text=text)


def _suite(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """Where a suite of tests of C++ begins or ends."""
    for at, match in body.matching(_SUITE):
        quote = desk.sources.quote(facts.chunk.path, at.line)
        if match.group("end"):
            name = _opened(desk.sources.lines(facts.chunk.path)[: at.line - 1])
            yield from clause(
                f"closes {f'the suite of tests {code(name)}' if name else 'a suite of tests'}",
                quote,
            )
            continue
        below = next_below(facts.chunk, desk)
        above = f", above {code(below.name.partition('.')[0], _NAME)}" if below is not None else ""
        name = code(match.group("name").strip())
        yield from clause(f"opens the suite of tests {name}{above}", quote)


def _opened(above: Sequence[str]) -> str:
    """The suite that is open behind some lines: the last one that none of them closes."""
    found: list[str] = []
    for line in above:
        match = _SUITE.match(line)
        if match is not None and match.group("end"):
            found = found[:-1]
        elif match is not None:
            found.append(match.group("name").strip())
    return found[-1] if found else ""


def _kept(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What Go's compiler is made to check: that a type has the methods of an interface."""
    numbered = enumerate(facts.chunk.text.split("\n"), facts.chunk.span.line)
    found = [(number, match) for number, line in numbered if (match := _KEPT.match(line.strip()))]
    told = [
        f"{code(match.group('kind') or match.group('made'))} implements "
        f"{code(match.group('interface'))}"
        for _, match in found
    ]
    if found:
        quote = desk.sources.quote(facts.chunk.path, found[0][0])
        yield from clause(f"has the compiler check that {listing(told, 2)}", quote)


def _marked(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What attributes of C# say of the assembly, or a condition of D of what it is compiled into."""
    lines = list(enumerate(facts.chunk.text.split("\n"), facts.chunk.span.line))
    marks = [(number, match) for number, line in lines if (match := _ASSEMBLY.match(line))]
    if marks and facts.chunk.language == "csharp":
        quote = desk.sources.quote(facts.chunk.path, marks[0][0])
        names = listing([code(match.group("mark"), 50) for _, match in marks])
        yield from clause(f"gives the assembly {names}", quote)
    last, line = next((one for one in reversed(lines) if one[1].strip()), (0, ""))
    head = _VERSION.match(line) if facts.chunk.language == "d" else None
    below = next_below(facts.chunk, desk) if head is not None else None
    if head is not None and below is not None:
        quote = desk.sources.quote(facts.chunk.path, last)
        under = code(head.group("head"))
        yield from clause(f"has {code(below.name, _NAME)} compiled under {under} alone", quote)


def _raises(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """What a module raises as it is read."""
    for at in body.statements:
        if at.indent == 0 and at.text.startswith(("raise ", "throw ")):
            quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, at.text[:20])
            name, message = told_exception(at.text.partition(" ")[2])
            words = f" (“{clip(message, 70)}”)" if message else ""
            yield from clause(f"raises {code(name)}{words} as it is loaded", quote)
            return


def _defined(
    facts: ChunkFacts, body: Body, named: Sequence[Symbol], desk: Desk
) -> Iterator[Clause]:
    """The names that are defined: a few constants with their values, else the names."""
    if not named:
        return
    quote = name_quote(named[0], desk)
    statements = body.statements
    if len(statements) == 1 and len(named) == 1 and named[0].name != "__all__":
        at = statements[0]
        whole = desk.sources.quote(facts.chunk.path, at.line, at.end_line, named[0].name)
        if at.text.rstrip(" {[(").endswith("="):  # its value is told by itself
            below = next_below(facts.chunk, desk)
            with_ = f", above {code(below.name, _NAME)}" if below is not None else ""
            yield from clause(f"begins the value of {code(named[0].name, _NAME)}{with_}", whole)
            return
        verb = "declares" if named[0].kind is SymbolKind.FUNCTION else "defines"
        yield from clause(f"{verb} {code(at.text.rstrip(' ;{'), _WIDE)}", whole)
        return
    does = (
        documentation(named[0], desk) if [one.kind in _TYPES for one in named] == [True] else None
    )
    if does is not None and quote is not None and len(does.text) <= _WIDE:
        bare = f"defines {code(_package(named[0]), _NAME)}"
        told = f"{bare} (“{does.text.rstrip('.')}”)"
        yield Clause(told, (quote, does.evidence[0]), None, bare)
        return
    if named[0].name == "__all__":
        yield from _offered(facts, statements, desk)
        named = named[1:]
    if len(named) == 1 and named[0].kind is SymbolKind.MACRO:
        yield from _macro(named[0], desk)
        return
    lines = {at.line: at.text for at in statements}
    shown = [_valued(item, lines) for item in named[:_SHOWN]]
    wide = sum(map(len, shown)) > _SHORT and len(named) > 1
    names = [*map(code, shown), *(code(_package(item)) for item in named[_SHOWN:])]
    if facts.chunk.language in {"c", "cpp", "perl"} and any(
        _is_prototype(item, desk) for item in named
    ):
        yield from _declared(named, desk)
        return
    short = f"defines {listing([code(_package(item), _NAME) for item in named], 4)}"
    if quote is not None and named:
        yield Clause(short if wide else f"defines {listing(names)}", (quote,), None, short)


def _is_prototype(item: Symbol, desk: Desk) -> bool:
    """Whether a function of C or Perl is declared here without its body."""
    lines = desk.sources.lines(item.path)[item.span.line - 1 : item.span.end_line]
    text = " ".join(lines)
    alone = re.search(rf"\b{re.escape(item.name)}\s*\([^{{}}]*\)\s*;", text) is not None
    if item.kind in _DATA and item.kind is not SymbolKind.MACRO:
        return text.lstrip().startswith("extern ") and "=" not in text
    return item.kind in _CALLABLE and (alone or "{" not in text)


def _declared(named: Sequence[Symbol], desk: Desk) -> Iterator[Clause]:
    """What a header declares, after what it defines; with what the first documented one does."""
    declared = [item for item in named if _is_prototype(item, desk)]
    for verb, items in (
        ("defines", [one for one in named if one not in declared]),
        ("declares", declared),
    ):
        if not items:
            continue
        told = next((item for item in items if documentation(item, desk)), None)
        does = documentation(told, desk) if told is not None else None
        first = told or items[0]
        rest = [item for item in items if item is not first]
        short = does is not None and len(does.text) <= _WIDE
        says = f" (“{does.text.rstrip('.')}”)" if does is not None and short else ""
        names = [code(first.name, _NAME) + says, *(code(item.name, _NAME) for item in rest)]
        plain = f"{verb} {listing([code(item.name, _NAME) for item in items], 2)}"
        held = [name_quote(first, desk), does.evidence[0] if does is not None and short else None]
        quotes = tuple(quote for quote in held if quote is not None)
        if quotes:
            yield Clause(f"{verb} {listing(names, 2)}", quotes, None, plain)


def _macro(item: Symbol, desk: Desk) -> Iterator[Clause]:
    """A macro of C over several lines: its head, the first line, how many follow."""
    lines = desk.sources.lines(item.path)
    head = re.search(rf"{re.escape(item.name)}(?:\([^)]*\))?", lines[item.name_line - 1])
    told: list[tuple[int, str]] = []
    for number in range(item.name_line, len(lines)):
        if not lines[number - 1].rstrip().endswith("\\"):
            break
        told.append((number + 1, lines[number].strip().rstrip("\\").strip(" ;{}")))
    told = [(number, text) for number, text in told if text not in {"", "do", "while (0)"}]
    name = code(head.group() if head else item.name, _NAME)
    if not told:
        yield from clause(f"defines {name}", name_quote(item, desk))
        return
    rest = f" and {len(told) - 1} more line{'s' * (len(told) > 2)}" if len(told) > 1 else ""
    held = (name_quote(item, desk), desk.sources.quote(item.path, told[0][0]))
    yield from clause(f"defines the macro {name} as {code(told[0][1], _NAME)}{rest}", *held)


def _offered(facts: ChunkFacts, statements: Sequence[Statement], desk: Desk) -> Iterator[Clause]:
    """The names that a Python module offers to the outside."""
    for at in statements:
        names = re.findall(r"[\"'](\w+)[\"']", at.text) if at.text.startswith("__all__") else []
        if names:
            quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line)
            text = f"offers {listing([code(name) for name in names])} to the outside"
            yield from clause(text, quote)


def _valued(item: Symbol, statements: dict[int, str]) -> str:
    """A constant as it is written, where that is one statement; else its name."""
    text = statements.get(item.name_line, "").rstrip(" ;,")
    plain = item.kind in _DATA and item.name in text and is_whole(text)
    text = text.removeprefix("#define ")
    return text if plain and len(text) <= _WIDE + 30 else _package(item)


def _package(item: Symbol) -> str:
    """The name of a definition; of a package of Perl the whole one."""
    return item.qualified if item.kind is SymbolKind.CLASS and item.parent is None else item.name


def _ran(
    facts: ChunkFacts, body: Body, ran: list[Clause], named: Sequence[Symbol], desk: Desk
) -> Iterator[Clause]:
    """What is called; a single statement as it is written."""
    alone = ran and all(item.kind in _SPACES for item in named)
    statements = [at for at in body.statements if "(" in at.text] if alone else []
    statements = [at for at in statements if not at.text.startswith(("import ", "from "))]
    given = (
        _GIVEN.match(statements[0].text) if len(statements) == len(body.statements) == 1 else None
    )
    if given is not None:
        at = statements[0]
        quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, at.text[:20])
        told = f"sets {code(given.group('name'), 60)} to {code(given.group('value'), 60)}"
        yield from () if quote is None else (Clause(told, (quote,), ran[0].callee),)
        return
    if len(statements) == len(body.statements) > 1 and _is_one_call(statements):
        held = [desk.sources.quote(facts.chunk.path, at.line, at.end_line) for at in statements[:2]]
        yield from clause(f"runs {listing([code(at.text, _NAME) for at in statements])}", *held)
        return
    if len(statements) == 1 and _CALL.match(statements[0].text):
        at = statements[0]
        quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, at.text[:20])
        if quote is not None:
            yield Clause(f"runs {code(at.text.rstrip(' ;'), _WIDE)}", (quote,), ran[0].callee)
            return
    yield from ran


def _is_one_call(statements: Sequence[Statement]) -> bool:
    """Whether all statements call the same function, whose arguments are what they tell."""
    heads = {at.text.partition("(")[0] for at in statements}
    return len(heads) == 1 and all(_CALL.match(at.text) for at in statements)


def _specified(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What tests that are calls with a block say that they test."""
    if not is_test(facts.chunk.path):
        return
    found = [
        (number, match.group("name"))
        for number, line in enumerate(facts.chunk.text.split("\n"), facts.chunk.span.line)
        if (match := _SPEC.match(line))
    ]
    if found:
        names = listing([f"“{clip(plain(name), 60)}”" for _, name in found], 2)
        quotes = (desk.sources.quote(facts.chunk.path, number) for number, _ in found[:2])
        yield from clause(f"tests {names}", *quotes)


def _heads(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """The definitions of the file that stand below its head; what the first does may follow."""
    last = facts.chunk.span.end_line
    below: list[Symbol] = []
    for item in desk.graph.outermost.get(facts.chunk.path, ()):
        if item.span.line > last:
            spaces = item.kind is SymbolKind.NAMESPACE
            below += inside_of(item, desk) if spaces else [item] if item.name else []
    torn = facts.chunk.text.lstrip()[:1] in "}])," and facts.chunk.span.line > 1
    if below and facts.chunk.span.line <= _TOP and not torn:
        quote = name_quote(below[0], desk)
        names = listing([code(item.name, 40) for item in below], 2)
        if quote is not None:
            only = below[0].id if len(below) == 1 else None
            yield Clause(f"heads the file of {names}", (quote,), only)


def _above(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """The first line of code below a header, where the file has no definitions."""
    last = facts.chunk.span.end_line
    lines = desk.sources.lines(facts.chunk.path)
    for number, line in enumerate(lines[last:], last + 1):
        if re.search(r"\w", line) and not COMMENT.match(line):
            quote = desk.sources.quote(facts.chunk.path, number)
            yield from clause(f"above {code(line, 60)}", quote)
            return


#: A head of a file begins on one of its first lines.
_TOP = 40


def _imported(imports: Sequence[Import]) -> str:
    """The names of one or two modules, else the modules; of the package itself its parts."""
    named: dict[str, list[str]] = {}
    for item in imports:
        names = [name for name, _ in item.names]
        for name in [item.module] if item.module else names:
            told = named.setdefault("." * item.level + name, [])
            told += [code(one, 40) for one in names if item.module and one != "*"]
    if len(named) > 2:
        return listing([code(_fitting(module), _PATH) for module in named], 4)
    return " and ".join(
        f"{listing(names, 3)} of {code(_fitting(module), _PATH)}"
        if names
        else code(_fitting(module), _PATH)
        for module, names in named.items()
    )


def _fitting(module: str) -> str:
    """A module; one behind a long path by the end of that."""
    return module if len(module) <= _PATH else "/".join(module.split("/")[-2:])
