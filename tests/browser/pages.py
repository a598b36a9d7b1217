"""One page of each kind of the shop's site."""

KINDS = {
    "overview": "index.html",
    "module": "modules/shop/index.html",
    "file": "files/shop/payments/refunds.py.html",
    "document": "files/docs/guide.md.html",
    "decision": "decisions/adr-0001/index.html",
    "decisions": "decisions/index.html",
    "milestones": "plans/milestones/index.html",
    "graphs": "graphs/index.html",
    "summary": "summaries/system.html",
    "rules": "rules.html",
    "glossary": "glossary.html",
    "names": "names.html",
    "observed": "decisions/observed/index.html",
    "cycles": "graphs/cycles.html",
    "changes": "changes.html",
    "coverage": "coverage.html",
    "search": "search/index.html",
}
