"""Kernels that solve one deal of Collapsi by backward induction, 4 bits a position.

Vocabulary
----------
slot
    One of the ``f`` free cells (those without a joker), in an order that the caller chooses.
face-up set
    A bit mask over slots. The first six slots are the *low* ones, the others the *high* ones;
    ``face_up = 64 * block + lane``.
lane
    One bit of a 64-bit word. A word holds one bit for each of the 64 sets of a block, so that a
    bitwise instruction works on 64 face-up sets at once.
plane
    One of the four bits of a code. Four words, one a plane, hold the codes of 64 positions.
code
    A result for the side to move, ordered from worse to better: ``t / 2`` for a loss in ``t``
    plies, ``14 - (t - 1) / 2`` for a win in ``t``, 15 for "no such position".

Blocks are solved in ascending order. A move takes the mover's slot out of the set, so it leads to a
smaller block (high slot) or to a lower lane of the same block (low slot). Codes of impossible
positions (a pawn's slot not face up) are garbage, and only garbage depends on them.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.deals.rank_kernels import ranked

Word = np.uint64
Code = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

N_LOW = 6
N_PLANES = 4
# The length of the innermost axes, one entry for each slot: a constant, so that loops vectorise.
N_SLOTS = 16
ROW = N_PLANES * N_SLOTS
NO_LANE = np.uint64(0)
ALL_LANES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
# LANES_WITH[k]: the lanes whose set of low slots contains slot k; for a high slot all lanes.
LANES_WITH = np.full(N_SLOTS, ALL_LANES, np.uint64)
LANES_WITH[:N_LOW] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
]
# LANES_WITHOUT[k]: the lanes whose set lacks slot k; for a high slot all lanes, too.
LANES_WITHOUT = np.where(np.arange(N_SLOTS) < N_LOW, ~LANES_WITH, ALL_LANES)
# A word shifted left by LANE_SHIFT[k] has in each lane with slot k the bit of the lane without it.
LANE_SHIFT = np.zeros(N_SLOTS, np.uint64)
LANE_SHIFT[:N_LOW] = [1, 2, 4, 8, 16, 32]


def squeeze_steps() -> tuple[U64, U64]:
    """Make the tables of :func:`squeeze_lanes`.

    Gives the lanes that stay and those into which others move, uint64 of shape ``(7, 6, 64)``, at
    ``[min(opponent, 6), step, 16 * plane + mover]``. In step ``s`` a lane moves by ``2**s``, if
    that bit is set in the number of unwanted lanes below it (Warren, Hacker's Delight, 7-4).
    """
    stay = np.zeros((N_LOW + 1, N_LOW, N_PLANES, N_SLOTS), np.uint64)
    move = np.zeros_like(stay)
    for opponent in range(N_LOW + 1):
        for mover in range(N_SLOTS):
            pawns = {slot for slot in (opponent, mover) if slot < N_LOW}
            wanted = [lane for lane in range(64) if all(lane >> slot & 1 for slot in pawns)]
            for target, lane in enumerate(wanted):
                for step in range(N_LOW):
                    moves = lane - target >> step & 1
                    lane -= moves << step
                    (move if moves else stay)[opponent, step, :, mover] |= np.uint64(1 << lane)
    return stay.reshape(N_LOW + 1, N_LOW, ROW), move.reshape(N_LOW + 1, N_LOW, ROW)


SQUEEZE_STAY, SQUEEZE_MOVE = squeeze_steps()


def n_blocks(n_free: int) -> int:
    """Count the blocks of 64 face-up sets."""
    return 1 << max(n_free - N_LOW, 0)


def workspace(n_free: int, max_step: int) -> tuple[U64, U64, U64]:
    """Allocate `reach`, `values` and `words`, which can serve any number of deals."""
    blocks = n_blocks(n_free)
    # Zeros only so that garbage is the same each time.
    reach = np.zeros((max_step, blocks, n_free, N_SLOTS), np.uint64)
    values = np.zeros((blocks, n_free, ROW), np.uint64)
    words = np.zeros((n_free * (n_free - 1), max(1, (1 << n_free - 2) // 16)), np.uint64)
    return reach, values, words


def packed_codes(words: U64, n_free: int) -> U8:
    """View the codes of :func:`solve_blocks` as two a byte in the order of the rank.

    The even rank is in the low nibble; `n_free` is at least 3. It is a copy only if a pair of slots
    fills less than a word.
    """
    return words.astype("<u8", copy=False).view(np.uint8)[:, : (1 << n_free - 2) // 2].reshape(-1)


@kernel()
def destination_planes(
    adjacent: U16,  # shape (f,): the slots adjacent to each slot, as a bit mask
    steps: U16,  # shape (f,): what the card of a slot allows, bit s - 1 for s steps
    reach: U64,  # shape (max_step, n_blocks, f, 16), filled as far as needed
) -> None:
    """Find the destinations of a deal for 64 face-up sets at a time.

    `reach` has at ``[s - 1, block, slot, end]`` the lanes where a path of exactly ``s`` steps leads
    from `slot` to `end`, whether or not `slot` itself is face up; if ``s`` is the longest of
    several that the card allows, where a path of any of them does.
    """
    n_free = adjacent.size
    max_step = reach.shape[0]
    for block in range(reach.shape[1]):
        face_up = face_up_slots(block, n_free)
        for slot in range(n_free):
            ends = adjacent[slot] & face_up
            for end in range(N_SLOTS):
                reach[0, block, slot, end] = LANES_WITH[end] if ends >> end & 1 else NO_LANE
        for step in range(1, max_step):
            for slot in range(n_free):
                # Longest paths are never extended: only cards of that value need them.
                if face_up >> slot & 1 and (step + 1 < max_step or steps[slot] >> step & 1):
                    next_step(adjacent[slot] & face_up, step, block, slot, reach)
    for slot in range(n_free):
        if steps[slot] & (steps[slot] - 1):
            join_steps(steps[slot], slot, reach)


@helper()
def join_steps(steps: int, slot: int, reach: U64) -> None:
    """Add the ends of all paths that a card allows to those of the longest."""
    longest = 0
    while steps >> longest + 1:
        longest += 1
    for step in range(longest):
        if steps >> step & 1:
            for block in range(reach.shape[1]):
                for end in range(N_SLOTS):
                    reach[longest, block, slot, end] |= reach[step, block, slot, end]


@helper(forceinline=True)
def face_up_slots(block: int, n_free: int) -> int:
    """Get the slots that are face up in some lane of a block."""
    # Not `min`: Numba compiles it as long as a helper, on everyone's first run. The same holds
    # throughout.
    return block << N_LOW | (1 << (n_free if n_free < N_LOW else N_LOW)) - 1


@helper(forceinline=True)
def block_without(block: int, slot: int) -> int:
    """Get the block that holds the sets of `block` without `slot`."""
    return block & ~(1 << slot >> N_LOW)


@helper()
def next_step(following: int, step: int, block: int, slot: int, reach: U64) -> None:
    """Find the ends of the paths from `slot` from those, one step shorter, of its neighbours."""
    for end in range(N_SLOTS):
        reach[step, block, slot, end] = NO_LANE
    below = block_without(block, slot)
    for middle in range(reach.shape[2]):
        if following >> middle & 1:
            lengthen(step, block, slot, below, middle, reach)


@helper(forceinline=True)
def lengthen(step: int, block: int, slot: int, below: int, middle: int, reach: U64) -> None:
    """Add the ends of the paths from `slot` through one neighbour."""
    face_up = LANES_WITH[middle]
    without = LANES_WITHOUT[slot]
    shift = LANE_SHIFT[slot]
    # Not a constant bound: LLVM would unroll so short a loop and then fail to vectorise it.
    for end in range(reach.shape[3]):
        lanes = reach[step - 1, below, middle, end] & without
        reach[step, block, slot, end] |= (lanes | lanes << shift) & face_up


@kernel()
def solve_blocks(
    reach: U64,  # from `destination_planes`
    longest: U8,  # shape (f,): the largest number of steps that the card of a slot allows
    first: int,
    last: int,
    values: U64,  # shape (n_blocks, f, 64), filled
    words: U64,  # shape (f * (f - 1), max(1, 2**(f - 2) // 16)), filled
) -> None:
    """Solve the positions of the blocks `first` to `last` - 1; all earlier blocks are solved.

    `values` have at ``[block, opponent, 16 * plane + mover]`` one bit of the codes of 64 positions,
    and `words` the codes in the order of the rank, see `packed_codes`.

    The helpers take whole arrays and indices: a slice costs two calls to count references. They do
    without `min` and `max`, each of which takes as long to compile as a helper.
    """
    # A row for each slot; the packing works in the first five.
    best = np.empty((N_SLOTS, ROW), np.uint64)
    n_low = longest.size if longest.size < N_LOW else N_LOW
    for block in range(first, last):
        face_up = face_up_slots(block, longest.size)
        for mover in range(n_low, longest.size):
            if face_up >> mover & 1:
                find_best(reach, longest, block, mover, values, best)
                store(best, block, mover, values)
        # A low mover stays in the block. With a high opponent the replies are solved by now; with a
        # low one they are not, and these results are garbage. All are found before the first is
        # stored, because a wide load right after narrow stores to the same place waits for them.
        for mover in range(n_low):
            find_best(reach, longest, block, mover, values, best)
        for mover in range(n_low):
            store(best, block, mover, values)
        solve_low_pairs(reach, longest, block, values, best)
        pack_block(values, block, face_up, best, words)


@helper()
def find_best(reach: U64, longest: U8, block: int, mover: int, values: U64, best: U64) -> None:
    """Find the codes of a mover for all opponents."""
    step = longest[mover] - 1
    below = block_without(block, mover)
    for k in range(ROW):
        best[mover, k] = ALL_LANES
    for end in range(longest.size):
        lanes = reach[step, block, mover, end]
        if lanes:
            take_minimum(best, mover, values, below, end, lanes, LANE_SHIFT[mover])
    for k in range(N_SLOTS):
        b0, b1, b2, b3 = change_side(
            best[mover, k],
            best[mover, N_SLOTS + k],
            best[mover, 2 * N_SLOTS + k],
            best[mover, 3 * N_SLOTS + k],
        )
        best[mover, k] = b0
        best[mover, N_SLOTS + k] = b1
        best[mover, 2 * N_SLOTS + k] = b2
        best[mover, 3 * N_SLOTS + k] = b3


@helper(forceinline=True)
def take_minimum(
    best: U64, mover: int, values: U64, below: int, end: int, lanes: Word, shift: Word
) -> None:
    """Take the replies to a move to `end` where they are smaller than the best, in some lanes."""
    for k in range(N_SLOTS):
        r0 = values[below, end, k] << shift
        r1 = values[below, end, N_SLOTS + k] << shift
        r2 = values[below, end, 2 * N_SLOTS + k] << shift
        r3 = values[below, end, 3 * N_SLOTS + k] << shift
        b0 = best[mover, k]
        b1 = best[mover, N_SLOTS + k]
        b2 = best[mover, 2 * N_SLOTS + k]
        b3 = best[mover, 3 * N_SLOTS + k]
        less = lanes & smaller(r0, r1, r2, r3, b0, b1, b2, b3)
        best[mover, k] = b0 ^ ((b0 ^ r0) & less)
        best[mover, N_SLOTS + k] = b1 ^ ((b1 ^ r1) & less)
        best[mover, 2 * N_SLOTS + k] = b2 ^ ((b2 ^ r2) & less)
        best[mover, 3 * N_SLOTS + k] = b3 ^ ((b3 ^ r3) & less)


@helper(forceinline=True)
def smaller(a0: Word, a1: Word, a2: Word, a3: Word, b0: Word, b1: Word, b2: Word, b3: Word) -> Word:
    """Get the lanes where code `a` is smaller than code `b`: the borrow of ``a - b``."""
    borrow = ~a0 & b0
    borrow = (~a1 & b1) | (~(a1 ^ b1) & borrow)
    borrow = (~a2 & b2) | (~(a2 ^ b2) & borrow)
    return (~a3 & b3) | (~(a3 ^ b3) & borrow)


@helper(forceinline=True)
def change_side(s0: Word, s1: Word, s2: Word, s3: Word) -> Code:
    """Compute ``15 - (s + (s < 8))`` in all lanes."""
    carry0 = ~s3
    carry1 = s0 & carry0
    carry2 = s1 & carry1
    carry3 = s2 & carry2
    return ~(s0 ^ carry0), ~(s1 ^ carry1), ~(s2 ^ carry2), ~(s3 ^ carry3)


@helper()
def store(best: U64, block: int, mover: int, values: U64) -> None:
    """Store the codes of a mover where the opponents look for them on their turn."""
    for opponent in range(values.shape[1]):
        for plane in range(N_PLANES):
            k = plane * N_SLOTS
            values[block, opponent, k + mover] = best[mover, k + opponent]
    # No pawn moves onto the other: this entry is never the smallest.
    for plane in range(N_PLANES):
        values[block, mover, plane * N_SLOTS + mover] = ALL_LANES


@helper()
def solve_low_pairs(reach: U64, longest: U8, block: int, values: U64, start: U64) -> None:
    """Solve the positions of a block with both pawns on low slots.

    Replies are positions of this kind in lower lanes, so this takes sweeps. The first sweep solves
    the sets with no low slots but the pawns', and each further one the sets with one more.
    """
    n_low = longest.size if longest.size < N_LOW else N_LOW
    # Moves to high slots lead to solved positions: find the best once, start each sweep from it.
    for mover in range(n_low):
        for opponent in range(n_low):
            b = (ALL_LANES, ALL_LANES, ALL_LANES, ALL_LANES)
            b = best_reply(reach, longest, block, mover, opponent, n_low, longest.size, values, b)
            for plane in range(N_PLANES):
                start[mover, plane * N_SLOTS + opponent] = b[plane]
    for _ in range(1, n_low):
        for mover in range(n_low):
            for opponent in range(n_low):
                if opponent != mover:
                    b = (
                        start[mover, opponent],
                        start[mover, N_SLOTS + opponent],
                        start[mover, 2 * N_SLOTS + opponent],
                        start[mover, 3 * N_SLOTS + opponent],
                    )
                    b = best_reply(reach, longest, block, mover, opponent, 0, n_low, values, b)
                    b = change_side(*b)
                    for plane in range(N_PLANES):
                        values[block, opponent, plane * N_SLOTS + mover] = b[plane]


@helper(forceinline=True)
def best_reply(
    reach: U64,
    longest: U8,
    block: int,
    mover: int,
    opponent: int,
    first: int,
    last: int,
    values: U64,
    best: Code,
) -> Code:
    """Find the smallest of `best` and the replies to the ends `first` to `last` - 1.

    As :func:`take_minimum`, for one opponent, with the codes in registers.
    """
    step = longest[mover] - 1
    shift = LANE_SHIFT[mover]
    b0, b1, b2, b3 = best
    for end in range(first, last):
        lanes = reach[step, block, mover, end]
        if lanes:
            r0 = values[block, end, opponent] << shift
            r1 = values[block, end, N_SLOTS + opponent] << shift
            r2 = values[block, end, 2 * N_SLOTS + opponent] << shift
            r3 = values[block, end, 3 * N_SLOTS + opponent] << shift
            less = lanes & smaller(r0, r1, r2, r3, b0, b1, b2, b3)
            b0 ^= (b0 ^ r0) & less
            b1 ^= (b1 ^ r1) & less
            b2 ^= (b2 ^ r2) & less
            b3 ^= (b3 ^ r3) & less
    return b0, b1, b2, b3


@helper()
def pack_block(values: U64, block: int, face_up: int, row: U64, words: U64) -> None:
    """Put the codes of a block in the order of the rank, 16 a word.

    For a pair of slots the rank counts the subsets of the other slots, so only lanes and blocks
    that contain the pawns' slots remain. All movers are done at once, with `row` as scratch space.
    """
    n_free = values.shape[1]
    for opponent in range(n_free):
        if face_up >> opponent & 1:
            squeeze_lanes(values, block, opponent, row)
            for k in range(4 if opponent >= N_LOW else 2):
                interleave(row, k)
            scatter(row, block, face_up, n_free, opponent, words)


@helper(forceinline=True)
def squeeze_lanes(values: U64, block: int, opponent: int, row: U64) -> None:
    """Keep of each entry of a row the lanes with both pawns' slots, and close the gaps."""
    for k in range(ROW):
        row[0, k] = values[block, opponent, k]
    kind = opponent if opponent < N_LOW else N_LOW
    for step in range(N_LOW):
        # The same shift for all entries: not every machine can shift each by its own amount.
        shift = np.uint64(1 << step)
        for k in range(ROW):
            word = row[0, k]
            moved = word >> shift & SQUEEZE_MOVE[kind, step, k]
            row[0, k] = word & SQUEEZE_STAY[kind, step, k] | moved


@helper(forceinline=True)
def interleave(row: U64, number: int) -> None:
    """Make for each mover one word of the codes of 16 lanes; words 0 to 3 go to rows 1 to 4."""
    first = np.uint64(16 * number)
    low = np.uint64(0xFFFF)
    for k in range(N_SLOTS):
        word = row[0, k] >> first & low
        word |= (row[0, N_SLOTS + k] >> first & low) << np.uint64(16)
        word |= (row[0, 2 * N_SLOTS + k] >> first & low) << np.uint64(32)
        word |= (row[0, 3 * N_SLOTS + k] >> first & low) << np.uint64(48)
        # Transpose 4 planes x 16 lanes: swap bits of the bits' positions, from (plane, lane) with
        # 2 + 4 bits to (lane, plane): 5 with 3, 4 with 2, 3 with 1, 2 with 0.
        word = delta_swapped(word, np.uint64(24), np.uint64(0x0000_0000_FF00_FF00))
        word = delta_swapped(word, np.uint64(12), np.uint64(0x0000_F0F0_0000_F0F0))
        word = delta_swapped(word, np.uint64(6), np.uint64(0x00CC_00CC_00CC_00CC))
        row[1 + number, k] = delta_swapped(word, np.uint64(3), np.uint64(0x0A0A_0A0A_0A0A_0A0A))


@helper(forceinline=True)
def delta_swapped(word: Word, distance: Word, mask: Word) -> Word:
    """Exchange the bits under a mask with those a distance above."""
    change = (word ^ word >> distance) & mask
    return word ^ change ^ change << distance


@helper(forceinline=True)
def scatter(row: U64, block: int, face_up: int, n_free: int, opponent: int, words: U64) -> None:
    """Put the words of a block in their places."""
    for mover in range(n_free):
        if mover != opponent and face_up >> mover & 1:
            rank = ranked(block << N_LOW, mover, opponent, n_free)
            pair, start = rank >> n_free - 2, (rank & (1 << n_free - 2) - 1) >> 4
            for k in range(4 >> (mover < N_LOW) >> (opponent < N_LOW)):
                words[pair, start + k] = row[1 + k, mover]
