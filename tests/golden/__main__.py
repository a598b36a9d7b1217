"""Writes golden files anew: ``python -m tests.golden [NAME]…``."""

import os
import sys

from tests.golden.books import names, write

# As in the tests: what is installed on a machine changes nothing.
os.environ["LSP_ENABLE_LANGS"] = "none"

for name in sys.argv[1:] or names():
    write(name)
    print(name)
