"""The command line: arguments to a call, its result to a message, nothing else.

Exit codes: 0 done, 1 findings, 2 wrong use or broken input, 130 interrupted.
"""

import gc
import os
import sys
from typing import NoReturn

import click

from sourcebook import interruption
from sourcebook.cli import asking, checking, making
from sourcebook.cli.options import DONE, INTERRUPTED, WRONG
from sourcebook.errors import SourcebookError
from sourcebook.memory import SELDOM
from sourcebook.version import __version__

#: In the order of the help.
COMMANDS = (
    making.build,
    making.index,
    making.summarize,
    making.render,
    making.serve,
    asking.query,
    asking.ask,
    asking.graph,
    asking.changes,
    asking.stats,
    asking.notes,
    asking.export,
    asking.evaluate,
    checking.check,
    checking.decisions,
    making.init,
    making.clean,
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="sourcebook %(version)s")
def cli() -> None:
    """A documentation site for any code base, built offline, served as static files."""


for _command in COMMANDS:
    cli.add_command(_command)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs the command line and exits."""
    interruption.watch()
    gc.set_threshold(*SELDOM)
    debug = "--debug" in (sys.argv[1:] if arguments is None else arguments)
    try:
        cli.main(arguments, prog_name="sourcebook", standalone_mode=False)
        interruption.check()
    except (click.exceptions.Abort, KeyboardInterrupt):
        _interrupted()
    except Exception as error:
        # Native code that is interrupted ends with an error of its own.
        if interruption.interrupted():
            _interrupted()
        if debug and not isinstance(error, click.ClickException):
            raise
        _explain(error)
    gc.freeze()  # what is left ends with the process: no need to look for cycles in it
    sys.exit(DONE)


def _explain(error: Exception) -> NoReturn:
    """Tells a broken input or wrong use and exits; raises what is neither."""
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        sys.exit(DONE)
    if isinstance(error, click.ClickException):
        error.show()
    elif isinstance(error, SourcebookError):
        print(f"error: {error}", file=sys.stderr)
    elif isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        print(f"error: {where}{error.strerror or error}", file=sys.stderr)
    else:
        raise error
    sys.exit(WRONG)


def _interrupted() -> NoReturn:
    """Ends at once: an orderly exit would hand the signal on and lose the exit code."""
    print("interrupted; what was finished is kept", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)
