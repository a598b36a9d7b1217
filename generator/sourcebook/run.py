"""What every stage of one run works on."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sourcebook.analyze.provider import Account
from sourcebook.config import Config
from sourcebook.progress import Progress
from sourcebook.store.output import Output


@dataclass(frozen=True, slots=True)
class Run:
    """A repository, its configuration, and where results and messages go."""

    repository: Path
    config: Config
    output: Output
    progress: Progress
    #: The user chose the configuration, and not the repository: programs that it names run.
    trusted: bool = False
    #: Keys and settings of a model's provider.
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    #: What the stages of this run that ask a model have spent together.
    account: Account = field(default_factory=Account)
