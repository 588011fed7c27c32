"""The answer to a probe: the exact value of a position and of every move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NotRequired, Protocol, TypedDict

import numpy as np

from tablebase.engine.arrays import U8
from tablebase.engine.position import P, moves_again
from tablebase.engine.values import Coding, Result, Value
from tablebase.support.html import html_table

Values = Mapping[str, Value]
"""Player -> what that player can force against all others together."""


NOBODY: Values = {}
"""No values, for games of one or two sides: one shared object, because a probe has many moves."""


class ValueData(TypedDict):
    """A value as plain data."""

    result: str
    dte: int


class Forced(TypedDict):
    """What each player can force, as plain data; empty in games of two sides."""

    forced_by: NotRequired[str | None]
    values: NotRequired[dict[str, ValueData]]


class MoveData(Forced):
    """A move as plain data."""

    move: str
    result: str
    dte: int
    keeps_win: bool
    is_best: bool
    position: str


class Scored(TypedDict):
    """The game's own score; empty if it has none."""

    score: NotRequired[int]


class ProbeData(Forced, Scored):
    """What the answers of all games have, as plain data."""

    side_to_move: str
    result: str
    dte: int
    winner: str | None
    moves: list[MoveData]
    table: str
    origin: str


class BriefData(ValueData):
    """A position and its value as plain data."""

    position: str
    side_to_move: str


class LookUp(Protocol):
    """A place to look up the codes of positions: a table."""

    @property
    def origin(self) -> str:
        """Where the table comes from: a file's name, or ``"built"``."""

    def codes_of(self, positions: Sequence[Any]) -> U8:
        """The codes of positions, shape ``(len(positions),)``."""


@dataclass(frozen=True)
class MoveValue(Generic[P]):
    """A legal move, the position after it, and what the move is worth."""

    move: Any
    """A move of the game's own type; ``str(move)`` is its notation."""
    position: P
    value: Value
    """Result and distance to end for the side that makes the move, counted from before the move."""
    is_best: bool
    """Whether no move is better: it wins soonest, or if no move wins, loses latest."""
    values: Values = field(default_factory=dict)
    """With three or more players, what each player still in can force after the move, counted from
    before it; empty in other games."""

    @property
    def keeps_win(self) -> bool:
        """Whether the side that makes the move still wins after it."""
        return self.value.result is Result.WIN

    def as_dict(self) -> MoveData:
        """The move as plain data, for JSON."""
        return {
            "move": str(self.move),
            "result": self.value.result.value,
            "dte": self.value.dte,
            "keeps_win": self.keeps_win,
            "is_best": self.is_best,
            "position": str(self.position),
            **_forced(self.values),
        }


@dataclass(frozen=True, repr=False)
class Probe(Generic[P]):
    """The answer to a probe: exact value of a position and of every move."""

    position: P
    value: Value
    """Result and distance to end for the side to move."""
    moves: tuple[MoveValue[P], ...]
    """All legal moves, best first."""
    origin: str
    """Where the answer comes from: a file's name, or ``"built"``."""
    table: str
    """The key of the game that holds the position."""
    values: Values = field(default_factory=dict)
    """With three or more players, what each player still in can force against all others together,
    in turn order; `value` is that of the side to move. A win in t means being the last one in,
    within t plies; a loss in t means staying in for t plies and no longer. Empty in games of one or
    two sides."""

    @property
    def result(self) -> Result:
        """Win or loss for the side to move."""
        return self.value.result

    @property
    def dte(self) -> int:
        """Distance to end: plies until the game is over with perfect play."""
        return self.value.dte

    @property
    def winner(self) -> str | None:
        """Name of the side that wins with perfect play.

        With three or more players, the player who can force a win against all others; None if
        nobody can.
        """
        if self.values:
            return forced_by(self.values)
        mover, other = self.position.sides
        return mover if self.result is Result.WIN else other

    @property
    def score(self) -> int | None:
        """The game's own score at the end; None if the game has no score."""
        return self.position.score(self.value)

    def __repr__(self) -> str:
        best = ", ".join(str(move.move) for move in self.moves if move.is_best)
        end = f"best of {len(self.moves)} moves: {best}" if best else "no legal move"
        return f"<Probe {self.position}: {self.result.value} in {self.dte}, {end}>"

    def _repr_svg_(self) -> str | None:
        """A picture for notebooks, if the game draws one."""
        draw = getattr(self.position, "svg", None)
        return None if draw is None else str(draw(self.moves))

    def _repr_html_(self) -> str | None:
        """A table of the moves for notebooks, if the game draws no picture."""
        if self._repr_svg_() is not None:
            return None
        return html_table(
            f"{self.position}: {self.value}",
            ("move", "value", "best"),
            [(move.move, move.value, "best" if move.is_best else "") for move in self.moves],
        )

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, for JSON; docs/cli.md explains each field."""
        return {"position": str(self.position), **self.position.as_dict(), **self.data()}

    def data(self) -> ProbeData:
        """What `as_dict` has in every game."""
        scored: Scored = {} if self.score is None else {"score": self.score}
        return {
            "side_to_move": self.position.sides[0],
            "result": self.result.value,
            "dte": self.dte,
            "winner": self.winner,
            **scored,
            **_forced(self.values),
            "moves": [move.as_dict() for move in self.moves],
            "table": self.table,
            "origin": self.origin,
        }


def brief(position: P, value: Value) -> BriefData:
    """A position and its value as plain data, for lists of many."""
    return {
        "position": str(position),
        "side_to_move": position.sides[0],
        "result": value.result.value,
        "dte": value.dte,
    }


def forced_by(values: Values) -> str | None:
    """The player who can force a win; None if nobody can. At most one player can."""
    return next((player for player, value in values.items() if value.result is Result.WIN), None)


def _forced(values: Values) -> Forced:
    if not values:
        return {}
    values_as_data: dict[str, ValueData] = {
        player: {"result": v.result.value, "dte": v.dte} for player, v in values.items()
    }
    return {"forced_by": forced_by(values), "values": values_as_data}


def probe_moves(position: P, table: LookUp, coding: Coding, key: str) -> Probe[P]:
    """Probe a position by looking up the positions after its moves, often all in one chunk."""
    moves = position.legal_moves()
    after = [position.play(move) for move in moves]
    again = np.array([] if coding.alternating else moves_again(position, after), bool)
    codes = coding.of_moves(table.codes_of(after), again).tolist()
    best = max(codes, default=coding.at_end(position.layer))
    order = sorted(range(len(moves)), key=lambda i: -codes[i])
    return Probe(
        position,
        coding.decode(best),
        tuple(
            MoveValue(moves[i], after[i], coding.decode(codes[i]), codes[i] == best, NOBODY)
            for i in order
        ),
        table.origin,
        key,
    )
