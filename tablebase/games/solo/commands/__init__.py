"""`tablebase solo`: Solo on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.commands.one_pawn import PawnCli
from tablebase.games.collapsi.commands.options import board_option, joker_option
from tablebase_cli.game import SHARED, shared
from tablebase_cli.group import GameGroup
from tablebase_cli.options import Decorator

if TYPE_CHECKING:
    from tablebase.engine.probe import Probe
    from tablebase.engine.values import Value
    from tablebase.games.solo import Position, Rules


exit_option = click.option(
    "--exit",
    "way",
    type=click.Choice(["door", "exact"]),
    default="door",
    help="door: a move may enter the exit before its steps are used up, and none passes over it. "
    "exact: the exit is a card like any other.",
)
left_option = click.option(
    "--left",
    type=click.Choice(["any", "none"]),
    default="any",
    help="How many cards may be left at the exit. any: leaving wins; the fewer cards are left, the "
    "better. none: only an empty board wins.",
)


steps_option = joker_option(None, "; by default 1 on 3x3, as on the rule sheet, else 1234")


def rules_of(way: str, left: str, joker: tuple[int, ...] | None, board: Board) -> Rules:
    """The rules that the options choose."""
    from tablebase.games.solo import SOLO, Rules
    from tablebase.games.solo.boards import SHEET

    usual = SHEET if board == SHEET.board else SOLO
    return Rules(board, way, left, joker or usual.joker_steps)


class Solo(PawnCli):
    """Solo: one pawn; collapse every card and leave by the exit.

    The pawn starts on one joker, and the other is the exit. A move takes as many steps as the card
    under the pawn says, as in Collapsi; then that card collapses. The rule sheet's Solo is
    `--exit door --left none --joker 1`; the other readings are of earlier texts.

    Write a board as rows of cards, with r after the joker where the pawn starts:
    A223/4A2Jr/3A23/J3A4. A position has x before each collapsed card.
    """

    name = "solo"
    notation = (
        "Write the board as rows of cards, with r after the pawn's card and x before each "
        "collapsed card: A223/4A2Jr/3A23/J3A4. Without r the pawn is on the first joker."
    )
    columns = "rank, layer (how many cards are face up; 0 if the pawn has left and won)."
    example = "A3Jr4/2AA2/234J/332A"
    solitaire = True
    rule_options: tuple[Decorator, ...] = (exit_option, left_option, steps_option, board_option)
    commands: Mapping[str, str] = {
        "generate": "tablebase.games.solo.commands.boards",
        "play": "tablebase.games.solo.commands.play",
        "study": "tablebase.games.solo.commands.boards",
        **shared(*SHARED),
    }

    def parse(
        self,
        text: str,
        way: str,
        left: str,
        joker: tuple[int, ...] | None,
        board: tuple[int, int] | None,
    ) -> Position:
        """Read a position, without a size on a usual board."""
        from tablebase.games.solo import Position
        from tablebase.games.solo.boards import usual_board

        size = Board(*board) if board else usual_board(text)
        return Position.parse(text, rules_of(way, left, joker, size))

    def stage(self, position: Position) -> str:
        """The number of cards face up."""
        return f"{plural(position.remaining, 'card')} left"

    def ply(self, position: Position) -> int:
        """Cards collapsed before a position."""
        return len(position.cards) - 1 - position.remaining

    def say(self, position: Position, value: Value) -> str:
        """How many cards can remain, and whether that wins."""
        left = position.score(value)
        won = value.result.value == "win"
        if value.dte == 0:
            where = "the pawn has left" if position.pawn == position.exit else "the pawn is stuck"
            return f"{where}, {plural(left, 'card')} left"
        if won:
            return "can be cleared" if left == 0 else f"can leave with {plural(left, 'card')} left"
        return f"cannot be won; all but {plural(left, 'card')} can be collapsed"

    def ending(self, probe: Probe[Any]) -> str:
        """How many cards remain."""
        return self.say(probe.position, probe.value)


solo = GameGroup(Solo())
