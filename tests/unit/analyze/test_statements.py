"""Which numbers, names and calls of a sentence hold, and which languages it may be of."""

import pytest

from sourcebook.analyze.link import link
from sourcebook.analyze.summarize.edges import Edges
from sourcebook.analyze.summarize.statements import Calls, missing, strange_numbers
from sourcebook.analyze.summarize.tongues import in_language
from tests.unit.analyze.reading import parsed

FILES = [
    parsed(
        "shop/money.py",
        "def show(total):\n    print(total)\n\n\ndef total_of(rows):\n    return sum(rows)\n\n\n"
        "def close_invoice(invoice):\n    show(total_of(invoice.rows))\n    invoice.archive()\n",
    ),
    parsed(
        "shop/cart.py",
        "from shop.money import close_invoice\n\n\nclass Cart:\n    def pay(self):\n"
        "        close_invoice(self.invoice)\n\n\ndef ping():\n    return Cart()\n",
    ),
]
EDGES = Edges(link(FILES))
NAMES = frozenset(
    part
    for file in FILES
    for symbol in file.symbols
    for part in (symbol.name, *symbol.qualified.split("."))
)
GIVEN = "def close_invoice(invoice):\n    show(total_of(invoice.rows))\n    invoice.archive()\n"


def agree(text: str, name: str = "close_invoice") -> bool:
    around = EDGES.of_name(name)
    assert around is not None
    return Calls(EDGES, around, NAMES).agree(text, GIVEN)


@pytest.mark.parametrize(
    "text",
    [
        "Closes it, calls `total_of` and `show`.",
        "Calls total_of, show and `invoice.archive()`.",
        "Closes it; called by `Cart.pay`.",
        "Closes it; is called only by pay.",
        "Closes it; called by the `Cart` class, called from `cart`.",
        "Calls the methods it needs and closes it.",
        "Called often, called by nobody else; uses the rows to close it.",
        "Uses `invoice` and `rows`.",
        "Checks `runner.invoke`, `show` and `ping`; used in `ping`.",
        "`pay` calls `close_invoice`; `close_invoice` calls `show`.",
        "`show` is called by `close_invoice`.",
    ],
)
def test_calls_of_the_graph_hold(text: str):
    assert agree(text)


@pytest.mark.parametrize(
    "text",
    [
        "Closes it and calls `ping` at the end.",
        "Closes it and calls ping.",
        "Closes it, calls `show` and `ping`.",
        "Closes it, calling total_of, show, and ping.",
        "Closes it; invokes `invoice` at the end.",
        "Closes it; calls `money`.",
        "Closes it; called by `ping`.",
        "Closes it; called by ping.",
        "Closes it; called by `Cart.pay` and `ping`.",
        "Closes it; is used by `ping`.",
        "Closes it; invoked from ping().",
        "Uses `Cart`.",
        "`pay` calls `show`.",
        "`show` is called by `pay`.",
        "Calls the function `ping`.",
    ],
)
def test_calls_that_the_graph_does_not_have_fail(text: str):
    assert not agree(text)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Refuses more than 1000.", "if total > 1_000:"),
        ("Refuses more than 1,000.", "if total > 1000:"),
        ("Refuses more than 1000.", "More than 1,000 are refused."),
        ("Refuses more than two thousand.", "LIMIT = 2000"),
        ("Refuses more than twenty-five.", "LIMIT = 25"),
        ("Adds 19 % to it.", "rate=0.19"),
        ("Adds 0.19 to it.", "rate=0.19"),
        ("Adds two numbers, the first and the 2nd.", "return a + b"),
        ("Writes utf8 as of version 3.11.2.", 'VERSION = "3.11.2"'),
        ("Takes the hundreds of rows.", "rows"),
    ],
)
def test_numbers_that_were_given_hold(text: str, given: str):
    assert not strange_numbers(text, given)


@pytest.mark.parametrize(
    "text",
    [
        "Refuses more than 17.",
        "Refuses more than 2,000.",
        "Refuses more than two thousand.",
        "Refuses more than twenty.",
        "Waits 1.5 seconds.",
        "Adds 20 % to it.",
    ],
)
def test_numbers_that_were_not_given_are_strange(text: str):
    assert strange_numbers(text, "if total > 1000:\n    raise ValueError")


def test_names_must_exist_and_names_of_products_are_none():
    assert missing("Saves it through InvoiceArchive.", GIVEN, NAMES) == ["InvoiceArchive"]
    assert missing("Calls `old_close` and launchRocket().", GIVEN, NAMES) == [
        "old_close",
        "launchRocket",
    ]
    assert not missing("Sends JavaScript and WebSockets to `close_invoice`.", "", NAMES)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Adds two numbers.", "English"),
        ("Closes invoices.", "en-GB"),
        ("Returns `total`; called by `pay`.", "English (UK)"),
        ("Serialises requests.", "English"),
        ("Refuses totals above 17 dollars.", "English"),
        ("Additionne deux nombres.", "French"),
        ("La facture est close par la fonction.", "français"),
        ("Die Rechnung wird geschlossen.", "de"),
        ("請求書を閉じる。", "ja"),
        ("請求書を閉じる。", "日本語"),
        ("关闭发票。", "Chinese"),
        ("Закрывает счёт.", "Russian"),
        ("Anything at all.", "Klingon"),
        ("`total`", "English"),
    ],
)
def test_sentences_of_the_language_pass(text: str, language: str):
    assert in_language(text, language, GIVEN)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Additionne deux nombres.", "English"),
        ("Ferme invoice facture.", "English"),
        ("La facture est close par la fonction.", "en"),
        ("Schließt Rechnungen.", "English"),
        ("請求書を閉じる。", "English"),
        ("Closes the invoice.", "ja"),
        ("Closes the invoice.", "日本語"),
        ("关闭发票。", "Japanese"),
        ("請求書を閉じる。", "Chinese"),
        ("The invoice is closed.", "Portuguese"),
        ("Adds numbers.", "German"),
        ("Closes the invoice.", "Russian"),
    ],
)
def test_sentences_of_another_language_fail(text: str, language: str):
    assert not in_language(text, language, GIVEN)
