"""Writes the tables of the reference pages anew: ``python -m tests.docs``."""

from tests.docs.reference import filled, pages

for page in pages():
    page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
