"""`tablebase line`: best play from a position to the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    console,
    headline,
    open_tables,
    position_parameters,
    print_json,
    table_of,
)
from .game import GameCommands, make_command

if TYPE_CHECKING:
    from tablebase.engine.probe import Probe


TEXT = "Print the principal variation: best play by both sides from POSITION to the end."


def line_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def line(position: str, file: Path | None, as_json: bool, **rules: Any) -> None:
        _line(game, game.parse(position, **rules), file, as_json)

    return make_command(line, TEXT, *position_parameters(game))


def line_with_players(game: GameCommands) -> click.Command:
    """The command for Collapsi, which three or four can play."""

    def line(position: str, file: Path | None, as_json: bool, **rules: Any) -> None:
        from . import players

        asked = game.parse(position, **rules)
        show = _line if asked.rules.players == 2 else players.line
        show(game, asked, file, as_json)

    text = f"{TEXT} Of three or four players each plays for himself, against all others."
    return make_command(line, text, *position_parameters(game))


def _line(game: GameCommands, position: Any, file: Path | None, as_json: bool) -> None:
    with open_tables(game, file) as tables:
        probes = tables.line(position)
    if as_json:
        print_json([probe.as_dict() for probe in probes])
    else:
        _print(game, probes)


def _print(game: GameCommands, probes: list[Probe[Any]]) -> None:
    out = console()
    out.print(game.draw(probes[0].position))
    out.print(headline(game, probes[0]), style="bold")
    table = table_of("ply", "side", "move", "value", "position after it")
    for ply, probe in enumerate(probes[:-1], start=game.ply(probes[0].position) + 1):
        best, side = probe.moves[0], probe.position.sides[0]
        value = game.tell(probe.position, probe.value)
        cells = (str(ply), side, str(best.move), value, str(best.position))
        table.add_row(*cells, style=game.styles[side])
    out.print(table)
    last = probes[-1]
    told = f"{last.position.sides[0]} has no legal move: {last.winner} wins"
    one_player = game.variants is None
    out.print(game.tell(last.position, last.value) if one_player else told, style="bold")
