"""Which files are decision records, which series each belongs to, and its number.

Folders are known by name (``docs/adr``), by a ``.adr-dir`` file, or named in the
configuration; a file called ``ADR-1234 …`` is a record wherever it lies. Indexes,
templates and samples are none. A record may be a folder of its own with a README, and a
``kep.yaml`` that states what others state in their head.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePosixPath

from sourcebook.analyze.decisions.words import table

EXTENSIONS = ("md", "markdown", "mdx", "rst", "adoc", "asciidoc", "txt", "org", "")

_ADR_NAME = re.compile(r"(?:^|[-_ ])adr[-_ ]?(?:[a-z]+[-_ ])?\d", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?P<prefix>(?:(?:[a-z]{2,}[-_ ])*?(?:adr|rfc|pep|eip|kep)(?:[-_ ][a-z]{1,6})?|(?-i:[A-Z]{1,6}))?)[-_ ]?"
    r"(?P<number>(?<!\d)\d{1,5}[a-z]?)(?![\dA-Za-z])[-_. ]*(?P<slug>.*)",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"(?P<date>\d{4}-[\dx]{2}-[\dx]{2}|\d{8})[-_ ]*(?:(?P<number>\d{1,5})[-_ ]+)?(?P<slug>.*)",
    re.IGNORECASE,
)
_TRANSLATED = re.compile(
    r"\.(?:en|fr|de|es|pt|pt-br|it|ja|zh|zh-cn|zh-tw|ko|ru|nl|pl)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies and what its name says."""

    path: str
    folder: str
    extension: str
    slug: str
    number: str = ""
    prefix: str = ""  # series in the name itself: "ms" of ODH-ADR-MS-0002
    date: str = ""
    sure: bool = True  # by its place; else the text must show that it is a record
    sample: bool = False  # lies among tests or examples: no record of this repository
    translations: tuple[str, ...] = ()  # files that say the same in other languages
    facts: str = ""  # the file beside a README that states what others state in a head

    @property
    def home(self) -> str:
        """The folder whose records lie here: ``cases/one/`` of ``cases/one/docs/adr``."""
        parts = self.folder.split("/")
        while parts and slugify(parts[-1]) in _generic():
            parts.pop()
        return "/".join([*parts, ""])


def places(paths: Iterable[str], configured: Iterable[str], marked: Iterable[str]) -> list[Place]:
    """The files that may be records, by path, those of samples among them."""
    wanted = {folder.strip("/").removeprefix("./") for folder in configured}
    known = wanted or {folder.strip("/").removeprefix("./") for folder in marked}
    found: dict[str, list[Place]] = defaultdict(list)
    every = set(paths)
    for path in sorted(every):
        place = _place(path, known, only=bool(wanted))
        if place is not None:
            facts = f"{path.rpartition('/')[0]}/kep.yaml"
            if facts in every:
                place = replace(place, facts=facts, sure=True)
            found[_without_language(path)].append(place)
    return [_translated(alike) for alike in found.values()]


def _without_language(path: str) -> str:
    """``a.fr.md`` and ``a.en.md`` are the record ``a.md`` in two languages."""
    stem, _, extension = path.rpartition(".")
    return f"{_TRANSLATED.sub('', stem)}.{extension}" if _TRANSLATED.search(stem) else path


def _translated(alike: Sequence[Place]) -> Place:
    """The record that others translate: the one that names no language, else the English."""
    plain = [each for each in alike if not _TRANSLATED.search(each.path.rpartition(".")[0])]
    english = [each for each in alike if each.path.lower().endswith(f".en.{each.extension}")]
    first = [*plain, *english, *alike][0]
    return replace(first, translations=tuple(e.path for e in alike if e is not first))


def _place(path: str, known: set[str], *, only: bool) -> Place | None:
    folder, _, name = path.rpartition("/")
    stem, _, extension = name.rpartition(".") if "." in name[1:] else (name, "", "")
    if extension.lower() not in EXTENSIONS or name.startswith("."):
        return None
    parts = folder.lower().split("/")
    inside = any(folder == each or folder.startswith(f"{each}/") for each in known if each)
    inside = inside or "" in known
    sample = not inside and not set(parts).isdisjoint(table()["folders"]["never"])
    if not inside:
        if only:
            return None
        inside = not set(parts).isdisjoint(table()["folders"]["names"])
    named = _ADR_NAME.search(stem) is not None
    doubtful = not set(parts).isdisjoint(table()["folders"]["doubtful"])
    own = PurePosixPath(folder).name if stem.lower() == "readme" else stem
    numbered = _NUMBERED.fullmatch(own) or _DATED.fullmatch(own)
    if not (inside or named or (doubtful and numbered)):
        return None
    bare = _TRANSLATED.sub("", stem)
    place = _named(path, folder, bare, extension.lower(), sure=inside or named)
    return replace(place, sample=sample) if place else None


