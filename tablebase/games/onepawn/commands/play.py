"""`tablebase onepawn play`: the first version in a terminal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.play.opponents import STRENGTHS
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.commands.one_pawn import PawnTerminal
from tablebase_cli.game import GameCli
from tablebase_cli.group import game_command, rule_options
from tablebase_cli.options import any_seed_option, look_in
from tablebase_cli.terminal import PlayCommand
from tablebase_cli.two_sided import HUMAN, NAMED, SEARCH, first_option, source_of

if TYPE_CHECKING:
    from tablebase.games.onepawn import Position


@game_command(
    "# Move second, against a player who makes no mistake",
    "tablebase onepawn play --first perfect --second human",
    cls=PlayCommand,
)
@click.argument("item", metavar="[BOARD]", required=False)
@rule_options
@first_option
@click.option(
    "--second",
    type=click.Choice(NAMED),
    default=STRENGTHS[0].name,
    metavar="PLAYER",
    help="Who moves second.",
)
@any_seed_option(" of the computer")
@look_in("Look up moves in this file of tables; by default in your tables.h5.")
def play(
    game: GameCli,
    item: str | None,
    first: str,
    second: str,
    seed: int,
    file: Path | None,
    **rules: Any,
) -> None:
    """Play the first version from BOARD, by default a random 4x4 board.

    {game.notation}

    perfect makes no mistake. strong, casual and beginner see 8, 4 and 2 plies ahead, and are
    careless beyond that. search plays the best move that it finds in two seconds. At the end you
    see which moves gave the win away, and all moves of the game.
    """
    from tablebase.engine.play.playthrough import Playthrough

    start = _random(seed, **rules) if item is None else game.parse(item, **rules)
    with game.open_tables(file) as tables:
        source = source_of(game, tables, start, {first, second} - {HUMAN, SEARCH})
        players = {"first": first, "second": second}
        PawnTerminal(game, Playthrough(tables, start), source, players, seed).run()


def _random(seed: int, joker: tuple[int, ...], board: tuple[int, int] | None) -> Position:
    """A random layout, of 4x4 unless another board is named."""
    from tablebase.games.onepawn import Position, Rules
    from tablebase.games.onepawn.study import random_layout

    rules = Rules(Board(*(board or (4, 4))), joker)
    return Position.start(random_layout(random.Random(seed), rules), rules)
