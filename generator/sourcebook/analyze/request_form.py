"""What a request for an answer carries beside its messages, and what of it a server refuses.

Servers differ: some know no schema, some no seed; newer models take a limit of tokens under
another name and no temperature of one's choice. What a refusal names is left out, and only
that; where it names nothing, one thing after the other is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

#: What may be left out, in the order for refusals that name nothing, and the words by which
#: refusals name it.
_WORDS = {
    "response_format": ("response_format", "json_schema"),
    "seed": ("seed",),
    "max_tokens": ("max_tokens",),
    "max_completion_tokens": ("max_completion_tokens",),
    "temperature": ("temperature",),
}


@dataclass(frozen=True, slots=True)
class Form:
    """The form of the requests for one model, by what its server refused so far."""

    refused: frozenset[str] = frozenset()

    @property
    def limited(self) -> bool:
        """Whether the tokens of an answer have a limit."""
        return not {"max_tokens", "max_completion_tokens"} <= self.refused

    def sent(self) -> Iterator[str]:
        """The names of what is carried; of the two limits one, the second after the first."""
        for name in _WORDS:
            in_place = name != "max_completion_tokens" or "max_tokens" in self.refused
            if in_place and name not in self.refused:
                yield name

    def options(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What is carried; ``values`` has the limit under the name ``max_tokens``."""
        limit = values["max_tokens"]
        return {name: values.get(name, limit) for name in self.sent()}

    def after(self, param: str | None, said: str) -> "Form | None":
        """The form after a refusal; None where nothing is left to leave out."""
        sent = list(self.sent())
        named = [name for name in sent if name == param] or [
            name for name in sent if any(word in said for word in _WORDS[name])
        ]
        gone = named or sent[:1]
        return Form(self.refused.union(gone)) if gone else None
