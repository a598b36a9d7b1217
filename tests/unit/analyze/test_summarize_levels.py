import pytest

from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.parse import parse
from sourcebook.analyze.summarize import summarize_chunks, summarize_levels
from sourcebook.analyze.verify import Sources
from sourcebook.config import ChunkConfig
from sourcebook.model import ClaimKind, FileClass, Level, ParsedFile, SourceFile, Summary
from tests.unit.analyze.hand import REPOSITORY

SHOP = {
    "README.md": "# Shop\n\nA small shop with a cart. It is for tests.\n",
    "shop/__init__.py": '"""Carts, orders and payments."""\n',
    "shop/cart.py": (
        "from shop.tax import rate\n\n\n"
        'class Cart:\n    """Holds what a customer wants to buy."""\n\n'
        "    def add(self, item):\n        if len(self.items) > 20:\n"
        "            raise ValueError(item)\n        self.items.append(item)\n"
    ),
    "shop/tax.py": "def rate(country):\n    if country == 'CH':\n        return 8\n    return 20\n",
    "web/pages/menu.py": 'def menu(open):\n    """Draws the menu of the shop."""\n    return open\n',
    "web/pages/foot.py": "from shop.cart import Cart\n\n\ndef foot():\n    return Cart()\n",
}


def parsed(files: dict[str, str]) -> list[ParsedFile]:
    languages = {"py": "python", "md": "markdown"}
    return [
        parse(
            SourceFile(path, "", len(text), languages[path.rsplit(".", 1)[1]], FileClass.SOURCE),
            decode(path, text.encode()),
            ChunkConfig(),
        )
        for path, text in sorted(files.items())
    ]


def levels(files: dict[str, str]) -> dict[tuple[Level, str], Summary]:
    read = parsed(files)
    graph = link(read)
    chunks = summarize_chunks(read, graph, {})
    found = summarize_levels(read, graph, chunks, REPOSITORY)
    sources = Sources(read)
    for summary in found:
        for claim in (summary.responsibility, *summary.claims):
            assert claim is None or (claim.evidence and all(map(sources.holds, claim.evidence)))
    known = {(Level.CHUNK, str(key)): summary for key, summary in chunks.items()}
    return known | {(summary.level, summary.id): summary for summary in found}


FOUND = levels(SHOP)


def said(level: Level, name: str) -> str:
    claim = FOUND[level, name].responsibility
    assert claim is not None
    return claim.text


@pytest.mark.parametrize(
    ("level", "name", "text"),
    [
        (Level.SYSTEM, "system", "A small shop with a cart."),
        (Level.MODULE, ".", "A small shop with a cart."),
        (Level.MODULE, "shop", "Carts, orders and payments."),
        (Level.FILE, "shop/__init__.py", "Carts, orders and payments."),
        (
            Level.FILE,
            "shop/cart.py",
            "Defines `Cart` (“Holds what a customer wants to buy”); imported by `web/pages/foot.py`.",
        ),
        (
            Level.MODULE,
            "web/pages",
            "Holds `foot.py` and `menu.py`; most used: `menu` (“Draws the menu of the shop”).",
        ),
    ],
)
def test_each_level_answers_in_its_own_words_or_by_its_parts(level, name, text):
    assert said(level, name) == text


def test_a_folder_of_one_part_says_what_that_part_says():
    assert said(Level.MODULE, "web") == said(Level.MODULE, "web/pages")


def test_no_sentence_quotes_a_quotation():
    for summary in FOUND.values():
        assert summary.responsibility is None or summary.responsibility.text.count("(“") <= 1


def test_folders_come_from_the_deepest_up_and_hold_files_then_folders():
    modules = [name for level, name in FOUND if level is Level.MODULE]
    assert modules == ["web/pages", "shop", "web", "."]
    assert FOUND[Level.MODULE, "."].children == ("README.md", "shop", "web")


def under(level: Level, name: str) -> set[tuple[Level, str]]:
    """All units below one, over children."""
    below = {
        Level.SYSTEM: (Level.SUBSYSTEM,),
        Level.SUBSYSTEM: (Level.MODULE,),
        Level.MODULE: (Level.FILE, Level.MODULE),
        Level.FILE: (Level.CHUNK,),
        Level.CHUNK: (),
    }
    reached: set[tuple[Level, str]] = set()
    open_ = [(level, name)]
    while open_:
        unit = open_.pop()
        if unit not in reached:
            reached.add(unit)
            children = FOUND[unit].children
            open_ += [(kind, c) for c in children for kind in below[unit[0]] if (kind, c) in FOUND]
    return reached


def test_every_rule_is_reached_from_the_system_and_counted_at_every_level():
    rules = [
        (unit, claim)
        for unit, summary in FOUND.items()
        if unit[0] is Level.CHUNK
        for claim in summary.claims
        if claim.kind is ClaimKind.RULE
    ]
    assert len(rules) == 2
    assert {unit for unit, _ in rules} <= under(Level.SYSTEM, "system")
    for level, name in ((Level.SYSTEM, "system"), (Level.MODULE, "."), (Level.MODULE, "shop")):
        (counted,) = [c for c in FOUND[level, name].claims if c.kind is ClaimKind.RULE]
        assert counted.text == "Holds 2 rules in 2 places."
        assert [item.line for item in counted.evidence] == [8, 2]


def test_a_subsystem_names_whom_it_uses():
    group = next(
        s for (level, _), s in FOUND.items() if level is Level.FILE and s.id == "shop/cart.py"
    )
    assert [c.text for c in group.claims if c.kind is ClaimKind.DEPENDENCY] == [
        "Uses `shop/tax.py`."
    ]


def test_without_a_readme_the_system_says_what_its_only_subsystem_says():
    files = {path: text for path, text in SHOP.items() if path != "README.md"}
    claim = levels(files)[Level.SYSTEM, "system"].responsibility
    assert claim is not None
    assert claim.text == "Carts, orders and payments."


PACKAGE = {
    "app/__init__.py": "from app.serve import run\n",
    "app/serve.py": "from app.json import dump\n\n\ndef run():\n    return dump(1)\n" * 9,
    "app/json/__init__.py": "from app.json.tag import tag\n\n\ndef dump(it):\n    return tag(it)\n",
    "app/json/tag.py": "def tag(it):\n    return it\n",
}


def test_a_subsystem_speaks_of_the_files_of_its_own_folder():
    found = levels(PACKAGE)
    (one,) = [unit for (level, _), unit in found.items() if level is Level.SUBSYSTEM]
    assert (one.id, one.title) == ("app", "app")
    assert one.responsibility is not None
    assert "`serve.py`" in one.responsibility.text
    assert "`json`" in one.responsibility.text


def test_a_subsystem_without_a_folder_around_it_is_called_by_its_main_folders():
    files = {
        "shop/a.py": "from web.a import x\n" * 9 + "\n\ndef shop():\n    return x()\n",
        "shop/cart/b.py": "from shop.tax.c import tax\n" * 9
        + "\n\ndef cart():\n    tax()\n    tax()\n",
        "shop/tax/c.py": "def tax():\n    return 2\n" + "RATES = 3\n" * 9,
        "web/a.py": "def x():\n    return 1\n",
    }
    found = levels(files)
    titles = {unit.title: unit for (level, _), unit in found.items() if level is Level.SUBSYSTEM}
    said = titles["shop/cart and shop/tax"].responsibility
    assert said is not None
    assert said.text.startswith("Holds `tax` and `cart`")
