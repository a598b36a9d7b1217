"""A small shop that the tests of the search ask, and what they ask."""

from sourcebook.model import Commit
from sourcebook.store.search import Searcher

FILES = {
    "pay/refund.py": (
        'def refund(payment):\n    """Gives money back to a customer."""\n    return payment.undo()\n\n'
        'def payment_total(rows):\n    """Adds up all payments."""\n    return sum(rows)\n\n'
        "MAX_RETRY_COUNT = 3\nCURRENCY = 'EUR'\n\n"
        "def retry_payment(count):\n    for _ in range(count):\n        send(30_000)\n"
    ),
    "pay/names.py": (
        "def HTTPServer2():\n    pass\n\ndef parseJSONBody(text):\n    return text\n\n"
        "def constructor(self):\n    return __proto__\n\ndef __init__(self):\n    self.x = 1\n\n"
        "def toString():\n    return 'hasOwnProperty'\n\ndef reset():\n    pass\n"
    ),
    "image/thumbnail.py": (
        'def thumbnail(image):\n    """Makes an image small, 設定ファイルを保存する。"""\n    return image\n\n'
        'def rotate(image, angle):\n    """Turns an image."""\n    return image\n\n'
        "def crop(image):\n    return image\n"
    ),
    "pay/settings.py": (
        'def load_config(path):\n    """Reads the configuration."""\n    return open(path)\n'
    ),
    "tests/test_refund.py": (
        "def test_refund():\n    refund(payment)\n\ndef reset():\n    refund(payment)\n"
    ),
}
HISTORY = (
    Commit("2", 200_000_000, "Speed up the carousel", ("image/thumbnail.py",)),
    Commit("1", 100_000_000, "Speed up the gateway", ("pay/refund.py",)),
)
QUESTIONS = [
    "refund", "gives money back", "refnud", "currncy", "retyr_count", "thumbnial", "paymnet", "carousel", "speed up", "zzqxw",
    "HTTPServer2", "http server", "parseJSON", "MAX_RETRY", "retry count", "constructor", "__proto__",
    "__init__", "toString", "hasOwnProperty", "propertyIsEnumerable", "c", "con", "__pro", "設定",
    "ファイル", "設", "ﾌｧｲﾙ", "30000", "reset", "test reset", "the of a", "", "!?", "turn small images", "fix and update the total of all payments of a customer by path of the settings file and image angle count", "返金の関数", "画像を回転", "認証の設定値を読み込む",
    "thumbnail.crop", "x", "cfg", "load cfg", "configuration of the auth settings",
    "gives the money back to a customer for the payment", "gives money for HTTPServer2 back to a customer", "get the rest of the paths before it is closed",
]  # fmt: skip


def names(searcher: Searcher, query: str, **filters: str) -> list[str]:
    return [hit.chunk.partition("::")[2] for hit in searcher.search(query, **filters)]
