"""What a review costs: CPU seconds of ``sourcebook decisions --diff`` as its own program.

``python -m tests.bench.review_time REPOSITORY OUTPUT [--commits 10]`` reviews each of the last
commits, and all of them together, with the book in OUTPUT. Git's own work is counted in.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage


def cost(repository: Path, output: Path, change: str) -> tuple[float, str]:
    """CPU seconds of one review, and what it prints."""
    command = [sys.executable, "-m", "sourcebook", "decisions", "--diff", change, repository]
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [*command, "--output", output], check=False, capture_output=True, text=True
    )
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(done.stderr)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return spent, done.stdout


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--commits", type=int, default=10)
    given = parser.parse_args()
    listed = ["git", "-C", given.repository, "ls-files"]
    files = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.count("\n")
    print(f"{files} files")
    changes = [f"HEAD~{n + 1}..HEAD~{n}" for n in range(given.commits)]
    for change in [*changes, f"HEAD~{given.commits}..HEAD", "HEAD"]:
        seconds, text = cost(given.repository, given.output, change)
        print(f"{seconds:.2f} s  {change}  {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
