"""Template marks in docstrings and code are text, and no template of ours reads them."""

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions

TEXTS = [
    ("ci/build.yml", "${{ github.workspace }}"),
    ("ansible/task.yml", "{{ folder_path }}"),
    ("site/base.tmpl", '{{ define "main" }}'),
    ("tpl.py", "{{{url}}}"),
    ("tpl.py", "{% endraw %}"),
    ("tpl.py", "{# note #}"),
]


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize(("path", "text"), TEXTS)
def test_1_letter_for_letter(built: Built, path: str, text: str):
    """Each of these texts is on its page letter for letter."""
    assert text in built.page(path).text


def test_2_nothing_is_computed(built: Built):
    """No page contains `49` in place of `{{ 7*7 }}`."""
    page = built.page("tpl.py")
    assert "{{ 7*7 }}" in page.text
    assert "Use {{ config }} and 49" not in page.text


def test_3_pages_forbid_macros(built: Built):
    """The same holds with a macros plugin: the pages carry `render_macros: false`."""
    built.done()
    for name in built.file_pages:
        source = built.output / "docs" / built.page(name).path
        head = source.with_suffix(".md").read_text(encoding="utf-8").split("---")[1]
        assert "render_macros: false" in head
