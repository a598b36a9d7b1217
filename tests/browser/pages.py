"""Every kind of page that a site can have, each with a page of it and the template that makes it.

``test_kinds.py`` compares this list with the templates and with what makes the sites, so
that no kind can come to be that the browser tests and the gallery do not look at.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of page: how the gallery calls it, and where one stands."""

    title: str
    page: str
    template: str
    site: str = "shop"


KINDS = {
    "overview": Kind("Overview", "index.html", "overview.md.jinja"),
    "modules": Kind("List of modules", "modules/index.html", "modules.md.jinja"),
    "module": Kind("A module", "modules/shop/index.html", "module.md.jinja"),
    "file": Kind("A file", "files/shop/payments/refunds.py.html", "file.md.jinja"),
    "document": Kind("A document", "files/docs/guide.md.html", "file.md.jinja"),
    "long": Kind("A long file", "files/depot/tariffs.py.html", "file.md.jinja", "depot"),
    "part": Kind(
        "A later part of a long file", "files/depot/tariffs.py~~2.html", "part.md.jinja", "depot"
    ),
    "source": Kind("Source", "source/depot/weights.py.html", "source.md.jinja", "depot"),
    "folded": Kind("A folder in one page", "files/shop/desk/~1.html", "folded.md.jinja", "folded"),
    "decision": Kind("A decision", "decisions/adr-0001/index.html", "decision.md.jinja"),
    "decisions": Kind("Decisions", "decisions/index.html", "decisions.md.jinja"),
    "gone": Kind(
        "A decision that is gone", "decisions/adr-0004/index.html", "decision-name.md.jinja"
    ),
    "observed": Kind("Observed choices", "decisions/observed/index.html", "observed.md.jinja"),
    "milestones": Kind("Milestones", "plans/milestones/index.html", "milestones.md.jinja"),
    "graphs": Kind("Graphs", "graphs/index.html", "graphs.md.jinja"),
    "cycles": Kind("Cycles", "graphs/cycles.html", "cycles.md.jinja"),
    "summary": Kind("Summaries", "summaries/system.html", "system.md.jinja"),
    "rules": Kind("Rules", "rules.html", "rules.md.jinja"),
    "glossary": Kind("Glossary", "glossary.html", "glossary.md.jinja"),
    "names": Kind("Names", "names.html", "names.md.jinja"),
    "changes": Kind("What changed", "changes.html", "changes.md.jinja"),
    "coverage": Kind("Coverage", "coverage.html", "coverage.md.jinja"),
    "search": Kind("Search", "search/index.html", "search.md.jinja"),
    "notices": Kind("Notices", "notices.html", "notices.md.jinja"),
    "missing": Kind("No page", "404.html", "missing.html"),
}

#: Templates whose output nobody reads as a page: it sends a browser on, or it is for programs.
NO_PAGES = {"moved.html.jinja", "llms.txt.jinja"}
