"""The published client: all modules joined, and the file loads."""

import json
import subprocess
from pathlib import Path

import pytest

from sourcebook.render.builtin import templates_dir
from sourcebook.render.client import CLIENT, MODULES, client


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("client")
    (folder / "package.json").write_text('{"type": "module"}')
    for page in client():
        (folder / page.path).write_bytes(page.data)
    return folder / CLIENT


def test_the_file_loads_and_exports_what_its_modules_do(published: Path):
    listed = "import(process.argv[1]).then((all) => console.log(JSON.stringify(Object.keys(all))))"
    whole, *parts = (
        set(json.loads(_said(listed, path.as_uri())))
        for path in (published, *(templates_dir() / "search" / part for part in MODULES))
    )
    assert whole == set().union(*parts)


def test_every_module_is_published():
    modules = {path.name for path in (templates_dir() / "search").glob("*.js")}
    assert sorted(MODULES) == sorted(modules - {"loader.js"})


def test_no_comment_and_no_import_is_left(published: Path):
    text = published.read_text(encoding="utf-8")
    assert "\n//" not in text
    assert "\nimport " not in text


def _said(program: str, argument: str) -> str:
    done = subprocess.run(
        ["node", "--eval", program, argument], capture_output=True, check=True, encoding="utf-8"
    )
    return done.stdout
