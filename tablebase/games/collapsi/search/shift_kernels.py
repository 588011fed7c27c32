"""Kernels for certificates of Collapsi Shift, as `layer_kernels` has them for other rules.

A position's *key* is three bits for each cell, the kind of its face-up card or 0, then four bits
each for the mover's cell and the opponent's. A move is a cell plus 16 times the number of a shift,
see `words.numbered_shifts`.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits, lowest
from tablebase.games.collapsi.search.known import probe
from tablebase.games.collapsi.search.layer_kernels import NO_MOVE
from tablebase.games.collapsi.search.shifting import FOUR, KIND, Node, after, reach

CELLS = 16
"""The largest board."""

MOST_KINDS = 7
"""Kinds of cards that fit three bits, besides 0."""

THREE, PAWNS = np.uint64(3), np.uint64(8)


@helper(forceinline=True)
def key_of(node: Node) -> Word:
    """Get the key of a position."""
    laid, _, mover, opponent = node
    cards = np.uint64(0)
    for number in range(CELLS):
        cell = np.uint64(number)
        cards |= (laid >> cell * FOUR & KIND) << cell * THREE
    return np.uint64(cards << PAWNS | mover << FOUR | opponent)


@helper(forceinline=True)
def position_of(key: Word) -> Node:
    """Get the word and the set of the face-up cards of a key, and the pawns' cells."""
    cards, laid, up = key >> PAWNS, np.uint64(0), np.uint64(0)
    for number in range(CELLS):
        cell = np.uint64(number)
        kind = cards >> cell * THREE & np.uint64(MOST_KINDS)
        laid |= kind << cell * FOUR
        if kind:
            up |= ONE << cell
    return laid, up, key >> FOUR & KIND, key & KIND


@helper(forceinline=True)
def ends_of(table: U16, cells: Word, node: Node) -> Word:
    """Get the cells that the mover's moves end on."""
    laid, up, mover, opponent = node
    return reach(table, cells, laid, up, mover) & ~(ONE << opponent)


@helper()
def wins_at_once(table: U16, shifts: U64, ways: U8, cells: Word, node: Node) -> bool:
    """Whether the mover has a move and a shift after which the opponent has none."""
    waiting = ends_of(table, cells, node)
    while waiting:
        end = lowest(waiting)
        waiting &= waiting - ONE
        for way in ways:
            if not ends_of(table, cells, after(shifts, node, end, np.uint64(way))):
                return True
    return False


@kernel()
def choose(
    table: U16,
    shifts: U64,
    ways: U8,
    cells: int,
    known: U64,
    generation: int,
    keys: U64,
    asked: int,
    moves: U8,
) -> int:
    """Choose proven moves for positions, as far as the transposition table knows any.

    As `layer_kernels.choose`, but of several moves the one with fewest cells to reply to is chosen.

    Parameters
    ----------
    table, known, generation
        As in `shifting.run`.
    shifts, ways : ndarray
        See `words.numbered_shifts`.
    """
    n_cells = np.uint64(cells)
    missing = 0
    for number in range(keys.size):
        node = position_of(keys[number])
        left = int(np.int64(count_bits(node[1])))
        waiting = ends_of(table, n_cells, node)
        chosen, least = NO_MOVE, ~np.uint64(0)
        while waiting:
            end = lowest(waiting)
            waiting &= waiting - ONE
            for way in ways:
                child = after(shifts, node, end, np.uint64(way))
                worth = count_bits(ends_of(table, n_cells, child))
                if worth >= least:
                    continue
                upper = probe(
                    known, np.uint64(generation), child[0], child[2], child[3], 3 - left, left - 2
                )[1]
                if -upper < asked <= 4 - left and not wins_at_once(
                    table, shifts, ways, n_cells, child
                ):
                    upper = left - 4  # the other side wins in three at the soonest
                if -upper >= asked:
                    chosen, least = np.uint8(np.uint64(way) << FOUR | end), worth
        moves[number] = chosen
        missing += chosen == NO_MOVE
    return missing


@kernel()
def spread(
    table: U16, shifts: U64, ways: U8, cells: int, keys: U64, moves: U8, first: int, after_: U64
) -> tuple[int, int]:
    """Find the positions after moves and all replies, as `layer_kernels.spread`."""
    count = 0
    for number in range(first, keys.size):
        if count + CELLS * ways.size > after_.size:
            return number, count
        move = np.uint64(moves[number])
        child = after(shifts, position_of(keys[number]), move & KIND, move >> FOUR)
        count = add_replies(table, shifts, ways, np.uint64(cells), child, after_, count)
    return keys.size, count


@kernel()
def replies_to(table: U16, shifts: U64, ways: U8, cells: int, key: int, after_: U64) -> int:
    """Find the positions after all moves of one, as `spread` does. Gives their number."""
    node = position_of(np.uint64(key))
    return add_replies(table, shifts, ways, np.uint64(cells), node, after_, 0)


@helper()
def add_replies(
    table: U16, shifts: U64, ways: U8, cells: Word, node: Node, after_: U64, count: int
) -> int:
    """Add the keys after all moves, except of positions where the other side has a win in one."""
    waiting = ends_of(table, cells, node)
    while waiting:
        end = lowest(waiting)
        waiting &= waiting - ONE
        for way in ways:
            child = after(shifts, node, end, np.uint64(way))
            if not wins_at_once(table, shifts, ways, cells, child):
                after_[count] = key_of(child)
                count += 1
    return count
