"""What every player can force in a position, and after each move: the answers to a probe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablebase.engine.values import Result, Value
from tablebase.games.collapsi.duels.position import Position

if TYPE_CHECKING:
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.games.collapsi.position import Move

Values = Mapping[str, Value]
"""Player -> what he can force against all others together.

A win in t: to be the last one in after t plies at most. A loss in t: no more than not to be out
before t plies have been made.
"""


@dataclass(frozen=True)
class MoveAnswer:
    """A legal move and what every player can force if it is made.

    Attributes
    ----------
    move : Move
        The move.
    position : Position
        The position after it, and after those who then cannot move are out.
    values : mapping
        Of the players in before the move; plies are counted from before the move.
    is_best : bool
        Whether no other move is better for the player who makes it, against all others.
    """

    move: Move
    position: Position
    values: Values
    is_best: bool


@dataclass(frozen=True)
class Answer:
    """The answer to a probe.

    Attributes
    ----------
    position : Position
        The position asked about.
    values : mapping
        Of the players who are still in, in turn order.
    moves : tuple of MoveAnswer
        All legal moves, best first for the side to move.
    origin : str
        Where the answer comes from: a file's name, or ``"built"``.
    """

    position: Position
    values: Values
    moves: tuple[MoveAnswer, ...]
    origin: str

    @property
    def forced_by(self) -> str | None:
        """The player who can force to be last; None if nobody can."""
        return forced_by(self.values)

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, for JSON; docs/players.md explains each field."""
        return {
            **self.position.as_dict(),
            "forced_by": self.forced_by,
            "values": _as_dict(self.values),
            "moves": [
                {
                    "move": str(move.move),
                    "path": [self.position.rules.board.cell_name(c) for c in move.move.path],
                    "is_best": move.is_best,
                    "forced_by": forced_by(move.values),
                    "values": _as_dict(move.values),
                    "position": str(move.position),
                }
                for move in self.moves
            ],
            "table": self.position.game.key,
            "origin": self.origin,
        }


def forced_by(values: Values) -> str | None:
    """The player who can force to be last; None if nobody can. There are never two."""
    return next((player for player, value in values.items() if value.result is Result.WIN), None)


def probe(tables: Tablebase, position: Position) -> Answer:
    """What every player can force, now and after each move.

    Parameters
    ----------
    tables : Tablebase
        Where the table is looked up, or built if need be.
    position : Position
        A position for three or four players.

    Raises
    ------
    MissingTableError, CorruptFileError
        As `Tablebase.probe`.
    """
    position = position.settled()
    table = tables.table(position)
    duels = [position.duel(player) for player in position.sides]
    moves = position.legal_moves()
    after = [duel.play(move) for move in moves for duel in duels]
    asked = [*duels, *after]
    codes = table.codes_of(asked).tolist()
    values = [duel.value_for_hero(code) for duel, code in zip(asked, codes, strict=True)]
    now, later = values[: len(duels)], values[len(duels) :]
    found = []
    for at, move in enumerate(moves):
        mine = later[at * len(duels) : (at + 1) * len(duels)]
        counted = [Value(result, dte + 1) for result, dte in mine]
        by_player = dict(zip(position.sides, counted, strict=True))
        found.append(MoveAnswer(move, position.play(move), by_player, counted[0] == now[0]))
    order = position.game.coding.encode
    found.sort(key=lambda answer: -order(answer.values[position.side_to_move]))
    now_by_player = dict(zip(position.sides, now, strict=True))
    return Answer(position, now_by_player, tuple(found), table.origin)


def line(tables: Tablebase, position: Position) -> list[Answer]:
    """The principal variation: the answers for its positions, from `position` to the end.

    Everybody plays for himself, against all others: who can force to be last does so as soon as
    he can, and who cannot stays in as long as he can force. Of best moves the first is played.
    Raises as `probe`.
    """
    answers = [probe(tables, position)]
    while answers[-1].moves:
        answers.append(probe(tables, answers[-1].moves[0].position))
    return answers


def _as_dict(values: Values) -> dict[str, dict[str, Any]]:
    return {
        player: {"result": value.result.value, "dte": value.dte} for player, value in values.items()
    }
