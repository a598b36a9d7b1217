"""What the resolver wants to know of one file: its facts and its call sites.

A front end per language family lowers the syntax tree to facts, which know nothing of
other files. A language without a front end gives no facts; its calls come from the
parser's query and are resolved by plain names within the file.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from tree_sitter import Node

from sourcebook.analyze.resolve.clang import ClangLowering
from sourcebook.analyze.resolve.csharp import CSharpLowering
from sourcebook.analyze.resolve.golang import GoLowering
from sourcebook.analyze.resolve.java import JavaLowering
from sourcebook.analyze.resolve.javascript import JavaScriptLowering
from sourcebook.analyze.resolve.kotlin import KotlinLowering
from sourcebook.analyze.resolve.lowering import Lowering
from sourcebook.analyze.resolve.modules_javascript import project_facts
from sourcebook.analyze.resolve.packing import Fact, packed
from sourcebook.analyze.resolve.php import PhpLowering
from sourcebook.analyze.resolve.python import PythonLowering
from sourcebook.analyze.resolve.ruby import RubyLowering
from sourcebook.analyze.resolve.rust import RustLowering

FRONT_ENDS: Mapping[str, type[Lowering]] = {
    "python": PythonLowering,
    "javascript": JavaScriptLowering,
    "typescript": JavaScriptLowering,
    "tsx": JavaScriptLowering,
    "java": JavaLowering,
    "go": GoLowering,
    "rust": RustLowering,
    "php": PhpLowering,
    "csharp": CSharpLowering,
    "kotlin": KotlinLowering,
    "ruby": RubyLowering,
    "c": ClangLowering,
    "cpp": ClangLowering,
}


class RawCall(NamedTuple):
    """One call site by offsets in the parsed bytes."""

    start: int  # of the callee expression
    end: int
    symbol: int  # index of the calling symbol, 0 for the module
    reference: bool = False  # a decorator or a JSX element


class Extraction(NamedTuple):
    """Facts point at calls by their index, so the order of ``calls`` must be kept."""

    facts: bytes
    calls: tuple[RawCall, ...] | None


def extract(
    path: str, language: str, root: Node, data: bytes, definitions: Mapping[int, int]
) -> Extraction:
    """Lower one file.

    ``definitions`` maps the first byte of a definition's name (of the definition itself
    when it has no name) to the index of its symbol.
    """
    front_end = FRONT_ENDS.get(language)
    if front_end is None:
        return Extraction(packed(project_facts(path, data)) if language == "json" else b"", None)
    lowering = front_end(data, definitions)
    lowering.run(root)
    if lowering.found_shared:
        # Inner scopes assign names of outer ones: lower again, now that they are known.
        lowering = front_end(data, definitions, frozenset(lowering.found_shared))
        lowering.run(root)
    lines: Fact = ("lines", *(m.end() for m in re.finditer(rb"\r\n?|\n", data)))
    calls = tuple(RawCall(*call) for call in lowering.calls)
    return Extraction(packed((*lowering.finish(), lines)), calls)
