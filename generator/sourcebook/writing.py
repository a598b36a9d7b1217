"""The configured model at work: what it is asked, what was kept, what was spent.

The memo is the journal: every finished unit is in it before the next is asked for. The
ledger ``usage.jsonl`` beside it has one line for each answer that the provider counted,
with its tokens and its price, and is only ever added to.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

import msgspec

from sourcebook.analyze.batches import Begun
from sourcebook.analyze.meanings import BATCH, PROBES, Embedder, Embedding, text_of
from sourcebook.analyze.provider import BATCH_SHARE, Account, Price, estimate, price_of, prices
from sourcebook.analyze.work import Work
from sourcebook.analyze.written import ModelSummarizer, Planned, everything, model_for, rehearse
from sourcebook.config import ModelConfig
from sourcebook.errors import StoreError
from sourcebook.model import ChunkId, Entry, Level, Meanings, Summary
from sourcebook.progress import Progress
from sourcebook.store.book import Book
from sourcebook.store.meanings import read_model
from sourcebook.store.memo import Memo

LEDGER = "usage.jsonl"

#: Tokens of an answer that an estimate counts with, by what answers of this form need.
ANSWER = 220

_STAGE, _ROWS = "answer", "meaning"

#: Chunks without a vector that a warning names.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a model's summaries come from and go to."""

    config: ModelConfig
    environment: Mapping[str, str]
    memo: Memo | None  # none: nothing is looked up, and nothing is kept
    folder: Path
    progress: Progress
    account: Account = field(default_factory=Account)

    def find(self, key: str) -> str | None:
        return self.memo.get(_STAGE, key, str) if self.memo is not None else None

    def keep(self, key: str, answer: str) -> None:
        if self.memo is not None:
            self.memo.put(_STAGE, key, answer)

    def find_row(self, key: str) -> bytes | None:
        return self.memo.get(_ROWS, key, bytes) if self.memo is not None else None

    def keep_row(self, key: str, row: bytes) -> None:
        if self.memo is not None:
            self.memo.put(_ROWS, key, row)

    def embedder(self) -> Embedding:
        """What gives vectors: the model in a folder where one is named, else the provider's."""
        if self.config.local_embedder:
            from sourcebook.analyze.local_embedder import LocalEmbedder

            return LocalEmbedder(
                Path(self.config.local_embedder), find=self.find_row, keep=self.keep_row
            )
        return Embedder(
            self.config, self.environment, find=self.find_row, keep=self.keep_row,
            note=self.note, account=self.account,
        )  # fmt: skip

    def note(self, row: dict[str, object]) -> None:
        with (self.folder / LEDGER).open("ab") as stream:
            stream.write(msgspec.json.encode(row) + b"\n")


@dataclass(frozen=True, slots=True)
class BatchFile:
    """The journal of the provider's batches: ``batches.json`` while some are under way."""

    path: Path
    say: Callable[[str], None]

    def read(self) -> list[Begun]:
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=list[Begun])
        except FileNotFoundError:
            return []
        except (OSError, msgspec.DecodeError) as error:
            raise StoreError(
                f"{self.path}: cannot be read: {error}. Without it, batches under way are lost: "
                "mend it, or remove it to begin anew."
            ) from error

    def write(self, begun: Sequence[Begun]) -> None:
        if not begun:
            self.path.unlink(missing_ok=True)
            return
        new = self.path.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(begun) + b"\n")
        new.replace(self.path)


