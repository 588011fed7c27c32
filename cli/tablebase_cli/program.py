"""The program: the default game's commands, and the groups of the other games."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click

import tablebase
from tablebase._version import __version__
from tablebase.engine.rooms import Installed, RoomWarning, default, failures, installed
from tablebase.errors import quote

from .game import shared
from .group import GameGroup

OWN = shared("games", "selftest", "help")
"""The commands that are about all games."""

CLONE = Path(__file__).parents[2]
"""The clone that this file is in. In a wheel, the package `tablebase` is not in this folder."""

TOOLS = CLONE / "tools"
"""The folder of a clone that holds its own commands."""


class Program(GameGroup):
    """The commands of the default game, those about all games, and a group for each other game."""

    def __init__(self, **options: Any) -> None:
        with redirect_stdout(sys.stderr):  # what a stranger's module prints is no answer
            every = installed()
        home: GameGroup = resolve_name(every[default()].room.commands)
        super().__init__(home.game, **options)
        self.modules = {**self.modules, **OWN}
        if Path(tablebase.__file__).parents[1] == CLONE and (TOOLS / "reproduce").is_dir():
            sys.path.append(str(TOOLS))
            self.modules["reproduce"] = "reproduce.command"
        self.games = []
        for name, one in every.items():
            if not one.room.commands or name == default():
                continue
            if name in self.modules:
                _leave_out(one, "a command has the same name, expected another")
            else:
                self.games.append(name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands of the program, then the games whose commands can be imported."""
        return [*super().list_commands(ctx), *filter(_is_usable, self.games)]

    def sections(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """A title -> the commands below it in the help."""
        others = list(filter(_is_usable, self.games))
        every = super().sections(ctx)
        about = [name for name in every["Commands"] if name not in others]
        return {**every, "Commands": (), "Other games": others, "All games": about}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, or a game's group."""
        found = super().get_command(ctx, cmd_name)
        return _group(cmd_name) if found is None and cmd_name in self.games else found


def _is_usable(name: str) -> bool:
    """Whether the commands of a game can be imported; warns if not."""
    try:
        _group(name)
    except click.ClickException as error:
        _leave_out(installed()[name], error.message)
        return False
    return True


def _group(name: str) -> click.Command:
    """The commands of a game; raises `click.ClickException` if they cannot be imported."""
    value = installed()[name].room.commands
    try:
        found = resolve_name(value)
    except failures() as error:
        raise click.ClickException(f"{value}: {type(error).__name__}: {error}") from error
    if not isinstance(found, click.Command):
        raise click.ClickException(f"{value} is {quote(found)}, expected a click command")
    return found


def _leave_out(one: Installed, why: str) -> None:
    warnings.warn(
        f"the commands of the game {one.name!r} of {one.distribution} are left out: {why}",
        RoomWarning,
        stacklevel=2,
    )


_SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}

cli = click.version_option(__version__, prog_name="tablebase")(
    Program(name="cli", context_settings=_SETTINGS)
)
