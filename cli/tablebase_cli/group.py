"""Groups of commands: each command is imported only when it runs, and receives its game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from importlib import import_module
from inspect import cleandoc, getdoc
from typing import Any

import click

from .game import GameCli, shared
from .options import Decorator, together


class LazyGroup(click.Group):
    """Commands, each imported only when it runs.

    `modules`: the name of a command -> the module that defines it under that name.
    """

    def __init__(self, modules: Mapping[str, str], **options: Any) -> None:
        super().__init__(**options)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order of a user's first session."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name."""
        if cmd_name not in self.modules:
            return None
        module = import_module(self.modules[cmd_name])
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that arguments begin with; where there is none, names one like it."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            similar = get_close_matches(args[0], self.list_commands(ctx), n=1, cutoff=0.7)
            if not similar:
                raise
            raise click.UsageError(f"{error.message} Did you mean {similar[0]!r}?", ctx) from None


class GameGroup(LazyGroup):
    """The commands of a game; `pass_game` gives a command its game."""

    def __init__(self, game: GameCli, **options: Any) -> None:
        two_sided = shared("compare", "play").items() if game.solitaire else ()
        commands = dict(one for one in game.commands.items() if one not in two_sided)
        super().__init__(commands, **{"name": game.name, "help": getdoc(game), **options})
        self.context_settings["obj"] = game
        self.game = game

    def sections(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """A title -> the commands below it in the help."""
        named = {name for names in self.game.sections.values() for name in names}
        others = [name for name in self.list_commands(ctx) if name not in named]
        return {**self.game.sections, "Commands": others}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, section by section."""
        for title, names in self.sections(ctx).items():
            rows = []
            for name in names:
                command = self.get_command(ctx, name)
                if command is not None:
                    rows.append((name, command.get_short_help_str(formatter.width)))
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, with the game's own options and words."""
        command = super().get_command(ctx, cmd_name)
        return command.of(self.game) if isinstance(command, GameCommand) else command


def command(
    *examples: str,
    name: str | None = None,
    cls: type[click.Command] = click.Command,
    group: click.Group | None = None,
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a command, of a group if one is given.

    `examples` end its help: lines to type, and comments on them, which begin with #.
    """
    epilog = "\n".join(["\b", "Examples:", *(f"  {line}" for line in examples)])

    def decorate(function: Callable[..., Any]) -> click.Command:
        made = click.command(name, cls=cls, epilog=epilog)(function)
        if group is not None:
            group.add_command(made)
        return made

    return decorate


class GameCommand(click.Command):
    """A command that games share.

    Its help and examples may use the game's words, such as ``{game.notation}``. Some of its
    parameters may depend on the game, see `of_game`.
    """

    def of(self, game: GameCli) -> click.Command:
        """The command for one game."""
        command = copy(self)
        command.help = cleandoc(self.help or "").format(game=game).strip()
        command.epilog = (self.epilog or "").format(game=game)
        command.params = [own for parameter in self.params for own in _own(parameter, game)]
        return command


class _OfGame(click.Option):
    """Stands for parameters that differ from game to game."""

    def __init__(self, declarations: list[str], parameters: _Parameters, **options: Any) -> None:
        super().__init__(declarations, **options)
        self.parameters = parameters


_Parameters = Callable[[GameCli], Iterable[Decorator]]


def of_game(parameters: _Parameters) -> Decorator:
    """Add parameters that depend on the game, at this place among a `GameCommand`'s others."""
    return click.option("--of-game", cls=_OfGame, parameters=parameters)


def _own(parameter: click.Parameter, game: GameCli) -> list[click.Parameter]:
    """The parameters that one parameter stands for in a game's command."""
    if not isinstance(parameter, _OfGame):
        return [parameter]

    def bare() -> None: ...

    return command()(together(*parameter.parameters(game))(bare)).params


pass_game: Decorator = click.pass_obj
"""Gives a command its game, as the first argument."""


def game_command(
    *examples: str, cls: type[GameCommand] = GameCommand
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a `GameCommand`; its first argument is the game."""
    return lambda function: command(*examples, cls=cls)(pass_game(function))


item_argument = of_game(lambda game: [click.argument("item", metavar=game.item)])
items_argument = of_game(
    lambda game: [click.argument("items", metavar=f"{game.item}...", nargs=-1, required=True)]
)
rule_options = of_game(lambda game: game.rule_options)
item_options = of_game(lambda game: game.item_options)
