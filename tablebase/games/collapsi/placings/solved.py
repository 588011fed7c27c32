"""A deal solved in placings: what every player and coalition can expect from any position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tablebase.engine.jobs.resources import check_memory
from tablebase.games.collapsi.placings.outcomes import TIES, Outcomes, outcomes_of
from tablebase.games.collapsi.placings.reach import Reach
from tablebase.games.collapsi.rules import COLOURS

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

Points = dict[str, int]
"""The points of each player still in, in turn order from the side to move."""


@dataclass(frozen=True)
class Expected:
    """What players can expect from a position; a player's points are those they end with.

    Attributes
    ----------
    alone : dict
        The most points that each player can force against all others together.
    pairs : dict
        With four players in, the most points that two can force together against the other two,
        for all pairs, by their colours in turn order.
    possible : tuple of dict
        The outcomes if everybody plays for their own points (max^n), over all ways to choose
        between moves that are equal for who moves.
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
    """

    def __init__(self, *positions: Position) -> None:
        from tablebase.games.collapsi.placings.kernels import solve_family

        self.reach = Reach(*positions)
        self._layout = self.reach.layout
        rules, size = self._layout.rules, len(self.reach.ends)
        self._players, self._when_out = rules.players, rules.out
        coalitions = (1 << rules.players - 1) - 1
        check_memory(size * (coalitions + 8), f"the placings of a deal of {rules.name}")
        self._gained = np.zeros((size, coalitions), np.uint8)
        self._possible = np.zeros(size, np.uint32)
        self._chosen = np.zeros((size, len(TIES)), np.uint8)
        for kind, family in enumerate(self._layout.index.families):
            solve_family(
                self.reach.placements, *self.reach.span(kind), self.reach.reached, self.reach.ends,
                self._outcomes(family.k), self._gained, self._possible, self._chosen,
            )  # fmt: skip

    def expected(self, position: Position) -> Expected:
        """What the players still in can expect from a position that can be reached.

        ValueError for any other position.
        """
        here, order = self.reach.number(position), position.order
        if not self.reach.reached[here]:
            raise ValueError(f"{position} cannot be reached: expected a later position")
        names = [COLOURS[player] for player in order]
        outcomes = self._outcomes(len(order))
        rows = [dict(zip(names, row, strict=True)) for row in outcomes.points.tolist()]
        mask = int(self._possible[here])
        return Expected(
            {names[at]: self._forced(here, outcomes, 1 << at) for at in range(len(names))},
            {
                (names[a], names[b]): self._forced(here, outcomes, 1 << a | 1 << b)
                for a, b in _pairs(len(names))
            },
            tuple(row for outcome, row in enumerate(rows) if mask >> outcome & 1),
            {tie: rows[self._chosen[here, at]] for at, tie in enumerate(TIES)},
        )

    def _outcomes(self, k: int) -> Outcomes:
        return outcomes_of(self._players, k, self._when_out)

    def _forced(self, here: int, outcomes: Outcomes, mask: int) -> int:
        """The points that a set of players still in can force, given the mask of their places."""
        if mask & 1:
            return int(self._gained[here, mask >> 1])
        others = (1 << outcomes.points.shape[1]) - 1 ^ mask
        return outcomes.total - int(self._gained[here, others >> 1])


def _pairs(k: int) -> Iterator[tuple[int, int]]:
    """The pairs of four places; with three in, a pair is all but one."""
    if k == 4:
        yield from ((a, b) for a in range(k) for b in range(a + 1, k))
