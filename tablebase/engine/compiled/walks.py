"""The loops of forward search over a game's kernel `moves`: small functions, without validation.

Like those of `loops`, they are compiled once for all games. A state is a row of words. Values are
codes (`values.Coding`): `replies` has the mover's code for the smallest code of the successors, and
``enough[code]`` the largest code of a successor that gives its mover that code or more (-1 if none
does). Each loop goes on from arrays, one entry a ply, for at most `limit` positions.

The transposition table has places of two entries. An entry is the words of a state and one more:
the bounds of its code in the low two bytes, and above them the positions that its proof took. The
first entry of a place is kept for the state whose proof took most, the second for the latest
other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from tablebase.engine.arrays import I64, U8, U64
from tablebase.engine.compiled.loops import BYTES, RANKS, WORDS, borrowed
from tablebase.engine.kernels import helper, loop

WORDS_2, WORDS_3 = types.uint64[:, ::1], types.uint64[:, :, ::1]

MOVES = types.FunctionType(types.int64(WORDS, WORDS, WORDS_2))
"""``moves(state, context, out) -> count``"""

PLIES = types.int64[:, ::1]

DONE = -1
"""The ply at which a finished loop goes on."""

# Rows of the array of a search's plies.
COUNT, NEXT = range(2)
BEST, LOWEST, ENOUGH = range(2, 5)  # of `alpha_beta`
ASKED, LOWER, UPPER, LEAST, START = range(2, 7)  # of `prove`
ROWS = 7

NEW = -1
"""The next move of a ply that has just been entered."""

HIGHEST = 254
"""The highest code of a value."""

_BYTE, _WORK = np.uint64(8), np.uint64(16)
_MASK = np.uint64(255)


@loop(
    types.UniTuple(types.int64, 2)(
        MOVES, WORDS, WORDS_3, PLIES, types.uint8[:, ::1],
        BYTES, RANKS, types.int64, types.int64, types.int64,
    )
)  # fmt: skip
def alpha_beta(
    moves: Any,
    context: U64,
    states: U64,
    plies: I64,
    lines: U8,
    replies: U8,
    enough: I64,
    end: int,
    ply: int,
    limit: int,
) -> tuple[int, int]:
    """Continue an alpha-beta search, without a transposition table, in the game's order of moves.

    Parameters
    ----------
    states : ndarray of uint64, shape (plies, max_moves, words)
        The states after the moves of each ply.
    plies : ndarray of int64, shape (ROWS, plies)
        Rows `COUNT` of moves, `NEXT` move, `BEST` code so far, and a window: codes of `LOWEST` or
        less and of `ENOUGH` or more need not be exact.
    lines : ndarray of uint8, shape (plies, plies)
        The best line from each ply, by numbers of moves, and its length in front.
    end : int
        The code of a position without a move.

    Returns
    -------
    ply : int
        The ply to go on with, or `DONE`; then ``plies[BEST, 0]`` is the code.
    nodes : int
        The positions visited.
    """
    constants, rows = borrowed(context), borrowed(states)
    nodes = 0
    while True:
        number = plies[NEXT, ply]
        if number < plies[COUNT, ply]:
            if nodes == limit:
                return ply, nodes
            nodes += 1
            plies[NEXT, ply] = number + 1
            best = max(plies[BEST, ply], plies[LOWEST, ply])
            child = ply + 1
            plies[LOWEST, child] = enough[plies[ENOUGH, ply]]
            plies[ENOUGH, child] = enough[best + 1] + 1
            count = moves(rows[ply, number], constants, rows[child])
            plies[COUNT, child], plies[NEXT, child] = count, 0
            plies[BEST, child] = -1 if count else end
            lines[child, 0] = 0
            ply = child
        elif ply == 0:
            return DONE, nodes
        else:
            child, ply = ply, ply - 1
            code = np.int64(replies[plies[BEST, child]])
            if code > plies[BEST, ply]:
                plies[BEST, ply] = code
                length = np.int64(lines[child, 0])
                lines[ply, 0], lines[ply, 1] = length + 1, plies[NEXT, ply] - 1
                lines[ply, 2 : length + 2] = lines[child, 1 : length + 1]
                if code >= plies[ENOUGH, ply]:
                    plies[NEXT, ply] = plies[COUNT, ply]


@loop(
    types.UniTuple(types.int64, 2)(
        MOVES, WORDS, WORDS_3, MOVES, WORDS_2, PLIES, WORDS_3, WORDS_3,
        BYTES, RANKS, types.int64, types.int64, types.int64,
    )
)  # fmt: skip
def prove(
    moves: Any,
    context: U64,
    states: U64,
    count_replies: Any,
    nodes: U64,
    plies: I64,
    order: U64,
    table: U64,
    replies: U8,
    enough: I64,
    end: int,
    ply: int,
    limit: int,
) -> tuple[int, int]:
    """Continue to find out whether the code of a state is at least some code: a null window.

    Moves to states with a good bound are tried first, then those that leave the fewest replies.
    What is proven of any state is put in the transposition table.

    Parameters
    ----------
    states : ndarray of uint64, shape (plies + 1, max_moves, words)
        The states after the moves of each ply.
    count_replies
        `moves`, or what says how many there are in less time.
    nodes : ndarray of uint64, shape (plies + 1, words)
        The state of each ply, at first that of the root.
    plies : ndarray of int64, shape (ROWS, plies + 1)
        Rows `COUNT` of moves, `NEXT` move or `NEW`, the code `ASKED` for, the bounds `LOWER` and
        `UPPER` proven, the `LEAST` lower bound of a successor, the `START` of the work.
    order : ndarray of uint64, shape (2, plies + 1, max_moves)
        The numbers of the moves in the order in which to try them, and the keys of that order.
    table : ndarray of uint64, shape (a power of two, 2, words + 1)
        The transposition table.
    end, and what is returned
        As for `alpha_beta`. When it is done, the bounds are those of ply 0.
    """
    constants, rows, here = borrowed(context), borrowed(states), borrowed(nodes)
    numbers, known = borrowed(order), borrowed(table)
    visited = 0
    while True:
        asked = plies[ASKED, ply]
        wanted = enough[asked] + 1
        if plies[NEXT, ply] == NEW:
            if visited >= limit:
                plies[START, :ply] -= visited  # they go on in the next slice, which counts from 0
                return ply, visited
            plies[START, ply] = visited
            count = moves(here[ply], constants, rows[ply])
            plies[NEXT, ply], plies[LEAST, ply] = 0, HIGHEST
            if count == 0:
                plies[LOWER, ply] = plies[UPPER, ply] = end
            plies[COUNT, ply], counted = in_order(
                count_replies, constants, rows[ply], rows[ply + 1], count,
                known, numbers[:, ply], wanted, end,
            )  # fmt: skip
            visited += 1 + counted
        if plies[NEXT, ply] < plies[COUNT, ply] and (
            plies[LOWER, ply] < asked <= plies[UPPER, ply]
        ):
            child = rows[ply, np.int64(numbers[0, ply, plies[NEXT, ply]])]
            plies[NEXT, ply] += 1
            bounds = find(known, child)
            lower: Any = np.int64(bounds & _MASK)
            upper: Any = np.int64(bounds >> _BYTE & _MASK)
            if lower < wanted <= upper:
                ply += 1
                here[ply] = child
                plies[NEXT, ply], plies[ASKED, ply] = NEW, wanted
                plies[LOWER, ply], plies[UPPER, ply] = lower, upper
                continue
        else:
            if plies[LOWER, ply] < asked <= plies[UPPER, ply]:
                plies[UPPER, ply] = replies[plies[LEAST, ply]]
            lower, upper = plies[LOWER, ply], plies[UPPER, ply]
            keep(known, here[ply], lower, upper, visited - plies[START, ply])
            if ply == 0:
                return DONE, visited
            ply -= 1
        plies[LEAST, ply] = min(plies[LEAST, ply], lower)
        plies[LOWER, ply] = max(plies[LOWER, ply], np.int64(replies[upper]))


@helper()
def in_order(
    count_replies: Any, context: U64, states: U64, room: U64, count: int,
    table: U64, order: U64, wanted: int, end: int,
) -> tuple[int, int]:  # fmt: skip
    """Put moves in order; return how many to try, and of how many the replies were counted.

    All are looked up first, because one may be known to be enough: then it is the only one.
    """
    for number in range(count):
        bounds = find(table, states[number])
        order[0, number], order[1, number] = number, bounds
        if np.int64(bounds >> _BYTE & _MASK) < wanted:
            order[0, 0] = number
            return 1, 0
    counted = 0
    for number in range(count):
        upper: Any = np.int64(order[1, number] >> _BYTE & _MASK)
        left = 1 << 31
        if np.int64(order[1, number] & _MASK) < wanted:
            counted += 1
            # The positions after a move are counted, not kept: only their number matters.
            left = count_replies(states[number], context, room)
            if left == 0:
                keep(table, states[number], end, end, 1)
                upper = end
                if end < wanted:
                    order[0, 0] = number
                    return 1, counted
        insert(order, number, upper << 32 | left)
    return count, counted


@helper()
def insert(order: U64, count: int, key: int) -> None:
    """Put a move, the number `count`, among those before it: the smallest key first."""
    place = count
    while place and order[1, place - 1] > np.uint64(key):
        order[0, place], order[1, place] = order[0, place - 1], order[1, place - 1]
        place -= 1
    order[0, place], order[1, place] = count, key


@helper()
def place_of(table: U64, state: U64) -> Any:
    """The place of a state in the transposition table."""
    mixed = np.uint64(0)
    for word in range(state.size):
        mixed = (mixed ^ state[word]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return (mixed ^ mixed >> np.uint64(32)) & np.uint64(table.shape[0] - 1)


@helper()
def is_at(entry: U64, state: U64) -> Any:
    """Whether an entry is that of a state."""
    same = entry[state.size] != 0
    for word in range(state.size):
        same &= entry[word] == state[word]
    return same


@helper()
def find(table: U64, state: U64) -> Any:
    """What the table knows of a state, as an entry's last word; by default the widest bounds."""
    place = place_of(table, state)
    for slot in range(2):
        if is_at(table[place, slot], state):
            return table[place, slot, state.size]
    return np.uint64(HIGHEST) << _BYTE


@helper()
def keep(table: U64, state: U64, lower: int, upper: int, work: int) -> None:
    """Keep the bounds of a state, which took `work` positions to prove, at least 1."""
    place, words = place_of(table, state), state.size
    word = np.uint64(work) << _WORK | np.uint64(upper) << _BYTE | np.uint64(lower)
    slot = 0
    if not is_at(table[place, 0], state):
        if table[place, 0, words] >> _WORK > np.uint64(work):
            slot = 1
        else:
            table[place, 1, :] = table[place, 0, :]
    table[place, slot, :words] = state
    table[place, slot, words] = word


@loop(types.uint64(WORDS_3, WORDS))
def look_up(table: U64, state: U64) -> Any:
    """What the table knows of a state; see `find`."""
    return find(table, state)
