"""The query: what must be found, in which order, and that the browser finds the same."""

import json
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from sourcebook.answers import of_book, of_site
from sourcebook.config import Config, SearchConfig
from sourcebook.errors import QueryError
from sourcebook.narrowing import Filters
from sourcebook.render.bundle import bundle
from sourcebook.store.book import Book
from sourcebook.store.query import (
    SENTENCE,
    asks_around,
    japanese,
    mentioned,
    ranked,
    said,
    tongues,
    translated,
    weigh,
)
from sourcebook.store.score import (
    AROUND_SHARE,
    READINGS,
    TOGETHER,
    WEIGHTS,
    Scored,
    in_front,
    readings,
    shares,
)
from sourcebook.store.search import Searcher, innermost, nearness
from sourcebook.store.site import FORMAT, Site
from sourcebook.tokenizer import runs
from tests.browser.serving import served
from tests.harness.searching import in_node, write_search
from tests.unit.store.books import book
from tests.unit.store.shop import FILES, HISTORY, QUESTIONS, names


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("refund", "refund"),
        ("payment_total", "payment_total"),
        ("HTTPServer2", "HTTPServer2"),
        ("constructor", "constructor"),
        ("__init__", "__init__"),
        ("toString", "toString"),
        ("tostring", "toString"),
    ],
)
def test_an_exact_name_is_first(searcher: Searcher, query: str, name: str) -> None:
    assert names(searcher, query)[0] == name


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("refnud", "refund"),
        ("thumbnial", "thumbnail"),
        ("paymnet", "payment_total"),
        ("parseJSON", "parseJSONBody"),
        ("gives money back", "refund"),
        ("設定", "thumbnail"),
        ("ﾌｧｲﾙ", "thumbnail"),
        ("30000", "retry_payment"),
        ("返金", "refund"),
        ("cfg loader", "load_config"),
        ("支払いの再試行", "retry_payment"),
    ],
)
def test_it_is_among_the_first_three(searcher: Searcher, query: str, name: str) -> None:
    assert name in names(searcher, query)[:3]


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("payment_total", True),
        ("payment_total of a customer", True),
        ("give money back to a customer after payment_total", False),
    ],
)
def test_a_sentence_only_mentions_what_it_names(
    searcher: Searcher, query: str, asked: bool
) -> None:
    spoken = {name for hit in searcher.search(query) for name, _ in hit.signals}
    assert ("name" in spoken) == asked


@pytest.mark.parametrize("query", ["a class of images", "the class of all the images"])
def test_only_a_short_query_asks_for_classes(query: str) -> None:
    assert asks_around(query) == (len(query.split()) < SENTENCE)


@pytest.mark.parametrize("query", ["zzqxw", "propertyIsEnumerable", "", "!?", "🙂"])
def test_nothing_that_fits_is_nothing_found(searcher: Searcher, query: str) -> None:
    assert searcher.search(query) == []


def test_a_constant_is_found_under_its_own_name_and_line(searcher: Searcher) -> None:
    hit = searcher.search("MAX_RETRY_COUNT")[0]
    assert (hit.name, hit.line) == ("MAX_RETRY_COUNT", 9)
    assert searcher.search("retry count constant max")[0].name == "MAX_RETRY_COUNT"


def test_past_commits_find_their_files(searcher: Searcher) -> None:
    assert searcher.search("carousel")[0].chunk.startswith("image/thumbnail.py")


def test_a_signal_is_measured_by_what_counts_in_full() -> None:
    assert shares({0: 4, 1: 3}, lambda key: (0.5, 1.0)[key]) == {0: 4 / 3, 1: 1.0}
    assert shares({}, lambda _key: 1.0) == {}


def test_tests_count_half_unless_they_are_asked_for(searcher: Searcher) -> None:
    paths = [hit.chunk.partition("::")[0] for hit in searcher.search("payment")]
    assert "tests/test_refund.py" in paths
    assert paths[0] == "pay/refund.py"
    assert searcher.search("test payment")[0].chunk.startswith("tests/")


def test_filters_hold(searcher: Searcher) -> None:
    assert {*names(searcher, "image", path="image")} == {"thumbnail", "rotate", "crop"}
    assert names(searcher, "image", path="*.toml") == []
    assert names(searcher, "refund", kind="section") == []
    assert {hit.chunk for hit in searcher.search("reset", path="tests/*")} >= {
        "tests/test_refund.py::reset"
    }


def test_scores_fall_and_are_finite(searcher: Searcher) -> None:
    for query in QUESTIONS:
        scores = [hit.score for hit in searcher.search(query, top=1000)]
        assert scores == sorted(scores, reverse=True)
        assert all(0 < score <= 1 for score in scores)


