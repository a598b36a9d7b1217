"""One run against a model, with the memo as its journal: a process that a test kills.

``python -m tests.unit.analyze.killed ADDRESS MEMO``
"""

import sys
from dataclasses import replace
from pathlib import Path

from sourcebook.analyze.link import link
from sourcebook.analyze.summarize import summarize_chunks, summarize_levels
from sourcebook.analyze.summarize.units import Request
from sourcebook.analyze.work import Work
from sourcebook.analyze.written import rehearse, unit_key
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

CONFIG = ModelConfig(provider="openai", summarizer="m", doc_model="m")


def summaries(address: str, memo: Path) -> list[Summary]:
    """All summaries of the file, by the model at an address."""
    work, levels = _material()
    with Memo(memo) as journal:
        desk = Desk(replace(CONFIG, base_url=address), {}, journal, memo.parent, Quiet())
        told, above = write(desk, work, levels)
    return [*told.values(), *above]


def requests() -> dict[str, Request]:
    """The requests of a first run, by the keys of their answers in the journal."""
    work, levels = _material()
    planned = rehearse(work, levels, CONFIG, {}.get)
    return {unit_key(one.request, CONFIG): one.request for one in planned}


def _material() -> tuple[Work, tuple[Summary, ...]]:
    graph = link([FILE])
    chunks = summarize_chunks([FILE], graph, {})
    levels = summarize_levels([FILE], graph, chunks, REPOSITORY)
    return Work([FILE], graph, chunks), levels


if __name__ == "__main__":
    summaries(sys.argv[1], Path(sys.argv[2]))
