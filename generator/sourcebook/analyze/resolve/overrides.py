"""Which methods may run where an abstract one is called on ``this``.

What values were seen to reach is not all there is: whoever derives from the class brings a
method of its own. So a call on ``this`` of a method without a body is resolved only when
no other class below overrides it; the others are candidates.
"""

from collections.abc import Iterable

from sourcebook.analyze.resolve.heap import FUNCTION
from sourcebook.analyze.resolve.solver import Solver


class Overrides:
    """The methods with a body that stand for one without, by the classes that derive."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.heirs: dict[int, list[int]] = {}
        self.owner: dict[int, int] = {}
        self.known: dict[int, tuple[int, ...]] = {}
        for number, record in enumerate(solver.classes):
            for above in record.order:
                self.heirs.setdefault(above, []).append(number)
            for variable in record.members.values():
                for item in solver.holds[variable] or ():
                    if solver.kind[item] == FUNCTION:
                        self.owner.setdefault(item, number)

    def of(self, abstract: int) -> tuple[int, ...]:
        """The overrides of one method, in the order of the classes."""
        found = self.known.get(abstract)
        if found is None:
            found = self.known[abstract] = tuple(dict.fromkeys(self.below(abstract)))
        return found

    def below(self, abstract: int) -> Iterable[int]:
        solver = self.solver
        name = solver.functions[solver.left[abstract]].name
        for number in self.heirs.get(self.owner.get(abstract, -1), ()):
            variable = solver.classes[number].members.get(name)
            for item in solver.holds[variable] or () if variable is not None else ():
                if solver.kind[item] == FUNCTION:
                    function = solver.functions[solver.left[item]]
                    if "d" not in function.flags and function.symbol >= 0:
                        yield item
