"""The page of names sets what documents say as they set it: no markup stands raw."""

import re
from dataclasses import replace

from sourcebook.config import Config
from sourcebook.model import Synonym
from sourcebook.render.site import render
from tests.unit.render.sample import book, contents, symbol


def test_roles_and_hostile_markup_do_not_stand_raw(tmp_path):
    made = contents()
    one, other = made.graph.symbols[0].path, made.graph.symbols[-1].path
    pair = (
        symbol(one, "take", doc="Takes what :meth:`~pkg.Basket.hold` has.\n\nMore of it."),
        symbol(other, "fetch", doc="Takes <b>what</b> ``hold`` has."),
    )
    graph = replace(made.graph, symbols=(*made.graph.symbols, *pair))
    synonym = Synonym(pair[0].id, pair[1].id, 0.9, 0.5, 0.8)
    docs = tmp_path / "docs"
    written = book(tmp_path / "book", replace(made, graph=graph, synonyms=(synonym,)))
    render(written, Config(), docs, tmp_path)
    page = re.sub(r"<[^>]+>", "", (docs / "names.md").read_text())
    assert "Takes what hold has." in page
    assert "Takes &lt;b&gt;what&lt;/b&gt; hold has." in page
    assert "More of it" not in page
