"""The command line: one click command a file, imported only when it runs.

Commands parse, call the library and print; they compute nothing. Errors are one line on
stderr: exit code 2 for bad usage or input, 1 for a job that failed.
"""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Sequence

import click

from tablebase._version import __version__

from .collapsi import GAME
from .common import compiling_shown
from .group import GameGroup
from .output import printable

OTHERS = ("nim", "onepawn", "pairs", "solo", "thegame")
"""The other games. Each has a module with this name, which holds a group of the same name."""


@click.group(
    cls=GameGroup,
    game=GAME,
    others=OTHERS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="tablebase")
def cli() -> None:
    """Exact solutions of Collapsi: build tables of deals, look up any position.

    Write a deal as rows of cards: A223/4A2J/3A23/J3A4. A position adds the pawns r and b after
    their cards, x before face-down cards, and the side to move: "A223/4A2rxJ/3A23/Jb3A4 b".

    Other games have the same commands under their own names: see `tablebase nim --help`.
    """


LONGEST = 2_000
"""Length of the longest error, in characters; a longer one loses its middle."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(_run(args))


def _run(args: Sequence[str] | None) -> int:
    # A stdout that cannot show the lines of a board prints question marks instead.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        with compiling_shown(), warnings.catch_warnings():
            warnings.showwarning = _show_warning
            cli.main(args, prog_name="tablebase", standalone_mode=False)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", 1)
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except BrokenPipeError:
        # The reader (`head`, say) has closed the pipe; print nothing more, not even at shutdown.
        sys.stdout = None
        return 1
    except MemoryError as error:
        return _complain(str(error) or "out of memory", 1)
    except (ValueError, OSError, LookupError, ImportError) as error:
        return _complain(str(error), _exit_code(error))
    return 0


def _complain(message: str, code: int) -> int:
    line = printable(" ".join(message.split()))
    if len(line) > LONGEST:
        line = f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"
    click.echo(f"tablebase: {line}", err=True)
    return code


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    _complain(str(message), 0)


def _exit_code(error: Exception) -> int:
    """The exit code: 2 for a mistake in what the user typed or named, 1 for a job that failed."""
    from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError

    if isinstance(error, CorruptFileError):
        return 1
    named = ValueError | FileNotFoundError | FileFormatError | MissingTableError
    return 2 if isinstance(error, named) else 1
