"""What a test sets up stands between what it exercises and what it checks."""

import pytest

from tests.unit.analyze.test_summarize_compose import said

VALUES = """\
def test_a(client, app):
    app.config["MAX"] = 64
    app.debug = True
    rv = client.post("/")
    assert rv.data == b"42"
"""
HOOKS = """\
def test_a(client, app):
    @app.before_request
    def f():
        return 1

    @app.route("/")
    def g():
        return 2

    rv = client.post("/")
    assert rv.data == b"42"
"""
ROUTE = """\
def test_a(client, app):
    @app.route("/")
    def g():
        return 2

    assert client.post("/").data == b"42"
"""
MADE = """\
class App:
    def __init__(self, name, host=None):
        self.host = host

def test_a():
    app = App("x", host="y")
    other = dict(a=1)
    assert app.host == "y"
"""
LATER = """\
def test_a(app):
    app.debug = True
    assert app.run() == 1
    app.debug = False
    assert app.run() == 2
"""
BOTH = """\
def test_a(app):
    app.debug = True
    app.run()
    app.debug = False
    assert app.ran
"""
SCRIPT = """\
function testA(client) {
  client.debug = true;
  const rv = client.post("/");
  assert(rv.data === 42);
}
"""


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        ("test_a.py", "python", VALUES, "test_a",
         ('Exercises `client.post`; sets `app.config["MAX"]` to `64` and `app.debug` to `True`; '
         'checks `rv.data == b"42"`.')),
        ("test_a.py", "python", HOOKS, "test_a",
         ("Exercises `client.post`; decorates functions with `@app.before_request`; "
         'checks `rv.data == b"42"`.')),
        ("test_a.py", "python", ROUTE, "test_a",
         'Exercises `app.route` and `client.post`; checks `client.post("/").data == b"42"`.'),
        ("test_a.py", "python", MADE, "test_a",
         'Exercises `App`; sets `app` to `App("x", host="y")`; checks `app.host == "y"`.'),
        ("test_a.py", "python", BOTH, "test_a",
         "Exercises `app.run`; sets `app.debug` to `True` and `False`; checks `app.ran`."),
        ("test_a.py", "python", LATER, "test_a",
         "Exercises `app.run`; sets `app.debug` to `True`; checks `app.run() == 1` and more."),
        ("a.test.js", "javascript", SCRIPT, "testA",
         "Exercises `client.post`; sets `client.debug` to `true`; checks `assert(rv.data === 42)`."),
    ],
)  # fmt: skip
def test_the_setting_of_a_test(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


def test_what_is_checked_is_said_however_long_the_setting_is():
    many = "\n".join(
        f'    app.config["A_RATHER_LONG_NAME_{n}"] = "a rather long value {n}"' for n in range(4)
    )
    text = f"def test_a(app):\n{many}\n    app.run_with_a_long_name()\n    assert app.ran\n"
    assert said("test_a.py", "python", text, "test_a").endswith("checks `app.ran`.")
