"""One run against a model, with the memo as its journal: a process that a test kills.

``python -m tests.unit.analyze.killed ADDRESS MEMO``
"""

import sys
from pathlib import Path

from sourcebook.analyze.link import link
from sourcebook.analyze.summarize import summarize_chunks, summarize_levels
from sourcebook.analyze.work import Work
from sourcebook.config import ModelConfig
from sourcebook.model import Summary
from sourcebook.progress import Quiet
from sourcebook.store.memo import Memo
from sourcebook.writing import Desk, write
from tests.unit.analyze.hand import REPOSITORY
from tests.unit.analyze.reading import parsed

FILE = parsed(
    "shop/fees.py",
    "".join(f"def fee_{n}(amount):\n    return amount * {n}\n\n\n" for n in range(60)),
)


def summaries(address: str, memo: Path) -> list[Summary]:
    """All summaries of the file, by the model at an address."""
    graph = link([FILE])
    chunks = summarize_chunks([FILE], graph, {})
    levels = summarize_levels([FILE], graph, chunks, REPOSITORY)
    config = ModelConfig(provider="openai", base_url=address, summarizer="m", doc_model="m")
    with Memo(memo) as journal:
        desk = Desk(config, {}, journal, memo.parent, Quiet())
        told, above = write(desk, Work([FILE], graph, chunks), levels)
    return [*told.values(), *above]


if __name__ == "__main__":
    summaries(sys.argv[1], Path(sys.argv[2]))
