"""Many duels at once: numpy arrays of duels, and plain columns of a whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64
from tablebase.engine.tables.masks import spread, squeeze
from tablebase.errors import PositionError
from tablebase.games.collapsi.duels.index import LATER
from tablebase.games.collapsi.walks import simple_paths

if TYPE_CHECKING:
    from tablebase.engine.game import Ranks
    from tablebase.games.collapsi.duels.layout import DuelLayout


REMOVED = 255
"""The cell of a pawn that has been removed, in arrays of bytes."""


def dtype_of(players: int) -> np.dtype[np.void]:
    """The structured dtype of duels.

    ``face_up`` (mask of cells), ``in`` (how many are still in), ``pawns`` (cells: of those in, in
    turn order from the side to move, then of those out, in any order, or `REMOVED`), ``edition``
    (number among the rules', 0 is the first), ``hero`` (place in turn order, 0 is to move).
    """
    fields = [("face_up", "u8"), ("in", "u1"), ("pawns", "u1", (players,))]
    return np.dtype([*fields, ("edition", "u1"), ("hero", "u1")])


def rank_many(layout: DuelLayout, positions: npt.NDArray[Any]) -> Ranks:
    """The ranks of an array of duels of a deal, in the same shape.

    Raises `TypeError` if the array is not of `dtype_of`, and `PositionError` if a row is
    impossible: for example, with pawns on one cell, or on a face-down one.
    """
    dtype = dtype_of(layout.rules.players)
    if positions.dtype != dtype:
        raise TypeError(f"array of {positions.dtype}: expected {dtype}")
    index, k = layout.index, positions["in"].astype(np.int64)
    still_in = np.arange(layout.rules.players) < k[..., np.newaxis]
    places = _places(layout, positions, still_in)
    waiting = ((places >= index.free) & still_in).any(axis=-1)
    edition = np.where(waiting, positions["edition"].astype(np.int64), LATER)
    number = index.placements(k, edition, places)
    up = (positions["face_up"][..., np.newaxis] >> positions["pawns"] & np.uint64(1)).astype(bool)
    up |= (positions["pawns"] == REMOVED) & ~still_in & index.turn.pawns_removed
    if (wrong := (number < 0) | ~up.all(axis=-1) | (positions["hero"] >= k)).any():
        raise PositionError(
            f"{positions[wrong].flat[0]} is not a position of the deal {layout.notation}"
        )
    sets = index.set_counts[number]
    masks = slots_of_cells(layout, positions["face_up"])
    for slot in np.moveaxis(-np.sort(-places, axis=-1), -1, 0):
        masks = squeeze(masks, slot)
    ranks = index.starts[number] + positions["hero"] * sets + (masks & (sets - 1))
    return ranks.astype(np.uint32)


def _places(
    layout: DuelLayout, positions: npt.NDArray[Any], still_in: npt.NDArray[np.bool_]
) -> I64:
    """The places of pawns as in the text of `index`, shape ``(..., players)``."""
    index, slot_of = layout.index, np.array(layout.slots)
    slots = slot_of[np.minimum(positions["pawns"], len(slot_of) - 1)]
    if not index.turn.pawns_removed:
        # Slots of players out have 64 added: they come last, ascending.
        return _sorted_behind(np.where(still_in, slots, slots + 64)) % 64
    jokers = np.array(layout.jokers, np.uint64)
    joker_slots = np.arange(index.free, index.nowhere)
    up = (positions["face_up"][..., np.newaxis] >> jokers & np.uint64(1)).astype(bool)
    standing = np.where(still_in, slots, index.nowhere)
    taken = (standing[..., np.newaxis] == joker_slots).any(axis=-2)
    left = np.sort(np.where(up & ~taken, joker_slots, index.nowhere), axis=-1)
    behind = np.arange(still_in.shape[-1]) - still_in.sum(axis=-1, keepdims=True)
    return np.where(still_in, slots, np.take_along_axis(left, np.maximum(behind, 0), axis=-1))


def _sorted_behind(places: I64) -> I64:
    """Sort the places of 64 and more, which come last, and leave the others as they are."""
    order = np.where(places < 64, np.arange(places.shape[-1]) - 64, places)
    return np.take_along_axis(places, np.argsort(order, axis=-1), axis=-1)


def slots_of_cells(layout: DuelLayout, masks: npt.NDArray[np.uint64]) -> I64:
    """The masks of free slots for masks of the deal's own cells."""
    found = np.zeros(masks.shape, np.int64)
    for slot, cell in enumerate(layout.cells[: layout.free]):
        found |= (masks >> np.uint64(cell) & np.uint64(1)).astype(np.int64) << slot
    return found


def face_up_sets(layout: DuelLayout, number: int) -> I64:
    """The face-up slots, jokers included, of a placement's positions in rank order."""
    index = layout.index
    held, sets = int(index.held[number]), int(index.set_counts[number])
    if sets == 1 and index.families[index.kinds[number]].waiting:
        return np.array([held | index.full])
    masks: I64 = np.arange(sets, dtype=np.int64)
    for slot in np.sort(index.places[number]).tolist():
        masks = spread(masks, slot)
    return masks & index.full | held


class Ways:
    """Where a placement's side to move can go, for all its face-up sets at once.

    All simple paths of a card are listed once; an end is legal for a set if all cells of some path
    to it are face up. This shares no code with the kernels.
    """

    def __init__(self, layout: DuelLayout) -> None:
        self._layout = layout
        self._needed: dict[tuple[int, int], dict[int, list[int]]] = {}

    def legal(self, number: int, face_up: I64) -> dict[int, npt.NDArray[np.bool_]]:
        """End slot -> for each of a placement's face-up sets, whether the end is legal."""
        index = self._layout.index
        mover, held = int(index.places[number, 0]), int(index.held[number])
        edition = index.families[index.kinds[number]].edition
        found = {}
        for end, needed in self._paths(mover, edition).items():
            if not held >> end & 1:
                masks = np.array(needed)[:, np.newaxis]
                found[end] = (face_up & masks == masks).any(axis=0)
        return found

    def _paths(self, mover: int, edition: int) -> dict[int, list[int]]:
        """Free end slot -> the masks of slots that each path to it needs."""
        if (mover, edition) not in self._needed:
            layout, free = self._layout, self._layout.index.free
            steps = layout.rules.turn.steps(layout.slot_cards[mover])
            if mover >= free:
                steps = layout.rules.editions[max(edition, 0)].joker_steps
            found: dict[int, set[int]] = {}
            for length in steps:
                for path in simple_paths(layout.neighbours, (mover,), length):
                    if path[-1] < free:
                        found.setdefault(path[-1], set()).add(sum(1 << slot for slot in path[1:]))
            self._needed[mover, edition] = {end: sorted(masks) for end, masks in found.items()}
        return self._needed[mover, edition]


def turns(layout: DuelLayout) -> npt.NDArray[np.uint8]:
    """Who really moves: the first player in turn order who can; those before them are out.

    Returns a place in turn order for every placement and each of its face-up sets, and the last but
    one where the game is over. A hero at this place or an earlier one is the side to move in their
    duel (or is out).
    """
    index, ways = layout.index, Ways(layout)
    starts = index.turn_starts
    found = np.zeros(int(index.set_counts.sum()), np.uint8)
    for number, sets in enumerate(index.set_counts.tolist()):
        then, last = index.out[number], index.heroes[number] - 2
        if then < 0 and not last:
            continue
        legal = ways.legal(number, face_up := face_up_sets(layout, number))
        stuck = ~np.logical_or.reduce([*legal.values(), np.zeros(sets, bool)])
        mover = found[starts[number] : starts[number] + sets]
        if then < 0:
            mover[stuck] = last
        else:
            at = starts[then] + places_of(layout, then, face_up[stuck])
            mover[stuck] = 1 + found[at]
    return found


def places_of(layout: DuelLayout, number: int, face_up: I64) -> I64:
    """The indices of face-up sets among those of a placement."""
    index = layout.index
    masks = face_up & index.full
    for slot in np.sort(index.places[number])[::-1].tolist():
        masks = squeeze(masks, slot)
    places: I64 = masks & (index.set_counts[number] - 1)
    return places


def columns(layout: DuelLayout) -> dict[str, npt.NDArray[Any]]:
    """Every duel of a deal as plain columns, for export; each has shape ``(index.size,)``.

    ``edition`` (number among the rules' editions, -1 where it does not matter), ``face_up`` (mask
    of cells), ``in`` (how many players are still in), ``pawn_1``, ... (cells: of those in, in turn
    order from the side to move, then of those out, or `REMOVED`), ``hero`` (place in turn order),
    ``hero_moves`` (whether the hero is the side to move once those who cannot move are out).
    """
    index, players = layout.index, layout.rules.players
    cells = np.array([*layout.cells, REMOVED], np.uint8)
    k, sets = index.heroes, index.set_counts
    editions = index.by_placement(lambda family: family.edition).astype(np.int8)
    up = [cells_of_slots(layout, face_up_sets(layout, number)) for number in range(len(k))]
    heroes = [np.arange(each, dtype=np.uint8).repeat(of) for each, of in zip(k, sets, strict=True)]
    places = index.places
    if index.turn.pawns_removed:
        places = np.where(np.arange(players) < k[:, np.newaxis], places, index.nowhere)
    pawns = cells[places].repeat(k * sets, axis=0)
    hero = np.concatenate(heroes)
    return {
        "edition": editions.repeat(k * sets),
        "face_up": _for_each_hero(layout, up),
        "in": k.astype(np.uint8).repeat(k * sets),
        **{f"pawn_{column + 1}": pawns[:, column] for column in range(players)},
        "hero": hero,
        "hero_moves": hero <= turns_of_ranks(layout),
    }


def turns_of_ranks(layout: DuelLayout) -> npt.NDArray[np.uint8]:
    """`turns` of the position of every rank, shape ``(index.size,)``."""
    return _for_each_hero(layout, np.split(turns(layout), layout.index.turn_starts[1:]))


def _for_each_hero(layout: DuelLayout, arrays: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Arrays over the face-up sets of each placement, repeated for every rank."""
    k = layout.index.heroes.tolist()
    return np.concatenate([np.tile(array, each) for array, each in zip(arrays, k, strict=True)])


def cells_of_slots(layout: DuelLayout, masks: I64) -> npt.NDArray[np.uint64]:
    """The masks of the deal's own cells for masks of slots, jokers included."""
    found = np.zeros(masks.shape, np.uint64)
    for slot, cell in enumerate(layout.cells):
        found |= (masks >> slot & 1).astype(np.uint64) << np.uint64(cell)
    return found
