"""What the lines of a function show by themselves, in any language.

The body is read as statements: lines joined until their brackets close, without comments,
nested definitions and the function's own head. No syntax tree is needed: a return, an
assignment to an attribute or an assertion looks alike nearly everywhere, and where it
does not, nothing is said.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from sourcebook.analyze.summarize.brackets import unwrapped
from sourcebook.analyze.summarize.clauses import code
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.model import Chunk, ChunkKind, SymbolKind

#: Lines that one statement may span.
_LONGEST = 40

#: What a remark begins with, and the longest line that only closes blocks.
_MARKS, _CLOSERS = frozenset("/#-;%*{<\"':"), 30

#: Characters of one statement that are read.
_WIDEST = 400

_COMMENT = re.compile(
    r"^\s*(?://|::(?=\s|$)|#(?!\[|include|define|if|endif|else)|--(?!\w)|;|%(?!\w+%)|\*(?:\s|/|$)|/\*|\{\$|<!--|\"\"\"|'''"
    r"|rem\b|dnl\b)",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^\s*(?:strict\s+)?(?:public|private|protected|published)\s*:?$"
    r"|^[\s)\]}(\[{;,]*(?:end|fi|done|esac|endif|pass|\.\.\.|return|nil|null|None|begin)?[\s)\]};,]*$"
)
_RETURN = re.compile(
    r"^(?:return\b|\^(?=\s*[\w'#({\[])|(?:then\s+|else\s+)?(?i:Result)\s*:=)\s*(?P<value>.+?)\s*;?$"
)
_ASKED = re.compile(r"^if\s+([^`]{1,60})$", re.IGNORECASE)
_THROW = re.compile(r"^(?:raise|throw)\b\s*(?P<value>.+?)\s*;?$")
#: What a body of one statement does, by how that begins.
_SINGLE = (
    ("counts up", re.compile(r"^(?=.*\+\+)(?:\+\+)?(?P<value>\$?[A-Za-z_][\w.]*)(?:\+\+)?;?$")),
    ("counts down", re.compile(r"^(?=.*--)(?:--)?(?P<value>\$?[A-Za-z_][\w.]*)(?:--)?;?$")),
    ("returns", _RETURN),
    ("raises", _THROW),
    ("yields all of", re.compile(r"^yield from\s+(?P<value>.+?)\s*;?$")),
    ("yields the value", re.compile(r"^yield\s+(?P<value>.+?)\s*;?$")),
)
_SET = re.compile(
    r"^(?P<name>(?:self|this|\$this|cls)(?:(?:\.|->)\w+|\[[^\[\]=]{1,60}\])+|@{1,2}\w+(?:\.\w+|\[[^\[\]=]{1,60}\])*"
    r"|\$self->\{\w+\}|os\.environ\[[^\[\]=]{1,40}\])(?::\s[^=]{1,90}?)?\s*(?:[-+*/|&]|<<|\?\?|\|\|)?=(?![=>~])"
)
#: A name that is counted up or down.
_COUNTED = re.compile(r"^(?P<name>[\w$.>@-]+?)(?:\+\+|--);?$")
COUNTS = {"++": "counts up", "--": "counts down"}
#: Several names that are set at once, and how an attribute of the own object begins.
_TARGETS = re.compile(r"^\(?(?P<names>[\w.$@>-]+(?:\s*,\s*[\w.$@>-]+)*,?)\)?\s*=(?![=>~])")
_OWN = ("self.", "cls.", "this.", "this->", "$this->", "@")
#: Names that are set to one value, one after the other.
_CHAIN = re.compile(r"^(?:[\w.$@]+\s*=(?![=>~])\s*)+")
_ASSIGN = re.compile(
    r"^(?:inherited\s+(?=\w+\s*:=))?(?P<name>\*?[A-Za-z_$@](?:[\w.$>\[\]{}\"'-]|\([^()]*\)(?=\.))*?)"
    r"\s*(?::=|=(?![=>~]))\s*(?P<value>.+?);?$"
)
#: An element that is set, by a key of any form.
_ELEMENT = re.compile(r"^[\w.$>-]+(?:\[[^\[\]=]*\][\w.]*)+\s*=(?![=>~])\s*(?P<value>.+?);?$")
#: A name that is set, or changed by an operator.
_ALTERED = re.compile(
    r"^(?P<name>[A-Za-z_$@](?:[\w.$>\[\]-]|\([^()]*\)(?=\.))*?)\s*(?::=|(?:[-+*/|&%~^]|<<|>>)?=(?![=>~]))"
)
_LOCAL = re.compile(
    r"^(?:(?:var|let|const|auto|val|final|my|local|[\w:<>*&\[\],. ]+?)\s+)?"
    r"(?P<name>\$?\w+)(?:\s*,\s*\w+)*\s*(?::=|=(?![=>~]))\s*(?P<value>.+?);?$"
)
#: An assertion, by its first words.
ASSERTION = re.compile(
    r"^(?:(?:self|\$?this|t|assert|expect|require|chai|QUnit|Assert)(?:\.|->))?"
    r"(?:\??assert|expect|EXPECT|ASSERT|BOOST_CHECK|BOOST_REQUIRE|require|REQUIRE|CHECK|XCTAssert|Assert\.\w)\w*"
    r"(?!\s*(?:, \w+ )*:?=[^=])[!.(\s]"
)
#: An assertion that always fails: it marks a place that must not be reached.
_UNREACHED = re.compile(
    r"^(?:assert(?:\.ok)?|XCTAssert|[\w.]*True)[\s(]+(?:false|0)\s*(?:[,);]|$)|^[\w.]*False[\s(]+true\b",
    re.IGNORECASE,
)
_WHOLE_ASSERT = re.compile(r"^assert\s+(?P<test>.+)$")
#: An exception that a test expects of a block.
_EXPECTED = re.compile(
    r"^(?:async )?with\s+(?P<test>(?:pytest|self)\.(?:raises|warns|deprecated_call|assert\w+)\(.*\))(?: as \w+)?:$"
)
#: A call that must raise what a test expects.
_EXPECTED_CALL = re.compile(r"^pytest\.(?:raises|warns|deprecated_call)\(.*\)$")
#: Languages in which the last expression of a body is its value.
_VALUED = frozenset({"erlang", "ruby", "rust", "scala", "swift", "elixir", "haskell", "ocaml"})
_HASHED = frozenset({"python", "ruby", "perl", "bash", "elixir", "yaml", "r", "julia", "cmake"})
#: Comments of languages that have others than those of C.
_BLOCKED = {
    "ocaml": re.compile(r"\(\*.*?\*\)", re.DOTALL),
    # ``uses`` does nothing either.
    "delphi": re.compile(
        r"\(\*.*?\*\)|\{(?!\$)[^{}']*\}|^\s*uses\b[^;]*;", re.DOTALL | re.IGNORECASE | re.MULTILINE
    ),
    "smalltalk": re.compile(r'"[^"]*"'),
}
#: A comment of C that begins its line.
_BLOCK = re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)
_WITHIN = re.compile(r"/\*.*?\*/")  # a comment within a line
#: What a body of Delphi begins with; a head without it is a declaration.
BEGUN = re.compile(r"\b(?:begin|asm)\b", re.IGNORECASE)
_CODE = frozenset({SymbolKind.METHOD, SymbolKind.FUNCTION, SymbolKind.CONSTRUCTOR})
#: Languages with texts in backticks that may take several lines.
_TEMPLATED = frozenset({"javascript", "typescript", "tsx", "jsx", "go"})
#: Languages whose lines with ``#`` are for a step before the compiler.
PREPROCESSED = frozenset({"c", "cpp", "csharp"})
_VISIBLE = re.compile(r"[^\n]")
_COMMENT_TAIL = {"#": re.compile(r"\s+#\s.*$"), "//": re.compile(r"\s+//.*$")}
#: A line that goes on with what the line above began.
_GOES_ON = re.compile(r"^(?:[?:+]\s|\?\?|\?\.|\.\w|&&\s|\|\|\s|(?:and|or|xor)\s)")
_JOINTS = frozenset("?+:.&|aox")
#: Languages in which a line never begins with a sign of an alternative.
_BRACED = frozenset({"c", "cpp", "java", "kotlin", "csharp", "php", "javascript", "typescript"})
#: Languages in which no line ends a statement by itself.
_ENDED = frozenset({"c", "cpp", "java", "csharp", "php", "perl", "d", "dart", "haxe"})
_RETURNING = re.compile(r"return\b[^;{}]*$")
#: Languages in which a call may go on with a dot in the next line.
_CHAINED = _BRACED | {"rust", "swift", "dart", "go", "ruby", "tsx", "jsx"}
_ONE_LINE_END = re.compile(r"[;\s]*\bend\s*$")  # of a method of Ruby
#: What follows the head of a clause that stands on one line (Erlang).
_ARROW = re.compile(r"(?<=->)\s*\S.*$")
#: What a constructor of C++ sets before its body.
_INITIALS = re.compile(r"^:(?!:)\s*[\w:<>]+\s*[({]")
#: A value of Rust that names its fields, from its first line on.
_LITERAL = re.compile(
    r"^(?:let (?:mut )?\w+(?:: [\w<>]+)? = |return )?(?:[A-Z][\w:]*\()?(?:[a-z]\w*::)*[A-Z][\w:]*(?:::<[^{}]*>)? \{"
)
#: A value of Go that is written with its fields or elements, from its first line on.
_GO_LITERAL = re.compile(
    r"^(?:return |(?:var )?[\w., ]+\s:?=\s*)(?:&|\*|\[[^\]]*\]|map\[[^\]]*\])*[\w.]+(?:\[[^\]]*\])?\{$"
)
#: What never comes back, and so gives no value.
_NEVER = (
    "fatalError(",
    "preconditionFailure(",
    "panic!",
    "unreachable!",
    "todo!",
    "unimplemented!",
)
#: What follows the name of something that is filled.
_INTO = (
    "[", ".append(", ".add(", ".extend(", ".update(", ".insert(", ".push(", ".put(", ".push_back(",
    ".setdefault(", ".addAll(", ".Add(",
)  # fmt: skip
#: A name whose value is changed by an operator.
_CHANGED = re.compile(r"(?:^|[\s(])([\w$]+)\s*(?:[-+*/|&%.]|<<|>>)+=")
_LISTED = re.compile(r"\)\s*:(?!:).*$")
_MODIFIED = re.compile(r"\b(?:if|unless)\s")
#: A row of things that a value holds.
_ROW = re.compile(r"[\[{]\s*\w.*[\]}]$")
#: A part of something that is set.
_PART = re.compile(r"^\$?\w+(?:->|[\[.])[^=(]*=(?![=>~])")
#: A form of Erlang, which ends in a full stop.
_FORM = re.compile(r"^-(?:spec|type|opaque|callback|record|export)\b")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_KEYWORD = re.compile(
    r"^(?:if|for|while|switch|match|case|try|with|do|unless|until|begin|let|var)\b"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a body: its first line and its text on one line."""

    line: int
    end_line: int
    text: str
    indent: int = 0  # blanks before it, which show what it stands under
    is_cut: bool = False  # whether it is longer than what is read of it


