"""An abstract method called on ``this`` is resolved only when nothing else overrides it."""

from sourcebook.analyze.link import link
from sourcebook.model import CallSite, CallStatus
from tests.unit.analyze.reading import parsed

JAVA = """
abstract class Shape {
  abstract int area();
  int twice() { return 2 * area(); }
}
class Square extends Shape { int area() { return 4; } }
class Main { static void main(String[] a) { new Square().twice(); } }
"""
OTHER = "class Disc extends Shape { int area() { return 3; } }\n"
FAR = "class Disc extends Shape { int area(int scale) { return 3; } }\n"


def inner(source: str, text: str = "area", path: str = "Shape.java") -> CallSite:
    calls = link([parsed(path, source)]).calls
    (found,) = [call for call in calls if call.text == text]
    return found


def test_one_override_is_the_target():
    call = inner(JAVA)
    assert (call.status, call.targets) == (CallStatus.RESOLVED, ("Shape.java::Square.area",))


def test_another_override_makes_it_ambiguous():
    call = inner(JAVA + OTHER)
    assert call.status is CallStatus.AMBIGUOUS
    assert call.targets == ("Shape.java::Square.area",)
    assert call.candidates == ("Shape.java::Disc.area",)


def test_a_method_of_other_parameters_overrides_nothing():
    assert inner(JAVA + FAR).status is CallStatus.RESOLVED


def test_self_of_python():
    source = (
        "class A:\n    def go(self):\n        return self.step()\n"
        "    def step(self):\n        raise NotImplementedError\n"
        "class B(A):\n    def step(self):\n        return 1\n"
        "class C(A):\n    def step(self):\n        return 2\n"
        "B().go()\n"
    )
    call = inner(source, "self.step", "a.py")
    assert (call.status, call.candidates) == (CallStatus.AMBIGUOUS, ("a.py::C.step",))
