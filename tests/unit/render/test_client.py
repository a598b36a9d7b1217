"""The published client: all modules joined, and every file loads."""

import json
import subprocess
from pathlib import Path

import pytest

from sourcebook.render.builtin import templates_dir
from sourcebook.render.client import FILES, client


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("client")
    (folder / "package.json").write_text('{"type": "module"}')
    for page in client():
        (folder / page.path).write_bytes(page.data)
    return folder


@pytest.mark.parametrize("name", FILES)
def test_a_file_loads_and_exports_what_its_modules_do(folder: Path, name: str):
    listed = "import(process.argv[1]).then((all) => console.log(JSON.stringify(Object.keys(all))))"
    whole, *parts = (
        set(json.loads(_said(listed, path.as_uri())))
        for path in (folder / name, *(templates_dir() / "search" / part for part in FILES[name]))
    )
    assert whole == set().union(*parts)


def test_every_module_is_published_once():
    made_of = [part for parts in FILES.values() for part in parts]
    modules = {path.name for path in (templates_dir() / "search").glob("*.js")}
    assert sorted(made_of) == sorted(modules - {"loader.js"})


def test_no_comment_and_no_import_of_itself_is_left(folder: Path):
    for name in FILES:
        text = (folder / name).read_text(encoding="utf-8")
        assert "\n//" not in text
        assert not any(f'from "./{part}"' in text for part in FILES[name])


def _said(program: str, argument: str) -> str:
    done = subprocess.run(
        ["node", "--eval", program, argument], capture_output=True, check=True, encoding="utf-8"
    )
    return done.stdout
