"""The rules of a game: a position and its moves, and for speed the same rules as kernels.

Every move of our games removes something for good, so positions fall into layers by how much is
left, and moves lead only to lower layers. What else a game's author writes is in `game`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from tablebase.engine.arrays import U64
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


AGAIN = 1 << 62
"""Added to the rank of a successor in which the same side moves again."""


@dataclass(frozen=True, eq=False)
class CompiledRules:
    """A game's rules as kernels, functions that `tablebase.engine.kernels.game_kernel` decorates.

    The plain rules remain: the self-test compares the kernels with them. A kernel must not raise,
    because a loop that calls it can't know.
    """

    successors: Callable[..., Any]
    """``successors(rank, context, out) -> count`` fills `out`, int64, with the ranks of the
    positions after the legal moves, in the order of ``legal_moves()``, and returns their number: 0
    if the game is over, -1 if no position has this rank. Moves lead to lower layers; ranks may go
    up or down. If the same side moves again, `AGAIN` is added to the rank; a game for one player
    may leave that out."""
    layer: Callable[..., Any]
    """``layer(rank, context) -> layer`` of a position, 0 to ``game.layers - 1``; for a rank without
    a position any number below ``game.layers``, also a negative one."""
    max_moves: int
    """The largest number of legal moves in any position, the length of `out`."""
    context: U64 = field(default_factory=lambda: np.zeros(0, np.uint64))
    """Constants of the game that both functions get: neighbours, cards, lines. Shape ``(n,)``."""
    moves: Callable[..., Any] | None = None
    """``moves(state, context, out) -> count`` for forward search. A state is one or more words,
    uint64 of shape ``(words,)``, which say everything about a position and whose turn it is. Fills
    `out`, shape ``(max_moves, words)``. By default a state is a rank."""
    state: Callable[[Any], Sequence[int]] | None = None
    """Returns the words of a position; needed with `moves`."""

    def __post_init__(self) -> None:
        if self.max_moves < 1:
            raise ValueError(f"max_moves {self.max_moves}: expected 1 or more")
        if (self.moves is None) != (self.state is None):
            raise ValueError("expected both moves and state, or neither")
        words = np.ascontiguousarray(self.context, np.uint64).reshape(-1)
        object.__setattr__(self, "context", words)