@pytest.mark.parametrize("files", [{}, {"a.py": ""}, {"a.py": "...\n"}, {"a.py": "x = 1\n"}])
def test_books_with_next_to_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    tiny = book(tmp_path / "book", files)
    site = tmp_path / "site"
    write_search(site, tiny)
    queries = ["x", "constructor", "", "anything at all"]
    assert in_node(site, queries) == [_shown(Searcher(tiny), query) for query in queries]


def test_the_browser_finds_the_same_in_the_same_order(small: Book, tmp_path: Path) -> None:
    write_search(tmp_path, small)
    searcher = Searcher(small)
    for query, browser in zip(QUESTIONS, in_node(tmp_path, QUESTIONS), strict=True):
        assert browser == _shown(searcher, query), query


@pytest.mark.parametrize(
    "config",
    [
        SearchConfig(min_score=0.5),
        SearchConfig(dense="rank"),
        SearchConfig(dense="off"),
        SearchConfig(dense_weight=0.2),
    ],
)
def test_settings_hold_in_the_browser_too(
    small: Book, tmp_path: Path, config: SearchConfig
) -> None:
    write_search(tmp_path, small, search=config)
    queries = ["payment", "gives money back", "turn small images"]
    expected = [_shown(Searcher(small, config), query) for query in queries]
    assert in_node(tmp_path, queries) == expected
    assert expected != [_shown(Searcher(small), query) for query in queries]


def test_a_least_score_leaves_out_and_ranking_brings_none(small: Book) -> None:
    for query in ("payment", "gives money back"):
        hits = Searcher(small, SearchConfig(min_score=0.5)).search(query)
        assert all(hit.score >= 0.5 * hits[0].score for hit in hits)
        ranked_ = Searcher(small, SearchConfig(dense="rank")).search(query)
        assert not any(hit.weak for hit in ranked_)
        off = Searcher(small, SearchConfig(dense="off")).search(query)
        assert {hit.chunk for hit in ranked_} == {hit.chunk for hit in off}


def test_facets_ask_the_same_in_the_browser(small: Book, tmp_path: Path) -> None:
    write_search(tmp_path, small)
    queries = [
        "name:refund", 'purpose:"a customer" money', "payment signature:count", "refund name:zzqx",
        "name:payment name:total", 'name:"retry payment', "x-name:refund", "image signature:(image,",
    ]  # fmt: skip
    answers = of_book(small, Config())
    for query, browser in zip(queries, in_node(tmp_path, queries), strict=True):
        expected = [hit.chunk for hit in answers.hits(query, Filters(top=20))]
        assert [hit["id"] for hit in browser] == expected, query
    assert answers.hits("name:refund", Filters(top=20))


def test_a_published_site_gives_the_same(small: Book, tmp_path: Path) -> None:
    write_search(tmp_path, small)
    book_, site = Searcher(small), Searcher(Site(str(tmp_path)))
    for query in QUESTIONS:
        assert site.search(query) == book_.search(query), query
        assert site.near(query) == book_.near(query)
    for filters in ({"kind": "class"}, {"language": "python"}, {"path": "pay"}, {"scope": "image"}):
        assert site.search("payment", **filters) == book_.search("payment", **filters)


def test_a_site_is_searched_over_http_with_rows_for_programs(small: Book, tmp_path: Path) -> None:
    write_search(tmp_path, small)
    with served(tmp_path) as address:
        (row, *_) = of_site(f"{address}index.html").rows("refund", Filters(top=3))
    assert (row["path"], row["symbol"], row["line"]) == ("pay/refund.py", "refund", 1)
    assert row["url"] == f"{address}files/pay/refund.py#refund"


@pytest.mark.parametrize(
    ("path", "share"),
    [("a/b/c.py", 1.0), ("a/b/d/e.py", 1.0), ("a/c.py", 0.5), ("x/b/c.py", 0.0), ("c.py", 0.0)],
)
def test_nearness_counts_common_folders(path: str, share: float) -> None:
    assert nearness(path, "", "a/b/x.py", "") == share
    assert nearness(path, "", "a/b/", "") == share
    assert nearness("c.py", "", "x.py", "") == 1.0


@pytest.mark.parametrize(
    ("path", "share"), [("a/b/c.py", 1.0), ("a/d/c.py", 0.75), ("x/b/c.py", 0.0), ("c.py", 0.0)]
)
def test_half_of_nearness_is_to_be_of_the_same_scope(path: str, share: float) -> None:
    scopes = {"", "a", "x"}
    near = "a/b/x.py"
    assert nearness(path, innermost(path, scopes), near, innermost(near, scopes)) == share


