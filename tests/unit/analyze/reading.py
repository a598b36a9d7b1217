"""One text parsed as a run would parse it."""

from pathlib import Path

from sourcebook.analyze.decode import decode
from sourcebook.analyze.parse import parse
from sourcebook.config import ChunkConfig
from sourcebook.grammars.languages import language_of
from sourcebook.model import FileClass, ParsedFile, SourceFile, Symbol

SAMPLES = Path(__file__).parent / "samples"
REPOSITORIES = Path(__file__).parents[2] / "repos"


def parsed(
    path: str, source: str | bytes, chunking: ChunkConfig | None = None, *, language: str = ""
) -> ParsedFile:
    raw = source if isinstance(source, bytes) else source.encode()
    language = language or language_of(path, raw)
    file = SourceFile(path, "", len(raw), language, FileClass.SOURCE)
    return parse(file, decode(path, raw), chunking or ChunkConfig())


def sample(name: str) -> ParsedFile:
    return parsed(name, (SAMPLES / name).read_bytes())


def symbol(file: ParsedFile, qualified: str) -> Symbol:
    """The one symbol of this name."""
    (found,) = [each for each in file.symbols if each.qualified == qualified]
    return found


def defined(file: ParsedFile) -> list[str]:
    return [f"{each.kind} {each.qualified}" for each in file.symbols[1:]]