@dataclass(frozen=True, slots=True)
class Body:
    """The statements of a function and what they show."""

    statements: tuple[Statement, ...]
    language: str

    def matching(self, pattern: re.Pattern[str]) -> Iterator[tuple[Statement, re.Match[str]]]:
        for statement in self.statements:
            match = pattern.match(statement.text)
            if match:
                yield statement, match

    def returns(self) -> list[tuple[Statement, str]]:
        """Values that are returned, as written."""
        return [(at, match.group("value")) for at, match in self.matching(_RETURN)]

    def asked(self, at: Statement) -> tuple[str, Statement | None]:
        """The condition on the line above one that begins with ``then``, and its statement."""
        number = self.statements.index(at)
        above = self.statements[number - 1] if number else at
        match = _ASKED.match(above.text) if at.text.lower().startswith("then") else None
        return (f"when {code(match.group(1))}", above) if match else ("", None)

    def sets(self, fields: Collection[str] = ()) -> Iterator[tuple[Statement, str]]:
        """Attributes of the own object where they are set; ``fields`` need no prefix."""
        for at in self.statements:
            counted = _COUNTED.match(at.text) if at.text.rstrip("; ")[-2:] in COUNTS else None
            if counted is not None and (own := counted.group("name")):
                if own.startswith(_OWN) or own in fields:
                    yield at, own
                continue
            if "=" not in at.text:
                continue
            match = _SET.match(at.text)
            several = _TARGETS.match(at.text) if match is None and "," in at.text else None
            for name in re.split(r"\s*,\s*", several.group("names")) if several else ():
                if name.startswith(_OWN) or name in fields:
                    yield at, name
            if match is None and fields:
                match = _ALTERED.match(at.text)
                match = match if match and match.group("name") in fields else None
            if match is None:
                continue
            yield at, match.group("name")
            chained = _CHAIN.match(at.text)
            for name in chained.group().split("=")[1:-1] if chained else ():
                if name.strip().startswith(_OWN):
                    yield at, name.strip()

    def asserts(self) -> list[tuple[Statement, str]]:
        """Assertions, as written."""
        found = []
        for at in self.statements:
            guards = at.text.startswith(("with ", "async "))
            expected = _EXPECTED.match(at.text) if guards else None
            if expected is not None:
                found.append((at, expected.group("test")))
            elif _EXPECTED_CALL.match(at.text):
                found.append((at, at.text))
            elif (
                ASSERTION.match(at.text)
                and not at.text.endswith("{")
                and not _UNREACHED.match(at.text)
                and not (self.language == "rust" and "!" not in at.text.partition("(")[0])
            ):
                text = at.text.rstrip("; " if self.language != "erlang" else ",;. ")
                whole = _WHOLE_ASSERT.match(text)
                found.append((at, _without_message(whole.group("test")) if whole else text))
        return found

    def value_of(self, name: str) -> tuple[Statement, str] | None:
        """What a local name is set to, if it is set once and not added to."""
        for at in self.statements:
            if name in at.text and "=" in at.text and name in _CHANGED.findall(at.text):
                return None
        found = self.values_of(name)
        if len(found) != 1 or not is_whole(found[0][1]):
            return None
        telling = "(" in found[0][1] or _ROW.match(found[0][1]) is not None
        return found[0] if telling else None

    def values_of(self, name: str) -> list[tuple[Statement, str]]:
        """What a local name is set to, in order."""
        return [
            (at, match.group("value"))
            for at, match in self.matching(_LOCAL)
            if match.group("name") == name
        ]

    def grown(self, name: str) -> Statement | None:
        """The first statement that puts something into what a name holds."""
        into = tuple(f"{name}{end}" for end in _INTO)
        return next((at for at in self.statements if at.text.startswith(into)), None)

    def alters(self, name: str) -> bool:
        """Whether a part of what a name holds is set, or its value by an operator."""
        parts = (f"{name}[", f"{name}.", f"{name}->")
        return any(
            (at.text.startswith(parts) and _PART.match(at.text))
            or name in _CHANGED.findall(at.text)
            for at in self.statements
            if "=" in at.text
        )

    def changes(self, name: str) -> bool:
        """Whether a name is set to something."""
        return any(match.group("name") == name for _, match in self.matching(_LOCAL))

    def only(self) -> tuple[str, Statement, str] | None:
        """Of a body with one statement: verb, statement and what it is about."""
        if len(self.statements) != 1:
            return None
        at = self.statements[0]
        text = at.text.rstrip(".;" if self.language == "erlang" else ";").strip()
        if text == "yield":
            return "yields", at, "nothing"
        for verb, pattern in _SINGLE:
            match = pattern.match(text)
            behind = self.language in {"ruby", "perl"} and _MODIFIED.search(text)
            if match:  # with a condition behind it, it is not all
                return None if behind else (verb, at, match.group("value"))
        several = _TARGETS.match(text) if "," in text else None
        match = several or _ASSIGN.match(text)
        if match:
            return "sets", at, match.group(1).strip(", ")
        typed = text[:1] == "{" and self.language not in _VALUED  # a part of the head
        if typed or _KEYWORD.match(text) or not is_whole(text):
            return None
        valued = self.language in _VALUED and not at.text.endswith(";")
        if self.language == "ocaml" and (" <- " in text or "; " in text):
            valued = False
        valued = valued and not text.startswith(_NEVER)
        return ("returns" if valued else "runs"), at, text.rstrip(".")


