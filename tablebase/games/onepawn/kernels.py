"""Kernels of the first version: a position's moves, and who wins a board by forward search.

Masks are of cells, so the joker has a bit; ranks are those of `game.OnePawnGame`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.arrays import I64, U8, U64
from tablebase.engine.kernels import game_kernel, helper, kernel
from tablebase.games.collapsi.path_kernels import (
    ONE,
    count_bits,
    lowest,
    spread,
    squeeze,
    walk,
)

Word: TypeAlias = Any

TWO = np.uint64(2)

UNKNOWN, LOSS, WIN = 0, 1, 2
"""What a search knows of a position, for the side to move."""


@helper()
def rank(up: Word, pawn: Word, joker: Word, cells: Word) -> Word:
    """The rank of a position after the first move, given the face-up cards and the pawn."""
    slot = pawn - ONE if pawn > joker else pawn
    return (slot << (cells - np.uint64(2))) + squeeze(squeeze(up, joker), slot)


@game_kernel
def successors(number: int, context: U64, out: I64) -> int:
    """The ranks of `game.OnePawnGame` after all moves; `context` is its `context`."""
    size = np.uint64(context.size) >> ONE
    joker = context[2 * size]
    slots = size - ONE
    pawn, up = joker, (ONE << slots) - ONE
    if np.uint64(number) != slots << slots - ONE:
        slot = np.uint64(number) >> slots - ONE
        pawn = slot + np.uint64(slot >= joker)
        up = spread(np.uint64(number) & (ONE << slots - ONE) - ONE, slot)
    left = spread(up, joker)
    path = out[size:].view(np.uint64).reshape((2, np.int64(size)))
    found = walk(context, context[size + pawn], path, left, pawn)
    count = 0
    while found:
        out[count] = np.int64(rank(left, lowest(found), joker, size))
        found &= found - ONE
        count += 1
    return count


@game_kernel
def layer(number: int, context: U64) -> Any:
    """The layer of a rank: cards face up, the pawn's not counted."""
    slots = np.uint64(context.size) // TWO - ONE
    if np.uint64(number) == slots << slots - ONE:
        return np.int64(slots)
    return np.int64(count_bits(np.uint64(number) & (ONE << slots - ONE) - ONE))


@helper()
def choose(
    neighbours: U64, steps: U64, joker: Word, path: U64, known: U8, up: Word, moves: Word
) -> Any:
    """The next move to try, or the result of the node if it is known: (result, pawn, its replies).

    `up` are the face-up cells after the moves. The move with the fewest replies is chosen; if the
    result is `WIN` or `LOSS`, the pawn and the replies have no meaning.
    """
    size = np.uint64(neighbours.size)
    result, fewest, best, replies = LOSS, ONE << size, ONE, ONE
    while moves:
        pawn = lowest(moves)
        moves &= moves - ONE
        after = known[rank(up, pawn, joker, size)]
        if after == LOSS:
            return WIN, pawn, replies
        if after == UNKNOWN:
            found = walk(neighbours, steps[pawn], path, up ^ ONE << pawn, pawn)
            if not found:
                return WIN, pawn, found
            if count_bits(found) < fewest:
                result, fewest, best, replies = UNKNOWN, count_bits(found), pawn, found
    return result, best, replies


@helper()
def first_wins(neighbours: U64, steps: U64, joker: Word, path: U64, todo: U64, known: U8) -> Any:
    """Whether the first player wins: a depth-first search that stops at the first winning move.

    The joker's `steps` are those of the first move. `known` has an entry for each rank, at first
    `UNKNOWN`; the search keeps the result of every finished position there. `todo`, shape
    (3, cells), is work space: the pawn, the face-up cells and the moves at each depth.
    """
    size = np.uint64(neighbours.size)
    depth = 0
    everything = (ONE << size) - ONE
    todo[0, 0], todo[1, 0] = joker, everything
    first: Any = steps[joker]
    todo[2, 0] = walk(neighbours, first, path, everything ^ ONE << joker, joker)
    while True:
        up = todo[1, depth] ^ ONE << todo[0, depth]
        result, pawn, replies = choose(neighbours, steps, joker, path, known, up, todo[2, depth])
        if result == UNKNOWN:
            depth += 1
            todo[0, depth], todo[1, depth], todo[2, depth] = pawn, up, replies
        elif depth:
            known[rank(todo[1, depth], todo[0, depth], joker, size)] = result
            depth -= 1
        else:
            return result == WIN


@kernel()
def winners(neighbours: U64, steps: U64, jokers: U64, known: U8, wins: U8) -> None:
    """Whether the first player wins each of some boards, `steps` of shape (boards, cells)."""
    path = np.empty((2, neighbours.size), np.uint64)
    todo = np.empty((3, neighbours.size), np.uint64)
    for board in range(jokers.size):
        if board:
            known[:] = UNKNOWN
        wins[board] = first_wins(neighbours, steps[board], jokers[board], path, todo, known)
