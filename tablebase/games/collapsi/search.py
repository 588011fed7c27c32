"""Forward search: minimax with alpha-beta to the end of the game, no memory.

It is what tables are measured against, and an independent path to any value: it knows neither
the index nor the induction. A node's value is a 4-bit code (see `tablebase.engine.values`), so
that the search finds the exact distance to the end, not only who wins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tablebase.engine.values import Value, decode, from_successor
from tablebase.games.collapsi.rules import JOKER

if TYPE_CHECKING:
    from tablebase.games.collapsi.board import Board
    from tablebase.games.collapsi.position import Position

U8 = npt.NDArray[np.uint8]
U32 = npt.NDArray[np.uint32]


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
    nodes = np.zeros(1, dtype=np.int64)
    code = _search(
        _destinations(board, position.rules.max_steps),
        np.array(steps, dtype=np.uint32),
        position.face_up,
        position.mover,
        position.opponent,
        -1,
        15,
        nodes,
    )
    return Searched(decode(int(code)), int(nodes[0]))


def _steps(position: Position, cell: int) -> int:
    """The numbers of steps a cell's card allows, as a bit mask; bit 0 is one step."""
    card = position.cards[cell]
    steps = position.edition.joker_steps if card == JOKER else (max(card, 1),)
    return sum(1 << step - 1 for step in steps)


@lru_cache(maxsize=4)
def _destinations(board: Board, max_step: int) -> U32:
    return destination_table(np.array(board.neighbour_masks, dtype=np.uint32), max_step)


@njit(cache=True, nogil=True)
def destination_table(neighbours: U32, max_step: int) -> U32:
    """Find the end cells of all simple paths on a board.

    Parameters
    ----------
    neighbours : ndarray of uint32, shape (n,)
        The cells adjacent to each cell, as a bit mask.
    max_step : int
        The longest path.

    Returns
    -------
    ndarray of uint32, shape (max_step, n, 2**n)
        At ``[s - 1, cell, mask]`` the cells where a path of exactly ``s`` steps from `cell` over
        the cells of `mask`, which must not hold `cell` itself, can end.
    """
    n = neighbours.size
    table = np.zeros((max_step, n, 1 << n), np.uint32)
    for step in range(max_step):
        for cell in range(n):
            for mask in range(1 << n):
                if step == 0:
                    table[step, cell, mask] = neighbours[cell] & mask
                    continue
                ends = np.uint32(0)
                for following in range(n):
                    if neighbours[cell] & mask & (1 << following):
                        ends |= table[step - 1, following, mask & ~(1 << following)]
                table[step, cell, mask] = ends
    return table


@njit(cache=True, nogil=True)
def _search(
    table: U32,
    steps: U32,
    face_up: int,
    mover: int,
    opponent: int,
    alpha: int,
    beta: int,
    nodes: npt.NDArray[np.int64],
) -> int:
    """The code of a position if it lies between `alpha` and `beta`, else a bound on it."""
    nodes[0] += 1
    left = face_up & ~(1 << mover)
    ends = np.int64(0)
    for step in range(table.shape[0]):
        if steps[mover] >> step & 1:
            ends |= table[step, mover, left]
    best = 0
    for end in range(table.shape[1]):
        if ends & ~(1 << opponent) & (1 << end):
            low, high = _after(beta), _after(max(alpha, best))
            found = _before(_search(table, steps, left, opponent, end, low, high, nodes))
            if found > best:
                best = found
                if best >= beta:
                    break
    return best


_before = njit(cache=True, nogil=True)(from_successor)


@njit(cache=True, nogil=True)
def _after(code: int) -> int:
    """The inverse of `from_successor`, for codes and for bounds on them."""
    return 15 - code if code < 8 else 14 - code
