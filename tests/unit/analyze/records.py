"""Decision records as people write them: one :class:`Record` in each of nine forms.

Every text is made here. :data:`FORMS` holds the forms by name; each says where a record lies
and how it tells its title, status, date and ties to other records.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sourcebook.analyze.decisions import read_decisions
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.scan import scan
from sourcebook.analyze.verify import Sources
from sourcebook.config import Config
from sourcebook.model import CallGraph, Decision, FileStatus
from tests.unit.analyze.reading import parsed

#: Words by language: status, date, context, decision, consequences, accepted, superseded by.
WORDS = {
    "en": ("Status", "Date", "Context", "Decision", "Consequences", "Accepted", "Superseded by"),
    "fr": ("Statut", "Date", "Contexte", "Décision", "Conséquences", "Accepté", "Remplacé par"),
    "de": ("Status", "Datum", "Kontext", "Entscheidung", "Folgen", "Akzeptiert", "Ersetzt durch"),
    "pt": ("Situação", "Data", "Contexto", "Decisão", "Consequências", "Aceito", "Substituído por"),
    "es": ("Estado", "Fecha", "Contexto", "Decisión", "Consecuencias", "Aceptado", "Reemplazado por"),
    "ja": ("ステータス", "日付", "背景", "決定", "影響", "承認", "置き換え先"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says, whatever its form."""

    number: int
    title: str = "Keep one index"
    status: str = "Accepted"
    date: str = "2024-01-02"
    ties: tuple[tuple[str, int], ...] = ()  # what it says of others: words, number
    language: str = "en"

    @property
    def slug(self) -> str:
        return self.title.lower().replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write records: where they lie, how they name each other, what they say."""

    folder: str
    name: str  # of the file, with {number} and {slug}
    write: Callable[["Form", Record], dict[str, str]]
    reference: str  # to another record, with {number}, {title} and {file}
    homes: tuple[str, ...]  # texts in which the status of record 7 stands elsewhere: accepted
    series: str = "adr"
    titles: dict[int, str] = field(default_factory=dict)

    def path(self, record: Record) -> str:
        return f"{self.folder}/{self.name.format(number=record.number, slug=record.slug)}"

    def key(self, number: int) -> str:
        return f"{self.series}-{number:04}"

    def files(self, *records: Record) -> dict[str, str]:
        return {path: text for record in records for path, text in self.write(self, record).items()}

    def tie(self, number: int, title: str = "Keep one index") -> str:
        """A reference to another record, as this form writes them."""
        other = Record(number, title)
        name = self.name.format(number=number, slug=other.slug).removesuffix("/README.md")
        return self.reference.format(number=number, title=title, file=name)

    def ties(self, record: Record) -> list[tuple[str, str]]:
        return [(words, self.tie(number)) for words, number in record.ties]


def read(root: Path, config: Config | None = None) -> dict[str, Decision]:
    """The decisions of a repository by their keys; the lines that they quote are there."""
    config = config or Config()
    repository = scan(root, config)
    files = [
        parsed(file.path, on_disk(root, file.path).read_bytes())
        for file in repository.files
        if file.status is FileStatus.INDEXED
    ]
    graph = CallGraph(tuple(symbol for file in files for symbol in file.symbols), (), ())
    found = read_decisions(files, graph, repository, config).records
    assert all(Sources(files).holds(link.evidence) for each in found for link in each.links)
    return {each.key: each for each in found}


def _body(language: str, mark: Callable[[str], str]) -> str:
    """The sections that a record has beside its status."""
    _, _, context, decision, consequences, *_ = WORDS[language]
    parts = ((context, "Files grow."), (decision, "We keep one."), (consequences, "One place."))
    return "".join(f"\n{mark(name)}\n\n{text}\n" for name, text in parts)


def _hashes(name: str) -> str:
    return f"## {name}"


def _under(sign: str) -> Callable[[str], str]:
    return lambda name: f"{name}\n{sign * (2 * len(name))}"


def _joined(record: Record, ties: Sequence[tuple[str, str]], by: str = "\n\n") -> str:
    return by.join([record.status, *(f"{words} {reference}" for words, reference in ties)])


def _nygard(form: Form, record: Record) -> dict[str, str]:
    status, date, *_ = WORDS[record.language]
    text = f"# {record.number}. {record.title}\n\n{date}: {record.date}\n\n## {status}\n\n"
    text += _joined(record, form.ties(record)) + "\n"
    return {form.path(record): text + _body(record.language, _hashes)}


def _bullets(form: Form, record: Record) -> dict[str, str]:
    status, date, *_ = WORDS[record.language]
    wrapped = record.status.replace("\n", "\n  ")
    text = f"# {record.title}\n\n* {status}: {wrapped}\n* {date}: {record.date}\n"
    text += _body(record.language, _hashes)
    ties = "".join(f"* {words} {reference}\n" for words, reference in form.ties(record))
    return {form.path(record): text + (f"\n## Links\n\n{ties}" if ties else "")}


def _front(form: Form, record: Record) -> dict[str, str]:
    status = _joined(record, form.ties(record), "; ").replace("\n", "\n  ").replace('"', "'")
    text = f'---\nstatus: "{status}"\ndate: {record.date}\ndecision-makers: [a, b]\n---\n'
    text += f"# {record.title}\n"
    return {form.path(record): text + _body(record.language, _hashes)}


def _cosmos(form: Form, record: Record) -> dict[str, str]:
    text = f"# ADR {record.number:03}: {record.title}\n\n## Changelog\n\n"
    text += f"- {record.date}: first draft\n\n## {WORDS[record.language][0]}\n\n"
    text += _joined(record, form.ties(record), ". ") + "\n"
    return {form.path(record): text + _body(record.language, _hashes)}


def _table(form: Form, record: Record) -> dict[str, str]:
    status, date, *_ = WORDS[record.language]
    cells = [
        (status, record.status.replace("\n", " ").replace("|", "\\|")),
        (f"{date}:", record.date),
    ]
    cells += form.ties(record)
    rows = "".join(f"| {name} | {value} |\n" for name, value in cells)
    text = f"# {record.title}\n\n|  |  |\n|---|---|\n{rows}"
    return {form.path(record): text + _body(record.language, _hashes)}


def _restructured(form: Form, record: Record) -> dict[str, str]:
    status, date, *_ = WORDS[record.language]
    title = f"{record.number:04}: {record.title}"
    text = f"{_under('#')(title)}\n\n:{date}: {record.date}\n\n{_under('*')(status)}\n\n"
    text += _joined(record, form.ties(record)) + "\n"
    return {form.path(record): text + _body(record.language, _under("*"))}


def _asciidoc(form: Form, record: Record) -> dict[str, str]:
    status, date, *_ = WORDS[record.language]
    text = f"= {record.number}. {record.title}\n\n{date}: {record.date}\n\n== {status}\n\n"
    text += _joined(record, form.ties(record)) + "\n"
    return {form.path(record): text + _body(record.language, lambda name: f"== {name}")}


def _kep(form: Form, record: Record) -> dict[str, str]:
    folded = record.status.replace("\n", "\n  ")
    data = f"title: {record.title}\nkep-number: {record.number}\nauthors:\n  - x\n"
    data += f"status: >-\n  {folded}\ncreation-date: {record.date}\nreplaces:\nsee-also:\n"
    for words, reference in form.ties(record):
        data += f"{words.lower().replace(' ', '-')}:\n  - {reference}\n"
    path = form.path(record)
    text = f"# KEP-{record.number}: {record.title}\n" + _body(record.language, _hashes)
    return {path: text, path.replace("README.md", "kep.yaml"): data}


def _mail(form: Form, record: Record) -> dict[str, str]:
    folded = record.status.replace("\n", "\n        ")
    head = f"PEP: {record.number}\nTitle: {record.title}\nAuthor: x\nStatus: {folded}\n"
    head += f"Type: Standards\nCreated: {record.date}\n"
    for words, reference in form.ties(record):
        head += f"{words.title().replace(' ', '-')}: {reference}\n"
    return {form.path(record): head + "\n" + _body(record.language, _under("="))}


_TEXT = "\n## Context\n\nx\n\n## Decision\n\ny\n"
_LINK = "[{number}. {title}]({file})"

FORMS = {
    "Nygard": Form(
        "docs/adr", "{number:04}-{slug}.md", _nygard, _LINK,
        (
            f"# 7. T\n\n## Status\n\n- [ ] Proposed\n- [x] Accepted\n- [ ] Rejected\n{_TEXT}",
            f"# 7. T\n\n## Status\n\nProposed | **Accepted** | Rejected | Superseded\n{_TEXT}",
            f"#7. T\n\n## Status\n\n~~Proposed~~ Accepted\n{_TEXT}",
            f"# 7. T\n\n![status](https://img.example.org/badge/status-accepted-green)\n{_TEXT}",
            f"# 7. T\n\n**Status**\n\nAccepted\n{_TEXT}",
        ),
    ),
    "MADR with bullets": Form(
        "docs/decisions", "{number:04}-{slug}.md", _bullets, _LINK,
        (
            f"# T\n\n- **Status**: Accepted\n{_TEXT}",
            f"# T\n\n**Status:** Accepted\n{_TEXT}",
            f"# T\n\n> **Status**: Accepted\n{_TEXT}",
            f"# T\n\n* Status: [accepted]\n* Deciders: x\n{_TEXT}",
        ),
    ),
    "MADR with front matter": Form(
        "docs/decisions", "{number:04}-{slug}.md", _front, _LINK,
        (
            f"---\nslug: 7\ntitle: |\n  T\ntags: [Accepted]\n---\n{_TEXT}",
            f"---\nadr:\n  status: accepted\n---\n# T\n{_TEXT}",
            f"---\nStatus: Accepted # since the summer\ndeciders:\n---\n# T\n{_TEXT}",
            f"+++\ntitle = 'T'\nstatus = 'accepted'\n+++\n{_TEXT}",
        ),
    ),
    "Cosmos": Form(
        "docs/architecture", "adr-{number:03}-{slug}.md", _cosmos, "ADR {number:03}",
        (
            f"# ADR 007: T\n\n## Status\n\nACCEPTED Not Implemented\n{_TEXT}",
            f"# ADR 007: T\n\n## Status\n\n> Help for authors.\n\n**Accepted**\n{_TEXT}",
            f"# ADR 007: T\n\n## Status\n\nAccepted ([#12](https://example.org/12))\n{_TEXT}",
        ),
    ),
    "table": Form(
        "docs/adr", "{number:04}-{slug}.md", _table, _LINK,
        (
            f"# T\n\n| Status | Date | Author |\n|---|---|---|\n| Accepted | 2024-01-02 | x |\n{_TEXT}",
            f"# T\n\n| Status | Accepted |\n| Date | 2024-01-02\n{_TEXT}",
            f"# T\n\n| Key | Value |\n|:--|--:|\n| **Status:** | Accepted\n{_TEXT}",
        ),
    ),
    "reStructuredText": Form(
        "docs/adr", "{number:04}-{slug}.rst", _restructured, "`{number:04}: {title} <{file}>`_",
        (
            "=====\nTitle\n=====\n\n:Status: Accepted\n:Date: 2024-01-02\n\nContext\n-------\n\nx\n",
            "Title\n=====\n\n**Status**: Accepted\n\nContext\n-------\n\nx\n",
            "Title\n#####\n\nStatus\n******\n\n*Accepted*\n\nContext\n*******\n\nx\n",
        ),
    ),
    "AsciiDoc": Form(
        "docs/adr", "{number:04}-{slug}.adoc", _asciidoc, "link:{file}[{number}. {title}]",
        (
            "= T\n:status: accepted\n:date: 2024-01-02\n\n== Context\n\nx\n",
            "= T\n\n*Status*: Accepted\n\n== Context\n\nx\n",
            "= T\n\nStatus:: Accepted\n\n== Context\n\nx\n",
        ),
    ),
    "kep.yaml": Form(
        "keps/sig-x", "{number:04}-{slug}/README.md", _kep, "/keps/sig-x/{file}",
        (
            "title: T\nstatus: implementable\nstage: alpha\n",
            'title: T\nstatus: "implemented" # at last\n',
        ),
        series="sig-x",
    ),
    "mail head": Form(
        "peps", "pep-{number:04}.rst", _mail, "{number}",
        (
            f"PEP: 7\nTitle: T\nStatus: Final\nCreated: 10-May-2016\n\n{_TEXT}",
            f"PEP: 7\nTitle: A title\n  that goes on\nStatus: Accepted\nType: x\n\n{_TEXT}",
        ),
        series="adr",
    ),
}  # fmt: skip
