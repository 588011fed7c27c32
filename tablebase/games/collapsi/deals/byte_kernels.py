"""Kernels that solve one deal of Collapsi with one byte a position.

Vocabulary
----------
slot
    One of the ``f`` free cells (those without a joker), at most 24.
face-up set
    A bit mask over slots. A *tile* is the 64 sets that differ in the lowest six slots only.
code
    A result for the side to move, ordered from worse to better, of 8 bits: ``t / 2`` for a loss in
    ``t`` plies, ``254 - (t - 1) / 2`` for a win in ``t``, 255 for "no such position".
row
    The codes of one face-up set and one opponent's slot in it: one byte for each mover's slot,
    padded to a multiple of 8. All replies to a move to a slot, wherever the other pawn stands, are
    one row, so the best move is the minimum of some rows. The rows of an opponent's slot lie
    together, in the order of the sets without it, the gap closed.

Face-up sets are solved in ascending order, because a move takes the mover's slot out of the set.
Codes of impossible positions (a pawn's slot not face up) are garbage, and only garbage depends on
them. With landing, the mover's and the opponent's slot may be the same.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U32
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.deals.rank_kernels import ranked
from tablebase.games.collapsi.path_kernels import lowest, squeeze

Word = int | np.uint64

WIDTH = 32
"""Bytes read at once, as one vector; those after a row do no harm."""

TILE_BITS = 6

ONE = np.uint64(1)
NO_ENTRY = np.uint8(255)
LATEST = np.uint8(254)
SIGN_BIT = np.uint8(7)


def row_size(n_free: int) -> int:
    """Bytes from one row to the next, at least 16."""
    return max(16, -(-n_free // 8) * 8)


@kernel()
def first_steps(neighbours: int, ends: U32) -> None:
    """Find the ends of the paths of one step from a slot, given its neighbours as a mask.

    Fills `ends`, shape ``(2**f,)``: the ends as a mask for each face-up set.
    """
    for face_up in range(ends.size):
        ends[face_up] = neighbours & face_up


@kernel()
def longer_paths(
    neighbours: int,  # the slots adjacent to `slot`, as a bit mask
    slot: int,
    shorter: U32,  # shape (f, 2**f): at [start, face_up], for sets without `start`, shorter ones'
    ends: U32,  # shape (2**f,), filled for the sets without `slot`; the others are never read
) -> None:
    """Find the ends of the paths from a slot from those, one step shorter, of its neighbours."""
    starts = np.empty(4, np.uint64)
    degree = 0
    for start in range(shorter.shape[0]):
        if neighbours >> start & 1:
            starts[degree] = start
            degree += 1
    if degree == 0:
        ends[:] = 0
        return
    # A cell has four neighbours at most; if it has fewer, one is used again.
    starts[degree:] = starts[0]
    a, b, c, d = starts
    run = ONE << np.uint64(slot)
    for first in range(np.uint64(0), np.uint64(ends.size), run << ONE):
        for face_up in range(first, first + run):
            ends[face_up] = (
                through(shorter, a, face_up)
                | through(shorter, b, face_up)
                | through(shorter, c, face_up)
                | through(shorter, d, face_up)
            )


@helper(forceinline=True)
def through(shorter: U32, start: Word, face_up: Word) -> np.uint32:
    """Get the ends of the paths that go on from a neighbour; none if it is not face up."""
    up = np.uint32(face_up >> start & ONE)
    ends: np.uint32 = shorter[start, face_up & ~(ONE << start)] * up
    return ends


@kernel()
def solve_sets(
    ends: U32,  # shape (f, 2**f): at [slot, face_up], for sets without `slot`, the ends from it
    first: int,
    last: int,
    landing: bool,
    row: int,  # bytes of a row
    rows: U8,  # shape (f * 2**(f - 1) * row + 32,), filled; see `row_at`
) -> None:
    """Solve the positions of the face-up sets `first` to `last` - 1, a range of whole tiles.

    Sets outside the range to which moves lead must have been solved.

    A move from a high slot leads from all sets of a tile to one other tile. One mover's moves are
    done together, so that tiles are read as wholes, one after another. Unsigned numbers avoid the
    check for negative indices.
    """
    n_free, step = np.uint64(ends.shape[0]), np.uint64(row)
    half = ONE << n_free - ONE
    sets = ONE << np.uint64(min(TILE_BITS, ends.shape[0]))
    # Codes of a tile at [lane, mover, opponent]; the rows are the transpose.
    best = np.empty((sets, n_free, WIDTH), np.uint8)
    for tile in range(np.uint64(first), np.uint64(last), sets):
        movers = np.uint64(tile)
        while movers:
            mover = lowest(movers)
            movers &= movers - ONE
            for lane in range(sets):
                find_best(ends, rows, half, step, tile + lane, mover, best, lane)
        for lane in range(sets):
            movers = np.uint64(lane)
            while movers:
                mover = lowest(movers)
                movers &= movers - ONE
                find_best(ends, rows, half, step, tile + lane, mover, best, lane)
            store(ends, landing, best, lane, tile + lane, half, step, rows)


@helper(forceinline=True)
def find_best(
    ends: U32, rows: U8, half: Word, step: Word, face_up: Word, mover: Word, best: U8, lane: Word
) -> None:
    """Find the codes of a mover for all opponents."""
    below = face_up ^ ONE << mover
    waiting = np.uint64(ends[mover, below])
    # Not a constant bound: LLVM would unroll the loops and then fail to vectorise them.
    width = np.uint64(best.shape[2])
    for k in range(width):
        best[lane, mover, k] = NO_ENTRY
    while waiting:
        at = row_at(below, lowest(waiting), half, step)
        waiting &= waiting - ONE
        for k in range(width):
            best[lane, mover, k] = min(best[lane, mover, k], rows[at + k])
    for k in range(width):
        best[lane, mover, k] = reply(best[lane, mover, k])


@helper(forceinline=True)
def reply(code: np.uint8) -> np.uint8:
    """Turn the opponent's best code into the mover's; 255, no move at all, becomes a loss in 0."""
    return np.uint8(LATEST - code + (code >> SIGN_BIT))


@helper(forceinline=True)
def row_at(face_up: Word, opponent: Word, half: Word, step: Word) -> Word:
    """Get where the row of a face-up set and an opponent's slot begins; `half` is 2**(f - 1)."""
    at: np.uint64 = (opponent * half + squeeze(face_up, opponent)) * step
    return at


