"""The index: the rank of a duel in the table of a deal for three or four players.

The f free cells are *slots* 0 to f - 1, and the n jokers' cells, ascending, slots f to f + n - 1.
Colours do not matter. A *placement* is the slots of the pawns: of the players still in, in turn
order from the side to move, then of those out, ascending. Placements come in *families*, by

- ``k``, how many players are still in,
- ``waiting``, how many of them, first in turn order, still stand on their jokers,
- ``jokers``, how many were out on their jokers, which stay face up,
- ``edition``, which matters while a player is waiting, else -1.

When nobody waits, any set of slots that holds the pawns may be face up: a placement with p pawns on
free cells has 2**(f - p) such sets. While a player waits, all free cells are face up, and there is
only one set. Each set is k positions of the table, one for each *hero*, counted in turn order from
the side to move. So the ranks of a placement are

    start + hero * sets + (the face-up slots without those of pawns, the gaps closed)

Where the pawns of players who are out are removed, their places are the jokers that they left face
up, and for the others one past the last slot, *nowhere*. Where the first player without a move ends
the game, everybody is in.

Placements are ordered by family, as in `DuelIndex.families`; in a family first by the jokers with
waiting pawns, then by those with pawns that are out, then by the cells of those in, then of those
out. No rank is unused: positions in which the side to move cannot move, and will be out, have ranks
too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, perm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I32, I64, U8
from tablebase.engine.tables.masks import Mask, numbers_left, spread, squeeze
from tablebase.games.collapsi.turns import Turn
from tablebase.support.lazy import cached_property

LATER = -1
"""The edition where it does not matter: no player waits on a joker."""


class Family(NamedTuple):
    """Placements of one kind; see the module."""

    k: int
    waiting: int
    jokers: int
    edition: int


class Placed(NamedTuple):
    """A position as slots: see the module.

    `edition` is `LATER` where nobody waits; `face_up` is a mask of slots, of which those of jokers
    do not matter.
    """

    k: int
    edition: int
    places: tuple[int, ...]
    face_up: int


class Placements(NamedTuple):
    """What kernels read of an index, by placement.

    Those of a `DuelIndex`; `sets` are its `set_counts`, `starts` for placings its `turn_starts`.
    """

    places: U8
    starts: I64
    sets: I64
    held: I64
    after: I32
    out: I64


@lru_cache(maxsize=8)
def index_of(free: int, turn: Turn, editions: int) -> DuelIndex:
    """The index of all deals of a size; cached, because it lists all placements."""
    return DuelIndex(free, turn, editions)


@dataclass(frozen=True)
class DuelIndex:
    """Ranks of the duels of a deal.

    It has `free` cells that are not jokers, a joker for each player of a `turn`, and the first
    turns under `editions` editions.
    """

    free: int
    turn: Turn
    editions: int

    @property
    def players(self) -> int:
        """The number of players."""
        return self.turn.players

    @property
    def nowhere(self) -> int:
        """The place of a pawn that has been removed, past the last slot."""
        return self.free + self.players

    @property
    def full(self) -> int:
        """The mask of all free slots."""
        return (1 << self.free) - 1

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """All families. A move, or a player going out, never leads to a later family."""
        n = self.players
        found = [
            Family(k, 0, jokers, LATER) for k in range(2, n + 1) for jokers in range(n - k + 1)
        ]
        found += [
            Family(n - jokers, waiting, jokers, edition)
            for edition in range(self.editions)
            for waiting in range(1, n + 1)
            for jokers in range(n - max(waiting, 2) + 1)
        ]
        fewest = n if self.turn.one_ends else 2
        return tuple(
            family
            for family in found
            if family.k >= fewest and self.on_free_cells(family) <= self.free
        )

    def on_free_cells(self, family: Family) -> int:
        """How many pawns stand on free cells: of players in who have moved, and of those out."""
        out = 0 if self.turn.pawns_removed else self.players - family.k - family.jokers
        return family.k - family.waiting + out

    def sets(self, family: Family) -> int:
        """Number of face-up sets of a placement."""
        return 1 if family.waiting else 1 << (self.free - self.on_free_cells(family))

    def count(self, family: Family) -> int:
        """Number of placements of a family."""
        n, (k, waiting, jokers, _) = self.players, family
        moved = k - waiting
        out = self.on_free_cells(family) - moved
        return (
            perm(n, waiting)
            * comb(n - waiting, jokers)
            * perm(self.free, moved)
            * comb(self.free - moved, out)
        )

    @cached_property
    def size(self) -> int:
        """Number of positions in all."""
        return sum(family.k * self.count(family) * self.sets(family) for family in self.families)

    def _placements(self, family: Family) -> Iterator[tuple[int, ...]]:
        """The placements of a family in the order of their ranks."""
        k, waiting, jokers, _ = family
        slots = range(self.free, self.free + self.players)
        standing = self.on_free_cells(family) - (k - waiting)
        removed = (self.nowhere,) * (self.players - k - jokers - standing)
        for first in permutations(slots, waiting):
            for stuck in combinations([slot for slot in slots if slot not in first], jokers):
                for moved in permutations(range(self.free), k - waiting):
                    rest = [slot for slot in range(self.free) if slot not in moved]
                    for out in combinations(rest, standing):
                        yield first + moved + out + stuck + removed

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of each family's first placement, and last the number of all placements."""
        return tuple(np.cumsum([0, *map(self.count, self.families)]).tolist())

    @cached_property
    def places(self) -> U8:
        """The slots of the pawns of every placement, shape ``(placements, players)``."""
        rows = [row for family in self.families for row in self._placements(family)]
        return np.array(rows, dtype=np.uint8)

    @cached_property
    def kinds(self) -> U8:
        """The number of every placement's family."""
        return np.repeat(np.arange(len(self.families), dtype=np.uint8), np.diff(self.numbers))

    def span(self, kind: int) -> tuple[int, int, int, int]:
        """The placements and the face-up sets of a family, first and past the last."""
        from_set = self.full if self.families[kind].waiting else 0
        return self.numbers[kind], self.numbers[kind + 1], from_set, self.full + 1

    def by_placement(self, of_family: Any) -> I64:
        """A number of each family, repeated for all its placements."""
        return np.array([of_family(family) for family in self.families], np.int64)[self.kinds]

    @cached_property
    def heroes(self) -> I64:
        """The number of players still in, of every placement."""
        return self.by_placement(lambda family: family.k)

    @cached_property
    def set_counts(self) -> I64:
        """The number of face-up sets of every placement."""
        return self.by_placement(self.sets)

    @cached_property
    def starts(self) -> I64:
        """The first rank of every placement."""
        sizes = self.heroes * self.set_counts
        starts: I64 = np.cumsum(sizes) - sizes
        return starts

    @cached_property
    def turn_starts(self) -> I64:
        """The number of face-up sets of all placements before each."""
        return np.cumsum(self.set_counts) - self.set_counts

    @cached_property
    def held(self) -> I64:
        """The mask of slots with a pawn and of jokers left face up, of every placement."""
        held: I64 = np.bitwise_or.reduce(np.int64(1) << self.places.astype(np.int64), axis=1)
        return held & ((1 << self.nowhere) - 1)

    def _keys(self, k: Mask, edition: Mask, places: npt.NDArray[Any]) -> I64:
        """A number that distinguishes placements."""
        key: I64 = (np.asarray(edition, np.int64) + 1) * (self.players + 1) + k
        for column in np.moveaxis(places.astype(np.int64), -1, 0):
            key = key * (self.nowhere + 1) + column
        return key

    @cached_property
    def _sorted(self) -> tuple[I64, I64]:
        """The keys of all placements in ascending order, and the placements' numbers."""
        editions = self.by_placement(lambda family: family.edition)
        keys = self._keys(self.heroes, editions, self.places)
        order = np.argsort(keys)
        return keys[order], order

    def number_of(self, k: Mask, edition: Mask, places: npt.NDArray[Any]) -> I64:
        """The numbers of placements; -1 where there is no such placement.

        `places` are slots as in the module's text, shape ``(..., players)``; `edition` is `LATER`
        where nobody waits.
        """
        keys, order = self._sorted
        wanted = self._keys(k, edition, places)
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[at] == wanted, order[at], -1)

    @cached_property
    def following(self) -> tuple[I32, I64]:
        """The placements after the side to move has gone to each slot, and after it is out.

        Shapes ``(placements, free)`` and ``(placements,)``; -1 where a slot is taken, and where
        being out ends the game.
        """
        after = np.full((len(self.places), self.free), -1, np.int32)
        out = np.full(len(self.places), -1, np.int64)
        for number, family in enumerate(self.families):
            first, last = self.numbers[number : number + 2]
            places, k = self.places[first:last], family.k
            edition = family.edition if family.waiting > 1 else LATER
            others, mover = places[:, 1:k], places[:, :1]
            for slot in range(self.free):
                here = np.full((last - first, 1), slot, np.uint8)
                found = self.number_of(k, edition, np.hstack([others, here, places[:, k:]]))
                after[first:last, slot] = np.where((places == slot).any(axis=1), -1, found)
            if k > 2 and not self.turn.one_ends:
                if self.turn.pawns_removed:
                    mover = np.where(mover < self.free, self.nowhere, mover)
                stuck = np.sort(np.hstack([places[:, k:], mover]), axis=1)
                out[first:last] = self.number_of(k - 1, edition, np.hstack([others, stuck]))
        return after, out

    def layers(self) -> U8:
        """The layer of every rank, shape ``(size,)``; see `Duel.layer`."""
        parts = []
        for family in self.families:
            left = self.free - self.on_free_cells(family)
            layers = np.array([left], np.uint8) if family.waiting else numbers_left(left)
            if self.turn.pawns_removed:
                # Not just the cards without a pawn: their number grows as players go out.
                layers = layers + np.uint8(family.k + family.jokers - 2)
            parts.append(np.tile(layers, family.k * self.count(family)))
        return np.concatenate(parts)

    def set_of(self, number: int, face_up: Mask) -> Mask:
        """The place of a face-up set, or of many, among those of a placement."""
        for slot in sorted(self.places[number].tolist(), reverse=True):
            face_up = squeeze(face_up, slot)
        return face_up & int(self.set_counts[number]) - 1

    def face_up_of(self, number: int, place: Mask) -> Mask:
        """The face-up slots, jokers included; the inverse of `set_of`."""
        held = int(self.held[number])
        if self.families[self.kinds[number]].waiting:
            return place | held | self.full
        for slot in sorted(self.places[number].tolist()):
            place = spread(place, slot)
        return place & self.full | held

    def _find(self, placed: Placed) -> tuple[int, int]:
        """The number of a position's placement, and the place of its face-up set there."""
        number = int(self.number_of(placed.k, placed.edition, np.array(placed.places)))
        return number, int(self.set_of(number, placed.face_up))

    def rank(self, placed: Placed, hero: int) -> int:
        """The rank of a duel; `hero` is counted in turn order from the side to move."""
        number, at = self._find(placed)
        return int(self.starts[number]) + hero * int(self.set_counts[number]) + at

    def position(self, placed: Placed) -> int:
        """The number of a position among all, whoever the hero."""
        number, at = self._find(placed)
        return int(self.turn_starts[number]) + at

    def unrank(self, rank: int) -> tuple[Placed, int]:
        """The position and the hero of a rank; the inverse of `rank`."""
        number = int(np.searchsorted(self.starts, rank, side="right")) - 1
        family = self.families[self.kinds[number]]
        hero, place = divmod(rank - int(self.starts[number]), int(self.set_counts[number]))
        face_up = self.face_up_of(number, place)
        places = tuple(self.places[number].tolist())
        return Placed(family.k, family.edition, places, face_up), hero
