"""The README keeps its promises: two commands of one line each, and CI runs the second."""

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")


def _command(mark: str) -> str:
    found = re.search(rf"<!-- {mark} -->\n```sh\n(.*?)\n```", README, re.DOTALL)
    assert found is not None
    return found.group(1)


def test_two_commands_of_one_line():
    for mark in ("serve", "test"):
        command = _command(mark)
        assert "\n" not in command
        assert subprocess.run(["bash", "-n", "-c", command], check=False).returncode == 0


def test_ci_runs_the_test_command():
    script = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    picked = re.search(r"\$\(sed -n '(.*?)' README\.md\)", script)
    assert picked is not None
    found = subprocess.run(
        ["sed", "-n", picked.group(1), "README.md"],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert found == _command("test")


def test_pictures_and_links_exist():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if "://" not in target:
            assert (TOP / target).is_file(), target


def test_the_served_command_is_one_of_the_command_line():
    called = re.findall(r"\.venv/bin/sourcebook ([a-z]+)", README)
    listed = subprocess.run(
        [sys.executable, "-m", "sourcebook", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert called
    for name in called:
        assert re.search(rf"^  {name}\s", listed, re.MULTILINE)
