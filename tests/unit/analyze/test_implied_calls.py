"""Calls that the language makes: at which line they stand, and under which name."""

from sourcebook.analyze.link import link
from tests.unit.analyze.reading import parsed

TEXT = """
def proxy(func):
    def inner(self, *args):
        return func(self, *args)
    return inner

class Bands:
    def __getitem__(self, index):
        return index

class Raster:
    def __init__(self, data):
        self.bands = Bands()

class Lazy:
    __getitem__ = proxy(getattr)

class Point:
    @property
    def place(self):
        return 1

    @place.setter
    def place(self, value):
        self.x = value

    coords = place

def use():
    band = Raster(
        1
    ).bands[0]
    point = Point()
    point.coords = 3
    return Lazy()["one"]
"""


def test_an_implied_call_has_the_line_and_the_name_that_are_written():
    line = TEXT.split("\n").index("def use():") + 1
    calls = link([parsed("a.py", TEXT)]).calls
    found = [(one.text, one.span.line - line, *one.targets) for one in calls if one.reference]
    assert found == [
        ("__getitem__", 3, "a.py::Bands.__getitem__"),  # not where the expression begins
        ("coords", 5, "a.py::Point.place~2"),  # not the property's own name
        ("__getitem__", 6, "a.py::proxy.inner"),  # the operator's name, not the function's
    ]
