"""The browser's side of the search, as it is published.

Under ``templates/search`` every module holds one matter. A browser would fetch them one by
one, so those that are needed together are published as one file: their text in order, each
name imported once, without comments. Two modules of one file may not use the same name at
their top; a test loads the files.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from sourcebook.model import Page
from sourcebook.render.builtin import templates_dir

#: Published modules and what they are made of, in the order of their imports.
FILES = {
    "ui.js": ("ui.js",),
    "search.js": ("stem.js", "tokenize.js", "words.js", "score.js", "shards.js", "search.js"),
    "box.js": ("results.js", "box.js"),
}

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_EMPTY = re.compile(r"\n{2,}")


def client() -> Iterator[Page]:
    """The files of the client's folder."""
    folder = templates_dir() / "search"
    for name, parts in FILES.items():
        yield Page(name, _joined(folder, parts).encode())
    yield Page("words.json", (folder / "words.json").read_bytes())


def _joined(folder: Path, parts: Sequence[str]) -> str:
    """Modules as one: imports of each other fall away, all others come first."""
    published = {part: name for name, made_of in FILES.items() for part in made_of}
    imported: dict[str, dict[str, None]] = {}
    bodies = []
    for part in parts:
        text = (folder / part).read_text(encoding="utf-8")
        for found in _IMPORT.finditer(text):
            if found[2] not in parts:
                names = (name.strip() for name in found[1].split(","))
                imported.setdefault(published[found[2]], {}).update(
                    dict.fromkeys(filter(None, names))
                )
        bodies.append(_COMMENT.sub("", _IMPORT.sub("", text)))
    heads = [
        f'import {{ {", ".join(names)} }} from "./{name}";\n' for name, names in imported.items()
    ]
    return _EMPTY.sub("\n", "".join(heads + bodies)).lstrip("\n")
