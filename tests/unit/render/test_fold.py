"""Any size can be published: what does not fit gets fewer pages, and no link breaks."""

from dataclasses import replace
from pathlib import Path

import pytest

from sourcebook.config import Config
from sourcebook.render.fold import PART, plan
from sourcebook.render.links import Links
from sourcebook.store.book import Book
from sourcebook_audit.audit import audit
from sourcebook_audit.links import check_site
from tests.harness.making import put
from tests.harness.running import sourcebook
from tests.unit.render.sample import book as sample_book

CONFIG = Config()


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return sample_book(tmp_path_factory.mktemp("book"))


def test_source_pages_are_dropped_before_anything_is_folded(book):
    paths = Links(book, CONFIG).paths
    whole = plan(book, CONFIG.site, paths, source=True)
    assert whole.source
    assert not whole.part
    less = plan(book, replace(CONFIG.site, max_bytes=whole.bytes - 1), paths, source=True)
    assert not less.source
    assert not less.part
    least = plan(book, replace(CONFIG.site, max_bytes=less.bytes - 1), paths, source=True)
    assert set(least.part) == paths
    assert least.bytes < less.bytes < whole.bytes


def test_a_folder_is_split_where_a_part_is_full(tmp_path: Path):
    repository = tmp_path / "repo"
    for number in range(12):
        functions = "".join(
            f"def f_{number}_{n}(a):\n    '''Does {n}.'''\n    return g_{number}(a + {n})\n\n\n"
            for n in range(40)
        )
        put(repository, f"pack/m_{number}.py", f"{functions}def g_{number}(a):\n    return a\n")
    put(repository, "pack/M_1.py", "import pack.m_1\n\n\ndef of_case():\n    return 1\n")
    put(repository, "sourcebook.toml", "[site]\nmax_files = 5\n")
    done = sourcebook("build", repository, "-o", tmp_path / "out", home=tmp_path)
    assert done.code == 0, done.said
    assert "one page a folder" in done.err
    site = tmp_path / "out" / "site"
    parts = sorted((site / "files" / "pack").glob("*.html"))
    assert len(parts) > 1
    assert max(part.stat().st_size for part in parts) < 2 * PART
    assert check_site(site) == []
    report = audit(site, repository)
    assert report.untrue == ()
    assert report.coverage.missing == ()
    found = sourcebook(
        "query", "f_7_3", "--repo", repository, "-o", tmp_path / "out", home=tmp_path
    )
    assert found.code == 0, found.said


def test_no_page_passes_a_megabyte(tmp_path: Path):
    repository = tmp_path / "repo"
    body = "".join(f"    x = call_{n}({n} * {n})  # {'why ' * 12}\n" for n in range(11))
    put(
        repository,
        "huge.py",
        "".join(f"def f_{n}(a):\n    '''{'Does it. ' * 30}'''\n{body}\n\n" for n in range(400)),
    )
    done = sourcebook("build", repository, "-o", tmp_path / "out", "-q", home=tmp_path)
    assert done.code == 0, done.said
    site = tmp_path / "out" / "site"
    pages = sorted((site / "files").glob("huge.py*.html"))
    assert 3 < len(pages) < 10
    assert max(page.stat().st_size for page in pages) < 600_000
    assert check_site(site) == []
    report = audit(site, repository)
    assert report.untrue == ()
    assert report.coverage.missing == ()
    first, last = pages[0].read_text("utf-8"), pages[-1].read_text("utf-8")
    assert '<li id="f-399"><a href="huge.py~~' in first  # the address that it had before
    assert 'id="f-399">f_399</h2>' in last
    assert "call_9" in last