def value_set(at: Statement) -> str:
    """What an assignment sets its name to, where that is plain and whole."""
    match = _ASSIGN.match(at.text) or _ELEMENT.match(at.text)
    value = _CHAIN.sub("", match.group("value").rstrip("; ")) if match else ""
    return value if is_whole(value) else ""


def is_literal(text: str) -> bool:
    """Whether a statement of Rust begins a value that names its fields."""
    return _LITERAL.match(text) is not None


def is_whole(text: str) -> bool:
    """Whether a piece of code ends where it seems to end."""
    pairs = (("(", ")"), ("[", "]"), ("{", "}"))
    return (
        bool(text)
        and all(text.count(a) == text.count(b) for a, b in pairs)
        and text[-1] not in "\\+-,.|&{([=<?:"
        and not text.endswith(" %")
        and text.count('"') % 2 == 0
        and text.count("`") % 2 == 0
    )


_ECHOED = re.compile(r"\s*@?echo\.", re.IGNORECASE)


def body_of(facts: ChunkFacts) -> Body:
    """Reads the body of a function, or of a part of one."""
    chunk, symbol = facts.chunk, facts.symbol
    numbered = _numbered(chunk)
    skipped = nested_lines(facts)
    if symbol is not None and symbol.kind is not SymbolKind.MODULE and chunk.part == 1:
        signature = symbol.signature
        if signature.endswith("…"):  # it is cut, maybe in what a constructor of C++ sets
            signature = _LISTED.sub(")", signature.removesuffix("…"))
        if chunk.language == "erlang":
            signature = _ARROW.sub("", signature)
        numbered = _after_head(signature, symbol.name_line, numbered)
        if chunk.language == "cpp":
            numbered = _after_initials(numbered)
        if chunk.language == "ruby" and numbered and numbered[0][1].startswith(";"):
            numbered = _on_one_line(*numbered[0]) + numbered[1:]
        if chunk.language == "erlang" and "->" not in signature:
            arrows = (at for at, (_, line) in enumerate(numbered) if line.rstrip().endswith("->"))
            numbered = numbered[next(arrows, -1) + 1 :]
        if symbol.doc:
            skipped.update(range(symbol.doc_line, symbol.doc_end_line + 1))
    if chunk.language == "delphi" and symbol is not None and not BEGUN.search(chunk.text):
        numbered = numbered if symbol.kind not in _CODE or chunk.parts > 1 else []
    if chunk.language in PREPROCESSED and chunk.kind is not ChunkKind.STATEMENTS:
        skipped.update(number for number, line in numbered if line.lstrip()[:1] == "#")
    if chunk.language == "batch":  # their words are no commands
        skipped.update(number for number, line in numbered if _ECHOED.match(line))
    lines = [(number, line) for number, line in numbered if number not in skipped]
    statements = tuple(_statements(lines, chunk.language))
    if not statements and symbol is not None and chunk.language == "swift":
        # The head of a computed value is taken to reach to its end.
        below = [(number, line) for number, line in _numbered(chunk) if number > symbol.name_line]
        statements = tuple(_statements(below, chunk.language))
    return Body(statements, chunk.language)


