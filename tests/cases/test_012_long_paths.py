"""Very long paths, names and signatures."""

from tests.harness.case import CASES, Built, make_of
from tests.harness.general import GeneralConditions

MADE = make_of(CASES / "012-long-paths")


class TestGeneral(GeneralConditions):
    pass


def test_1_all_four_have_a_place(built: Built):
    """`Deep`, `long_name`, `long_kana` and `mix` have a page or anchor."""
    for path, name in (
        (MADE.DEEP, "Deep"),
        (MADE.LONG, "long_name"),
        (MADE.KANA, "long_kana"),
        ("mix.cpp", "mix"),
    ):
        assert name in built.page(path).text


def test_2_paths_stay_short(built: Built):
    """No part of an output path is longer than 200 bytes, no path longer than 240."""
    for name in built.site.files:
        assert len(name) <= 240
        assert max(len(part.encode()) for part in name.split("/")) <= 200


def test_3_twins_do_not_share_a_page(built: Built):
    """Two files whose first 200 characters agree do not share a page."""
    assert built.page(MADE.LONG).path != built.page(MADE.TWIN).path


def test_4_the_long_signature_is_stored_short(built: Built):
    """The 3,000-character signature is stored in search once, shortened, and wraps."""
    (hit,) = [hit for hit in built.hits("mix") if hit["symbol"] == "mix"]
    assert 0 < len(str(hit["signature"])) <= 300
    signatures = [
        node
        for node in built.page("mix.cpp").article.css("pre, code")
        if "Parameter_number_099" in node.text()
    ]
    assert signatures
    # Material scrolls a block of code; inline code would widen the page.
    assert all(node.tag == "pre" or _inside(node, "pre") for node in signatures)


def _inside(node, tag: str) -> bool:
    while node is not None:
        if node.tag == tag:
            return True
        node = node.parent
    return False
