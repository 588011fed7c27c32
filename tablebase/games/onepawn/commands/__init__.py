"""`tablebase onepawn`: the first version of Collapsi on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.commands.one_pawn import PawnCli
from tablebase.games.collapsi.commands.options import board_option, joker_option
from tablebase.games.collapsi.notation import split
from tablebase_cli.group import GameGroup
from tablebase_cli.options import Decorator

if TYPE_CHECKING:
    from tablebase.games.onepawn import Position


class OnePawn(PawnCli):
    """The first version of Collapsi: both players move one pawn.

    The pawn starts on the only joker. A move takes as many steps as the card under the pawn says,
    as in Collapsi; then that card collapses. Whoever cannot move loses. How far the first move goes
    is not known, so it is an option.

    Write a board as rows of cards: A223/4A23/3A23/J3A4. A position has r after the pawn's card and
    x before each collapsed card.
    """

    name = "onepawn"
    notation = (
        "Write the board as rows of cards, with r after the pawn's card and x before each "
        "collapsed card: A223/4A23/3A23/J3A4. Without r the pawn is on the joker. The board is as "
        "wide as it is high unless --board is given. The sides are first and second."
    )
    example = "A223/4A23/3A23/J3A4"
    columns = "rank."
    rule_options: tuple[Decorator, ...] = (joker_option(), board_option)
    commands: Mapping[str, str] = {
        **PawnCli.commands,
        "study": "tablebase.games.onepawn.commands.study",
    }

    def parse(self, text: str, joker: tuple[int, ...], board: tuple[int, int] | None) -> Position:
        """Read a position."""
        from tablebase.games.onepawn import Position, Rules

        rows = min(sum(len(row) > 1 for row in split(text)), 9)  # without a side to move
        return Position.parse(text, Rules(Board(*(board or (rows, rows))), joker))

    terminal = "tablebase.games.collapsi.commands.one_pawn:PawnTerminal"
    usual = "a random 4x4 board"

    def begin(self, seed: int, joker: tuple[int, ...], board: tuple[int, int] | None) -> Position:
        """A random layout, of 4x4 unless another board is named."""
        from tablebase.games.onepawn import Position, Rules
        from tablebase.games.onepawn.study import random_layout

        rules = Rules(Board(*(board or (4, 4))), joker)
        return Position.start(random_layout(Random(seed), rules), rules)

    def ply(self, position: Position) -> int:
        """Plies played."""
        return position.ply


onepawn = GameGroup(OnePawn())
