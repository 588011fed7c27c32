"""What the strategies of a certificate need of a search: moves for a layer, and the next layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import numpy as np

from tablebase.engine.arrays import U8, U64
from tablebase.engine.search.searched import Limits, Searched

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

SPREAD = 1 << 20
"""Positions of a layer that are sorted at a time, 8 bytes each."""


class Prover(Protocol):
    """A search that keeps its table, and chooses moves by it."""

    def search(self, limits: Limits) -> Searched[Position]:
        """Search the position; to be called once, and first."""

    def first_turn(self, ply: int) -> U64:
        """The keys of the positions at ply 0, or of those at ply 1 that are not won at once."""

    def choose(self, keys: U64, asked: int) -> U8:
        """A move each for some positions, after which the mover's score is `asked` or more.

        The positions arise from the one searched. In each the mover can move, and has that score,
        but no win in one. The others have `NO_MOVE`.
        """

    def spread(self, keys: U64, moves: U8) -> U64:
        """The keys after the moves and all replies, sorted, but of positions won at once."""


def spread_all(fill: Callable[[int, U64], tuple[int, int]], count: int) -> U64:
    """The keys after `count` positions, sorted, each once.

    `fill` writes the keys after those from a number on into an array, until it is full. It gives
    the number of positions done, from the beginning, and of keys.
    """
    room = np.empty(SPREAD, np.uint64)
    parts, done = [room[:0]], 0
    while done < count:
        done, found = fill(done, room)
        parts.append(np.unique(room[:found]))
    return np.unique(np.concatenate(parts))
