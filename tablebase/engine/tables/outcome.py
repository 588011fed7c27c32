"""Who wins a position, and by which moves: all that is known if no distances are stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from tablebase.engine.position import P
from tablebase.engine.values import Result


@dataclass(frozen=True)
class Outcome(Generic[P]):
    """Who wins a position, but not how soon.

    Attributes
    ----------
    result : Result
        For the side to move.
    winning : tuple
        The moves that win, of the game's own type, in the order of the legal moves; empty if
        there is none.
    origin : str
        Where the answer comes from, such as a file's name.
    winner : str or None
        Name of the side that wins with perfect play; None if no player can force it.
    """

    position: P
    result: Result
    winning: tuple[Any, ...]
    origin: str
    winner: str | None

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, for JSON; docs/cli.md explains each field."""
        return {
            "position": str(self.position),
            **self.position.as_dict(),
            "side_to_move": self.position.sides[0],
            "result": self.result.value,
            "winner": self.winner,
            "winning": [str(move) for move in self.winning],
            "origin": self.origin,
        }
