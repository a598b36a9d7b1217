"""Another option, nothing else: what depends on it is redone, and nothing else."""

import json
import re

import pytest

from tests.harness.case import Built, Case
from tests.harness.folders import contents, differences
from tests.harness.general import GeneralConditions
from tests.harness.model_server import model_server
from tests.harness.running import sourcebook

SETTINGS = {
    "chunk size": "[chunk]\nstrategy = 'bytes'\nsize = 100\n",
    "ignore rules": "[exclude]\nread = ['img.py']\n",
    "vectors": "[exclude]\nembed = ['img.py']\n",
    "language": "language = 'ja'\n",
    "site address": "site_url = 'https://docs.example/shop/'\n",
    "code lines": "[site]\ncode_lines = 2\n",
    "name": "name = 'Another name'\n",
}


class TestGeneral(GeneralConditions):
    pass


def _run(case: Case, tmp_path, config: str, output: str = "out"):
    (tmp_path / "sourcebook.toml").write_text(config, encoding="utf-8")
    run = sourcebook(
        "build",
        case.root,
        "-v",
        "--config",
        tmp_path / "sourcebook.toml",
        "--output",
        tmp_path / output,
        home=tmp_path,
    )
    assert run.code == 0, run.said
    return run


@pytest.mark.parametrize("setting", SETTINGS)
def test_1_equal_to_a_fresh_build(case: Case, setting: str, tmp_path):
    """The result of a change equals a fresh build with the new setting."""
    _run(case, tmp_path, "")
    before = contents(tmp_path / "out")
    _run(case, tmp_path, SETTINGS[setting])
    changed = contents(tmp_path / "out")
    _run(case, tmp_path, SETTINGS[setting], "fresh")
    assert differences(changed, contents(tmp_path / "fresh")) == []
    assert differences(changed, before) != []


def test_2_the_endpoint_names_the_embedder(built: Built):
    """The search endpoint names the embedder: name, dimension, version."""
    search = built.output / "site" / "search"
    manifest = json.loads((search / "manifest.json").read_text(encoding="utf-8"))
    tables = json.loads((search / manifest["index"] / "tables.json").read_text(encoding="utf-8"))
    fingerprint = dict(built.book.manifest.fingerprint)
    assert tables["embedder"]["dimension"] > 0
    assert fingerprint.get("embedder", "") != ""
    assert fingerprint["embedder"].split("/")[0] == tables["embedder"]["name"].split("/")[0]


@pytest.mark.parametrize("setting", ["site address", "code lines"])
def test_3_a_setting_of_the_site_computes_no_book(case: Case, setting: str, tmp_path):
    """Changing only the site's address or an option of its pages leaves the book alone."""
    _run(case, tmp_path, "")
    run = _run(case, tmp_path, SETTINGS[setting])
    assert re.search("book is up to date", run.err)


def test_4_going_back_asks_nothing(case: Case, tmp_path):
    """Going back to the former setting reuses the former results: 0 requests to the model."""
    with model_server("ok", tmp_path / "server") as server:
        (tmp_path / "model.toml").write_text(
            f'[model]\nprovider = "openai"\nbase_url = "{server.url}"\nsummarizer = "fake"\n'
        )
        (tmp_path / "none.toml").write_text("")
        asked = []
        for name in ("model", "none", "model"):
            run = sourcebook(
                "index",
                case.root,
                "--config",
                tmp_path / f"{name}.toml",
                "--output",
                tmp_path / "out",
                "-q",
                home=tmp_path,
                changes={"OPENAI_API_KEY": "test-key-of-nobody"},
            )
            assert run.code == 0, run.said
            asked.append(len(server.requests()))
    assert asked[0] == asked[1] == asked[2] > 0
