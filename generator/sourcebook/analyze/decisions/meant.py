"""What a reference in code speaks of: the definition it heads, or the code right below it.

A remark above a definition, in its head or at the opening of its body speaks of the whole
definition; another one within a function of the few lines below it without a gap, among
fields of the next one, behind a statement of that line; one at the top of a file, above
everything, of all of the file.
"""

from collections.abc import Sequence

from sourcebook.grammars.languages import language
from sourcebook.model import ParsedFile, Symbol, SymbolKind

KINDS = frozenset(SymbolKind) - {
    SymbolKind.MODULE, SymbolKind.SECTION, SymbolKind.KEY, SymbolKind.FIELD, SymbolKind.VARIABLE,
}  # fmt: skip

_FUNCTIONS = frozenset(
    {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)
_HEAD = 30  # lines at the top of a file in which a reference speaks of all of it
_MOST = 60  # lines of a remark that are followed down to a definition
_BELOW = 4  # lines of code below a remark that it speaks of


def meant(
    file: ParsedFile, lines: Sequence[str], line: int
) -> tuple[Symbol | None, tuple[int, int]]:
    """The definition and the lines that a reference speaks of, (0, 0) for the whole file."""
    remark = _remarks(file)
    around = _around(file, line)
    headed = _headed(file, lines, line, remark)
    if headed is not None:
        return headed, (headed.span.line, headed.span.end_line)
    if around is None and line <= _HEAD:
        return None, (0, 0)
    if around is not None and _opens(around, lines, line, remark):
        return around, (around.span.line, around.span.end_line)
    within = around is not None and around.kind in _FUNCTIONS
    return around, (line, _last_below(lines, line, remark, _BELOW if within else 1))


def _remarks(file: ParsedFile) -> tuple[str, ...]:
    """What lines of remarks and marks above a definition begin with."""
    tongue = language(file.language)
    return (*tongue.line, *(start for start, _ in tongue.block), "*", "@", "#[")


def _around(file: ParsedFile, line: int) -> Symbol | None:
    """The innermost definition around a line."""
    around = [
        symbol
        for symbol in file.symbols
        if symbol.kind in KINDS and symbol.span.line <= line <= symbol.span.end_line
    ]
    return max(around, key=lambda symbol: symbol.span.start) if around else None


def _headed(
    file: ParsedFile, lines: Sequence[str], line: int, remark: tuple[str, ...]
) -> Symbol | None:
    """The definition that begins right below the remark that a line is of."""
    starts: dict[int, Symbol] = {}
    for symbol in file.symbols:
        if symbol.kind in KINDS and symbol.span.line >= line:
            starts.setdefault(symbol.span.line, symbol)
    for number in range(line, min(line + _MOST, len(lines)) + 1):
        if number in starts:
            return starts[number]
        if not lines[number - 1].lstrip().startswith(remark):
            return None
    return None


def _opens(around: Symbol, lines: Sequence[str], line: int, remark: tuple[str, ...]) -> bool:
    """Whether a line is of a definition's head, of its docstring, or first in its body."""
    if line <= around.name_line or around.doc_line <= line <= around.doc_end_line:
        return True
    if around.kind not in _FUNCTIONS:  # a field's remark, not the class's
        return False
    between = (text.strip() for text in lines[around.name_line : line])
    return all(not text or text.startswith(remark) for text in between)


def _last_below(lines: Sequence[str], line: int, remark: tuple[str, ...], most: int) -> int:
    """The last line that a remark speaks of: up to a gap, the next remark, or so much code."""
    if not lines[line - 1].lstrip().startswith(remark):
        return line
    code = 0
    for number in range(line + 1, len(lines) + 1):
        text = lines[number - 1].strip()
        if not text or code == most or (code and text.startswith(remark)):
            return number - 1
        code += not text.startswith(remark)
    return len(lines)