def test_the_indexes_are_published_for_programs(small: Book) -> None:
    pages = bundle(small, lambda chunk: chunk.id)
    found = {page.path.removeprefix("search/download/"): page.data for page in pages}
    assert json.loads(found["chunks.json"]) == [entry.chunk.id for entry in small.entries]
    assert found["vectors.usearch"] == (small.folder / "vectors.usearch").read_bytes()
    assert "functions/params.index.json" in found


@pytest.mark.parametrize(
    ("most", "hidden", "said"),
    [
        (64_000_000, ["pay/refund.py"], "would tell of what the site hides"),
        (10, [], "bytes, more than search.download_bytes = 10"),
        (0, ["pay/refund.py"], ""),
    ],
)
def test_where_the_indexes_are_not_published_it_is_said(
    small: Book, most: int, hidden: list[str], said: str
) -> None:
    told: list[str] = []
    search = SearchConfig(download_bytes=most)
    pages = bundle(small, lambda chunk: chunk.id, hidden=hidden, search=search, tell=told.append)
    assert not any("download" in page.path for page in pages)
    assert [said in one for one in told] == [True] * bool(said)


def test_no_site_and_a_site_of_another_format_are_told(small: Book, tmp_path: Path) -> None:
    with pytest.raises(QueryError, match=r"search/manifest\.json: cannot be read"):
        Site(str(tmp_path))
    write_search(tmp_path, small)
    manifest = tmp_path / "search/manifest.json"
    manifest.write_text(manifest.read_text().replace(f'"format":{FORMAT}', '"format":1'))
    with pytest.raises(QueryError, match="have format 1"):
        Site(tmp_path.as_uri())


@pytest.mark.parametrize("scope", ["pay", "pay/", "image", "pay/refund.py", "nowhere"])
def test_a_scope_may_be_a_folder_on_both_sides(small: Book, tmp_path: Path, scope: str) -> None:
    write_search(tmp_path, small)
    searcher = Searcher(small)
    for query in ("payment", "image", "refund", "constructor"):
        (browser,) = in_node(tmp_path, [query], {"scope": scope})
        assert browser == _shown(searcher, query, scope=scope), query


