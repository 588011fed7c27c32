"""`tablebase GAME play`: a game of two sides in a terminal."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click

from .game import GameCli
from .group import game_command, of_game, rule_options
from .options import look_in, seed_option
from .terminal import PlayCommand
from .two_sided import HUMAN, NAMED


@game_command(
    "# Move second, against a player who makes no mistake",
    "{game.program} play --first perfect --second human",
    cls=PlayCommand,
)
@of_game(lambda game: [click.argument("item", metavar=f"[{game.item}]", required=False)])
@rule_options
@click.option(
    "--first",
    type=click.Choice(NAMED),
    default=HUMAN,
    metavar="PLAYER",
    help=f"Who moves first: {', '.join(NAMED)}.",
)
@click.option(
    "--second",
    type=click.Choice(NAMED),
    metavar="PLAYER",
    help="Who moves second; by default beginner, or search if there is no table.",
)
@seed_option
@look_in("Look up moves in this file; by default in your own files.")
def play(
    game: GameCli,
    item: str | None,
    first: str,
    second: str | None,
    seed: int,
    file: Path | None,
    **rules: Any,
) -> None:
    """Play from {game.item}, by default {game.usual}.

    {game.notation}

    perfect makes no mistake. strong, casual and beginner see 8, 4 and 2 plies ahead, and are
    careless beyond that. search plays the best move that it finds in two seconds, and random plays
    any legal move. At the end you see which moves gave the win away, and all moves of the game.
    {game.play_help}
    """
    from tablebase.engine.play.playthrough import Playthrough

    start = game.begin(seed, **rules) if item is None else game.parse(item, **rules)
    sides = sorted(start.sides) if "first" in start.sides else start.sides
    terminal, needed = resolve_name(game.terminal), {first, second} - {HUMAN, None}
    with ExitStack() as opened:
        tables, source = terminal.look_up(game, start, file, needed, opened)
        players = dict(zip(sides, (first, second or source.opponent), strict=True))
        terminal(game, Playthrough(tables, start), source, players, seed).run()
