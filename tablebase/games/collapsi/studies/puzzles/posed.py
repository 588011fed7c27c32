"""A puzzle: a position in which one of many moves wins; its solution; and solving it by moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablebase.engine.tables.table import Table, build_table
from tablebase.engine.values import Result, Value
from tablebase.games.collapsi.game import of_position
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Position

LEAST_MOVES = 6
"""The fewest legal moves of a puzzle's position."""

GRADES = ("easy", "medium", "hard", "expert", "master")
"""The names of grades 1 to 5, see `grading`."""


class PuzzleError(ValueError):
    """A puzzle with a wrong solution, grade or value."""


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
