"""What each field of a chunk says."""

from dataclasses import replace

from sourcebook.model import Claim, ClaimKind, Entry, Level, Metadata, Summary
from sourcebook.tokenizer.fields import fields_of
from tests.unit.analyze.reading import parsed

SETTINGS = """\
class Settings:
    first = 1

    def load(self):
        return self.first

    second = 2
    '''What comes second.'''


def save():
    return Settings()
"""


def entries(text: str) -> tuple[list[Entry], list]:
    file = parsed("settings.py", text)
    made = [
        Entry(chunk, Metadata(), Summary(chunk.id, Level.CHUNK, chunk.name))
        for chunk in file.chunks
    ]
    return made, list(file.symbols)


def test_every_definition_has_its_name_where_it_stands():
    made, symbols = entries(SETTINGS)
    fields = list(fields_of(made, symbols))
    named = {name for one in fields for name, _ in one.names}
    assert named == {symbol.qualified for symbol in symbols if symbol.qualified}
    (late,) = [
        entry.chunk for entry, one in zip(made, fields, strict=True)
        if ("Settings.second", 7) in one.names
    ]  # fmt: skip
    assert late.part == 2
    assert "second = 2" in late.text


def test_words_of_a_model_or_a_person_are_fields_of_their_own():
    made, symbols = entries("def close(it):\n    return it\n")
    (entry,) = made

    def claim(text: str, origin: str, kind: ClaimKind = ClaimKind.RESPONSIBILITY) -> Claim:
        return Claim(text, kind, (), 1.0, origin)

    said = replace(
        entry.summary,
        responsibility=claim("Finishes an invoice", "model:m"),
        claims=(
            claim("Returns it", "extracted", ClaimKind.OUTPUT),
            claim("The ledger", "model:m", ClaimKind.INPUT),
            claim("Ask the clerk", "person", ClaimKind.NOTE),
            claim("Perhaps slow", "model:m", ClaimKind.ASSUMPTION),
        ),
    )
    (one,) = fields_of([replace(entry, summary=said)], symbols)
    assert one.responsibility == ("finish", "an", "invoic")
    assert one.statements == ("the", "ledger", "ask", "the", "clerk")
    (plain,) = fields_of([entry], symbols)
    assert (plain.responsibility, plain.statements) == ((), ())
    assert (plain.code, plain.doc) == (one.code, one.doc)
