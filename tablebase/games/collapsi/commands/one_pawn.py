"""What games of one pawn share on the command line: a board drawn, and played on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablebase_cli.game import GameCli
from tablebase_cli.two_sided import TwoSided

if TYPE_CHECKING:
    from rich.text import Text


class PawnCli(GameCli):
    """A game of one pawn on the command line."""

    item = "BOARD"
    layer = "cards left"

    def draw(self, position: Any) -> Text:
        """Draw the board: the pawn's card in brackets, the exit as E."""
        from tablebase.games.collapsi.commands.drawing import draw_one_pawn

        return draw_one_pawn(position)


class PawnTerminal(TwoSided):
    """A game of one pawn in a terminal, or from a pipe."""

    how_to_move = "its cell, as it stands behind the card, such as b3; several are played in turn"

    def why_not(self, word: str) -> str:
        """Why the pawn cannot go there."""
        from tablebase.games.collapsi.commands.drawing import why_not_there

        now = self.position
        reason = why_not_there(now.rules.board, word, now.face_up, now.pawn, (), now.steps)
        return reason or super().why_not(word)

    def draw(self) -> None:
        """Print the board, with the cells where moves end."""
        from tablebase.games.collapsi.commands.drawing import draw_one_pawn

        ends = [move.destination for move in self.position.legal_moves()]
        self.out.print(draw_one_pawn(self.position, ends))
