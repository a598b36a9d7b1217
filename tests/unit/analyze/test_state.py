"""Shared state: what functions read and write together, and what only looks like it."""

import pytest

from sourcebook.analyze.link import link
from sourcebook.analyze.state.tables import is_statement, tables_of
from sourcebook.model import StateKind
from tests.unit.analyze.reading import parsed

Edge = tuple[str, str, str]


def state(kind: StateKind, texts: dict[str, str]) -> set[Edge]:
    """Who reads and writes what, by the names of both."""
    graph = link([parsed(path, source) for path, source in texts.items()])
    found = [edge for edge in graph.state if edge.kind is kind]
    for edge in found:
        line = texts[edge.symbol.partition("::")[0]].split("\n")[edge.line - 1]
        assert edge.name.rpartition(".")[2].rpartition("::")[2].strip("$") in line, edge
    return {(edge.symbol.partition("::")[2], edge.access.value, edge.name) for edge in found}


def variables(texts: dict[str, str]) -> set[Edge]:
    return state(StateKind.VARIABLE, texts)


COUNTERS = {
    "py": "n = 0\ndef f():\n    global n\n    n += 1\n\ndef g():\n    return n\n",
    "js": "let n = 0;\nexport const f = () => { n += 1; };\nfunction g() { return n; }\n",
    "ts": "let n = 0;\nexport const f = () => { n++; };\nfunction g(): number { return n; }\n",
    "go": "package a\nvar n = 0\nfunc f() { n++ }\nfunc g() int { return n }\n",
    "c": "static int n;\nint f(void) { n += 1; }\nint g(void) { return n; }\n",
    "cpp": "static int n;\nint f() { ++n; }\nint g() { return n; }\n",
    "kt": "var n = 0\nfun f() { n += 1 }\nfun g(): Int = n\n",
    "rs": "static mut n: u32 = 0;\nfn f() { unsafe { n += 1; } }\nfn g() -> u32 { unsafe { n } }\n",
}


@pytest.mark.parametrize("ending", sorted(COUNTERS))
def test_one_function_changes_what_another_reads(ending: str):
    found = variables({f"a.{ending}": COUNTERS[ending]})
    assert found == {("f", "read", "n"), ("f", "write", "n"), ("g", "read", "n")}


FIELDS = {
    "java": "class A { static int n; void f() { n += 1; } int g() { return A.n; } }",
    "cs": "class A { static int n; void f() { n += 1; } int g() { return A.n; } }",
    "ts": "class A { static n = 0; f() { A.n++; } g() { return A.n; } }",
    "py": "class A:\n    n = 0\n    def f(self):\n        A.n += 1\n    def g(self):\n        return A.n\n",
}


@pytest.mark.parametrize("ending", sorted(FIELDS))
def test_a_field_for_all_instances_is_shared(ending: str):
    found = variables({f"a.{ending}": FIELDS[ending]})
    assert found == {("A.f", "read", "A.n"), ("A.f", "write", "A.n"), ("A.g", "read", "A.n")}


def test_a_static_property_of_php():
    source = "<?php\nclass A { static $n = 0; function f() { self::$n++; } }\n"
    assert ("A::f", "write", "A::$n") in variables({"a.php": source})


@pytest.mark.parametrize(
    "body",
    [
        "CACHE[1] = 2",
        "CACHE.update(a=1)",
        "del CACHE[1]",
        "CACHE[1].x = 2",
        "a, CACHE[1] = 1, 2",
        "CACHE[1].append(2)",
    ],
)
def test_changed_from_the_inside(body: str):
    found = variables({"a.py": f"CACHE: dict = {{}}\ndef f():\n    {body}\n"})
    assert ("f", "write", "CACHE") in found


def test_containers_of_other_languages():
    assert variables({"a.js": "const m = new Map();\nfunction f() { m.set(1, 2); }\n"})
    java = "class A { static final Map<String, String> M = x(); void f() { M.put(a, b); } }"
    assert variables({"A.java": java}) == {("A.f", "write", "A.M")}


@pytest.mark.parametrize(
    "source",
    [
        "LIMIT = 3\ndef f():\n    return LIMIT\n",  # a constant
        "n = 0\nn = n + 1\ndef f():\n    return n\n",  # set by the module alone
        "n = 0\ndef f():\n    n = 1\n    return n\n",  # a local name
        "n = 0\ndef f(n):\n    n.x = 1\n",
        "n = {}\ndef f():\n    for n in range(3):\n        n.x = 1\n",
        "n = {}\ndef f(x):\n    x.n = 1\n    g(n=1)\n",  # a member and a keyword
        "n = make()\ndef f():\n    n.append(1)\n",  # not known to be a container
        "n = {}\ndef f():\n    'n[1] = 2'\n    # n[1] = 2\n",
    ],
)
def test_not_shared(source: str):
    assert variables({"a.py": source}) == set()


@pytest.mark.parametrize(
    "body",
    [
        "let n = 1; n++;",
        "((n) => { n++; })(1);",
        "const { n } = x; n.y = 1;",
        "x = { n: 1 }; x.n++;",
    ],
)
def test_not_shared_in_javascript(body: str):
    assert variables({"a.js": f"let n = 0;\nfunction f(x) {{ {body} }}\n"}) == set()


