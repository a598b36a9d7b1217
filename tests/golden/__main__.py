"""Writes golden files anew: ``python -m tests.golden [NAME]…``."""

import sys

from tests.golden.books import names, write

for name in sys.argv[1:] or names():
    write(name)
    print(name)