@helper(forceinline=True)
def store(
    ends: U32, landing: bool, best: U8, lane: Word, face_up: Word, half: Word, step: Word, rows: U8
) -> None:
    """Store the codes of a face-up set where the opponents look for them on their turn.

    A shared slot stays face up when the first pawn leaves it, so its codes come from the other
    codes of the same set. Without landing they are "no such position", which is never the smallest.
    """
    opponents = np.uint64(face_up)
    while opponents:
        opponent = lowest(opponents)
        opponents &= opponents - ONE
        at = row_at(face_up, opponent, half, step)
        for mover in range(np.uint64(best.shape[1])):
            rows[at + mover] = best[lane, mover, opponent]
        shared = NO_ENTRY
        if landing:
            waiting = np.uint64(ends[opponent, face_up ^ ONE << opponent])
            while waiting:
                shared = min(shared, best[lane, opponent, lowest(waiting)])
                waiting &= waiting - ONE
            shared = reply(shared)
        rows[at + opponent] = shared


@kernel()
def pack_sets(
    rows: U8, row: int, n_free: int, first: int, last: int, landing: bool, codes: U8
) -> None:
    """Put the codes of face-up sets, `first` to `last` - 1, whole tiles, in the order of the rank.

    Reads `rows` from `solve_sets`; fills `codes`, shape ``(ranks,)``, for these sets.
    """
    f, step = np.uint64(n_free), np.uint64(row)
    half = ONE << f - ONE
    sets = ONE << np.uint64(min(TILE_BITS, n_free))
    for tile in range(np.uint64(first), np.uint64(last), sets):
        for opponent in range(f):
            for mover in range(f):
                if opponent == mover and not landing:
                    continue
                pawns = ONE << mover | ONE << opponent
                if pawns & ~(tile | sets - ONE):
                    continue
                # The sets of the tile with both pawns' slots; their ranks are consecutive.
                at = ranked(np.int64(tile), np.int64(mover), np.int64(opponent), n_free)
                needed = pawns & sets - ONE
                lane = needed
                while lane < sets:
                    codes[at] = rows[row_at(tile + lane, opponent, half, step) + mover]
                    at += 1
                    lane = lane + ONE | needed