def write(
    desk: Desk,
    work: Work,
    levels: Sequence[Summary],
    wanted: Callable[[str], bool] = everything,
) -> tuple[dict[ChunkId, Summary], tuple[Summary, ...]]:
    """Lets the model write what is wanted, and says what that took."""
    summarizer = ModelSummarizer(
        desk.config, desk.environment, find=desk.find, keep=desk.keep, note=desk.note,
        batches=BatchFile(desk.folder / "batches.json", desk.progress.finish),
        account=desk.account,
    )  # fmt: skip
    try:
        return summarizer.improve(work, levels, wanted)
    finally:
        usage = summarizer.usage
        desk.progress.finish(str(usage))
        if usage.fallbacks:
            desk.progress.warn(str(usage))
        if usage.left_out:
            (most, count), *_ = usage.left_out.most_common(1)
            desk.progress.warn(
                f"{usage.left_out.total()} sentences about what is called or known had no room in "
                f"requests (units: {len(usage.left_out)}; most, {count}, of {most}): a larger "
                "model.context takes them in"
            )
        if usage.unverified:
            desk.progress.warn(
                f"{usage.unverified} statements of the model could not be verified and are "
                "shown as assumptions"
            )


def meanings(desk: Desk, entries: Sequence[Entry]) -> tuple[Meanings, bool]:
    """Vectors of the chunks by the configured model, and whether some are missing."""
    embedder = desk.embedder()
    rows = embedder.rows([text_of(entry.chunk, entry.summary) for entry in entries])
    found = [
        (entry.chunk.id, row)
        for entry, row in zip(entries, rows, strict=True)
        if isinstance(row, bytes)
    ]
    lost = [
        f"{entry.chunk.id} ({row})"
        for entry, row in zip(entries, rows, strict=True)
        if isinstance(row, str)
    ]
    desk.progress.finish(
        f"{len(found)} vectors of {embedder.dimension} by {embedder.name}, {embedder.spent}"
    )
    for remark in embedder.remarks:
        desk.progress.warn(remark)
    if lost:
        more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
        desk.progress.warn(
            f"{len(lost)} of {len(rows)} vectors are missing: {', '.join(lost[:_NAMED])}{more}. "
            "The other signals find these chunks; the next run asks for them again."
        )
    if not found:
        return Meanings(), bool(lost)
    return (
        Meanings(
            embedder.name,
            embedder.dimension,
            tuple(chunk for chunk, _ in found),
            b"".join(row for _, row in found),
            embedder.probes,
        ),
        bool(lost),
    )


def by_this_model(desk: Desk, book: Path) -> bool:
    """Whether the vectors of a book are by the configured model, as far as can be known."""
    name, probes = read_model(book)
    embedder = desk.embedder()
    same = not name or (embedder.name == name and embedder.gave(probes))
    for remark in embedder.remarks:
        desk.progress.warn(remark)
    return same


def direction(desk: Desk, book: Book) -> Callable[[str], Sequence[int]] | None:
    """What tells the direction of a query among a model's vectors, if a book has some."""
    shaped = dict(book.manifest.fingerprint)
    name, dimension = shaped.get("provider.embedder", ""), shaped.get("provider.dimension", "")
    if not name:
        return None

    def told(query: str) -> Sequence[int]:
        if not desk.config.gives_vectors or (embedder := desk.embedder()).name != name:
            reason = "it is not the configured model.embedder or model.local_embedder"
        else:
            row = embedder.direction(query, read_model(book.folder)[1])
            if isinstance(row, bytes) and len(row) == int(dimension):
                return memoryview(row).cast("b").tolist()
            reason = row if isinstance(row, str) else f"{len(row)} numbers, not {dimension}"
        desk.progress.warn(f"{name} is not asked ({reason}): word vectors stand in")
        return ()

    return told


def directions(desk: Desk, queries: Sequence[str]) -> dict[str, Sequence[int]]:
    """The directions of queries among a model's vectors, asked for together and kept."""
    embedder = desk.embedder()
    rows = dict(zip(queries, embedder.rows(queries), strict=True))
    found: dict[str, Sequence[int]] = {
        query: memoryview(row).cast("b").tolist()
        for query, row in rows.items()
        if isinstance(row, bytes)
    }
    desk.progress.finish(f"{len(found)} queries embedded by {embedder.name}, {embedder.spent}")
    if len(found) < len(rows):
        reasons = dict.fromkeys(row for row in rows.values() if isinstance(row, str))
        desk.progress.warn(
            f"{embedder.name} gave {len(rows) - len(found)} of {len(rows)} queries no vector "
            f"({', '.join(reasons)}): word vectors stand in"
        )
    return found


