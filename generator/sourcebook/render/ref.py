"""Links, lists of links and statements: the small values that pages are full of.

They print themselves as HTML (a template writes ``{{ link }}``), since a page holds
hundreds of them and a macro for each would cost more than the rest of the page. Each byte
of theirs counts as often, so what the items of a list share is said once, on the list.
"""

import msgspec
from markupsafe import Markup

from sourcebook.model import Evidence
from sourcebook.render.escape import escape, finished, hint, prose


class Ref(msgspec.Struct, frozen=True, gc=False):
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
        if self.url:
            return finished(f"<a{kind}{self.address}{self.title}>{self.label}</a>")
        if kind or self.hint:
            return finished(f"<span{kind}{self.title}>{self.label}</span>")
        return self.label

    @property
    def label(self) -> Markup:
        """The text; a path may be broken at its slashes."""
        text = escape(self.text)
        return finished(str(text).replace("/", "/<wbr>")) if self.code and "/" in text else text

    @property
    def address(self) -> str:
        """The URL as an attribute."""
        return f' href="{escape(self.url)}"'

    @property
    def title(self) -> str:
        """The hint as an attribute, "" for none."""
        return f' title="{hint(self.hint)}"' if self.hint else ""


class Listing(msgspec.Struct, frozen=True, gc=False):
    """A list that shows its first items and says how many more there are.

    Its items state facts of one kind, and are names of the code or none is.
    """

    items: tuple[Ref, ...] = ()
    more: str = ""  # in words, "" when all are shown
    fact: str = ""  # what each item states, for auditors

    def __bool__(self) -> bool:
        return bool(self.items)

    def __html__(self) -> Markup:
        kind = ' class="sb-c"' if any(item.code for item in self.items) else ""
        # Of what states facts the style sheet knows that it is code.
        parts = [f'<ul data-fact="{self.fact}">' if self.fact else f"<ul{kind}>"]
        for item in self.items:
            at = f' data-at="{escape(item.at)}"' if item.at else ""
            if item.written:
                at += f' data-as="{escape(item.written)}"'
            if item.url:
                parts.append(f"<li{at}><a{item.address}{item.title}>{item.label}</a></li>")
            else:
                parts.append(f"<li{at}{item.title}>{item.label}</li>")
        if self.more:
            parts.append(f'<li class="sb-more">{escape(self.more)}</li>')
        parts.append("</ul>")
        return finished("".join(parts))


class Statement(msgspec.Struct, frozen=True, gc=False):
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
        # Where the text is the quote, letter for letter, it need not be sent twice.
        twice = quote is not None and said == escape(" ".join(quote.quote.split()))
        if self.same and quote is not None:
            end = f' data-end="{quote.end_line}"' if quote.end_line != quote.line else ""
            said = finished(
                f'<span data-fact="quote" data-path="{escape(quote.path)}" '
                f'data-line="{quote.line}"{end}>{said}</span>'
            )
        if self.place is not None and self.place.url:
            title = " data-said" if twice else f' title="{hint(quote.quote)}"' if quote else ""
            url, text = escape(self.place.url), escape(self.place.text)
            said += finished(f' <a class="sb-at" href="{url}"{title}>{text}</a>')
        if self.origin:
            title, name = escape(self.origin_hint), escape(self.origin)
            said += finished(f' <span class="sb-origin" title="{title}">{name}</span>')
        return said
