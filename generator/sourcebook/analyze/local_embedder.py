"""Vectors of an embedding model that runs here, from a folder that the user names.

The folder is what sentence-transformers exports: ``tokenizer.json``, ``model.onnx`` (there
or in ``onnx/``) and, where the model is not pooled by the mean, ``1_Pooling/config.json``.
Nothing is fetched, and nothing leaves the machine. A text is read as far as the model
reads, alone, so that its row does not depend on what else is asked for; the vectors of its
tokens are pooled by their mean or by the first one (Reimers and Gurevych, 2019), unless
the model gives one vector for the whole text itself.

The model is named by its folder and a digest of its files: another model is another name.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sourcebook.analyze.meanings import Find, Keep, key_of, quantised
from sourcebook.errors import ConfigError

#: Tokens of a text that are read where the tokenizer does not say: what most models allow.
LONGEST = 512

_POOLING = Path("1_Pooling/config.json")
_NEEDED = (
    "model.local_embedder needs onnxruntime and tokenizers: pip install 'sourcebook[local-model]'"
)


class LocalEmbedder:
    """Gives vectors to texts by the model in a folder.

    Raises:
        ConfigError: The folder holds no such model, or what runs it is not installed.
    """

    def __init__(self, folder: Path, *, find: Find, keep: Keep) -> None:
        self._folder = folder
        self._model = next(
            (
                path
                for path in (folder / "model.onnx", folder / "onnx/model.onnx")
                if path.is_file()
            ),
            None,
        )
        if self._model is None or not (folder / "tokenizer.json").is_file():
            raise ConfigError(
                f"{folder}: no embedding model. model.local_embedder names a folder with "
                "model.onnx and tokenizer.json."
            )
        # Loaded now, before a book is written: after usearch it could not be.
        self._runtime = _runtime()
        self.name = f"{folder.resolve().name}@{_digest(folder, self._model)[:12]}"
        self.dimension = 0
        self.probes = b""
        self.remarks: tuple[str, ...] = ()
        self.spent = "here"
        self._find, self._keep = find, keep

    def gave(self, probes: bytes) -> bool:
        """Whether rows of its name are by this model: the name tells."""
        del probes
        return True

    def rows(self, texts: Sequence[str]) -> list[bytes | str]:
        """For each text its row, or why there is none."""
        found: dict[str, bytes | str] = {}
        for text in dict.fromkeys(texts):
            key = key_of(self.name, text)
            row: bytes | str | None = self._find(key)
            if row is None:
                row = quantised(self._run(text))
                if isinstance(row, bytes):
                    self._keep(key, row)
            if isinstance(row, bytes):
                self.dimension = len(row)
            found[text] = row
        return [found[text] for text in texts]

    def direction(self, query: str, probes: bytes) -> bytes | str:
        """The row of a query; the name tells the model, so that no probe is needed."""
        del probes
        return self.rows([query])[0]

    @cached_property
    def _run(self) -> Callable[[str], Any]:
        """What gives the numbers of a text; made when first needed, since loading takes long."""
        onnxruntime, tokenizers = self._runtime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # the same sums each time
        options.log_severity_level = 4  # errors are raised, and told below
        try:
            tokenizer = tokenizers.Tokenizer.from_file(str(self._folder / "tokenizer.json"))
            session = onnxruntime.InferenceSession(
                str(self._model), options, providers=["CPUExecutionProvider"]
            )
            first = _pools_by_first(self._folder)
        except Exception as error:  # the libraries raise classes of their own
            raise ConfigError(f"{self._folder}: the model cannot be read: {error}") from error
        tokenizer.no_padding()
        if tokenizer.truncation is None:
            tokenizer.enable_truncation(LONGEST)
        wanted = {one.name for one in session.get_inputs()}

        def run(text: str) -> Any:
            encoded = tokenizer.encode(text)
            given = _inputs(encoded.ids, encoded.type_ids)
            try:
                outputs = session.run(None, {name: given[name] for name in given if name in wanted})
            except Exception as error:
                raise ConfigError(f"{self._model}: the model cannot be run: {error}") from error
            return _pooled(outputs, first=first)

        return run


def _runtime() -> tuple[Any, Any]:
    """What runs a model, and what cuts texts for it."""
    try:
        import onnxruntime
        import tokenizers
    except ImportError as error:
        raise ConfigError(_NEEDED) from error
    return onnxruntime, tokenizers


def _inputs(ids: Sequence[int], types: Sequence[int]) -> Mapping[str, Any]:
    """The inputs that embedding models have, for a batch of one text without padding."""
    row = np.asarray([ids], dtype=np.int64)
    return {
        "input_ids": row,
        "attention_mask": np.ones_like(row),
        "token_type_ids": np.asarray([types], dtype=np.int64),
    }


def _pooled(outputs: Sequence[Any], *, first: bool) -> Any:
    """One vector of a model's outputs: its own for the text, else pooled over the tokens."""
    whole = [one for one in outputs if np.ndim(one) == 2]
    if whole:
        return whole[0][0]
    tokens = outputs[0][0]
    return tokens[0] if first else tokens.mean(axis=0)


def _pools_by_first(folder: Path) -> bool:
    path = folder / _POOLING
    if not path.is_file():
        return False
    said = msgspec.json.decode(path.read_bytes())
    return isinstance(said, dict) and said.get("pooling_mode_cls_token") is True


def _digest(folder: Path, model: Path) -> str:
    """Digest of the files that shape a row."""
    total = sha256()
    weights = sorted(model.parent.glob(f"{model.name}[._]data*"))  # what does not fit into one file
    for path in (model, *weights, folder / "tokenizer.json", folder / _POOLING):
        if path.is_file():
            with path.open("rb") as stream:
                while block := stream.read(1 << 20):
                    total.update(block)
    return total.hexdigest()
