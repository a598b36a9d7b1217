"""Pages that list one thing over the repository: rules, observed layers, where to start."""

import json
import re
from dataclasses import replace

import msgspec

from sourcebook.config import Config
from sourcebook.model import (
    Choice,
    Claim,
    ClaimKind,
    Evidence,
    FileClass,
    ImportEdge,
    Level,
    Role,
    Rule,
    Span,
    Summary,
    SymbolId,
    SymbolKind,
)
from sourcebook.render.pages.module import NEEDS, NEEDS_NAMED
from sourcebook.render.pictures import path_ends
from sourcebook.render.site import render
from tests.unit.render.sample import book, contents, of_symbols, record, symbol


def page_of(tmp_path, made, name: str) -> str:
    render(book(tmp_path / "book", made), Config(), tmp_path / "docs", tmp_path)
    return (tmp_path / "docs" / name).read_text()


def test_rules_go_file_by_file_and_their_outcomes_are_code(tmp_path):
    made = contents()
    main = SymbolId("src/App.py::main")
    rules = (
        Rule(main, "argv is None", "returns 0", Span(0, 4, 3, 3)),
        Rule(main, "len(argv) > 9", "fails", Span(0, 4, 4, 4)),
    )
    files = [
        replace(one, rules=rules) if one.report.path == "src/App.py" else one for one in made.files
    ]
    page = page_of(tmp_path, replace(made, files=tuple(files)), "rules.md")
    assert page.count('scope="rowgroup"') == 1
    assert "<td>returns <code>0</code></td>" in page
    assert "<td>fails</td>" in page
    assert len(re.findall('data-fact="condition"', page)) == 2


def test_a_layer_names_both_folders(tmp_path):
    line = Evidence("src/App.py", 1, 1, "import lib.run")
    layer = Choice("layer", "", ("src", "src/lib"), (12, 0), (line,))
    page = page_of(tmp_path, replace(contents(), choices=(layer,)), "decisions/observed/index.md")
    shown = re.sub(r"<[^>]+>", " ", page)
    assert re.search(r"src\s+12\s+src/\s*lib\s+0", shown)


def test_the_reading_path_names_what_a_summary_tells_of(tmp_path):
    made = contents()
    inner = symbol("src/App.py", "main.inner")
    inner = msgspec.structs.replace(inner, parent=SymbolId("src/App.py::main"))
    graph = replace(
        made.graph, symbols=(*made.graph.symbols, inner), roles=((inner.id, Role.ENTRY),)
    )
    page = page_of(tmp_path, replace(made, graph=graph), "index.md")
    start = page[page.index("{#start}") : page.index("{#entries}")]
    assert ">main</a>" in start
    assert "main.inner" not in start


def test_entries_take_turns_between_files_and_examples_come_last(tmp_path):
    first, second = symbol("src/a.py", "rare"), symbol("src/a.py", "often")
    other, shown = symbol("src/b.py", "other"), symbol("examples/c.py", "shown")
    made = of_symbols(first, second, other, shown, calls=[(other, second), (shown, second)])
    files = [
        replace(one, report=replace(one.report, file_class=FileClass.EXAMPLE))
        if one.report.path == "examples/c.py"
        else one
        for one in made.files
    ]
    roles = tuple((one.id, Role.ENTRY) for one in (shown, first, second, other))
    made = replace(made, files=tuple(files), graph=replace(made.graph, roles=roles))
    page = page_of(tmp_path, made, "index.md")
    entries = page[page.index("{#entries}") : page.index("{#known}")]
    assert re.findall(r">(rare|often|other|shown)</a>", entries) == [
        "often",
        "other",
        "rare",
        "shown",
    ]


def test_the_first_sentence_does_not_lead_on_to_a_list_that_is_not_there(tmp_path):
    readme = symbol("README.md", "Shop", SymbolKind.SECTION)
    text = "# Shop\n\nA shop for people who know what they want. It is:\n\n* fast\n"
    made = of_symbols(readme, texts={readme.id: text})
    proof = Evidence("README.md", 3, 3, text.split("\n")[2])
    told = Claim("A shop for people.", ClaimKind.RESPONSIBILITY, (proof,))
    made = replace(made, summaries=(Summary("system", Level.SYSTEM, "shop", told),))
    page = page_of(tmp_path, made, "index.md")
    assert ">A shop for people who know what they want. <a" in page
    assert "It is: <a" not in page


def test_the_shortest_ends_of_paths_tell_folders_apart():
    assert path_ends(["a/b/c", "a/d/c", "a/e", "c"]) == {
        "a/b/c": "b/c",
        "a/d/c": "d/c",
        "a/e": "e",
        "c": "c",
    }


def test_a_module_that_many_need_tells_most_of_those_that_need_it_most(tmp_path):
    made, total = contents(), NEEDS + NEEDS_NAMED + 5
    paths = [f"user{number:03}/main.py" for number in range(total)]
    heavy = paths[-1]
    imports = [
        ImportEdge(path, line, "lib.run", target="src/lib/run.py")
        for path in paths
        for line in range(1, 4 if path == heavy else 2)
    ]
    graph = replace(made.graph, imports=(*made.graph.imports, *imports))
    files = (*made.files, *map(record, paths))
    page = page_of(tmp_path, replace(made, graph=graph, files=files), "modules/src/lib/index.md")
    table, _, rest = page[page.index("{#depends}") :].partition("<details")
    assert len(re.findall('data-fact="needs"', table)) == NEEDS
    assert table.index(f'data-path="{heavy}"') < table.index('data-path="user000/main.py"')
    named = rest.partition("</details>")[0]
    assert f"<summary>+{total - NEEDS + 1} more</summary>" in named
    assert named.count("<a ") == NEEDS_NAMED
    assert "data-fact" not in named


def test_what_an_anonymous_function_calls_stands_with_the_definition_around_it(tmp_path):
    outer, target = symbol("src/a.js", "outer"), symbol("src/b.js", "target")
    inner = msgspec.structs.replace(
        symbol("src/a.js", "outer.<lambda1>", SymbolKind.LAMBDA), parent=outer.id
    )
    made = of_symbols(outer, target, calls=[(inner, target)])
    made = replace(made, graph=replace(made.graph, symbols=(outer, inner, target)))
    page = page_of(tmp_path, made, "files/src/a.js.md")
    assert re.search(r'data-fact="calls"><li data-at="2"><a[^>]*>target</a>', page)


def test_subsystems_have_an_address_and_say_with_whom_they_talk(tmp_path):
    made = contents()
    line = Evidence("src/App.py", 1, 1, "import lib.run")
    talk = Claim("Uses `src/other`.", ClaimKind.DEPENDENCY, (line,))
    summaries = tuple(
        replace(one, title="The application", claims=(talk,))
        if one.level is Level.SUBSYSTEM
        else one
        for one in made.summaries
    )
    page_of(tmp_path, replace(made, summaries=summaries), "index.md")
    docs = tmp_path / "docs"
    units = json.loads((docs / "summaries/hierarchy.json").read_text())["units"]
    urls = {(one["level"], one["id"]): one["url"] for one in units}
    assert all(urls.values())
    page, _, anchor = urls["subsystem", "all"].partition("#")
    assert urls["system", "system"] == page == "summaries/system.html"
    text = (docs / "summaries/system.md").read_text()
    section = text[text.index(f"{{#{anchor}}}") :]
    assert "Uses <code>src/other</code>." in section
    assert (
        f'<a href="summaries/system.html#{anchor}">The application</a>'
        in (docs / "index.md").read_text()
    )
