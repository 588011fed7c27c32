"""A deal solved in placings: what every player and coalition can expect from any position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.jobs.resources import check_memory
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.placings.outcomes import TIES, Outcomes, outcomes_of
from tablebase.games.collapsi.placings.reach import Reach

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

Points = dict[str, int]
"""The points of each player still in, in turn order from the side to move."""


@dataclass(frozen=True)
class Expected:
    """What players can expect from a position, in points at the end of the game.

    Attributes
    ----------
    alone : dict
        The most points that each player can force against all others together.
    pairs : dict
        With four players in, the most points that two can force together against the other two,
        for all pairs, by their colours in turn order.
    possible : tuple of dict
        The outcomes if everybody plays for their own points (max^n), over all ways to choose
        between moves that are worth the same to the mover.
    by_tie : dict
        The one outcome for each of `outcomes.TIES`.
    """

    alone: Points
    pairs: dict[tuple[str, str], int]
    possible: tuple[Points, ...]
    by_tie: dict[str, Points]

    def interval(self, player: str) -> tuple[int, int]:
        """The fewest and the most points of a player over all ways to break ties."""
        points = [outcome[player] for outcome in self.possible]
        return min(points), max(points)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "alone": self.alone,
            "pairs": [
                {"players": list(pair), "points": points} for pair, points in self.pairs.items()
            ],
            "maxn": {player: list(self.interval(player)) for player in self.alone},
            "outcomes": list(self.possible),
            "ties": self.by_tie,
        }


class Placings:
    """The positions that play can reach from some positions of a deal, solved in placings.

    `positions` are of one deal, one or more. Raises MissingTableError if the board is too large,
    MemoryError if there is not enough memory.

    Attributes
    ----------
    reach : Reach
        The positions.
    possible : ndarray of uint32, shape (positions,)
        By the number of a position, the mask of outcomes that are possible; see `outcomes`.
    """

    def __init__(self, *positions: Position) -> None:
        from tablebase.games.collapsi.placings.kernels import solve_family

        self.reach = Reach(*positions)
        self.layout = self.reach.layout
        rules, size = self.layout.rules, len(self.reach.ends)
        self._turn = rules.turn
        coalitions = (1 << rules.players - 1) - 1
        check_memory(size * (coalitions + 8), f"the placings of a deal of {rules.name}")
        self._gained = np.zeros((size, coalitions), np.uint8)
        self.possible = np.zeros(size, np.uint32)
        self._chosen = np.zeros((size, len(TIES)), np.uint8)
        for kind, family in enumerate(self.layout.index.families):
            solve_family(
                self.reach.placements, *self.reach.span(kind), self.reach.reached, self.reach.ends,
                self.outcomes(family.k), self._gained, self.possible, self._chosen,
            )  # fmt: skip

    def expected(self, position: Position) -> Expected:
        """What the players still in can expect from a position that can be reached.

        ValueError for any other position.
        """
        here, order = self.reach.number(position), position.order
        if not self.reach.reached[here]:
            raise ValueError(f"{position} cannot be reached: expected a later position")
        names = [COLOURS[player] for player in order]
        outcomes = self.outcomes(len(order))
        rows = [dict(zip(names, row, strict=True)) for row in outcomes.points.tolist()]
        mask = int(self.possible[here])

        def force(places: int) -> int:
            return int(self.forced(np.array([here]), len(order), places)[0])

        return Expected(
            {name: force(1 << at) for at, name in enumerate(names)},
            {(names[a], names[b]): force(1 << a | 1 << b) for a, b in _pairs(len(names))},
            tuple(row for outcome, row in enumerate(rows) if mask >> outcome & 1),
            {tie: rows[self._chosen[here, at]] for at, tie in enumerate(TIES)},
        )

    def forced(self, numbers: I64, k: int, places: int) -> I64:
        """The points that some players can force in positions, given by their numbers.

        `k` players are in. `places` is a mask of places in turn order from the side to move, with
        at least one place and not all of them.
        """
        others = not places & 1
        asked = (1 << k) - 1 ^ places if others else places
        points: I64 = self._gained[numbers, asked >> 1].astype(np.int64)
        return self.outcomes(k).total - points if others else points

    def outcomes(self, k: int) -> Outcomes:
        """The outcomes with `k` players in, as `possible` numbers them."""
        return outcomes_of(self._turn, k)


def _pairs(k: int) -> Iterator[tuple[int, int]]:
    """The pairs of four places; with three in, a pair is all but one."""
    if k == 4:
        yield from ((a, b) for a in range(k) for b in range(a + 1, k))
