"""A deal solved in placings: what every player and coalition can expect from any position."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, Bools
from tablebase.engine.jobs.machine import check_memory
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.duels.index import Placements
from tablebase.games.collapsi.placings.late import layout_of
from tablebase.games.collapsi.placings.outcomes import TIES, Outcomes, outcomes_of
from tablebase.games.collapsi.position import Position

Points = dict[str, int]
"""The points of each player still in, in turn order from the side to move."""


@dataclass(frozen=True)
class Expected:
    """What players can expect from a position, in points at the end of the game."""

    alone: Points
    """The most points that each player can force against all others together."""

    pairs: dict[tuple[str, str], int]
    """With four players in, the most points that two can force together against the other two, for
    all pairs, by their colours in turn order."""

    possible: tuple[Points, ...]
    """The outcomes if everybody plays for their own points (max^n), over all ways to choose between
    moves that are worth the same to the mover."""

    by_tie: dict[str, Points]
    """The one outcome for each of `outcomes.TIES`."""

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


class Reachable:
    """The positions that play can reach from some positions of a deal, one or more.

    They include those in which the side to move cannot move and is about to be out. Raises
    `MissingTableError` if the board is too large; late in a game what is left of it counts, where
    the first position must be the earliest.

    By the number of a position, `reached` says whether it is, and `ends` where the side to move can
    end, as a mask of slots, uint32; 0 for positions that are not reached.
    """

    def __init__(self, *positions: Position) -> None:
        from tablebase.games.collapsi.placings.kernels import reach_family

        self.layout = layout_of(positions[0])
        index = self.layout.index
        size = int(index.set_counts.sum())
        self.reached, self.ends = np.zeros(size, np.bool_), np.zeros(size, np.uint32)
        self.reached[[self.number(position) for position in positions]] = True
        self._placements = Placements(
            index.places, index.turn_starts, index.set_counts, index.held, *index.following
        )
        neighbours = np.array(self.layout.adjacent, np.uint64)
        for kind, family in reversed([*enumerate(index.families)]):
            reach_family(
                self._placements, *index.span(kind), neighbours, self.layout.steps(family),
                self.reached, self.ends,
            )  # fmt: skip

    def number(self, position: Position) -> int:
        """The number of a position of this deal; `PositionError` for any other."""
        self.layout.check_cards(position)
        return self.layout.index.position(self.layout.placed(position))

    @property
    def settled(self) -> Bools:
        """The positions reached in which the side to move can move, or the game is over."""
        over = (self._placements.out < 0).repeat(self._placements.sets)
        return self.reached & ((self.ends > 0) | over)


class Placings(Reachable):
    """The positions that play can reach from some positions of a deal, solved in placings.

    Raises MemoryError if there is not enough memory. By the number of a position, `possible` is the
    mask of outcomes that are possible, see `outcomes`, uint32 of shape ``(positions,)``.
    """

    def __init__(self, *positions: Position) -> None:
        from tablebase.games.collapsi.placings.kernels import solve_family

        super().__init__(*positions)
        rules, size = self.layout.rules, self.ends.size
        self._turn = rules.turn
        coalitions = (1 << rules.players - 1) - 1
        check_memory(size * (coalitions + 8), f"the placings of a deal of {rules.name}")
        self._gained = np.zeros((size, coalitions), np.uint8)
        self.possible = np.zeros(size, np.uint32)
        self._chosen = np.zeros((size, len(TIES)), np.uint8)
        for kind, family in enumerate(self.layout.index.families):
            solve_family(
                self._placements, *self.layout.index.span(kind), self.reached, self.ends,
                self.outcomes(family.k), self._gained, self.possible, self._chosen,
            )  # fmt: skip

    def expected(self, position: Position) -> Expected:
        """What the players still in can expect from a position that can be reached.

        ValueError for any other position.
        """
        here, order = self.number(position), position.order
        if not self.reached[here]:
            raise ValueError(f"{position} cannot be reached: expected a later position")
        names = [COLOURS[player] for player in order]
        outcomes = self.outcomes(len(order))
        rows = [dict(zip(names, row, strict=True)) for row in outcomes.points.tolist()]
        mask = int(self.possible[here])
        pairs = combinations(range(4), 2) if len(order) == 4 else ()  # of three it is all but one

        def force(places: int) -> int:
            return int(self.forced(np.array([here]), len(order), places)[0])

        return Expected(
            {name: force(1 << at) for at, name in enumerate(names)},
            {(names[a], names[b]): force(1 << a | 1 << b) for a, b in pairs},
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
