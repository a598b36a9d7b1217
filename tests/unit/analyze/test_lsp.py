"""The client of language servers, against a stand-in that speaks the protocol."""

import sys
import time
from pathlib import Path

import pytest

from sourcebook.analyze.lsp.ask import Answers, Question, ask
from sourcebook.analyze.lsp.outside import outside
from sourcebook.analyze.lsp.positions import ENCODINGS, Lines
from sourcebook.analyze.lsp.registry import Server
from sourcebook.analyze.lsp.session import Limits
from sourcebook.model import Definition
from tests.unit.analyze.making import put

STAND_IN = Path(__file__).parents[2] / "harness" / "language_server.py"

FILES: dict[str, str | bytes] = {
    "shop/money.py": "# Preise, € und 😀\ndef add(a, b):\n    return a + b\n",
    "shop/cart.py": 'from shop.money import add\n\nprint("😀 é", add(1, 2), missing())\n',
    "shop/tax.py": "def tax(x):\n    return add(x, x)\n\ntax(1)\n",
}
ADD = Definition("add", "shop/money.py", 2)
TAX = Definition("tax", "shop/tax.py", 1)
EXPECTED = {"shop/cart.py": ((ADD,), ()), "shop/tax.py": ((ADD,), (TAX,))}


def offset(path: str, text: str, start: int = 0) -> int:
    content = FILES[path]
    assert isinstance(content, str)
    return len(content[: content.index(text, start)].encode())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return put(tmp_path / "repo", FILES)


def answers(root: Path, mode: str, limits: Limits | None = None, *more: str) -> Answers:
    server = Server("stand-in", sys.executable, (str(STAND_IN), mode, *more))
    questions = [
        Question(
            "shop/cart.py",
            "python",
            (offset("shop/cart.py", "add(1"), offset("shop/cart.py", "missing")),
        ),
        Question(
            "shop/tax.py",
            "python",
            (offset("shop/tax.py", "add(x"), offset("shop/tax.py", "tax(1")),
        ),
    ]
    return ask(server, root, questions, FILES, limits or Limits(timeout=10))


@pytest.mark.parametrize(
    "mode", ["normal", "utf8", "link", "noise", "chatty", "loading", "sleepy", "flood"]
)
def test_right_answers_however_they_come(root: Path, mode: str):
    said = answers(root, mode)
    assert said.failure == ""
    assert said.found == EXPECTED


def test_a_server_that_dies_is_started_once_more(root: Path, tmp_path: Path):
    log = tmp_path / "log"
    said = answers(root, "once", None, str(log))
    assert (said.failure, said.found) == ("", EXPECTED)
    assert log.read_text().count("started") == 2


def test_a_server_that_dies_again_is_left_out(root: Path, tmp_path: Path):
    log = tmp_path / "log"
    said = answers(root, "dying", None, str(log))
    assert said.failure == "ended with exit code 1"
    assert log.read_text().count("started") == 2


def test_the_last_line_of_its_errors_is_told(root: Path):
    assert answers(root, "dead").failure == "ended with exit code 3: no licence"


@pytest.mark.parametrize("mode", ["silent", "hang"])
def test_silence_costs_its_limit_once(root: Path, mode: str):
    begun = time.monotonic()
    said = answers(root, mode, Limits(timeout=0.5))
    assert said.failure == "said nothing for 0.5 s"
    assert time.monotonic() - begun < 10


def test_a_slow_server_has_the_time_of_the_run(root: Path):
    said = answers(root, "slow", Limits(timeout=100, end=time.monotonic() + 4))
    assert said.failure == "was not done when lsp.seconds were over"
    # What it said in time is kept, for the next run.
    assert said.found == {"shop/cart.py": EXPECTED["shop/cart.py"]}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
def test_a_server_that_takes_too_much_memory(root: Path):
    said = answers(root, "large", Limits(timeout=10, memory=100_000_000))
    assert said.failure == "took more than lsp.memory = 100 MB"


def test_a_liar_is_not_believed(tmp_path: Path):
    """Nothing is kept of a server that names lines which do not exist."""
    put(tmp_path, {"a.py": "f()\n" * 6})
    server = Server("stand-in", sys.executable, (str(STAND_IN), "lying"))
    question = Question("a.py", "python", tuple(range(0, 24, 4)))
    said = ask(server, tmp_path, [question], {"a.py"}, Limits(timeout=10))
    assert said.failure.startswith("names places that do not exist, such as {")
    assert said.found == {}


def test_what_is_no_message(root: Path):
    assert answers(root, "garbage").failure.startswith("wrote what is no message of the protocol")


def test_a_program_that_cannot_be_started(root: Path):
    server = Server("broken", str(root))
    assert ask(server, root, [], FILES, Limits()).failure.startswith("could not be started: ")


def test_outside_the_repository(root: Path):
    assert answers(root, "outside").found["shop/tax.py"][1] == (Definition("", external="json"),)


def test_no_process_remains(root: Path, tmp_path: Path):
    for mode in ("normal", "dying", "flood"):
        answers(root, mode, None, str(tmp_path / "mark"))
    mark = str(tmp_path / "mark").encode()
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        assert mark not in (entry.read_bytes() if entry.exists() else b"")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_positions(encoding: str):
    text = 'x = 1\nprint("😀 é", add)\n'
    data = text.encode()
    lines = Lines(data)
    place = lines.position(data.index(b"add"), encoding)
    assert place == (1, {"utf-8": 17, "utf-16": 14, "utf-32": 13}[encoding])
    assert lines.name_at(*place, encoding) == "add"
    assert lines.name_at(1, 10**6, encoding) == ""


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/c/ty/vendored/typeshed/2e4d/stdlib/os/path.pyi", "os.path"),
        ("/usr/lib/python3.11/json/__init__.py", "json"),
        ("/v/lib/python3.11/site-packages/click/core.py", "click.core"),
        ("/v/lib/python3.11/site-packages/yaml-stubs/__init__.pyi", "yaml"),
        ("/r/node_modules/@types/node/fs.d.ts", "fs"),
        ("/r/node_modules/@types/react/index.d.ts", "react"),
        ("/r/node_modules/@angular/core/index.d.ts", "@angular.core"),
        ("bundled:///libs/lib.es5.d.ts", "globals"),
        ("/home/me/go/pkg/mod/github.com/x/y@v1.2.3/z.go", "github.com.x.y"),
        ("/usr/local/go/src/net/http/server.go", "net.http"),
        ("/t/lib/rustlib/src/rust/library/std/src/fs.rs", "std"),
        ("/c/registry/src/index-1/serde-1.0.2/src/lib.rs", "serde"),
        ("jdt://contents/java.base/java.util/ArrayList.class?=x", "java.util.ArrayList"),
        ("/usr/include/c++/12/vector", "vector"),
        ("/usr/include/stdio.h", "stdio.h"),
        ("/somewhere/else.rb", "else"),
    ],
)
def test_names_of_what_is_outside(address: str, name: str):
    assert outside(address) == name
