"""The eight conditions that hold for every case.

A test file of a case takes them over with ``class TestGeneral(GeneralConditions)``.
"""

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.harness.case import Built
from tests.harness.folders import EXEMPT, is_text, relative, strict_json, walk, written
from tests.harness.running import ACCOUNT, environment, run, sourcebook

FAULTY = b"def broken(:\n\xff\xfe\x00 '''\nclass (\n"


class GeneralConditions:
    """What holds for every case."""

    def test_1_the_run_ends_well_and_in_time(self, built: Built, request: pytest.FixtureRequest):
        """Exit code 0, no traceback, within 60 s unless the case says otherwise."""
        assert built.run.code == 0, built.run.said
        assert "Traceback" not in built.run.said
        assert built.run.taken < getattr(request.module, "SECONDS", 60)

    def test_2_the_repository_is_unchanged(self, built: Built):
        """Same names, same bytes, same time stamps, nothing new in it."""
        assert written(built.before, built.after) == []

    def test_3_every_file_is_reported_once(self, built: Built):
        """Every file that git would show, or that lies in the folder, is reported once."""
        listed = [record.report.path for record in built.book.files]
        assert sorted(listed) == sorted(_shown(built.repository))
        report = strict_json((built.output / "book" / "report.json").read_text(encoding="utf-8"))
        assert [row["path"] for row in report["files"]] == listed

    def test_4_no_dead_link_and_strict_builds(self, built: Built, tmp_path: Path):
        """Every internal address leads to a file of the site; mkdocs build --strict passes."""
        assert built.site.dead() == []
        done = run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", tmp_path / "site"],
            cwd=built.output,
            env=environment(built.home),
        )
        assert done.code == 0, done.said
        assert sorted(relative(tmp_path / "site")) == sorted(built.site.files)

    def test_5_a_second_run_writes_nothing(self, built: Built):
        """A second run without changes writes no byte."""
        before, second, after = built.again
        assert second.code == 0, second.said
        assert written(before, after) == []

    def test_6_the_output_names_no_machine(self, built: Built):
        """No absolute path, user name or host name is in the output."""
        built.done()
        words = [str(built.repository), str(built.output), str(built.home), ACCOUNT]
        words += [str(Path(sys.prefix)), str(Path.cwd()), *([socket.gethostname()] * _telling())]
        for path in walk(built.output):
            if path.name in EXEMPT:
                continue
            data = path.read_bytes()
            assert [word for word in words if word.encode() in data] == [], path

    def test_7_a_fault_stays_in_its_file(self, built: Built, tmp_path: Path):
        """A fault in one file never changes what is said about another."""
        built.done()
        faulty = tmp_path / built.repository.name
        shutil.copytree(built.repository, faulty, symlinks=True)
        (faulty / "zz_fault.py").write_bytes(FAULTY)
        output = tmp_path / "out"
        done = sourcebook("index", faulty, "--output", output, "--quiet", home=built.home)
        assert done.code == 0, done.said
        for name in ("chunks.jsonl", "files.jsonl"):
            assert _rows(output / "book" / name) == _rows(built.output / "book" / name)

    def test_8_text_is_utf8_and_json_strict(self, built: Built):
        """All output text is UTF-8; all JSON parses with a strict parser."""
        built.done()
        for path in walk(built.output):
            if not is_text(path):
                continue
            text = path.read_bytes().decode("utf-8")
            if path.suffix == ".json":
                strict_json(text)
            elif path.suffix == ".jsonl":
                for line in text.split("\n")[:-1]:
                    strict_json(line)


def _telling() -> bool:
    """Whether the host's name is long enough not to be a common word."""
    return len(socket.gethostname()) > 5


def _shown(repository: Path) -> list[str]:
    if not (repository / ".git").exists():
        return relative(repository)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=repository,
        check=True,
        capture_output=True,
    )
    names = set(listed.stdout.decode().split("\0")) - {""}
    return [
        name.rstrip("/")
        for name in names
        if (repository / name).exists() or _link(repository / name)
    ]


def _link(path: Path) -> bool:
    return path.is_symlink()


def _rows(path: Path) -> list[object]:
    """The lines of a file of the book, without those about the faulty file."""
    rows = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    return [row for row in rows if "zz_fault.py" not in json.dumps(row)]
