"""``python -m sourcebook``."""

from sourcebook.cli import main

if __name__ == "__main__":
    main()
