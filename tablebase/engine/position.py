"""What the engine needs from a position.

Every move of our games removes something for good, so positions fall into layers by how much is
left, and moves lead only to lower layers.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from tablebase.engine.values import Value


class Position(Protocol):
    """A position of some game; ``str(position)`` is its notation."""

    @property
    @abstractmethod
    def layer(self) -> int:
        """The layer: moves lead to lower layers, so at most this many plies are left."""

    @property
    @abstractmethod
    def sides(self) -> tuple[str, ...]:
        """Names of the sides still in the game, in turn order from the side to move.

        Two sides take turns, unless the game's coding is a `TeamCoding` or a `OnePlayerCoding`.
        """

    @abstractmethod
    def legal_moves(self) -> Sequence[Any]:
        """The legal moves; ``str(move)`` is a move's notation."""

    @abstractmethod
    def play(self, move: Any) -> Self:
        """The position after a legal move."""

    def as_dict(self) -> Mapping[str, Any]:
        """What the notation leaves out, as plain data: the edition of the rules, for example."""
        return {}

    def score(self, value: Value) -> int | None:
        """The game's own score at the end, given this value; None if the game has no score."""
        return None


P = TypeVar("P", bound=Position)


def moves_again(position: P, after: Sequence[P]) -> list[bool]:
    """For each position after a move, whether the side that moved is to move again."""
    return [successor.sides[0] == position.sides[0] for successor in after]
