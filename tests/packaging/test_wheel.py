"""The wheel carries all it needs: installed alone and elsewhere, it builds a site.

The environment has no development package, no checkout and no editable install, so a
package that only a developer has cannot be needed unnoticed.
"""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.harness.making import commit_all, put
from tests.harness.running import Finished, environment, run
from tests.harness.site import Site

TOP = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made from the source distribution, as a release makes it."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", folder, TOP], check=True, capture_output=True
    )
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an empty environment with the wheel in it."""
    folder = tmp_path_factory.mktemp("empty") / "env"
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run(
        [programs / "python", "-m", "pip", "install", "-q", "--no-warn-script-location", wheel],
        check=True,
        capture_output=True,
    )
    return programs


def test_the_wheel_holds_package_and_templates(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    for path in (TOP / "templates").rglob("*"):
        inner = path.relative_to(TOP).as_posix()
        if path.is_file() and "__pycache__" not in inner:
            assert f"sourcebook/{inner}" in names
    for suffix in ("toml", "scm"):
        assert any(name.endswith(f".{suffix}") for name in names)
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"sourcebook", "sourcebook_audit"}
    assert "sourcebook/py.typed" in names


def test_it_builds_and_answers_elsewhere(installed: Path, tmp_path: Path):
    root = tmp_path / "repo"
    put(root, "shop/money.py", 'def add(a, b):\n    """Adds two sums."""\n    return a + b\n')
    put(root, "page.ts", "export function show(text: string) { return text; }\n")
    commit_all(root)

    def command(*arguments: str | Path) -> Finished:
        done = run(
            [installed / "sourcebook", *arguments],
            cwd=root,
            env=environment(tmp_path, {"PATH": str(installed) + os.pathsep + os.defpath}),
        )
        assert done.code == 0, done.said
        return done

    command("build", "--quiet")
    site = Site(root / ".sourcebook" / "site")
    assert site.dead() == []
    assert site.search("add").results[0]["hits"][0]["symbol"] == "add"
    assert "money.py" in command("query", "add two sums").out
    for arguments in (["stats"], ["export", "jsonl", "--vectors"], ["export", "graph"], ["init"]):
        assert command(*arguments).out
    command("clean", "--all")


def test_no_development_package_is_there(installed: Path):
    listed = subprocess.run(
        [installed / "python", "-m", "pip", "list"], capture_output=True, text=True, check=True
    ).stdout.lower()
    assert not {"pytest", "hypothesis", "selenium", "ruff", "mypy"} & set(listed.split())
