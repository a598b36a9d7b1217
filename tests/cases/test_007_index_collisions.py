"""README, index, __init__ and a folder named like a file never overwrite each other.

A site builder makes one page of `README.md` and `index.md`, and of `foo.md` and
`foo/index.md`; one of them is lost without a word.
"""

import re

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_every_file_has_its_page(built: Built):
    """Every file has its own page; the number of file pages equals that of files (9)."""
    assert len(built.report) == 9
    assert built.file_pages.keys() == built.report.keys()


def test_2_each_marker_on_one_page(built: Built):
    """Each page shows its own marker word, each marker stands on one file page only."""
    for path, page in built.file_pages.items():
        source = (built.repository / path).read_text(encoding="utf-8")
        (marker,) = re.findall(r"MARK-\d\d", source)
        showing = [one for one, other in built.file_pages.items() if marker in other.text]
        assert showing == [path]
        assert marker in page.text


def test_3_home_is_the_overview(built: Built):
    """The site's home page is the overview, not one of the input files."""
    home = built.site.pages["index.html"]
    assert home not in built.file_pages.values()
    assert home.title
    assert "MARK-02" not in home.title


def test_4_no_two_pages_share_an_address(built: Built):
    """No two pages have the same address, also when compared without case."""
    assert len({name.lower() for name in built.site.files}) == len(built.site.files)