def within(scope: str) -> Callable[[str], bool]:
    """Whether a unit lies in a folder, or is the folder or file itself."""
    top = scope.strip("/")

    def wanted(unit: str) -> bool:
        path = unit.split("::", 1)[0].split("#", 1)[0]
        return top in {"", "."} or path == top or path.startswith(f"{top}/")

    return wanted


@dataclass(slots=True)
class Bill:
    """What the requests of one level need."""

    calls: int = 0
    kept: int = 0
    prompt: int = 0
    written: int = 0
    cost: float = 0.0


def plan(
    desk: Desk,
    work: Work,
    levels: Sequence[Summary],
    wanted: Callable[[str], bool] = everything,
) -> list[Planned]:
    """The requests that a run would make; nothing is sent."""
    return rehearse(work, levels, desk.config, desk.find, wanted)


def bills(planned: Sequence[Planned], config: ModelConfig) -> dict[Level, Bill]:
    """Calls, tokens and cost by level."""
    table = prices(config)
    found = {level: Bill() for level in Level}
    for one in planned:
        bill = found[one.request.level]
        if one.kept:
            bill.kept += 1
            continue
        price = price_of(model_for(one.request.level, config), table) or Price(0, 0, 0)
        bill.calls += 1
        bill.prompt += one.request.tokens
        bill.written += ANSWER
        bill.cost += price.of(one.request.tokens, 0, ANSWER) * (BATCH_SHARE if config.batch else 1)
    return found


def vector_bill(desk: Desk, texts: Sequence[str]) -> Bill:
    """What vectors of texts cost at most; what is kept counts where the model is the same."""
    bill = Bill()
    if not texts or not isinstance(embedder := desk.embedder(), Embedder):
        return bill
    asked = embedder.missing(texts)
    bill.kept = len({*texts}) - len(asked)
    bill.prompt = sum(estimate(text) for text in (*PROBES, *asked))
    bill.calls = 1 + ceil(len(asked) / BATCH)
    price = price_of(desk.config.embedder, prices(desk.config)) or Price(0, 0, 0)
    bill.cost = price.of(bill.prompt, 0, 0)
    return bill


def bill_lines(
    found: Mapping[Level, Bill], config: ModelConfig, vectors: Bill | None = None
) -> Iterator[str]:
    """The estimate as a table for a terminal."""
    table = prices(config)
    total = Bill()
    yield f"{'level':<10} {'calls':>7} {'kept':>7} {'tokens in':>11} {'out':>9} {'dollars':>10}  model"
    rows = [(str(level), bill, model_for(level, config)) for level, bill in found.items()]
    if vectors is not None and vectors.calls:
        rows.append(("vectors", vectors, config.embedder))
    for level, bill, model in rows:
        known = price_of(model, table) is not None
        cost = f"{bill.cost:10.4f}" if known else f"{'unknown':>10}"
        yield (
            f"{level:<10} {bill.calls:>7} {bill.kept:>7} {bill.prompt:>11} {bill.written:>9} "
            f"{cost}  {model}"
        )
        total.calls += bill.calls
        total.kept += bill.kept
        total.prompt += bill.prompt
        total.written += bill.written
        total.cost += bill.cost
    yield (
        f"{'all':<10} {total.calls:>7} {total.kept:>7} {total.prompt:>11} {total.written:>9} "
        f"{total.cost:10.4f}"
    )


def prompt_lines(planned: Sequence[Planned], config: ModelConfig) -> Iterator[str]:
    """The requests as they would be sent."""
    for one in planned:
        if not one.kept:
            request = one.request
            yield f"=== {request.level} {request.id} to {model_for(request.level, config)}"
            yield f"--- system\n{request.system}\n--- user\n{request.user}"