def _numbered(chunk: Chunk) -> list[tuple[int, str]]:
    """The lines of a chunk, without blocks of comments that look like code line by line."""
    text = chunk.text
    pattern = _BLOCKED.get(chunk.language, _BLOCK)
    if chunk.language in _BLOCKED or "/*" in text:
        text = pattern.sub(lambda match: _VISIBLE.sub(" ", match[0]), text)
    return list(enumerate(text.split("\n"), chunk.span.line))


def nested_lines(facts: ChunkFacts) -> set[int]:
    """Lines of definitions that lie within the chunk."""
    kinds = {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CLASS}
    return {
        line
        for symbol in facts.defined
        if symbol.kind in kinds
        for line in range(symbol.span.line, symbol.span.end_line + 1)
    }


def _after_head(
    signature: str, name_line: int, numbered: list[tuple[int, str]]
) -> list[tuple[int, str]]:
    """The lines after the signature; the rest of its last line first."""
    wanted = "".join(signature.split()).replace(",)", ")")  # lists may end in a comma
    packed = ""
    for at, (number, written) in enumerate(numbered):
        line = _WITHIN.sub("", written)  # a signature has no comments
        tight = "".join(line.split())
        if not packed:
            start = tight.find(wanted[: min(12, len(tight))]) if tight and wanted else -1
            tight = tight[start:] if start >= 0 else ""
        packed = (packed + tight).replace(",)", ")")
        if not wanted.startswith((packed, packed.rstrip(","))) and not packed.startswith(wanted):
            packed = ""
        elif packed and len(packed) >= len(wanted):
            left = len(packed) - len(wanted)
            rest = line.partition("->")[2].strip() if wanted[-2:] == "->" else _tail(line, left)
            open_ = signature.count("(") - signature.count(")")
            if open_ > 0:  # the signature ends before its parameters do
                return _closed(open_ + rest.count("(") - rest.count(")"), numbered[at + 1 :])
            return ([(number, rest)] if rest else []) + numbered[at + 1 :]
    return [(number, line) for number, line in numbered if number > name_line]


