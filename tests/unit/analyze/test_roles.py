"""Roles follow from syntax and from what calls reach, never from how a symbol is called."""

from sourcebook.analyze.link import link
from sourcebook.analyze.roles import boundary
from sourcebook.model import Role
from tests.unit.analyze.reading import parsed


def roles(files: dict[str, str]) -> dict[str, set[str]]:
    graph = link([parsed(path, text) for path, text in files.items()])
    found: dict[str, set[str]] = {}
    for symbol, role in graph.roles:
        assert role is not Role.UNKNOWN
        found.setdefault(symbol.partition("::")[2], set()).add(role.value)
    return found


def test_entries():
    found = roles(
        {
            "a.py": (
                "import click\nfrom flask import Flask\napp = Flask(__name__)\n"
                "@click.command()\ndef run(): ...\n"
                "@app.route('/')\ndef page(): ...\n"
                "def main(): ...\n"
                "def start(): ...\n"
                "if __name__ == '__main__':\n    start()\n"
            )
        }
    )
    assert {name for name, some in found.items() if "entry" in some} >= {"run", "page", "start"}
    assert "main" not in found  # only its name says so


def test_a_program_in_go_begins_in_main_and_what_a_package_prepares_is_no_entry():
    go = "package main\n\nfunc init() {}\n\nfunc main() {}\n"
    assert roles({"a.go": go}) == {"main": {"entry"}}
    assert roles({"a.go": go.replace("package main", "package a")}) == {}


def test_what_the_root_of_a_package_exports():
    found = roles(
        {"p/__init__.py": "from .a import one\n", "p/a.py": "def one(): ...\ndef two(): ...\n"}
    )
    assert found == {"one": {"entry"}}


def test_errors_and_resources():
    python = (
        "class Bad(ValueError):\n    def show(self): ...\n"
        "class Lock:\n    def __enter__(self): ...\n    def __exit__(self, *a): ...\n"
        "class ErrorList:\n    def close(self): ...\n"
    )
    assert roles({"a.py": python}) == {
        name: {"error"} for name in ("Bad", "Bad.show", "Lock", "Lock.__enter__", "Lock.__exit__")
    }
    java = "import java.io.Closeable;\nclass Tap implements Closeable { public void close() { } }\n"
    assert set(roles({"Tap.java": java})) == {"Tap", "Tap.close"}


def test_boundaries():
    found = roles(
        {"a.py": "import socket\ndef f():\n    socket.socket()\ndef g():\n    return 1\n"}
    )
    assert found == {"f": {"boundary"}}


def test_assembly_makes_and_orchestration_calls():
    made = "class A: ...\nclass B: ...\nclass C: ...\n"
    called = "def one(): ...\ndef two(): ...\n"
    found = roles(
        {
            "made.py": made,
            "x.py": called,
            "y.py": called,
            "a.py": "from made import A, B, C\ndef wire():\n    return A(), B(), C()\n",
            "b.py": "import x, y\ndef play():\n    x.one()\n    x.two()\n    y.one()\n    y.two()\n",
        }
    )
    assert found == {"wire": {"assembly"}, "play": {"orchestration"}}


def test_a_boundary_is_crossed_by_the_call_not_by_its_package():
    assert boundary("psycopg2.connect().cursor().execute", "python") == "database"
    assert boundary("sqlite3.dbapi2.Cursor.execute", "python") == "database"
    for name in (
        "psycopg2.extras.register_uuid",
        "psycopg.adapt.AdaptersMap.adapters.register_loader",
        "sqlite3.connect().create_function",
        "psycopg.sql.SQL",
        "pymongo.errors.ConnectionError",
        "wsgiref.simple_server.WSGIRequestHandler.log_date_time_string",
        "socket.gethostname",
        "signal.signal",
        "multiprocessing.get_logger().debug",
    ):
        assert boundary(name, "python") == "", name
    assert boundary("File.join", "ruby") == ""
    assert boundary("File.read", "ruby") == "files"
    assert boundary("java.io.File", "java") == ""
    assert boundary("java.io.File.exists", "java") == "files"
    assert boundary("java.net.URL.getHost", "java") == ""
    assert boundary("java.net.URL.openStream", "java") == "network"


def test_what_is_done_with_a_value_from_outside_crosses_nothing():
    assert boundary("builtins.open().read", "python") == "files"
    assert boundary("builtins.open().read().splitlines", "python") == ""
    assert boundary("os.replace", "python") == "files"  # its name is that of a method of texts
    assert boundary("json.loads", "python") == "deserialise"
    assert boundary("json.loads().get", "python") == ""
    assert boundary("json.JSONDecoder().decode", "python") == "deserialise"
    assert boundary("os.environ.get", "python") == "env"


def test_text_that_is_run_is_no_process():
    assert boundary("builtins.eval", "python") == "code"
    assert boundary("subprocess.run", "python") == "process"
    assert boundary("eval", "javascript") == "code"
    assert boundary("localStorage.getItem", "javascript") == "storage"
