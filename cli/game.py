"""A game on the command line: what the shared commands need to know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.engine.game import HasGame
    from tablebase.engine.values import Value

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class GameCommands:
    """How a game's positions are read, drawn and told, and which commands it has.

    Attributes
    ----------
    name : str
        Name of the game.
    commands : mapping
        Name of a command -> ``module:attribute`` in this package: a click command, or a function
        that makes one for a game.
    item : str
        What a table is of, in capitals: ``DEAL``, ``BOARD``.
    notation : str
        How positions are written, for the help.
    columns : str
        The game's own columns of an exported table, for the help.
    rule_options : tuple of decorators
        click options that choose the rules that a position is played by.
    item_options : tuple of decorators
        Those that choose the rules of a table.
    parse : callable
        Reads a position; takes its text and the rule options.
    parse_item : callable
        Reads what a table is of; takes its text and the item options.
    draw : callable
        Draws a position.
    describe : callable
        What a position's headline says in brackets.
    stage : callable
        Names how far the game has come in a position: positions of a stage are about as hard.
    tell : callable
        Says in words what a value means for the side to move in a position.
    layer : str
        What a layer is, for the head of a column.
    variants : callable, optional
        Reads the positions that a text may mean if a rule option is not given; arguments as for
        `parse`. Without it the game, of one player, has no forward search.
    random_items : callable, optional
        So many random notations of what a table is of; takes their number, a seed, and the rule
        options: if there are any but one.
    scored : bool
        Whether a headline gives the game's score too.
    has_whole : bool
        Whether one file can hold the whole game, where positions are looked up first.
    own_file : callable
        The user's own file in which a position is probed, where it is not the usual one.
    over : callable
        Says of a position without a legal move that the game is over.
    ply : callable
        Plies played before a position, if it tells; else 0.
    styles : mapping
        Name of a side -> its style in lines of play.
    """

    name: str
    commands: Mapping[str, str]
    item: str
    notation: str
    columns: str
    rule_options: tuple[Decorator, ...]
    item_options: tuple[Decorator, ...]
    parse: Callable[..., Any]
    parse_item: Callable[..., HasGame[Any]]
    draw: Callable[[Any], Text]
    describe: Callable[[Any], str]
    stage: Callable[[Any], str]
    tell: Callable[[Any, Value], str]
    layer: str
    variants: Callable[..., Sequence[Any]] | None = None
    random_items: Callable[..., Iterable[str]] | None = None
    scored: bool = False
    has_whole: bool = False
    own_file: Callable[[Any], Path | None] = lambda position: None
    over: Callable[[Any], str] = lambda position: "no legal move, the game is over"
    ply: Callable[[Any], int] = lambda position: 0
    styles: Mapping[str, str] = field(default_factory=dict)


class LazyGroup(click.Group):
    """Commands, each imported when it is asked for.

    Parameters
    ----------
    lazy : mapping
        Name of a command -> ``module:attribute`` in this package.
    """

    def __init__(self, lazy: Mapping[str, str], **options: Any) -> None:
        super().__init__(**options)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order of a user's first session."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in self.lazy:
            return None
        module, attribute = self.lazy[cmd_name].split(":")
        return self.made(getattr(import_module(f"tablebase_cli.{module}"), attribute))

    def made(self, found: Any) -> click.Command:
        """The command, of what was imported."""
        command: click.Command = found
        return command


class GameGroup(LazyGroup):
    """The commands of a game of tables: click commands, or functions that make one for a game."""

    def __init__(self, game: GameCommands, **options: Any) -> None:
        super().__init__(game.commands, **options)
        self.game = game

    def made(self, found: Any) -> click.Command:
        """The command, made for this game if it is shared by games."""
        return super().made(found if isinstance(found, click.Command) else found(self.game))


def make_command(function: Callable[..., None], text: str, *parameters: Decorator) -> click.Command:
    """A command that calls a function: its help, and its parameters in the order of the help."""
    for decorate in reversed(parameters):
        function = decorate(function)
    return click.command(function.__name__, help=text)(function)


def say_value(position: Any, value: Value) -> str:
    """A value in words, of two sides: 'red wins in 11', 'blue has lost'."""
    side = position.sides[0]
    if value.dte == 0:
        return f"{side} has no move and has {'won' if value.result.value == 'win' else 'lost'}"
    return f"{side} {'wins' if value.result.value == 'win' else 'loses'} in {value.dte}"
