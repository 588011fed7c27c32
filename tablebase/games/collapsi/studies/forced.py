"""Counts the positions of a table in which somebody can force a win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.masks import numbers_left
from tablebase.games.collapsi.duels.batch import turns_of_ranks

if TYPE_CHECKING:
    from tablebase.engine.tables.table import Table
    from tablebase.games.collapsi.duels.duel import Duel
    from tablebase.games.collapsi.duels.index import DuelIndex
    from tablebase.games.collapsi.duels.layout import DuelLayout


@dataclass(frozen=True)
class Forced:
    """Positions after everybody's first turn, by who can force a win.

    They are counted by the number of players still in, by the number of face-up cards without a
    pawn (the maximum number of plies left), and by the place in turn order of the player who can
    force a win: 0 for the side to move, None for nobody.
    """

    counts: Counter[tuple[int, int, int | None]]

    def number(self, k: int, left: int | None = None, *places: int | None) -> int:
        """The number of positions with `k` players in; optionally only for some cards or places."""
        return sum(
            number
            for (players, cards, place), number in self.counts.items()
            if players == k and left in (None, cards) and (not places or place in places)
        )

    @property
    def players(self) -> tuple[int, ...]:
        """The possible numbers of players still in."""
        return tuple(sorted({k for k, _, _ in self.counts}))

    def cards_left(self, k: int) -> tuple[int, ...]:
        """The possible numbers of face-up cards without a pawn, when `k` players are in."""
        return tuple(sorted({left for players, left, _ in self.counts if players == k}))

    def as_dict(self) -> list[dict[str, Any]]:
        """The counts as plain data, for JSON."""
        return [
            {
                "in": k,
                "cards_left": left,
                "positions": self.number(k, left),
                "forced_by_place": [self.number(k, left, place) for place in range(k)],
                "nobody": self.number(k, left, None),
            }
            for k in self.players
            for left in self.cards_left(k)
        ]


def forced(
    index: DuelIndex, hero_wins: npt.NDArray[np.bool_], some: npt.NDArray[np.bool_]
) -> Forced:
    """Count some positions of a deal, given for each rank whether the hero can force a win.

    `some` says for each position, by its number, whether it counts.
    """
    counts: Counter[tuple[int, int, int | None]] = Counter()
    start = number = 0
    for family in index.families:
        count, sets = index.count(family), index.sets(family)
        size = count * family.k * sets
        if not family.waiting:
            counted = some[number : number + count * sets].reshape(count, 1, sets)
            wins = hero_wins[start : start + size].reshape(count, family.k, sets) & counted
            left = numbers_left(sets.bit_length() - 1)
            positions = _by_cards(left, counted[:, 0])
            for place in range(family.k):
                found = _by_cards(left, wins[:, place])
                positions -= found
                _add(counts, family.k, place, found)
            _add(counts, family.k, None, positions)
        start += size
        number += count * sets
    return Forced(counts)


def _by_cards(left: npt.NDArray[np.uint8], counted: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """The number of positions by the cards left; `counted` has shape (placements, sets)."""
    return np.bincount(left, weights=counted.sum(axis=0)).astype(np.int64)


def _add(
    counts: Counter[tuple[int, int, int | None]],
    k: int,
    place: int | None,
    by_cards: npt.NDArray[np.int64],
) -> None:
    for left, number in enumerate(by_cards.tolist()):
        counts[k, left, place] += number


def forced_of(table: Table[Duel], layout: DuelLayout) -> Forced:
    """Count all positions of a table."""
    index = layout.index
    sizes = zip(index.heroes.tolist(), index.set_counts.tolist(), strict=True)
    heroes = np.concatenate([np.arange(k, dtype=np.uint8).repeat(sets) for k, sets in sizes])
    hero_moves = heroes <= turns_of_ranks(layout)
    hero_wins = (table.codes() >= table.game.coding.first_win) == hero_moves
    return forced(index, hero_wins, np.ones(int(index.set_counts.sum()), np.bool_))


def total(found: Iterable[tuple[Forced, int]]) -> Forced:
    """The weighted sum of some counts."""
    counts: Counter[tuple[int, int, int | None]] = Counter()
    for each, weight in found:
        for key, number in each.counts.items():
            counts[key] += weight * number
    return Forced(counts)
