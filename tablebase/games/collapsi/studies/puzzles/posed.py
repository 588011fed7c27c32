"""A puzzle: a position in which exactly one of many moves wins, and its solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablebase.engine.values import Result, Value
from tablebase.errors import PuzzleError
from tablebase.games.collapsi.position import Position

if TYPE_CHECKING:
    from tablebase.engine.tables.table import Table

LEAST_MOVES = 6
"""The fewest legal moves of a puzzle's position."""

GRADES = ("easy", "medium", "hard", "expert", "master")
"""The names of grades 1 to 5, see `grading`."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins, and the best short rule misses it.

    Both jokers have collapsed, so all editions agree on it. The side to move is the solver. `moves`
    is the solution with the opponent's moves, as long as only one move wins; the opponent plays to
    last as long as possible. `choices` are those of them that the solver has to find, always
    including the first; at the others they have only one legal move.
    """

    position: Position
    moves: tuple[str, ...]
    choices: tuple[int, ...]
    grade: int  # 1 to 5
    dte: int
    day: int | None = None  # of the puzzles of the day, from 1 on; None for a training puzzle

    @property
    def move(self) -> str:
        """The only winning move."""
        return self.moves[0]

    @property
    def name(self) -> str:
        """The name of its grade."""
        return GRADES[self.grade - 1]

    @property
    def solution(self) -> str:
        """The moves, with ``!`` after those that the solver has to find."""
        marked = (move + "!" * (at in self.choices) for at, move in enumerate(self.moves))
        return " ".join(marked)

    @classmethod
    def parse(cls, position: str, solution: str, grade: int, dte: int, day: int | None) -> Puzzle:
        """Read a puzzle; raises PuzzleError if it is not one. Values are not checked."""
        marked = solution.split()
        choices = tuple(at for at, move in enumerate(marked) if move.endswith("!"))
        if not 1 <= grade <= len(GRADES) or choices[:1] != (0,):
            raise PuzzleError(
                f"puzzle {position} with solution {solution!r} and grade {grade}: expected a first "
                f"move with ! and a grade from 1 to {len(GRADES)}"
            )
        moves = tuple(move.rstrip("!") for move in marked)
        return cls(Position.parse(position), moves, choices, grade, dte, day)

    def as_dict(self) -> dict[str, Any]:
        """The puzzle as plain data, for JSON."""
        return {
            "position": str(self.position),
            "move": self.move,
            "solution": self.solution,
            "grade": self.grade,
            "difficulty": self.name,
            "dte": self.dte,
            "day": self.day,
        }

    def check(self, value: Callable[[Position], Value]) -> None:
        """Check the puzzle against the values of positions, from a table or a search.

        Raises PuzzleError if the distance is wrong, if another move wins where the solver has to
        find the solution's move, or if there is another legal move elsewhere.
        """
        position = self.position
        found = value(position)
        if found != Value(Result.WIN, self.dte) or len(position.legal_moves()) < LEAST_MOVES:
            raise PuzzleError(
                f"puzzle {position}: {found}, expected a win in {self.dte} and {LEAST_MOVES} moves"
            )
        for at, move in enumerate(self.moves):
            if at % 2 == 0:
                legal = position.legal_moves()
                winning = [
                    str(each) for each in legal if value(position.play(each)).result is Result.LOSS
                ]
                if winning != [move] or (at in self.choices) != (len(legal) > 1):
                    raise PuzzleError(f"puzzle {position}: {winning} win, expected only {move}")
            position = position.play(move)


def solution(table: Table[Position], position: Position) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The moves of a position's solution, and which of them to find; see `Puzzle`."""
    moves: list[str] = []
    choices: list[int] = []
    probe = table.probe(position)
    while True:
        winning = [move for move in probe.moves if move.keeps_win]
        if len(winning) != 1:
            break
        if len(probe.moves) > 1:
            choices.append(len(moves))
        reply = table.probe(winning[0].position)
        moves.append(str(winning[0].move))
        if not reply.moves:
            break
        moves.append(str(reply.moves[0].move))
        probe = table.probe(reply.moves[0].position)
    return tuple(moves[: choices[-1] + 1]), tuple(choices)
