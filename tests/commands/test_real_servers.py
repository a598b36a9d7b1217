"""The language servers that can be installed from package registries, as they are."""

import shutil
import sys
from pathlib import Path

import pytest

from sourcebook import pipeline
from sourcebook.analyze.lsp.registry import Server, installed, table
from sourcebook.config import Config, LspConfig
from sourcebook.model import CallSite
from sourcebook.progress import Quiet
from sourcebook.store.book import open_book
from sourcebook.store.output import output_of, writing
from tests.harness.making import put

CLIENT = Path(__file__).parents[1] / "client" / "node_modules"


def calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Path, language: str
) -> dict[str, CallSite]:
    """The calls of the repository in ``tmp_path`` as one program sees them."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for each in (program, Path(shutil.which("node") or sys.executable)):
        (programs / each.name).symlink_to(each)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("LSP_ENABLE_LANGS", language)
    output = output_of(tmp_path / "repo", "", tmp_path / "out")
    progress = Quiet()
    config = Config(lsp=LspConfig(use="only"))
    with writing(output):
        pipeline.index(pipeline.Run(tmp_path / "repo", config, output, progress))
    assert progress.warnings == 0
    return {call.text: call for call in open_book(output.book).graph.calls}


def row(name: str) -> Server:
    return next(row for row in table() if row.name == name)


def test_ty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = tmp_path / "repo"
    put(root, "shop.py", "class Shop:\n    def sell(self):\n        return 1\n")
    put(
        root,
        "main.py",
        "from typing import Any, cast\n\nfrom shop import Shop\n\n\n"
        'def run(any: Any):\n    "😀".join(any), cast(Shop, any).sell(), any.other()\n',
    )
    program = Path(sys.executable).with_name("ty")
    found = calls(tmp_path, monkeypatch, program, "python")
    assert found["cast(Shop, any).sell"].targets == ("shop.py::Shop.sell",)
    assert found["cast(Shop, any).sell"].provenance == "lsp:ty"
    assert found["any.other"].status == "unknown"


@pytest.mark.skipif(
    not (CLIENT / "typescript-native").exists(), reason="npm install has not been run"
)
def test_typescript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = tmp_path / "repo"
    put(root, "tsconfig.json", '{"compilerOptions": {"strict": true}}\n')
    put(root, "shop.ts", "export interface Shop {\n  sell(n: number): number;\n}\n")
    put(root, "found.d.ts", 'import { Shop } from "./shop";\nexport const found: Shop[];\n')
    put(
        root,
        "main.ts",
        'import { found } from "./found";\n'
        "export function run(all: any) {\n"
        '  return ["😀", found.slice().reverse()[0].sell(1), all.other()];\n'
        "}\n",
    )
    program = CLIENT / "typescript-native" / "bin" / "tsc"
    found = calls(tmp_path, monkeypatch, program, "typescript")
    sell = found["found.slice().reverse()[0].sell"]
    assert (sell.targets, sell.provenance) == (("shop.ts::Shop.sell",), "lsp:typescript")
    assert found["all.other"].status == "unknown"
    assert installed(row("typescript"), root, {"PATH": str(tmp_path / "bin")}) is not None
