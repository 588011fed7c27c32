"""Forward search: minimax with alpha-beta to the end of the game, no memory.

It is what tables are measured against, and an independent path to any value: it knows neither
the index nor the induction. Its score is the paper's, the number of cards left at the end, so that
it finds the exact distance to the end, not only who wins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tablebase.engine.values import Value
from tablebase.games.collapsi.rules import CODING, JOKER

if TYPE_CHECKING:
    from tablebase.games.collapsi.board import Board
    from tablebase.games.collapsi.position import Position

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]

MAX_CELLS = 16
# Where the only bit of a 16-bit word stands, found by multiplying with a de Bruijn sequence.
DE_BRUIJN = 0x0F2D
BIT_POSITION = np.zeros(16, np.uint8)
BIT_POSITION[[((1 << k) * DE_BRUIJN >> 12) & 15 for k in range(16)]] = range(16)


class Searched(NamedTuple):
    """What a search found.

    Attributes
    ----------
    value : Value
        Exact result and distance to end for the side to move.
    nodes : int
        Number of positions visited.
    """

    value: Value
    nodes: int


def search(position: Position) -> Searched:
    """Search a position to the end of the game; moves are tried in ascending cell order.

    Parameters
    ----------
    position : Position
        Any position on a board of at most 16 cells.
    """
    board = position.rules.board
    steps = [_steps(position, cell) for cell in range(board.size)]
    table = _destinations(board, position.rules.max_steps)
    code, nodes = _search(
        table,
        np.array(steps, dtype=np.uint16),
        position.face_up,
        position.mover,
        position.opponent,
    )
    return Searched(CODING.decode(int(code)), int(nodes))


def _steps(position: Position, cell: int) -> int:
    """The numbers of steps a cell's card allows, as a bit mask; bit 0 is one step."""
    card = position.cards[cell]
    steps = position.edition.joker_steps if card == JOKER else (max(card, 1),)
    return sum(1 << step - 1 for step in steps)


@lru_cache(maxsize=4)
def _destinations(board: Board, max_step: int) -> U16:
    return destination_table(np.array(board.neighbour_masks, dtype=np.uint16), max_step)


@njit(cache=True, nogil=True)
def destination_table(neighbours: U16, max_step: int) -> U16:
    """Find the end cells of all simple paths on a board.

    Parameters
    ----------
    neighbours : ndarray of uint16, shape (n,)
        The cells adjacent to each cell, as a bit mask.
    max_step : int
        The longest path.

    Returns
    -------
    ndarray of uint16, shape (max_step, n, 2**n)
        At ``[s - 1, cell, mask]`` the cells where a path of exactly ``s`` steps from `cell` over
        the cells of `mask` can end. The bit of `cell` itself in `mask` is ignored.
    """
    n = neighbours.size
    size = 1 << n
    table = np.empty((max_step, n, size), np.uint16)
    for cell in range(n):
        # Without the cell's own bit: no path returns to its start.
        first = neighbours[cell]
        for mask in range(size):
            table[0, cell, mask] = first & mask
    for step in range(1, max_step):
        for cell in range(n):
            _extend_paths(table[step - 1], neighbours[cell], cell, table[step, cell])
    return table


@njit(cache=True, nogil=True)
def _extend_paths(shorter: U16, neighbours: int, cell: int, longer: U16) -> None:
    """Find the ends of the paths from `cell` from those, one step shorter, of its neighbours."""
    size = longer.size
    keep = size - 1 - (1 << cell)
    longer[:] = 0
    for following in range(shorter.shape[0]):
        if neighbours >> following & 1:
            ends = shorter[following]
            bit = 1 << following
            for mask in range(size):
                if mask & bit:
                    longer[mask] |= ends[mask & keep]


@njit(cache=True, nogil=True)
def _search(table: U16, steps: U16, face_up: int, mover: int, opponent: int) -> tuple[int, int]:
    """Find the exact result of a position by alpha-beta.

    The score is the paper's: the number of cards still face up at the end, positive if the side to
    move wins. Moves are tried in ascending order of the cells.

    Parameters
    ----------
    table : ndarray of uint16, shape (max_step, n, 2**n)
        From `destination_table`.
    steps : ndarray of uint16, shape (n,)
        The numbers of steps allowed from each cell: bit ``s - 1`` for ``s`` steps. One bit for a
        card, all that its edition allows for a joker.
    face_up : int
        The face-up cells, as a bit mask.
    mover, opponent : int
        The cells of the pawns.

    Returns
    -------
    code : int
        The 4-bit code of the position.
    nodes : int
        The number of positions visited.
    """
    # One entry a ply. `pawns[ply]` moves at `ply`, `pawns[ply + 1]` is his opponent.
    pawns = np.empty(MAX_CELLS + 2, np.int64)
    remaining = np.empty(MAX_CELLS + 1, np.int64)
    moves = np.empty(MAX_CELLS + 1, np.int64)
    alpha = np.empty(MAX_CELLS + 1, np.int64)
    beta = np.empty(MAX_CELLS + 1, np.int64)

    cards = _count_bits(face_up)
    nodes = 1
    ply = np.uint64(0)
    one = np.uint64(1)
    pawns[0] = mover
    pawns[1] = opponent
    remaining[0] = face_up & ~(1 << mover)
    moves[0] = _ends(table, steps, remaining[0], mover, opponent)
    # A side without a move has lost with all cards that are face up; any move may do better.
    alpha[0] = -cards
    beta[0] = cards
    while True:
        if moves[ply]:
            bit = moves[ply] & -moves[ply]
            moves[ply] ^= bit
            end = int(BIT_POSITION[np.uint64(bit * DE_BRUIJN >> 12 & 15)])
            child = ply + one
            nodes += 1
            pawns[child + one] = end
            remaining[child] = remaining[ply] & ~(1 << pawns[child])
            moves[child] = _ends(table, steps, remaining[child], int(pawns[child]), end)
            lost = np.int64(child) - cards
            alpha[child] = max(-beta[ply], lost) if moves[child] else lost
            beta[child] = -alpha[ply]
            ply = child
        elif ply:
            score = -alpha[ply]
            ply -= one
            if score > alpha[ply]:
                alpha[ply] = score
                if score >= beta[ply]:
                    moves[ply] = 0
        else:
            return _code_of(int(alpha[0]), cards), nodes


@njit(cache=True, nogil=True)
def _ends(table: U16, steps: U16, remaining: int, mover: int, opponent: int) -> int:
    """Get the cells that the mover can reach."""
    ends = 0
    allowed = int(steps[mover])
    step = 0
    while allowed:
        if allowed & 1:
            ends |= int(table[np.uint64(step), np.uint64(mover), np.uint64(remaining)])
        allowed >>= 1
        step += 1
    return ends & ~(1 << opponent)


@njit(cache=True, nogil=True)
def _code_of(score: int, cards: int) -> int:
    """Turn the score of a position with `cards` cards face up into its 4-bit code."""
    plies = cards - abs(score)
    return plies // 2 if score < 0 else 14 - (plies - 1) // 2


@njit(cache=True, nogil=True)
def _count_bits(mask: int) -> int:
    """Count the bits of a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
