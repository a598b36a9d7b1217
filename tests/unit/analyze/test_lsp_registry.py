"""Which servers a run uses."""

import stat
import sys
from pathlib import Path

import pytest

from sourcebook.analyze.lsp.registry import VARIABLE, choose, table
from sourcebook.config import LspConfig, ServerConfig
from sourcebook.grammars.languages import languages

FILES = [("a.py", "python"), ("b.ts", "typescript"), ("c.rs", "rust"), ("d.zig", "zig")]


def program(folder: Path, name: str, says: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!{sys.executable}\nprint({says!r})\n")
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return path


class Machine:
    """A repository, and a folder of programs."""

    def __init__(self, place: Path) -> None:
        self.root = place / "repo"
        self.root.mkdir()
        self.bin = place / "bin"

    def chosen(
        self, config: LspConfig | None = None, langs: str | None = None, *, trusted: bool = False
    ) -> tuple[list[str], str]:
        environment = {"PATH": str(self.bin)} | ({} if langs is None else {VARIABLE: langs})
        choice = choose(self.root, FILES, config or LspConfig(), environment, trusted=trusted)
        return [server.name for server in choice.servers], "\n".join(choice.warnings)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_every_row_serves_languages_that_there_are():
    assert {name for row in table() for name in row.languages} <= set(languages())


def test_nothing_installed_nothing_used(machine: Machine):
    assert machine.chosen() == ([], "")


def test_the_first_row_that_is_installed(machine: Machine):
    program(machine.bin, "basedpyright-langserver")
    assert machine.chosen() == (["basedpyright"], "")
    program(machine.bin, "ty")
    assert machine.chosen() == (["ty"], "")


@pytest.mark.parametrize(("says", "used"), [("Version 7.0.2", True), ("Version 5.9.2", False)])
def test_a_program_too_old_is_no_server(machine: Machine, says: str, used: bool):
    program(machine.bin, "tsc", says)
    assert machine.chosen()[0] == (["typescript"] if used else [])


def test_languages_that_are_named(machine: Machine):
    for name, says in (("ty", ""), ("tsc", "Version 7.0.2")):
        program(machine.bin, name, says)
    assert machine.chosen()[0] == ["ty", "typescript"]
    assert machine.chosen(LspConfig(languages=("python",)))[0] == ["ty"]
    assert machine.chosen(LspConfig(languages=("python",)), "typescript")[0] == ["typescript"]
    assert machine.chosen(langs="none") == ([], "")
    assert machine.chosen(langs="") == ([], "")
    assert machine.chosen(LspConfig(use="off"), "python") == ([], "")


def test_a_language_named_in_vain(machine: Machine):
    assert "ty: pip install ty" in machine.chosen(langs="python")[1]


def test_a_risk_is_for_who_runs_it_to_take(machine: Machine):
    """rust-analyzer starts for who names Rust, not for a repository that does."""
    program(machine.bin, "rust-analyzer", "rust-analyzer 1.90")
    named = LspConfig(languages=("rust",))
    assert machine.chosen()[0] == []
    assert machine.chosen(named)[0] == []
    assert machine.chosen(named, trusted=True)[0] == ["rust-analyzer"]
    assert machine.chosen(langs="rust")[0] == ["rust-analyzer"]


def test_a_program_that_the_repository_names(machine: Machine):
    program(machine.bin, "zls")
    own = LspConfig(servers={"zls": ServerConfig("zls", (), ("zig",), "zig")})
    names, said = machine.chosen(own)
    assert names == []
    assert "only if you say so: set LSP_ENABLE_LANGS=zig" in said
    assert machine.chosen(own, "zig") == (["zls"], "")
    assert machine.chosen(own, trusted=True) == (["zls"], "")


def test_a_program_inside_the_repository_is_never_started(machine: Machine):
    evil = program(machine.root / "bin", "ty")
    machine.bin.mkdir()
    (machine.bin / "ty").symlink_to(evil)
    assert machine.chosen(langs="python")[0] == []
    own = LspConfig(servers={"mine": ServerConfig(str(evil), (), ("py",), "python")})
    names, said = machine.chosen(own, trusted=True)
    assert names == []
    assert "no program" in said


def test_a_table_for_a_known_server_changes_what_it_names(machine: Machine):
    special = program(machine.bin, "ty-nightly")
    own = LspConfig(servers={"ty": ServerConfig(str(special))})
    environment = {"PATH": str(machine.bin)}
    choice = choose(machine.root, FILES, own, environment, trusted=True)
    (server,) = choice.servers
    assert (server.name, server.command, server.arguments) == ("ty", str(special), ("server",))


def test_a_table_that_says_too_little(machine: Machine):
    own = LspConfig(servers={"zls": ServerConfig("zls")})
    assert "needs command, extensions and language_id" in machine.chosen(own, trusted=True)[1]


def test_another_program_is_another_identity(machine: Machine):
    program(machine.bin, "ty")
    environment = {"PATH": str(machine.bin)}
    (first,) = choose(machine.root, FILES, LspConfig(), environment, trusted=False).servers
    program(machine.bin, "ty", "a newer one")
    (second,) = choose(machine.root, FILES, LspConfig(), environment, trusted=False).servers
    assert first.identity != second.identity
