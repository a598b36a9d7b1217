"""Sourcebook: a static documentation site for any code base."""

__version__ = "0.1.0"
