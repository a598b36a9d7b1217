"""A review as a comment, as JSON, as SARIF 2.1.0 and as annotations of GitHub.

The comment begins with a mark by which a workflow finds and replaces the one that it
posted before; a review with nothing to say is empty. Words of the repository are data:
no form interprets them.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from sourcebook.review.values import Fault, Review, Row
from sourcebook.version import __version__

MARK = "<!-- sourcebook decisions -->"

_FAULTS = MappingProxyType(
    {
        "superseded": "code names a decision that is over",
        "dangling": "a reference leads to no decision",
        "number": "two decisions have one number",
        "status": "the status of a decision changes",
        "edited": "an accepted decision is edited",
    }
)
_MOST = 20  # decisions or warnings that a comment spells out; GitHub refuses a long one
_GOVERNS = "a decision governs this change"


def comment(review: Review) -> str:
    """One comment in Markdown; "" when there is nothing to say."""
    if not review.speaks:
        return ""
    parts = [MARK, "### Decisions"]
    if review.faults:
        listed = [f"- ⚠️ {_at(fault)}: {plain(fault.text)}" for fault in review.faults]
        parts.append("\n".join([*listed[:_MOST], *_rest(len(listed), "warnings")]))
    if review.rows:
        parts.append("\n".join([*_rows(review), *_rest(len(review.rows), "decisions")]))
    if review.related:
        related = ", ".join(_link(r.title, r.key, r.url) for r in review.related)
        parts.append(f"<details><summary>Perhaps related</summary>\n\n{related}\n\n</details>")
    if review.dismissed:
        parts.append(f"{review.dismissed} dismissed.")
    if review.note:
        parts.append(plain(review.note))
    return "\n\n".join(parts) + "\n"


def _at(fault: Fault) -> str:
    return f"`{_code(fault.path)}:{fault.line}`"


def _rows(review: Review) -> Iterator[str]:
    for row in review.rows[:_MOST]:
        status = ", ".join(filter(None, (row.status, row.date)))
        yield f"- **{_link(row.title, row.key, row.url)}** ({status})"
        if row.sentence:
            yield f"  > {plain(row.sentence)}"
        more = f" and {row.others} more" if row.others else ""
        place = f"`{_code(row.evidence.path)}:{row.evidence.line}`"
        place = f"[{place}]({row.proof})" if row.proof else place
        yield (
            f"  `{_code(row.path)}:{row.line}`{more}: {row.reason} "
            f"({place}: `{_code(row.evidence.quote)}`)"
        )


def _rest(count: int, what: str) -> Iterator[str]:
    """What a comment leaves to the other forms."""
    if count > _MOST:
        yield f"- … and {count - _MOST} further {what}: see `--format json`"


def _link(title: str, key: str, url: str) -> str:
    return f"[{plain(key)}: {plain(title)}]({url})" if url else f"{plain(key)}: {plain(title)}"


def plain(text: str) -> str:
    """Text that Markdown and HTML print as it is, and that calls nobody."""
    text = re.sub(r"\s+", " ", text).replace("&", "&amp;").replace("<", "&lt;")
    text = re.sub(r"([\\`*_{}\[\]()#+!|~>])", r"\\\1", text)
    return text.replace("@", "@\u200b")


def _code(text: str) -> str:
    """Text between backticks."""
    return re.sub(r"\s+", " ", text).replace("`", "'").strip()


def as_json(review: Review) -> str:
    """The whole review, for programs."""
    return (
        json.dumps({"schema": 1, **msgspec.to_builtins(review)}, ensure_ascii=False, indent=1)
        + "\n"
    )


def annotations(review: Review) -> str:
    """Lines that a job of GitHub Actions turns into marks at the changed lines."""
    lines = [
        _annotation("warning", fault.path, fault.line, _FAULTS[fault.kind], fault.text)
        for fault in review.faults
    ]
    lines += [_annotation("notice", row.path, row.line, row.key, _said(row)) for row in review.rows]
    return "".join(f"{line}\n" for line in lines)


def _annotation(level: str, path: str, line: int, title: str, text: str) -> str:
    def value(said: str) -> str:
        return said.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def given(said: str) -> str:
        return value(said).replace(":", "%3A").replace(",", "%2C")

    return f"::{level} file={given(path)},line={line},title={given(title)}::{value(text)}"


def _said(row: Row) -> str:
    proof = row.evidence
    parts = [
        f"{row.title} ({row.status}).",
        row.sentence,
        f"{row.reason}: {proof.path}:{proof.line}",
        row.url,
    ]
    return " ".join(part for part in parts if part)


def sarif(review: Review) -> str:
    """A SARIF log for tools that collect findings of code scanners."""
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in _FAULTS.items()]
    rules.append({"id": "governs", "shortDescription": {"text": _GOVERNS}})
    results = [_result(f.kind, "warning", f.path, f.line, f.text) for f in review.faults]
    results += [_result("governs", "note", row.path, row.line, _said(row)) for row in review.rows]
    driver = {"name": "sourcebook", "version": __version__, "rules": rules}
    log = {
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


def _result(rule: str, level: str, path: str, line: int, text: str) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": path}, "region": {"startLine": max(line, 1)}}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }


FORMS: Mapping[str, Callable[[Review], str]] = MappingProxyType(
    {"markdown": comment, "json": as_json, "sarif": sarif, "github": annotations}
)
