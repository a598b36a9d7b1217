"""No byte of the output holds a secret, of whatever kind and wherever it was planted."""

from pathlib import Path

from tests.harness.stages import book_and_docs
from tests.unit.analyze.making import commit, put
from tests.unit.analyze.test_redact import ARMOURED, GITHUB, SECRETS

NAMED = "never-opened-7f3a"  # in files that are known by their names


def test_no_secret_reaches_the_output(tmp_path: Path):
    files: dict[str, str | bytes] = {
        f"part{number}/{path}": text for number, (path, text, _, _) in enumerate(SECRETS)
    }
    files |= {
        ".env": f"A={NAMED}\n", "deploy/.env.production": f"A={NAMED}\n", "id_rsa": NAMED,
        "certs/server.key": NAMED, ".netrc": NAMED, "keys/a.py": f"'''\n{ARMOURED}'''\n",
        "wide.cs": ("\ufeff// " + GITHUB + "\nclass A {}\n").encode("utf-16-le"),
        "old.py": f"# coding: latin-1\n# caf\u00e9 {GITHUB}\n".encode("latin-1"),
        "mac.py": f"x = 1\ry = '{GITHUB}'\r", "page.md": f"# {GITHUB}\n\nText `{GITHUB}`.\n",
        "cells.ipynb": '{"cells": [{"cell_type": "code", "source": ["t = \'' + GITHUB + "'\"]}]}",
        "name.sql": f"CREATE TABLE t (a text DEFAULT '{GITHUB}');\n",
        "todo.go": f"package m\n\n// TODO: {GITHUB}\nfunc f() {{}}\n",
        "merge.py": f"<<<<<<< HEAD\nt = '{GITHUB}'\n=======\nt = 1\n>>>>>>> b\n",
    }  # fmt: skip
    put(tmp_path / "repo", files)
    commit(tmp_path / "repo", f"Use {GITHUB} for a while")
    made = book_and_docs(tmp_path / "repo", tmp_path / "out")
    assert any(b"[redacted: token]" in data for data in made.values())
    secrets = {secret for _, _, secret, _ in SECRETS} | {NAMED} | set(ARMOURED.split("\n")[1:-2])
    for name, data in made.items():
        for secret in secrets:
            assert secret.encode() not in data, (name, secret)
