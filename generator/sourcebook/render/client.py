"""The browser's side of the search, as it is published.

Under ``templates/search`` every module holds one matter. A browser would fetch them one by
one, so they are published as one file: their text in order, without imports and comments.
No two modules may use the same name at their top; a test loads the file. The same file is
the program of the worker in which the search runs.
"""

import re
from collections.abc import Iterator

from sourcebook.model import Page
from sourcebook.render.builtin import templates_dir

#: What the published module is made of, in the order of the imports.
MODULES = (
    "nodes.js",
    "sentences.js",
    "stem.js",
    "tokenize.js",
    "words.js",
    "score.js",
    "shards.js",
    "facets.js",
    "search.js",
    "worker.js",
    "results.js",
    "box.js",
    "ui.js",
)
CLIENT = "client.js"

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./\w+\.js";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_EMPTY = re.compile(r"\n{2,}")


def client() -> Iterator[Page]:
    """The files of the client's folder."""
    folder = templates_dir() / "search"
    texts = ((folder / name).read_text(encoding="utf-8") for name in MODULES)
    bodies = (_COMMENT.sub("", _IMPORT.sub("", text)) for text in texts)
    yield Page(CLIENT, _EMPTY.sub("\n", "".join(bodies)).lstrip("\n").encode())
