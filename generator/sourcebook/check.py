"""``sourcebook check``: what is no longer right, or never was.

:data:`CHECKS` names every check with the function that makes it. A check reads what is
on disk and yields findings; it changes nothing. The checks of the built site are those of
the auditor, a package that shares no code with the generator: see :mod:`sourcebook_audit`.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

from sourcebook.errors import RenderError
from sourcebook.pipeline import Run
from sourcebook_audit.audit import audit
from sourcebook_audit.links import check_site


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: which check found it, where, and what it is."""

    check: str
    path: str  # of the repository, or of the site for checks of the site
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def findings(run: Run, names: Collection[str]) -> Iterator[Finding]:
    """Yields what the named checks find, in the order of :data:`CHECKS`."""
    for name, check in CHECKS.items():
        if name in names:
            yield from check(run)


def rows(found: Collection[Finding]) -> list[dict[str, object]]:
    """The findings for ``--json``."""
    return [asdict(finding) for finding in found]


def _links(run: Run) -> Iterator[Finding]:
    """Links and anchors of the built site that lead nowhere."""
    for broken in check_site(_site(run)):
        yield Finding("links", broken.page, broken.line, f"{broken.url}: {broken.reason}")


def _audit(run: Run) -> Iterator[Finding]:
    """Statements of the built site that the source does not bear out."""
    for untrue in audit(_site(run), run.repository).untrue:
        yield Finding("audit", untrue.page, untrue.line, f"{untrue.fact}: {untrue.reason}")


def _site(run: Run) -> Path:
    site = run.output.site
    if not (site / "index.html").is_file():
        raise RenderError(f"{site}: no site here. Make it with: sourcebook build")
    return site


#: Every check by its name.
CHECKS: MappingProxyType[str, Callable[[Run], Iterator[Finding]]] = MappingProxyType(
    {"links": _links, "audit": _audit}
)

#: The checks that are made when none is named.
ALWAYS = ("links",)