def test_the_client_in_the_docs_runs(small: Book, tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "site_src/reference/search.md").read_text(encoding="utf-8")
    program = page.partition('```js title="find.mjs"\n')[2].partition("```")[0]
    assert 20 < len(program.splitlines()) <= 30
    (tmp_path / "find.mjs").write_text(program, encoding="utf-8")
    write_search(tmp_path, small)
    with served(tmp_path) as address:
        done = subprocess.run(
            ["node", tmp_path / "find.mjs", address, "refund", "payments"],
            env={"PATH": "/usr/bin:/usr/local/bin"},
            capture_output=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().splitlines()[0] == "refund  function  pay/refund.py  1"


def test_the_files_are_json_and_small_and_the_same_again(small: Book, tmp_path: Path) -> None:
    first = {page.path: page.data for page in bundle(small, lambda chunk: chunk.id)}
    again = book(tmp_path / "again", FILES, HISTORY)
    assert first == {page.path: page.data for page in bundle(again, lambda chunk: chunk.id)}
    read = {path: data for path, data in first.items() if "/download/" not in path}
    for path, data in read.items():
        assert len(data) < 1_000_000
        if path.endswith(".json"):
            json.loads(data, parse_constant=_refuse)


def test_hidden_files_are_not_in_the_search(small: Book, tmp_path: Path) -> None:
    write_search(tmp_path, small, hidden=["pay/refund.py"])
    found = in_node(tmp_path, ["refund", "payment_total", "MAX_RETRY_COUNT"])
    assert not any(hit["id"].startswith("pay/refund.py") for hits in found for hit in hits)
    everything = b"".join(path.read_bytes() for path in tmp_path.rglob("documents/*.json"))
    assert b"pay/refund.py::" not in everything


def test_words_are_weighed() -> None:
    weights = weigh("Fix the cfg of setTimeout")
    assert weights["settimeout"] > weights["cfg"] > weights["fix"]
    assert weights["config"] < weights["cfg"]
    assert weigh("the cfg")["the"] < weights["fix"]


def test_a_long_query_does_without_its_stop_words() -> None:
    assert "the" in weigh("the refund of the payment")
    assert "the" not in weigh("the refund of the last failed payment")


def test_of_many_words_those_of_changes_and_the_frequent_ones_are_left_out() -> None:
    query = "add one red blue green pink grey gold teal plum lime"
    common = ranked(["gold", "teal"])
    assert list(said(query, common)) == [
        "one", "red", "blue", "green", "pink", "grey", "teal", "plum", "lime",
    ]  # fmt: skip
    assert len(said("認証の設定を保存する関数の名前を全部見せる", common)) > 9


def test_a_query_of_many_words_reads_fewer_vectors() -> None:
    chunks = range(0, 9 * TOGETHER, TOGETHER)
    assert [len(readings(chunks, words)) for words in (1, 7, 8, 9, 30)] == [5, 5, 4, 3, 3]


def test_hits_that_were_read_come_first() -> None:
    scored = [Scored(at * TOGETHER // 2, 1 - at / 100, (), weak=False) for at in range(40)]
    hits = in_front(scored, [1, 3, 4, 5, 6, 7, 8])
    assert [one.chunk // TOGETHER for one in hits[:12]] == [1, 1, 3, 3, 4, 4, 5, 5, 6, 6, 0, 0]
    assert sorted(hits, key=lambda one: one.chunk) == scored
    assert in_front(scored[:2], [1]) == scored[:2]


def test_languages_are_mentioned_as_they_are_written() -> None:
    assert mentioned("go to the next item") == []
    assert len(mentioned("Go client")) == 1
    assert mentioned("the C++ library.") == mentioned("cpp")
    assert mentioned("in python") == mentioned("Python:")


def test_a_file_belongs_to_the_language_of_its_name_first() -> None:
    paths = ["gen/t_py_generator.cc", "lib/py/a.py", "lib/go/b.go", "c.rs", "d.rb"]
    (python,) = mentioned("python")
    owned = [dict(one).get(python, 0) for one in tongues(paths)]
    assert owned == [10, 10, 0, 0, 0]
    assert tongues(["a.py", "b.py"]) == ((), ())


def _refuse(constant: str) -> None:
    raise AssertionError(constant)


def _shown(searcher: Searcher, query: str, scope: str = "") -> list[dict[str, object]]:
    return [
        {"id": hit.chunk, "line": hit.line, "weak": hit.weak, "score": hit.score}
        for hit in searcher.search(query, scope=scope)
    ]


def test_the_longest_japanese_word_at_each_place_is_translated() -> None:
    assert translated("非公開の鍵") == dict.fromkeys(["privat", "key"], 60)
    assert translated("公開") == dict.fromkeys(["public", "publish"], 60)
    assert translated("ｾｯｼｮﾝ") == {"session": 60}
    assert translated("open a session") == {}


def test_what_the_query_says_itself_counts_as_such() -> None:
    assert weigh("refund 返金")["refund"] == 100


def test_the_japanese_table_is_in_order() -> None:
    text = files("sourcebook.store").joinpath("japanese.txt").read_text("utf-8")
    words = [line.split(" ")[0] for line in text.splitlines() if not line.startswith("#")]
    assert len(words) == len(set(words)) == len(japanese()) > 500
    for word, terms in japanese().items():
        assert runs(word) == [word], word
        assert terms, word
        assert all(term.isascii() for term in terms), word


def test_the_cosine_of_code_around_functions_counts_in_full_where_the_query_asks_for_it(
    searcher: Searcher,
):
    def parts(query: str) -> dict[str, float]:
        (around,) = (one for one in searcher.search(query) if one.chunk.endswith("::statements"))
        return dict(around.signals)

    full = WEIGHTS["vectors"]
    assert 0 < parts("currency")["vectors"] < AROUND_SHARE * full
    assert parts("currency constant")["vectors"] > AROUND_SHARE * full


def test_vectors_are_read_beside_the_best_hits_of_words(tmp_path: Path):
    places = READINGS + 3
    files = {
        f"part{place}.py": "\n\n".join(
            f"def {'wanted' if at < places - place else 'other'}_{place}_{at}(row):\n    return row"
            for at in range(TOGETHER)
        )
        for place in range(places)
    }
    large = book(tmp_path / "book", files)
    best = Searcher(large, SearchConfig(dense="off")).search("wanted rows", top=400)
    numbers = {entry.chunk.id: at for at, entry in enumerate(large.entries)}
    read = set(readings((numbers[hit.chunk] for hit in best), 1))
    assert len(read) == READINGS
    hits = Searcher(large).search("wanted rows", top=400)
    with_vectors = {hit.chunk for hit in hits if "vectors" in dict(hit.signals)}
    assert {numbers[chunk] // TOGETHER for chunk in with_vectors} <= read
    assert with_vectors
    assert len(with_vectors) < len(hits)
    write_search(tmp_path / "site", large)
    queries = ["wanted rows", "part3 other", "row"]
    browser = in_node(tmp_path / "site", queries)
    assert browser == [_shown(Searcher(large), query) for query in queries]
