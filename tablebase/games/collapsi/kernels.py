"""Kernels that solve one deal of Collapsi by backward induction.

Vocabulary
----------
slot
    One of the ``f`` free cells (those that are no joker), in an order that the caller chooses.
face-up set ``S``
    A bit mask over slots. It is split into its six *low* slots and the remaining *high* ones,
    ``S = 64 * block + lane``.
lane
    One bit of a 64-bit word. A word holds one bit for each of the 64 subsets of the low slots,
    so that a bitwise instruction works on 64 face-up sets at once.
plane
    One of the four bits of a code. Four words, one a plane, hold the codes of 64 positions.

A code is a result for the side to move, ordered from worse to better: ``t / 2`` for a loss in ``t``
plies, ``14 - (t - 1) / 2`` for a win in ``t``, 15 for "no such position".

Everything is computed in blocks of 64 face-up sets, in ascending order. A move takes the mover's
slot out of the set, hence it leads to a smaller block (high slot) or to a lower lane of the same
block (low slot).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]

N_LOW = 6
N_PLANES = 4
# Width of the innermost axis, one entry a slot: constant, so that the loops over it vectorise.
N_SLOTS = 16
ONE = np.uint64(1)
NO_LANE = np.uint64(0)
NO_ENTRY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
# LANES_WITH[k]: the lanes whose set of low slots contains slot k; for a high slot all lanes.
LANES_WITH = np.full(N_SLOTS, NO_ENTRY, np.uint64)
LANES_WITH[:N_LOW] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
]
# LANES_WITHOUT[k]: the lanes whose set lacks slot k; for a high slot all lanes, too.
LANES_WITHOUT = np.where(np.arange(N_SLOTS) < N_LOW, ~LANES_WITH, NO_ENTRY)
# A word shifted left by LANE_SHIFT[k] has in each lane with slot k what was in the lane without it.
LANE_SHIFT = np.zeros(N_SLOTS, np.uint64)
LANE_SHIFT[:N_LOW] = [1, 2, 4, 8, 16, 32]


def n_blocks(n_free: int) -> int:
    """Count the blocks of 64 face-up sets."""
    return 1 << max(n_free - N_LOW, 0)


def workspace(n_free: int, max_step: int) -> tuple[U64, U64]:
    """Allocate the arrays that the induction works in; they can serve any number of deals.

    Parameters
    ----------
    n_free : int
        The number of free cells.
    max_step : int
        The highest card.

    Returns
    -------
    reach : ndarray of uint64, shape (max_step, n_blocks, n_free, 16)
        For :func:`destination_planes`.
    values : ndarray of uint64, shape (n_blocks, n_free, 64)
        For :func:`solve_blocks`.
    """
    blocks = n_blocks(n_free)
    reach = np.empty((max_step, blocks, n_free, N_SLOTS), np.uint64)
    values = np.empty((blocks, n_free, N_PLANES * N_SLOTS), np.uint64)
    return reach, values


@njit(cache=True, nogil=True)
def destination_planes(adjacent: U16, reach: U64) -> None:
    """Find the destinations of a deal for 64 face-up sets at a time.

    Parameters
    ----------
    adjacent : ndarray of uint16, shape (f,)
        The slots adjacent to each slot, as a bit mask.
    reach : ndarray of uint64, shape (max_step, n_blocks, f, 16)
        Filled. At ``[s - 1, block, slot, end]`` the lanes where a path of exactly ``s`` steps leads
        from `slot` to `end`; whether `slot` itself is face up does not matter, it is left out.
        Entries of a high slot that is not in `block` are left alone.
    """
    for block in range(reach.shape[1]):
        face_up = face_up_slots(block, adjacent.size)
        for slot in range(adjacent.size):
            first_step(adjacent[slot] & face_up, reach[0, block, slot])
        for step in range(1, reach.shape[0]):
            for slot in range(adjacent.size):
                if face_up >> slot & 1:
                    shorter = reach[step - 1, block_without(block, slot)]
                    next_step(adjacent[slot] & face_up, slot, shorter, reach[step, block, slot])


@njit(cache=True, nogil=True)
def face_up_slots(block: int, n_free: int) -> int:
    """Get the slots that are face up in some lane of a block."""
    return block << N_LOW | (1 << min(N_LOW, n_free)) - 1


@njit(cache=True, nogil=True)
def block_without(block: int, slot: int) -> int:
    """Get the block that holds the sets of `block` without `slot`."""
    return block & ~(1 << slot >> N_LOW)


@njit(cache=True, nogil=True)
def first_step(ends: int, lanes: U64) -> None:
    """Set for each end the lanes in which it is face up."""
    for end in range(N_SLOTS):
        lanes[end] = LANES_WITH[end] if ends >> end & 1 else NO_LANE


@njit(cache=True, nogil=True)
def next_step(following: int, slot: int, shorter: U64, longer: U64) -> None:
    """Find the ends of the paths from `slot` from those, one step shorter, of its neighbours."""
    longer[:] = 0
    without = LANES_WITHOUT[slot]
    shift = LANE_SHIFT[slot]
    for middle in range(shorter.shape[0]):
        if following >> middle & 1:
            face_up = LANES_WITH[middle]
            for end in range(N_SLOTS):
                lanes = shorter[middle, end] & without
                longer[end] |= (lanes | lanes << shift) & face_up


@njit(cache=True, nogil=True)
def solve_blocks(reach: U64, cards: U8, first: int, last: int, values: U64) -> None:
    """Solve the positions of the blocks `first` to `last` - 1, all blocks before being solved.

    Parameters
    ----------
    reach : ndarray of uint64, shape (max_step, n_blocks, f, 16)
        From :func:`destination_planes`.
    cards : ndarray of uint8, shape (f,)
        The card of each slot.
    first, last : int
        The range of blocks.
    values : ndarray of uint64, shape (n_blocks, f, 64)
        Filled. At ``[block, opponent, 16 * plane + mover]`` one bit of the codes of 64 positions.
    """
    best = np.empty(N_PLANES * N_SLOTS, np.uint64)
    for block in range(first, last):
        face_up = face_up_slots(block, cards.size)
        for mover in range(N_LOW, cards.size):
            if face_up >> mover & 1:
                solve_mover(reach, cards, block, face_up, mover, values, best)
        # A low mover needs results from lower lanes of the same block: each sweep gets the sets
        # with one more low slot right.
        for _ in range(min(N_LOW, cards.size)):
            for mover in range(min(N_LOW, cards.size)):
                solve_mover(reach, cards, block, face_up, mover, values, best)


@njit(cache=True, nogil=True)
def solve_mover(
    reach: U64, cards: U8, block: int, face_up: int, mover: int, values: U64, best: U64
) -> None:
    """Solve the positions of one block and mover, for all opponents."""
    below = values[block_without(block, mover)]
    ends = reach[cards[mover] - 1, block, mover]
    best[:] = NO_ENTRY
    for end in range(cards.size):
        if face_up >> end & 1 and ends[end]:
            take_minimum(best, below[end], ends[end], LANE_SHIFT[mover])
    change_sides(best)
    for opponent in range(cards.size):
        for plane in range(N_PLANES):
            values[block, opponent, plane * N_SLOTS + mover] = best[plane * N_SLOTS + opponent]
    # Nobody moves onto the opponent: such an entry never is the smallest.
    for plane in range(N_PLANES):
        values[block, mover, plane * N_SLOTS + mover] = NO_ENTRY


@njit(cache=True, nogil=True)
def take_minimum(best: U64, reply: U64, lanes: np.uint64, shift: np.uint64) -> None:
    """Replace the codes of `best` by those of `reply` where these are smaller, in some lanes."""
    for k in range(N_SLOTS):
        r0 = reply[k] << shift
        r1 = reply[N_SLOTS + k] << shift
        r2 = reply[2 * N_SLOTS + k] << shift
        r3 = reply[3 * N_SLOTS + k] << shift
        b0 = best[k]
        b1 = best[N_SLOTS + k]
        b2 = best[2 * N_SLOTS + k]
        b3 = best[3 * N_SLOTS + k]
        # The borrow of the subtraction reply - best, from the lowest plane up.
        less = ~r0 & b0
        less = (~r1 & b1) | (~(r1 ^ b1) & less)
        less = (~r2 & b2) | (~(r2 ^ b2) & less)
        less = (~r3 & b3) | (~(r3 ^ b3) & less)
        less &= lanes
        best[k] = b0 ^ ((b0 ^ r0) & less)
        best[N_SLOTS + k] = b1 ^ ((b1 ^ r1) & less)
        best[2 * N_SLOTS + k] = b2 ^ ((b2 ^ r2) & less)
        best[3 * N_SLOTS + k] = b3 ^ ((b3 ^ r3) & less)


@njit(cache=True, nogil=True)
def change_sides(best: U64) -> None:
    """Turn the opponent's best reply ``s`` into the mover's code, ``15 - (s + (s < 8))``."""
    for k in range(N_SLOTS):
        b0 = best[k]
        b1 = best[N_SLOTS + k]
        b2 = best[2 * N_SLOTS + k]
        b3 = best[3 * N_SLOTS + k]
        carry = ~b3
        best[k] = ~(b0 ^ carry)
        carry &= b0
        best[N_SLOTS + k] = ~(b1 ^ carry)
        carry &= b1
        best[2 * N_SLOTS + k] = ~(b2 ^ carry)
        carry &= b2
        best[3 * N_SLOTS + k] = ~(b3 ^ carry)


@njit(cache=True, nogil=True)
def pack_codes(values: U64, packed: U8) -> None:
    """Write the codes in the order of the rank, two to a byte, even rank in the low half.

    Parameters
    ----------
    values : ndarray of uint64, shape (n_blocks, f, 64)
        From :func:`solve_blocks`.
    packed : ndarray of uint8, shape (f * (f - 1) * 2**(f - 2) / 2,) or longer
        Filled.
    """
    f = values.shape[1]
    codes = np.empty(64 * values.shape[0], np.uint8)
    sets = np.empty(1 << (f - 2), np.uint16)
    start = 0
    for mover in range(f):
        for opponent in range(f):
            if opponent != mover:
                expand_codes(values, mover, opponent, codes)
                list_sets(f, mover, opponent, sets)
                for k in range(sets.size // 2):
                    packed[start + k] = codes[sets[2 * k]] | codes[sets[2 * k + 1]] << 4
                start += sets.size // 2


@njit(cache=True, nogil=True)
def expand_codes(values: U64, mover: int, opponent: int, codes: U8) -> None:
    """Write the codes of a pair of pawns one to a byte, by face-up set."""
    needed = (1 << mover | 1 << opponent) >> N_LOW
    for block in range(values.shape[0]):
        if block & needed == needed:
            words = values[block, opponent]
            w0 = words[mover]
            w1 = words[N_SLOTS + mover]
            w2 = words[2 * N_SLOTS + mover]
            w3 = words[3 * N_SLOTS + mover]
            for lane in range(64):
                bit = np.uint64(lane)
                low = (w0 >> bit & ONE) | (w1 >> bit & ONE) << ONE
                high = (w2 >> bit & ONE) | (w3 >> bit & ONE) << ONE
                codes[64 * block + lane] = low | high << np.uint64(2)


@njit(cache=True, nogil=True)
def list_sets(f: int, mover: int, opponent: int, sets: U16) -> None:
    """List the face-up sets of a pair of pawns in ascending order."""
    sets[0] = 1 << mover | 1 << opponent
    size = 1
    for slot in range(f):
        if slot not in (mover, opponent):
            for k in range(size):
                sets[size + k] = sets[k] | 1 << slot
            size *= 2


@njit(cache=True, nogil=True)
def rank_positions(face_up: U16, mover: U8, opponent: U8, cells: U8, ranks: U32) -> int:
    """Rank positions of a deal after both first moves.

    Parameters
    ----------
    face_up : ndarray of uint16, shape (n,)
        Mask of the face-up cells.
    mover, opponent : ndarray of uint8, shape (n,)
        The pawns' cells.
    cells : ndarray of uint8, shape (f,)
        The cell of each slot.
    ranks : ndarray of uint32, shape (n,)
        Filled.

    Returns
    -------
    int
        The first row that is no such position, -1 if there is none.
    """
    f = cells.size
    free = 0
    for cell in cells:
        free |= 1 << cell
    for n in range(face_up.size):
        mask = np.uint32(face_up[n])
        if mover[n] == opponent[n] or mask & ~free:
            return n
        # The set without both pawns, their gaps closed, and the pawns' slots.
        others = np.uint32(0)
        width = np.uint32(0)
        i = j = f
        for slot in range(f):
            cell = cells[slot]
            if cell == mover[n]:
                i = slot
            elif cell == opponent[n]:
                j = slot
            else:
                others |= (mask >> cell & 1) << width
                width += 1
        if i == f or j == f or not (mask >> mover[n] & mask >> opponent[n] & 1):
            return n
        ranks[n] = (i * (f - 1) + j - (j > i)) << (f - 2) | others
    return -1
