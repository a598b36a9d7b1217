"""Links, lists of links and statements: the small values that pages are full of.

They print themselves as HTML (a template writes ``{{ link }}``), since a page holds
hundreds of them and a macro for each would cost more than the rest of the page.
"""

from dataclasses import dataclass

from markupsafe import Markup

from sourcebook.model import Evidence
from sourcebook.render.escape import escape, finished, hint, prose


@dataclass(frozen=True, slots=True)
class Ref:
    """A link; without a URL it is text.

    ``note`` is said beside it; ``at`` is the place that proves it (``path:line,line``) and
    ``written`` the names that stand there, by line, where another than the text; both are
    for auditors. ``code`` marks a name of the code.
    """

    text: str
    url: str = ""
    hint: str = ""
    note: str = ""
    at: str = ""
    written: str = ""
    code: bool = False

    def __html__(self) -> Markup:
        kind = ' class="sb-c"' if self.code else ""
        title = f' title="{hint(self.hint)}"' if self.hint else ""
        text = escape(self.text)
        if self.code and "/" in text:
            text = finished(str(text).replace("/", "/<wbr>"))  # a path is broken at its slashes
        if self.url:
            return finished(f'<a{kind} href="{escape(self.url)}"{title}>{text}</a>')
        return finished(f"<span{kind}{title}>{text}</span>") if kind or title else text


@dataclass(frozen=True, slots=True)
class Listing:
    """A list that shows its first items and says how many more there are."""

    items: tuple[Ref, ...] = ()
    more: str = ""  # in words, "" when all are shown
    fact: str = ""  # what each item states, for auditors

    def __bool__(self) -> bool:
        return bool(self.items)

    def __html__(self) -> Markup:
        fact = f' data-fact="{self.fact}"' if self.fact else ""
        parts = ["<ul>"]
        for item in self.items:
            at = f' data-at="{escape(item.at)}"' if item.at else ""
            if item.written:
                at += f' data-as="{escape(item.written)}"'
            parts.append(f"<li{fact}{at}>{item.__html__()}</li>")
        if self.more:
            parts.append(f'<li class="sb-more">{escape(self.more)}</li>')
        parts.append("</ul>")
        return finished("".join(parts))


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim: its text, and where that can be checked."""

    text: str
    place: Ref | None = None
    quote: Evidence | None = None
    same: bool = False  # the text is the quote
    origin: str = ""  # "" for what was extracted, else the model's name
    origin_hint: str = ""

    def __html__(self) -> Markup:
        said = prose(self.text)
        quote = self.quote
        if self.same and quote is not None:
            said = finished(
                f'<span data-fact="quote" data-path="{escape(quote.path)}" '
                f'data-line="{quote.line}" data-end="{quote.end_line}">{said}</span>'
            )
        if self.place is not None and self.place.url:
            title = f' title="{hint(quote.quote)}"' if quote is not None else ""
            url, text = escape(self.place.url), escape(self.place.text)
            said += finished(f' <a class="sb-at" href="{url}"{title}>{text}</a>')
        if self.origin:
            title, name = escape(self.origin_hint), escape(self.origin)
            said += finished(f' <span class="sb-origin" title="{title}">{name}</span>')
        return said