def _named(path: str, folder: str, stem: str, extension: str, *, sure: bool) -> Place | None:
    """Reads the name of the file, or of its folder where the file is a README."""
    about = stem.lower() in table()["folders"]["about"]
    if about and stem.lower() == "readme":
        stem, folder, about = PurePosixPath(folder).name, str(PurePosixPath(folder).parent), False
        if _DATED.fullmatch(stem) is None and _NUMBERED.fullmatch(stem) is None:
            return None
    elif _is_beside_readme(folder):
        return None
    if about or _is_template(stem):
        return None
    match = _DATED.fullmatch(stem) or _NUMBERED.fullmatch(stem)
    groups = match.groupdict() if match else {}
    prefix = re.sub(r"[-_ ]+", "-", (groups.get("prefix") or "").lower()).strip("-")
    return Place(
        path=path,
        folder="" if folder == "." else folder,
        extension=extension,
        slug=slugify(groups.get("slug") or stem),
        number=groups.get("number") or "",
        prefix=re.sub(r"^(?:.*-)?adr-?|^(?:adr|rfc|pep|eip|kep)$", "", prefix),
        date=groups.get("date") or "",
        sure=sure and (match is not None or extension != ""),
    )


def _is_template(stem: str) -> bool:
    """Whether a file is a form to fill in: nothing else is said of it than that and which."""
    words = set(re.findall(r"[^\W\d_]+", stem.lower()))
    return "template" in words and words <= set(table()["folders"]["template"])


def _is_beside_readme(folder: str) -> bool:
    """Whether the folder is one record, of which the README is the text."""
    name = PurePosixPath(folder).name
    return re.match(r"(?:\d{4}-[\dx]{2}-[\dx]{2}|\d{2,5})[-_]\w", name) is not None


def slugify(text: str) -> str:
    """Words joined by ``-``, in lower case; letters of any script stay."""
    words = re.sub(r"[^\w]+|_+", "-", unicodedata.normalize("NFKC", text).lower())
    return words.strip("-") or "decision"


def series_of(place: Place) -> str:
    """The name of the series: the prefix in the name, else what is special of the folder."""
    if place.prefix:
        return place.prefix
    parts = [slugify(part) for part in place.folder.split("/") if part]
    special = [part for part in parts if part not in _generic()]
    return "-".join(special) or "adr"


@cache
def _generic() -> frozenset[str]:
    """Folders that say nothing about which series it is."""
    folders = table()["folders"]
    return frozenset(
        slugify(name) for kind in ("generic", "names", "doubtful") for name in folders[kind]
    )


def place_named(path: str, number: str = "") -> Place:
    """What a path says of a record that is known to be one."""
    folder, _, name = path.rpartition("/")
    stem, _, extension = name.rpartition(".") if "." in name[1:] else (name, "", "")
    stem = _TRANSLATED.sub("", stem)
    found = _named(path, folder, stem, extension.lower(), sure=True)
    place = found or Place(path, folder, extension.lower(), slugify(stem))
    return replace(place, number=number) if number else place


def suffixed(wanted: str, taken: Container[str]) -> str:
    """The key, or the first of ``-b``, ``-c`` … that is free."""
    key, count = wanted, 1
    while key in taken:
        count += 1
        key = f"{wanted}-{_letters(count)}"
    return key


def own_key(place: Place) -> str:
    """The key that a record has by its name: series and number, else its slug."""
    if place.number:
        digits = re.match(r"\d+", place.number)
        width = digits[0].lstrip("0").zfill(4) if digits else ""
        return f"{series_of(place)}-{width}{place.number[digits.end() if digits else 0 :].lower()}"
    series = series_of(place)
    return place.slug if series == "adr" else f"{series}-{place.slug}"


def _letters(count: int) -> str:
    """2 is b, 26 is z, 27 is aa."""
    letters = ""
    while count:
        count, rest = divmod(count - 1, 26)
        letters = chr(97 + rest) + letters
    return letters