def _on_one_line(number: int, line: str) -> list[tuple[int, str]]:
    """The statements of a method of Ruby that stands on one line, behind its head."""
    parts = _ONE_LINE_END.sub("", line).split(";")
    return [(number, part.strip()) for part in parts if part.strip()]


def _after_initials(numbered: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines after those in which a constructor lists what it sets, up to its ``{``."""
    words = next((at for at, (_, line) in enumerate(numbered) if line.strip()), 0)
    if not numbered or not _INITIALS.match(numbered[words][1].strip()):
        return numbered
    opens = (at for at, (_, line) in enumerate(numbered) if line.rstrip().endswith("{"))
    return numbered[next(opens, len(numbered)) + 1 :]


def _closed(depth: int, rest: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines after the one that closes so many brackets."""
    for at, (_, line) in enumerate(rest):
        if depth <= 0:
            return rest[at:]
        depth += line.count("(") - line.count(")")
    return rest


def _tail(line: str, many: int) -> str:
    """The last ``many`` characters of a line, blanks uncounted, without what opens a body."""
    at = len(line)
    while many:
        at -= 1
        many -= not line[at].isspace()
    rest = re.sub(r"^[^:{=;]{0,60}?(?::(?!:)|\{|=>|=)\s*", "", line[at:].strip())
    closed = rest.rstrip("; ")
    if closed.endswith("}") and closed.count("}") > closed.count("{"):
        rest = closed[:-1].strip()
    return rest


def _code_of(line: str, sign: str) -> str:
    """A line that has a ``sign`` of comments, without its comment where that surely is one."""
    match = _COMMENT_TAIL[sign].search(line)
    if match and all(line.count(mark, 0, match.start()) % 2 == 0 for mark in "\"'"):
        line = line[: match.start()]
    return line.strip()


def _statements(lines: Iterable[tuple[int, str]], language: str) -> Iterator[Statement]:
    sign = "#" if language in _HASHED else "//"
    braced, literal = language == "python", False
    pending = ""
    start = last = indent = 0
    for number, line in lines:
        text = _code_of(line, sign) if sign in line else line.strip()
        text = text.rstrip("! ") if language == "smalltalk" else text  # ends of its chunks
        text = text.removesuffix("\\").rstrip() if language in {"c", "cpp"} else text
        valued = text == "nil" and language == "ruby"  # what a body gives at its end
        if language == "csharp" and text.startswith((": this(", ": base(")):
            text = text[2:]  # a constructor that hands on
        if pending and (
            last - start + 1 >= _LONGEST
            or not (
                _open(pending, braced=braced or literal)
                or (language == "smalltalk" and pending[-1] != ".")
                or (language in _TEMPLATED and pending.count("`") % 2)
                or (text[:1] in _JOINTS and _GOES_ON.match(text))
                or (language in _BRACED and text[:2] in {"| ", "& ", "^ "})
                or (language in _BRACED and pending.endswith(" ="))
                or (language in _ENDED and text[:1] != "{" and _RETURNING.match(pending))
                or (text[:1] == '"' and language in {"c", "cpp"} and pending[-1] == '"')
            )
        ):
            yield Statement(start, last, pending[:_WIDEST], indent, len(pending) > _WIDEST)
            pending = ""
        if pending:
            chained = language in _CHAINED and text.startswith((".", "?.", "->"))
            pending, last = f"{pending}{'' if chained else ' '}{text}", number
        elif (
            text
            and (valued or _begins(text, language) or not _is_idle(text))
            and not (sign == text[0] == "#")
        ):
            pending, start, last = text, number, number
            literal = text.endswith("{") and (
                (language == "rust" and is_literal(text))
                or (language == "go" and _GO_LITERAL.match(text) is not None)
            )
            indent = len(line) - len(line.lstrip())
    if pending:
        yield Statement(start, last, pending[:_WIDEST], indent, len(pending) > _WIDEST)


def _begins(text: str, language: str) -> bool:
    """Whether a line by itself only begins what the next one tells."""
    return text == "return" and language in _ENDED


def _is_idle(text: str) -> bool:
    """Whether a line only remarks or closes something."""
    marked = text[0] in _MARKS or text[:3].lower() in {"rem", "dnl"}
    return (marked and _COMMENT.match(text) is not None) or (
        len(text) <= _CLOSERS and _CLOSING.match(text) is not None
    )


def _open(text: str, *, braced: bool) -> bool:
    """Whether a statement goes on in the next line; ``braced``: braces hold values only."""
    if braced and text.count("{") > text.count("}") and "} =>" not in text:
        return True
    if "(" not in text and "[" not in text and text[0] != "-":
        return False
    if text[0] == "-" and _FORM.match(text):
        return not text.endswith(".")
    if text.endswith(("{", ":", "do", "then")):
        return False
    opens = text.count("(") > text.count(")") or text.count("[") > text.count("]")
    if opens and '"' in text:  # a bracket within a text opens nothing
        text = _TEXT.sub('""', text)
        opens = text.count("(") > text.count(")") or text.count("[") > text.count("]")
    return opens


def _without_message(test: str) -> str:
    """The condition of an assertion without its message, and without outer brackets."""
    for at in range(len(test) - 1, 0, -1):
        if test[at] == "," and is_whole(test[:at]) and is_whole(test[at + 1 :].strip() or "("):
            test = test[:at]
            break
    return unwrapped(test)
