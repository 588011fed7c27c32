"""Moves, and what they leave, over the words of a position.

A position is ``2 + (cells + 15) // 16`` words: the face-up cells; the cell of each player's pawn in
the bytes 0 to 3 and the players still in, in turn order, in the bytes 4 to 7 of the next, `NONE`
where there is none; and the cards, four bits a cell, `HIDDEN` where unknown. A context says what
stays the same in a game, see `near`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U8
from tablebase.engine.kernels import helper
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.kernels import near
from tablebase.games.collapsi.kernels.near import (
    CELLS,
    COLUMNS,
    FLAGS,
    NEAR,
    PLAYERS,
    ROWS,
    STEPS,
    Near,
)  # fmt: skip
from tablebase.games.collapsi.path_kernels import lowest

TURN_FLAGS = ("pawns_share", "lines_move", "may_stay", "pawns_removed", "one_ends")
"""What kernels ask of a turn, in the order of the bits."""

SHARE, LINES, MAY_STAY, REMOVED, ONE_ENDS = (1 << bit for bit in range(len(TURN_FLAGS)))

NONE, HIDDEN = 255, 15
LINE = 10
"""Most cells of a path, the start included."""

NOBODY = (1 << 32) - 1
"""The bits of the pawns."""

LETTERS = ("", "L", "R", "U", "D")
"""The shifts by their numbers."""


helper()(near.there)


def stepping(known: tuple[Near, ...]) -> Callable[[Any, int, int], int]:
    """One kernel for several `near`, which takes that of the context's number."""
    last, *others = [(number, helper()(each)) for number, each in enumerate(known)][::-1]

    def also(rest: Any, more: tuple[int, Any]) -> Any:
        number, own = more

        @helper()
        def step(board: I64, up: int, cell: int) -> int:
            if board[NEAR] == number:
                return own(board, up, cell)  # type: ignore[no-any-return]
            return rest(board, up, cell)  # type: ignore[no-any-return]

        return step

    found: Callable[[Any, int, int], int] = reduce(also, others, last[1])
    return found


@helper()
def byte(word: int, number: int) -> int:
    """Get a byte of a word."""
    return word >> 8 * number & 255


@helper()
def with_byte(word: int, number: int, value: int) -> int:
    """Replace a byte of a word."""
    return word & ~(255 << 8 * number) | value << 8 * number


@helper()
def card_on(state: I64, cell: int) -> Any:
    """Get the card of a cell."""
    # An unsigned number needs no check whether it counts from the end.
    return state[np.uint64(2 + (cell >> 4))] >> 4 * (cell & 15) & 15


@helper()
def players_in(state: I64) -> int:
    """Count the players still in."""
    count = 0
    while count < 4 and byte(state[1], 4 + count) != NONE:
        count += 1
    return count


@helper()
def mover_of(state: I64) -> int:
    """Get the cell of the side to move."""
    return byte(state[1], byte(state[1], 4))


@helper()
def taken(context: I64, state: I64) -> int:
    """Find the cells on which no move ends: with pawns, and jokers left by players who are out."""
    mask = 0
    if context[FLAGS] & SHARE:
        return mask
    for player in range(4):
        if byte(state[1], player) != NONE:
            mask |= 1 << byte(state[1], player)
    if context[FLAGS] & REMOVED and players_in(state) < context[PLAYERS]:
        for cell in range(context[CELLS]):
            if card_on(state, cell) == JOKER:
                mask |= 1 << cell
    return mask


def walking(step: Callable[[Any, int, int], int]) -> Callable[..., int]:
    """The kernel that finds all ends of paths, given where a step leads."""

    @helper()
    def walk(board: I64, state: I64, paths: U8) -> int:
        """Find where the side to move can go: the mask of cells.

        Fills `paths`, shape ``(cells, LINE)``, with one shortest path to each of these, the first
        in the order of their cells, and then `NONE`.
        """
        up, start = state[0], mover_of(state)
        allowed, barred = board[STEPS + card_on(state, start)], taken(board, state)
        path, waiting = np.empty(LINE, np.int64), np.empty(LINE, np.int64)
        free, ends, length = up & ~(1 << start), 0, 0
        while allowed >> length:
            length += 1
            if not allowed >> length - 1 & 1:
                continue
            depth, path[0], waiting[0] = 0, start, step(board, up, start) & free
            while depth >= 0:
                if depth + 1 == length:
                    found = waiting[depth] & ~barred & ~ends
                    ends |= found
                    while found:
                        end = np.int64(lowest(np.uint64(found)))
                        found &= found - 1
                        path[length] = end
                        for at in range(LINE):
                            paths[end, at] = path[at] if at <= length else NONE
                    waiting[depth] = 0
                if waiting[depth]:
                    cell: Any = np.int64(lowest(np.uint64(waiting[depth])))
                    waiting[depth] &= waiting[depth] - 1
                    free ^= 1 << cell
                    depth += 1
                    path[depth], waiting[depth] = cell, step(board, up, cell) & free
                else:
                    free |= 1 << path[depth]
                    depth -= 1
            free &= ~(1 << start)
        return ends

    return walk


