"""What goes up from level to level: rules, boundaries, size, and who uses whom.

A rule or a boundary is told whole at its chunk. Above, it is counted, the first ones are
quoted, and the children lead to the rest: nothing is rounded away.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from sourcebook.analyze.summarize.clauses import listing
from sourcebook.model import Claim, ClaimKind, Evidence, Summary

#: Quotes kept of each kind of fact at a level above the chunk.
QUOTES = 3

T = TypeVar("T")


@dataclass(slots=True)
class Effect:
    """A kind of side effect: how often, through what, and the first quotes."""

    count: int = 0
    names: list[str] = field(default_factory=list)
    quotes: list[Evidence] = field(default_factory=list)


@dataclass(slots=True)
class Tally:
    """The facts of one unit, counted over all chunks under it."""

    rules: int = 0
    ruled: int = 0  # chunks that hold rules
    rule_quotes: list[Evidence] = field(default_factory=list)
    effects: dict[str, Effect] = field(default_factory=dict)

    def add_chunk(self, summary: Summary) -> None:
        """Counts the rules and boundaries of a chunk."""
        rules = [claim for claim in summary.claims if claim.kind is ClaimKind.RULE]
        self.rules += len(rules)
        self.ruled += bool(rules)
        _keep(self.rule_quotes, (item for claim in rules for item in claim.evidence))
        for claim in summary.claims:
            words, _, name = claim.text.partition(": ")
            if claim.kind is ClaimKind.SIDE_EFFECT and name:
                effect = self.effects.setdefault(words, Effect())
                effect.count += 1
                _keep(effect.names, [name.rstrip(".")])
                _keep(effect.quotes, claim.evidence)

    def add(self, other: "Tally") -> None:
        """Counts what another unit holds."""
        self.rules += other.rules
        self.ruled += other.ruled
        _keep(self.rule_quotes, other.rule_quotes)
        for words, effect in other.effects.items():
            own = self.effects.setdefault(words, Effect())
            own.count += effect.count
            _keep(own.names, effect.names)
            _keep(own.quotes, effect.quotes)

    def claims(self) -> Iterator[Claim]:
        """The counts as claims, each with the first quotes."""
        for words, effect in sorted(self.effects.items()):
            places = f"in {effect.count} places, " if effect.count > 1 else ""
            yield Claim(
                f"{words}: {places}{listing(effect.names)}.",
                ClaimKind.SIDE_EFFECT,
                tuple(effect.quotes),
            )
        if self.rules:
            many = f"{self.rules} rules" if self.rules > 1 else "1 rule"
            where = f" in {self.ruled} places" if self.ruled > 1 else ""
            yield Claim(f"Holds {many}{where}.", ClaimKind.RULE, tuple(self.rule_quotes))


def _keep(kept: list[T], more: Iterable[T]) -> None:
    for item in more:
        if len(kept) >= QUOTES:
            return
        if item not in kept:
            kept.append(item)
