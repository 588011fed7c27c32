"""The program: the default game's commands, the other games' groups, and how a run ends."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Any

import click

from tablebase._version import __version__
from tablebase.engine.rooms import RoomWarning, default, installed

from .common import compiling_shown
from .game import shared
from .group import GameGroup
from .output import printable

OWN = shared("games", "selftest")
"""The commands that are about all games."""


class Program(GameGroup):
    """The commands of the default game, those about all games, and a group for each other game."""

    def __init__(self, **options: Any) -> None:
        home: GameGroup = resolve_name(installed()[default()].room.commands)
        super().__init__(home.game, **options)
        self.modules = {**self.modules, **OWN}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands of the program, then the games."""
        return [*super().list_commands(ctx), *self._games()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, or a game's group."""
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in self._games():
            return _group(cmd_name)
        return found

    def _games(self) -> list[str]:
        names = []
        for name, one in installed().items():
            if name in self.modules:
                warnings.warn(
                    f"the game {name!r} of {one.distribution} has the name of a command: expected "
                    f"another name",
                    RoomWarning,
                    stacklevel=2,
                )
            elif one.room.commands and name != default():
                names.append(name)
        return names


def _group(name: str) -> click.Command | None:
    """A game's commands; None, and a warning, if they cannot be imported."""
    one = installed()[name]
    try:
        found = resolve_name(one.room.commands)
        assert isinstance(found, click.Command), f"{one.room.commands} is no click command"
    except Exception as error:  # whatever a stranger's module raises
        warnings.warn(
            f"the commands of the game {name!r} of {one.distribution} are left out: "
            f"{type(error).__name__}: {error}",
            RoomWarning,
            stacklevel=2,
        )
        return None
    return found


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tablebase")
def cli() -> None:
    """Exact solutions of Collapsi: build tables of deals, look up any position.

    Write a deal as rows of cards: A223/4A2J/3A23/J3A4. A position adds the pawns r and b after
    their cards, x before face-down cards, and the side to move: "A223/4A2rxJ/3A23/Jb3A4 b".

    Other games have the same commands under their own names: `tablebase games` lists them.
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