@helper()
def may_follow(context: I64, number: int) -> bool:
    """Whether the shift of a number may follow a move; in a line of two both do the same."""
    if not context[FLAGS] & LINES:
        return number == 0
    if number == 0:
        return bool(context[FLAGS] & MAY_STAY)
    if number % 2:
        return True
    return bool(context[COLUMNS if number == 2 else ROWS] > 2)


@helper()
def make(context: I64, state: I64, cell: int, shift: int, out: I64) -> None:
    """Fill in the words after a move to a cell and a shift, before any player is out."""
    mover, left, last = byte(state[1], 4), mover_of(state), 3 + players_in(state)
    shared = context[FLAGS] & SHARE and byte(state[1], 0) == byte(state[1], 1)
    for word in range(state.size):
        out[word] = state[word]
    if not shared:
        out[0] &= ~(1 << left)
    out[1] = with_byte(with_byte(next_first(state[1]), last, mover), mover, cell)
    if shift:
        move_line(context, cell, shift, out)


@helper()
def next_first(word: int) -> int:
    """Take the first player out of the order."""
    return word & NOBODY | (word >> 8 & ~NOBODY) | NONE << 56


@helper()
def leave(context: I64, state: I64) -> None:
    """Take the side to move out of the game."""
    mover, state[1] = byte(state[1], 4), next_first(state[1])
    if context[FLAGS] & REMOVED:
        state[1] = with_byte(state[1], mover, NONE)


@helper()
def move_line(context: I64, cell: int, shift: int, state: I64) -> None:
    """Shift the row or column of a cell, pawns and cards face up or down alike."""
    rows, columns = context[ROWS], context[COLUMNS]
    length, first, stride = rows, cell % columns, columns
    if shift <= 2:
        length, first, stride = columns, cell - first, 1
    by = -1 if shift % 2 else 1
    pawns, place = state[1], 0
    card, up = card_on(state, first), state[0] >> first & 1
    for _ in range(length):
        source, place = first + place * stride, (place + by) % length
        target = first + place * stride
        for player in range(2):
            if byte(pawns, player) == source:
                state[1] = with_byte(state[1], player, target)
        there, face = card_on(state, target), state[0] >> target & 1
        word, bit = np.uint64(2 + (target >> 4)), 4 * (target & 15)
        state[word] = state[word] & ~(15 << bit) | card << bit
        state[0] = state[0] & ~(1 << target) | up << target
        card, up = there, face


class Kernels:
    """The kernels over positions, for turns that name some of the `known` kernels of a step."""

    def __init__(self, known: tuple[Near, ...]) -> None:
        walk = walking(stepping(known))

        @helper()
        def list_moves(context: I64, state: I64, paths: U8, moves: U8, after: I64) -> int:
            """Settle a position, and fill in its moves with the words after each.

            To settle is to take out the players who cannot move on their turn. Moves come by
            ascending destination, then by shift: in rows of `moves` its cell, and the number of the
            shift. `paths` are as in `walk`. `after`, of shape ``(moves, 2, words)``, has what a
            move leaves, and that settled. Returns the number of moves.
            """
            count, at, here, ways = 0, -1, state, paths
            while at < count:
                more = players_in(here) > 2 and not context[FLAGS] & ONE_ENDS
                if at < 0 or more:
                    ends = walk(context, here, ways)
                    if more and not ends:
                        leave(context, here)
                        continue
                    if at < 0:
                        count = fill(context, here, ends, moves, after)
                        ways = np.empty((64, LINE), np.uint8)
                at += 1
                here = after[at, 1]
            return count

        self.list_moves, self.walk = list_moves, walk


@helper()
def fill(context: I64, state: I64, ends: int, moves: U8, after: I64) -> int:
    """Fill in the moves to some ends, not yet settled; returns their number."""
    count = 0
    while ends:
        cell: Any = np.int64(lowest(np.uint64(ends)))
        ends &= ends - 1
        for shift in range(len(LETTERS)):
            if may_follow(context, shift):
                moves[count, 0], moves[count, 1] = cell, shift
                for settled in range(2):
                    make(context, state, cell, shift, after[count, settled])
                count += 1
    return count
