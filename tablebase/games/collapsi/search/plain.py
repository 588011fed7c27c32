"""Alpha-beta to the end of the game, without a transposition table: the baseline for tables.

Moves are tried in ascending order of the cells. The score is the paper's, the number of cards still
face up at the end, positive if the side to move wins. So the search finds the exact distance to the
end, not only who wins, unless its window is too narrow.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U8, U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, Word, lowest
from tablebase.games.collapsi.search.destinations import ends_of

NO_CELL = 255
"""Ends a line."""

# Rows of the arrays of a search's state; a column a ply.
REMAINING, MOVES = range(2)  # of masks: the face-up cells without the mover's; moves to try
ALPHA, BETA = range(2)  # of scores


@kernel()
def run(
    table: U16 | None,
    neighbours: U64,
    steps: U64,
    path: U64,
    masks: U64,
    pawns: U64,
    scores: I64,
    lines: U8,
    cards: int,
    ply: int,
    limit: int,
) -> tuple[int, int]:
    """Continue the search in this state, for at most `limit` positions.

    Parameters
    ----------
    table, neighbours, steps, path : ndarray
        See `destinations.arrays_of`.
    masks : ndarray of uint64, shape (2, plies)
        State: rows `REMAINING` and `MOVES`.
    pawns : ndarray of uint64, shape (plies + 1,)
        State: ``pawns[ply]`` moves at `ply`, ``pawns[ply + 1]`` is the opponent's.
    scores : ndarray of int64, shape (2, plies)
        State: rows `ALPHA` and `BETA`. At the end ``scores[ALPHA, 0]`` is the score, and at any
        time the best of the moves searched so far.
    lines : ndarray of uint8, shape (plies, plies)
        State: the best line from each ply, ended by `NO_CELL`.
    cards : int
        The number of face-up cards at the root.

    Returns
    -------
    ply : int
        The ply to continue with, -1 if the search is done.
    nodes : int
        The number of positions visited.
    """
    nodes = 0
    at = np.uint64(ply)
    while True:
        if masks[MOVES, at]:
            if nodes == limit:
                return int(np.int64(at)), nodes
            nodes += 1
            child = at + ONE
            waiting = masks[MOVES, at]
            end = lowest(waiting)
            masks[MOVES, at] = waiting & (waiting - ONE)
            mover = pawns[child]
            pawns[child + ONE] = end
            remaining = masks[REMAINING, at] & ~(ONE << mover)
            masks[REMAINING, child] = remaining
            ends = ends_of(table, neighbours, steps, path, remaining, mover) & ~(ONE << end)
            masks[MOVES, child] = ends
            # A side without a move has lost; its score is minus the face-up cards.
            lost = np.int64(child) - cards
            alpha = -scores[BETA, at]
            scores[ALPHA, child] = max(alpha, lost) if ends else lost
            scores[BETA, child] = -scores[ALPHA, at]
            lines[child, 0] = NO_CELL
            at = child
        elif at:
            child = at
            at -= ONE
            score = -scores[ALPHA, child]
            if score > scores[ALPHA, at]:
                scores[ALPHA, at] = score
                if score >= scores[BETA, at]:
                    masks[MOVES, at] = 0
                if score < scores[BETA, at] or not at:
                    keep(lines, at, pawns[child + ONE])
        else:
            return -1, nodes


@helper(forceinline=True)
def keep(lines: U8, ply: Word, end: Word) -> None:
    """Make a move, and the best line after it, the best line from a ply."""
    lines[ply, 0] = end
    place = np.uint64(0)
    while lines[ply, place] != NO_CELL:
        lines[ply, place + ONE] = lines[ply + ONE, place]
        place += ONE
