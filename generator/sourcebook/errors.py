"""The errors that Sourcebook raises.

Their types are the interface, their words are not. Each message says what happened,
where (``path:line`` where there is one) and what to do next::

    SourcebookError
     ├─ ConfigError        the configuration holds a mistake; lists all of them
     ├─ RepositoryError    the repository cannot be read as a whole
     ├─ ParseError         one file cannot be parsed (caught, counted, reported)
     ├─ ProviderError      a language model or language server failed
     ├─ StoreError         the book or the memo cannot be read or written
     │   ├─ LockedError    another process writes to the same output folder
     │   └─ NoBookError    there is no book, or it is of another schema
     ├─ QueryError         a query or an option of it makes no sense
     └─ RenderError        pages, pictures or the site cannot be made
"""


class SourcebookError(Exception):
    """Base of all errors that are meant for the user."""


class ConfigError(SourcebookError):
    """The configuration holds mistakes; the message lists each with its key."""


class RepositoryError(SourcebookError):
    """The repository as a whole cannot be read."""


class ParseError(SourcebookError):
    """One file cannot be parsed."""


class ProviderError(SourcebookError):
    """A language model or a language server failed."""


class StoreError(SourcebookError):
    """The book or the memo cannot be read or written."""


class LockedError(StoreError):
    """Another process writes to the same output folder."""


class NoBookError(StoreError):
    """There is no book here, or one that this version cannot read."""


class QueryError(SourcebookError):
    """A query, or an option of it, makes no sense."""


class RenderError(SourcebookError):
    """Pages, pictures or the site cannot be made."""
