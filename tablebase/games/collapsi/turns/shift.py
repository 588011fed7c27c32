"""Shift: after a move, the row or column that it ends on may or must shift by one cell.

What leaves at one end comes back at the other; cards, face up or down, and pawns ride along. A
shift is always possible, so nobody loses for lack of one.

Source: a player's proposal, a reading of Mark S. Ball's Collapsi Shift, whose published rule leaves
gaps instead; docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.shifts import Images, shifts
from tablebase.games.collapsi.symmetry import Automorphism, canonical, keeping_lines
from tablebase.games.collapsi.turns.turn import Turn

if TYPE_CHECKING:
    from tablebase.games.collapsi.board import Board
    from tablebase.games.collapsi.position import Position
    from tablebase.games.collapsi.rules import Rules


@dataclass(frozen=True)
class Shift(Turn):
    """A turn that ends with a shift; with `may_stay` also without."""

    may_stay: bool

    lines_move = True

    @property
    def words(self) -> tuple[str, ...]:
        """Whether players may or must shift."""
        return ("may shift" if self.may_stay else "must shift",)

    def check(self, rules: Rules) -> None:
        """Raise `ValueError` unless two players, without landing, move lines of a whole board."""
        super().check(rules)
        board = rules.board
        whole = min(board.rows, board.columns) > 1 and not board.missing
        if not (whole and self.two_sided and not rules.landing):
            raise ValueError(
                f"shift on a board {board}: expected two players, no landing, and two rows and "
                "columns or more without gaps"
            )

    def following(self, board: Board, cell: int) -> Mapping[str, Images]:
        """The shifts that may follow a move to a cell; ``""`` stands for none."""
        found = shifts(board, cell)
        return {**super().following(board, cell), **found} if self.may_stay else found

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Each move with every shift that may follow."""
        board = position.rules.board
        return tuple(
            Move(move.destination, move.path, move.name + letter, letter)
            for move in super().legal_moves(position)
            for letter in self.following(board, move.destination)
        )

    def after(self, position: Position, move: Move) -> Position:
        """The position after a legal move and its shift."""
        after = super().after(position, move)
        images = self.following(position.rules.board, move.destination)[move.shift]
        return after.image(images) if move.shift else after

    def symmetries(self, board: Board) -> tuple[Automorphism, ...]:
        """The automorphisms that map lines to lines."""
        return keeping_lines(board)

    def canonical(
        self, board: Board, cards: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[Automorphism, ...]]:
        """The canonical image under these."""
        return canonical(board, cards, lines=True)