def test_imported_names_are_the_variables_of_their_module():
    found = variables(
        {
            "p/__init__.py": "from .config import CACHE\n",
            "p/config.py": "CACHE = {}\nLIMIT = 1\nFIXED = 2\n",
            "p/one.py": "from p import CACHE\ndef put(k):\n    CACHE[k] = 1\n",
            "p/two.py": "import p.config as c\ndef low():\n    c.LIMIT = 0\n    return c.FIXED\n",
            "p/three.py": (
                "from . import config\nfrom .config import LIMIT as most\n"
                "def see():\n    return config.CACHE, config.LIMIT, config.FIXED\n"
            ),
        }
    )
    assert found == {
        ("put", "write", "CACHE"),
        ("low", "write", "LIMIT"),
        ("see", "read", "CACHE"),
        ("see", "read", "LIMIT"),
    }


def test_names_of_outside_are_not_ours():
    source = "from numpy import CACHE\nimport numpy\ndef f():\n    CACHE[1] = 2\n    numpy.n = 1\n"
    assert variables({"a.py": "CACHE = {}\n", "b.py": source}) == set()


def test_modules_of_javascript():
    found = variables(
        {
            "a.js": "export const m = new Map();\nexport let n = 0;\nexport function f() { n = 1; }\n",
            "b.ts": "import * as a from './a';\nimport { m } from './a';\n"
            "function g() { m.set(1, 2); return a.n; }\n",
        }
    )
    assert found == {("f", "write", "n"), ("g", "write", "m"), ("g", "read", "n")}


# -------------------------------------------------------------------------------- files


def test_files_whose_path_is_known():
    source = (
        "import shutil\nfrom pathlib import Path\nSTORE = 'data.json'\n"
        "def save(t):\n    with open(STORE, 'w') as f: f.write(t)  # data.json\n"
        "def load():\n    return open(STORE, encoding='utf-8').read().split(';')  # data.json\n"
        "def copy():\n    shutil.copy('a.txt', 'b.txt')\n"
        "def note():\n    Path('log.txt').write_text('x')\n"
        "def other(name):\n    return open(name)\n"
    )
    assert state(StateKind.FILE, {"a.py": source}) == {
        ("save", "write", "data.json"),
        ("load", "read", "data.json"),
        ("copy", "read", "a.txt"),
        ("copy", "write", "b.txt"),
        ("note", "write", "log.txt"),
    }


def test_files_of_node():
    source = "import fs from 'fs';\nfunction f() { fs.writeFileSync('o.json', 'r+'); }\n"
    assert state(StateKind.FILE, {"a.js": source}) == {("f", "write", "o.json")}


def test_a_file_of_the_repository_is_the_target():
    source = "def f():\n    return open('data.txt')\n"
    graph = link([parsed("p/a.py", source), parsed("p/data.txt", "x\n")])
    assert [edge.target for edge in graph.state] == ["p/data.txt"]


# ------------------------------------------------------------------------------- tables


def test_tables_in_statements_and_procedures():
    found = state(
        StateKind.TABLE,
        {
            "a.py": 'def f(db):\n    db.execute("""\n        SELECT a FROM users u\n'
            '        JOIN orders ON x = y""")\n    db.execute("insert into logs (a) values (1)")\n',
            "b.js": "const g = (db) => db.query(`UPDATE users SET a = ${x}`);\n",
            "c.sql": "CREATE TABLE users (id INT);\n"
            "CREATE PROCEDURE p() BEGIN DELETE FROM logs; END;\n",
        },
    )
    assert found == {
        ("f", "read", "users"),
        ("f", "read", "orders"),
        ("f", "write", "logs"),
        ("g", "write", "users"),
        ("p", "write", "logs"),
    }


def test_a_table_that_the_repository_defines_is_the_target():
    table = parsed("s.sql", "CREATE TABLE users (id INT);\n")
    use = parsed("a.py", 'def f(db):\n    db.execute("DELETE FROM Users")\n')
    (edge,) = link([table, use]).state
    assert edge.target == "s.sql::users"


@pytest.mark.parametrize(
    "text",
    [
        "Select a file from the list",
        "select one option from the list",
        "update the settings",
        "delete from the list of names",
        "with care (as ever)",
        "create a table of contents",
    ],
)
def test_prose_is_no_statement(text: str):
    assert not is_statement(text)


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT a FROM t, s.u AS x WHERE b IN (SELECT c FROM v)", "r:t r:s.u r:v"),
        ("SELECT EXTRACT(YEAR FROM d) FROM t", "r:t"),
        ("WITH r AS (SELECT a FROM t) SELECT * FROM r", "r:t"),
        ("SELECT a FROM generate_series(1, 2)", ""),
        ("SELECT a FROM {table} JOIN %s JOIN p_%s", ""),
        ("SELECT a INTO x FROM t FOR UPDATE", "r:t"),
        ('INSERT INTO "my table" SELECT * FROM `t`', "r:t"),
        ("INSERT INTO t(a) VALUES ('x from y') ON CONFLICT DO UPDATE SET a = 1", "w:t"),
        ("DELETE FROM t USING u WHERE a = 1 -- from v", "w:t r:u"),
        ("MERGE INTO t USING u ON a = b", "w:t r:u"),
        ("DROP TABLE IF EXISTS t", "w:t"),
    ],
)
def test_tables_of_a_statement(text: str, tables: str):
    assert " ".join(f"{use.access[0]}:{use.name}" for use in tables_of(text)) == tables


def test_a_comment_in_the_form_of_a_string_is_none():
    source = 'def f():\n    """SELECT a FROM users"""\n'
    assert state(StateKind.TABLE, {"a.py": source}) == set()
