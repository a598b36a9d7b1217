"""Embedding models of the command line: one that runs here, and a provider's that changes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sourcebook.errors import ConfigError
from tests.commands.test_model_commands import at, made, run
from tests.harness.making import put
from tests.harness.running import sourcebook
from tests.unit.analyze.stand_in import Reply, serving
from tests.unit.analyze.test_local_embedder import TABLE, model_folder


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return made(tmp_path / "repo")


def fingerprint(repo: Path) -> dict[str, str]:
    manifest = json.loads((repo / ".sourcebook/book/manifest.json").read_text())
    return dict(manifest["fingerprint"])


def test_a_model_in_a_folder_gives_vectors_without_a_provider(repo: Path, tmp_path: Path):
    model_folder(tmp_path / "words")
    put(repo, "sourcebook.toml", '[model]\nlocal_embedder = "../words"\n')
    said = run("index", repo).stderr
    assert "vectors of 3 by words@" in said
    name = fingerprint(repo)["provider.embedder"]
    assert name.startswith("words@")
    assert fingerprint(repo)["provider.dimension"] == "3"
    found = run("query", "close an invoice", "--repo", repo, "--explain").stdout
    assert "vectors" in found
    assert "up to date" in run("index", repo).stderr
    (repo / "sourcebook.toml").unlink()
    assert "word vectors stand in" in run("query", "close invoice", "--repo", repo).stderr


def test_a_process_of_its_own_asks_the_model_for_a_query(repo: Path, tmp_path: Path):
    model_folder(tmp_path / "words")
    put(repo, "sourcebook.toml", '[model]\nlocal_embedder = "../words"\n')
    assert sourcebook("index", repo, "-q", home=tmp_path).code == 0
    done = sourcebook("query", "close an invoice", "--repo", repo, "--explain", home=tmp_path)
    assert done.code == 0, done.said
    assert "vectors" in done.out
    assert done.err == ""


def test_another_model_in_the_same_folder_is_noticed(repo: Path, tmp_path: Path):
    folder = model_folder(tmp_path / "words")
    put(repo, "sourcebook.toml", '[model]\nlocal_embedder = "../words"\n')
    run("index", repo, "-q")
    before = fingerprint(repo)["provider.embedder"]
    folder.rename(tmp_path / "old")
    model_folder(tmp_path / "words", np.ascontiguousarray(TABLE[::-1]))
    assert "up to date" not in run("index", repo).stderr
    assert fingerprint(repo)["provider.embedder"] != before


def test_a_provider_that_changes_its_model_is_noticed_though_nothing_else_changed(repo: Path):
    turned = [False]

    def step(body: dict[str, Any]) -> Reply:
        rows = [[float(len(text)), 1.0, 2.0] for text in body["input"]]
        data = [
            {"object": "embedding", "index": at, "embedding": row[::-1] if turned[0] else row}
            for at, row in enumerate(rows)
        ]
        return Reply(value={"object": "list", "model": "e", "data": data, "usage": None})

    put(repo, "sourcebook.toml", '[model]\nsummarizer = ""\n')
    with serving(step) as server:
        env = at(server, OPENAI_EMBEDDING_MODEL="far")
        run("index", repo, env=env)
        texts = [text for body in server.requests[1:] for text in body["input"]]
        count = len(server.requests)
        assert "up to date" in run("index", repo, env=env).stderr
        assert len(server.requests) == count + 1
        turned[0] = True
        asked = run("query", "close invoice", "--repo", repo, env=env).stderr
        assert "another model than that of the index" in asked
        count = len(server.requests)
        said = run("index", repo, env=env).stderr
        assert "far answers fixed texts otherwise than before" in said
        again = [text for body in server.requests[count + 2 :] for text in body["input"]]
        assert sorted(again) == sorted(texts), "every text is asked for again"
        assert all("messages" not in body for body in server.requests), "no summaries are asked for"
        assert "warning" not in run("query", "close invoice", "--repo", repo, env=env).stderr


def test_a_repository_may_not_choose_where_a_key_goes(repo: Path, tmp_path: Path):
    settings = '[model]\nprovider = "openai"\nbase_url = "https://collector.example/v1"\n'
    put(repo, "sourcebook.toml", settings)
    with pytest.raises(ConfigError, match=r"collector\.example/v1, and OPENAI_API_KEY is set"):
        run("summarize", repo, "--dry-run")
    agreed = {"OPENAI_BASE_URL": "https://collector.example/v1"}
    run("summarize", repo, "--dry-run", env=agreed)
    run("summarize", repo, "--dry-run", "--config", repo / "sourcebook.toml")
    run("summarize", repo, "--dry-run", env={"OPENAI_API_KEY": ""})
    put(repo, "sourcebook.toml", settings.replace("https://collector.example", "http://[::1]:9"))
    run("summarize", repo, "--dry-run")


def test_nor_where_the_environment_names_the_provider_or_the_other_ones_address(repo: Path):
    address = "https://collector.example/v1"
    put(repo, "sourcebook.toml", f'[model]\nbase_url = "{address}"\n')
    with pytest.raises(ConfigError, match="OPENAI_API_KEY is set"):
        run("summarize", repo, "--dry-run", env={"OPENAI_PROVIDER": "openai"})
    put(repo, "sourcebook.toml", f'[model]\nprovider = "azure"\nbase_url = "{address}"\n')
    azure = {"AZURE_OPENAI_API_KEY": "k", "OPENAI_BASE_URL": address}
    with pytest.raises(ConfigError, match="set AZURE_OPENAI_ENDPOINT to it"):
        run("summarize", repo, "--dry-run", env=azure)
    run("summarize", repo, "--dry-run", env={**azure, "AZURE_OPENAI_ENDPOINT": address})


def test_a_repository_may_not_bring_its_own_model(repo: Path):
    model_folder(repo / "words")
    put(repo, "sourcebook.toml", '[model]\nlocal_embedder = "words"\n')
    with pytest.raises(ConfigError, match="the repository brings its own model"):
        run("index", repo, "-q")
    run("index", repo, "-q", "--config", repo / "sourcebook.toml")
    assert fingerprint(repo)["provider.embedder"].startswith("words@")
