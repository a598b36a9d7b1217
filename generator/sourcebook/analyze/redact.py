"""Secrets that were committed by mistake never get any further than here.

Works on decoded text; what is found is replaced by a mark such as ``[redacted: token]``
that keeps the number of lines.
"""

from dataclasses import dataclass

from sourcebook.model import Redaction


@dataclass(frozen=True, slots=True)
class Redacted:
    """Text without secrets, what was taken out, and the way back to the offsets before."""

    text: str
    redactions: tuple[Redaction, ...] = ()
    shifts: tuple[tuple[int, int], ...] = ()


def redact(text: str, path: str = "") -> Redacted:  # noqa: ARG001 - thin start
    """Replaces the secrets in ``text``, the content of the file ``path``."""
    return Redacted(text)


def redact_line(line: str) -> str:
    """Replaces the secrets in one line of text, a commit subject for example."""
    return redact(line).text
