"""Solve a puzzle move by move: what is left to find, and what refutes a wrong move."""

from __future__ import annotations

from typing import NamedTuple

from tablebase.engine.tables.table import build_table
from tablebase.games.collapsi.game import of_position
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.studies.puzzles.posed import Puzzle


class Refutation(NamedTuple):
    """Why a move is wrong: the opponent's best answer, how soon it wins, and the line after it."""

    answer: str
    dte: int
    rest: tuple[str, ...]


class Solving:
    """A puzzle that is being solved: in its `position` the solver is to move until it `is_solved`.

    Examples
    --------
    >>> from tablebase.games.collapsi.studies.puzzles.collection import collection
    >>> solving = Solving(collection()[0])
    >>> for number in solving.puzzle.choices:
    ...     assert solving.play(solving.puzzle.moves[number]) is None
    >>> solving.is_solved
    True
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position: Position = puzzle.position
        self._table = build_table(of_position(puzzle.position))
        self._at = 0

    @property
    def played(self) -> tuple[str, ...]:
        """The moves so far, the opponent's included."""
        return self.puzzle.moves[: self._at]

    @property
    def found(self) -> int:
        """How many moves have been found."""
        return sum(at < self._at for at in self.puzzle.choices)

    @property
    def is_solved(self) -> bool:
        """Whether all moves have been found."""
        return self._at == len(self.puzzle.moves)

    @property
    def dte(self) -> int:
        """The distance to the end now."""
        return self._table.probe(self.position).dte

    def hint(self, level: int) -> str:
        """A hint on the next move: 1 for its row, 2 for its card too, 3 or more for the move."""
        name = self.puzzle.moves[self._at]
        if level >= 3:
            return name
        (move,) = (each for each in self.position.legal_moves() if str(each) == name)
        row = f"it ends in row {self.position.rules.board.cell_name(move.destination)[1:]}"
        return (
            row if level == 1 else f"{row}, on {card_letter(self.position.cards[move.destination])}"
        )

    def play(self, move: str) -> Refutation | None:
        """Make the solver's move. If it is right, let the opponent answer and return None.

        A wrong move is taken back. Raises IllegalMoveError if the move is not legal.
        """
        after = self.position.play(move)
        if move != self.puzzle.moves[self._at]:
            probe = self._table.probe(after)
            line = [str(each.moves[0].move) for each in self._table.line(after)[:-1]]
            return Refutation(line[0], probe.dte, tuple(line[1:]))
        self.position, self._at = after, self._at + 1
        while self._at < len(self.puzzle.moves) and self._at not in self.puzzle.choices:
            self.position = self.position.play(self.puzzle.moves[self._at])
            self._at += 1
        return None
