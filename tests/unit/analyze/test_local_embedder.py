"""Vectors of a model that runs here: a real one, made small."""

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime  # noqa: F401 - before a test of this process loads usearch
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from sourcebook.analyze.local_embedder import LocalEmbedder
from sourcebook.analyze.meanings import quantised
from sourcebook.errors import ConfigError

WORDS = ["[UNK]", "open", "close", "file", "invoice"]
#: A vector of three numbers for each word.
TABLE = np.array([[1, 1, 1], [4, 0, 0], [0, 4, 0], [0, 0, 4], [2, -2, 0]], dtype=np.float32)


def model_folder(folder: Path, table: np.ndarray = TABLE, *, whole: bool = False) -> Path:
    """A model that gives each word its row of the table, or the whole text their mean."""
    folder.mkdir(parents=True)
    cut = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, "[UNK]"))
    cut.normalizer = normalizers.Lowercase()
    cut.pre_tokenizer = pre_tokenizers.Whitespace()
    cut.save(str(folder / "tokenizer.json"))
    given = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "tokens"])
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["tokens"])]
    out = helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["batch", "tokens", 3])
    if whole:
        nodes.append(helper.make_node("ReduceMean", ["tokens"], ["text"], axes=[1], keepdims=0))
        out = helper.make_tensor_value_info("text", TensorProto.FLOAT, ["batch", 3])
    graph = helper.make_graph(
        nodes, "words", [given], [out], [numpy_helper.from_array(table, "table")]
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, folder / "model.onnx")
    return folder


def embedder(folder: Path, journal: dict[str, bytes] | None = None) -> LocalEmbedder:
    kept = {} if journal is None else journal
    return LocalEmbedder(folder, find=kept.get, keep=kept.__setitem__)


def test_a_text_is_the_mean_of_its_tokens(tmp_path: Path):
    model = embedder(model_folder(tmp_path / "words"))
    assert model.rows(["open file", "Close", "open file"]) == [
        quantised([2, 0, 2]), quantised([0, 4, 0]), quantised([2, 0, 2]),
    ]  # fmt: skip
    assert model.dimension == 3
    assert model.direction("close", b"") == quantised([0, 4, 0])


def test_the_pooling_of_the_model_counts(tmp_path: Path):
    folder = model_folder(tmp_path / "first")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling/config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    assert embedder(folder).rows(["open file"]) == [quantised([4, 0, 0])]
    whole = model_folder(tmp_path / "whole", whole=True)
    assert embedder(whole).rows(["open file"]) == [quantised([2, 0, 2])]


def test_long_texts_are_read_as_far_as_the_model_reads(tmp_path: Path):
    model = embedder(model_folder(tmp_path / "words"))
    long = " ".join(["open"] * 512 + ["close"] * 5000)
    assert model.rows([long]) == [quantised([4, 0, 0])]


def test_a_text_without_a_direction_is_named(tmp_path: Path):
    folder = model_folder(tmp_path / "words", TABLE * np.float32(0))
    assert embedder(folder).rows(["open"]) == ["all zero"]


def test_rows_are_kept_under_the_digest_of_the_model(tmp_path: Path):
    journal: dict[str, bytes] = {}
    one = embedder(model_folder(tmp_path / "a/words"), journal)
    one.rows(["open"])
    assert len(journal) == 1
    same = embedder(model_folder(tmp_path / "b/words"), dict.fromkeys(journal, b"\x01\x02\x03"))
    assert same.name == one.name
    assert same.rows(["open"]) == [b"\x01\x02\x03"], "the same files are the same model"
    other = embedder(model_folder(tmp_path / "c/words", TABLE[::-1].copy()), journal)
    assert other.name != one.name
    assert other.rows(["open"]) == [quantised([0, 0, 4])]
    assert len(journal) == 2


def test_a_model_in_the_folder_onnx_is_found(tmp_path: Path):
    folder = model_folder(tmp_path / "words")
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx/model.onnx")
    assert embedder(folder).rows(["close"]) == [quantised([0, 4, 0])]


def test_a_folder_without_a_model_is_named(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"nothing: no embedding model.*model\.onnx"):
        embedder(tmp_path / "nothing")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_model_is_named(tmp_path: Path, name: str):
    folder = model_folder(tmp_path / "words")
    (folder / name).write_bytes(b"damaged")
    with pytest.raises(ConfigError, match="words: the model cannot be read"):
        embedder(folder).rows(["open"])
