"""Configuration: defaults, sources, and every mistake at once."""

from pathlib import Path

import pytest

from sourcebook.config import Config, keys, load_config
from sourcebook.errors import ConfigError


def test_nothing_configured_gives_the_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path) == Config()


def test_sourcebook_toml_is_read(tmp_path: Path) -> None:
    (tmp_path / "sourcebook.toml").write_text(
        'name = "Ledger"\n[exclude]\nread = ["*.gen.py"]\n[search]\ndense_weight = 1\n'
    )
    config = load_config(tmp_path)
    assert config.name == "Ledger"
    assert config.exclude.read == ("*.gen.py",)
    assert config.search.dense_weight == 1.0


def test_pyproject_is_read_only_when_it_holds_our_table(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text('[tool.other]\nname = "x"\n')
    assert load_config(tmp_path) == Config()
    project.write_text('[tool.sourcebook]\ndocs = "site_src/code"\n')
    assert load_config(tmp_path).docs == "site_src/code"


def test_own_file_wins_over_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.sourcebook]\nname = "a"\n')
    (tmp_path / "sourcebook.toml").write_text('name = "b"\n')
    assert load_config(tmp_path).name == "b"


def test_every_mistake_is_reported_at_once_with_its_key(tmp_path: Path) -> None:
    (tmp_path / "sourcebook.toml").write_text(
        "colour = 1\nname = 7\nworkers = -1\n"
        'exclude = "x"\n[chunk]\nstrategy = "lines"\nsize = true\n[search]\ntop = 0\n'
    )
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path)
    message = str(caught.value)
    for key in ("colour", "name", "workers", "exclude", "chunk.strategy", "chunk.size"):
        assert f"  {key}: " in message
    assert "search.top: 0 is too small, the least is 1" in message
    assert "one of syntax, bytes, tokens" in message
    assert "7 mistake(s)" in message


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("1.01", "1.01 is too large, the most is 1"),
        ("50", "50.0 is too large, the most is 1"),
        ("-0.1", "-0.1 is too small, the least is 0"),
        ("nan", "nan is not a number"),
        ("inf", "inf is not a number"),
    ],
)
def test_a_share_is_between_none_and_all(tmp_path: Path, value: str, wrong: str) -> None:
    (tmp_path / "sourcebook.toml").write_text(f"[search]\nmin_score = {value}\n")
    with pytest.raises(ConfigError, match=rf"search\.min_score: {wrong}"):
        load_config(tmp_path)


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_a_share_may_be_none_or_all(tmp_path: Path, share: float) -> None:
    (tmp_path / "sourcebook.toml").write_text(f"[search]\nmin_score = {share}\n")
    assert load_config(tmp_path).search.min_score == share


@pytest.mark.parametrize("raw", [b"name = ", b"\xff\xfe\x00", b"[a]\n[a]\n"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "sourcebook.toml").write_bytes(raw)
    with pytest.raises(ConfigError, match=r"sourcebook\.toml: cannot be read as TOML"):
        load_config(tmp_path)


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        load_config(tmp_path, tmp_path / "gone.toml")


def test_keys_are_described_and_unique() -> None:
    listed = list(keys())
    assert len({key.name for key in listed}) == len(listed)
    assert all(key.doc and key.kind for key in listed)
    assert {"name", "exclude.read", "chunk.size", "model.provider"} <= {key.name for key in listed}
