"""The kernels of Collapsi for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from tablebase.engine.kernels import helper
from tablebase.games.collapsi.deals import byte_kernels, nibble_kernels
from tablebase.games.collapsi.deals.rank_kernels import (
    FREE,
    HEAD,
    LANDING,
    OPENINGS,
    first_moves,
    ranked,
    unranked,
)
from tablebase.games.collapsi.deck import GONE, JOKER
from tablebase.games.collapsi.duels import kernels as duel_kernels
from tablebase.games.collapsi.duels.index import Placements
from tablebase.games.collapsi.kernels import duels as index_kernels
from tablebase.games.collapsi.kernels.images import find_image
from tablebase.games.collapsi.kernels.near import (
    ABSENT,
    CELLS,
    DECK,
    FLAGS,
    NEARS,
    NEIGHBOURS,
    PLAYERS,
    STEPS,
    WORDS,
    adjacent,
)
from tablebase.games.collapsi.kernels.play import (
    HIDDEN,
    LINE,
    NONE,
    ONE_ENDS,
    REMOVED,
    SHARE,
    Kernels,
    byte,
    card_on,
    mover_of,
    players_in,
    walking,
    with_byte,
)
from tablebase.games.collapsi.legality import count, fault, first, with_players_out
from tablebase.games.collapsi.path_kernels import ONE, lowest
from tablebase.games.collapsi.placings import kernels as placing_kernels
from tablebase.games.collapsi.placings.outcomes import Outcomes
from tablebase.games.collapsi.rules import BYTE_CODING, CODING
from tablebase.games.collapsi.search import ordered, pushed
from tablebase.games.collapsi.strategy.feature_kernels import View, lay
from tablebase.games.collapsi.strategy.kernels import feature_values, fill_reach
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.rules import add_search
from tablebase.web.wasm.signature import Scratch

FIRST, LATER = Module("engine/kernels.wasm"), Module("engine/later.wasm")
"""The module that every page loads at once, and the one that few questions need."""

STATISTICS = Module("engine/statistics.wasm")
"""Small, since a page that shows a position asks for the statistics of its deal."""

LEGALITY = Module("engine/legality.wasm")
"""What no start of a game needs."""

SPREAD = Module("engine/spread.wasm")
"""Moves and search where lines stick out."""

REPLIES, BYTE_REPLIES = CODING.replies, BYTE_CODING.replies


@helper()
def openings_of(free: Any, landing: Any) -> Any:
    """The rank of the first position with a joker face up, as `DealIndex` has it."""
    return free * (free - 1 + 2 * landing) << free - 2


@helper()
def context_of(neighbours: Any, steps: Any, joker_steps: Any, landing: int) -> Any:
    """Get the `context` of `rank_kernels` for a deal, and its number of slots.

    `steps`, shape ``(cells,)``, are the numbers of steps that each card allows, 0 for a joker.
    """
    size, free = steps.size, 0
    for allowed in steps:
        free += allowed != 0
    slots = np.empty(size, np.uint64)
    slot, joker = 0, free
    for cell in range(size):
        if steps[cell]:
            slots[cell] = slot
            slot += 1
        else:
            slots[cell] = joker
            joker += 1
    context = np.zeros(HEAD + 3 * size + joker_steps.size, np.uint64)
    context[FREE], context[LANDING] = free, landing
    context[OPENINGS] = openings_of(free, landing)
    for cell in range(size):
        slot = int(slots[cell])
        for near in range(size):
            if neighbours[cell] >> np.uint64(near) & ONE:
                context[HEAD + slot] |= ONE << slots[near]
        context[HEAD + size + slot] = steps[cell]
        context[HEAD + 2 * size + cell] = slots[cell]
    context[HEAD + 3 * size :] = joker_steps
    return context, free


@helper()
def longest_of(steps: Any) -> Any:
    """Get the longest move of each mask of steps, and of all."""
    longest, most = np.zeros(steps.size, np.uint8), 0
    for slot in range(steps.size):
        while steps[slot] >> longest[slot]:
            longest[slot] += 1
        most = max(most, int(longest[slot]))
    return longest, most


@helper()
def solve_openings(context: Any, bits: int, replies: Any, codes: Any) -> None:
    """Fill in the codes of the positions with a joker face up, from those of the next plies.

    The page's engine uses this; `openings` does the same with arrays, without Numba. `codes` are
    those of a table, packed if they have 4 `bits`. `replies` are the mover's code by the smallest
    code among the successors; the last is that of none.
    """
    free, landing = np.int64(context[FREE]), np.int64(context[LANDING])
    openings, size, block = int(context[OPENINGS]), free + 2, int(1 + free + landing)
    out, path = np.empty(size, np.int64), np.empty((2, size), np.uint64)
    blocks = 2 * int(context.size - HEAD - 3 * size)
    codes[openings * bits // 8 :] = 0
    for begin in range(openings, openings + blocks * block, block):
        # Red on a slot, in rank order red on blue's joker, and then the start leads to them.
        for number in range(1, block + 1):
            rank = begin + number % block
            least = replies.size - 1
            for place in range(first_moves(rank, context, path, out)):
                after = out[place] * bits
                least = min(least, codes[after >> 3] >> (after & 7) & replies.size - 1)
            codes[rank * bits >> 3] |= replies[least] << (rank * bits & 7)


@FIRST.entry(
    """
    n_cells, neighbours: u64[n_cells], steps: u16[n_cells], n_editions,
    joker_steps: u64[n_editions], packed: *u64
    """
)
def solve_nibbles(
    neighbours: Any, steps: Any, n_editions: int, joker_steps: Any, packed: Any
) -> int:
    """Solve a deal of up to 16 cells, two codes a byte; returns the number of bytes in `packed`.

    They are in the order of the rank, the first plies last. A pair of slots needs room for a word.
    """
    context, free = context_of(neighbours, steps, joker_steps, 0)
    adjacent = context[HEAD : HEAD + free].astype(np.uint16)
    slot_steps = context[HEAD + steps.size : HEAD + steps.size + free].astype(np.uint16)
    blocks, pairs = 1 << max(free - 6, 0), free * (free - 1)
    half, n_words = (1 << free - 2) // 2, max(1, (1 << free - 2) // 16)
    longest, most = longest_of(slot_steps)
    reach = np.empty((most, blocks, free, 16), np.uint64)
    values = np.empty((blocks, free, 64), np.uint64)
    nibble_kernels.destination_planes(adjacent, slot_steps, reach)
    words = carray(packed, (pairs, n_words))
    nibble_kernels.solve_blocks(reach, longest, 0, blocks, values, words)
    codes = carray(packed, (pairs * n_words + n_editions * (1 + free),)).view(np.uint8)
    if half < 8 * n_words:
        for pair in range(pairs):
            for at in range(half):
                codes[pair * half + at] = codes[pair * 8 + at]
    length = int(pairs * half + n_editions * (1 + free))
    solve_openings(context, 4, REPLIES, codes[:length])
    return length


@LATER.entry(
    """
    n_cells, neighbours: u64[n_cells], steps: u16[n_cells], n_editions,
    joker_steps: u64[n_editions], landing, codes: *u8
    """
)
def solve_bytes(
    neighbours: Any,
    steps: Any,
    n_editions: int,
    joker_steps: Any,
    landing: int,
    codes: Any,
) -> int:
    """Solve a deal, a byte a code; returns how many of `codes` it filled, as `solve_nibbles`."""
    context, free = context_of(neighbours, steps, joker_steps, landing)
    adjacent = context[HEAD : HEAD + free]
    slot_steps = context[HEAD + steps.size : HEAD + steps.size + free].astype(np.uint16)
    sets, half = 1 << free, 1 << free - 1
    row = max(16, (free + 7) // 8 * 8)
    _, longest = longest_of(slot_steps)
    ends = np.zeros((free, sets), np.uint32)
    paths = np.empty((2, free, sets), np.uint32)
    for length in range(1, longest + 1):
        for slot in range(free):
            if length == 1:
                byte_kernels.first_steps(int(adjacent[slot]), paths[1, slot])
            elif length < longest or slot_steps[slot] >> length - 1 & 1:
                shorter, longer = paths[(length - 1) % 2], paths[length % 2, slot]
                byte_kernels.longer_paths(int(adjacent[slot]), slot, shorter, longer)
            if slot_steps[slot] >> length - 1 & 1:
                for face_up in range(sets):
                    ends[slot, face_up] |= paths[length % 2, slot, face_up]
    rows = np.empty(row * free * half + byte_kernels.WIDTH, np.uint8)
    byte_kernels.solve_sets(ends, 0, sets, landing != 0, row, rows)
    size = np.int64(context[OPENINGS]) + n_editions * 2 * (1 + free + landing)
    found = carray(codes, (size,))
    byte_kernels.pack_sets(rows, row, free, 0, sets, landing != 0, found)
    solve_openings(context, 8, BYTE_REPLIES, found)
    return int(size)


_STATE = "free, landing, cells, slots: u8[cells]"


@FIRST.entry(f"{_STATE}, edition, count, words, states: i64[count, words], ranks: u32[count]")
def rank_deal(free: Any, landing: int, slots: Any, edition: int, states: Any, ranks: Any) -> int:
    """Fill in the ranks of positions, from their words; `slots` by cell, the jokers' come last."""
    openings, block = openings_of(free, landing), 1 + free + landing
    for at in range(ranks.size):
        up, cards = 0, states[at, 0]
        for cell in range(slots.size):
            up |= (cards >> cell & 1) << slots[cell]
        mover, other = mover_of(states[at]), byte(states[at, 1], byte(states[at, 1], 5))
        here, there = np.int64(slots[mover]), np.int64(slots[other])
        if here < free:
            ranks[at] = ranked(up & (1 << free) - 1, here, there, free)
        elif there >= free and mover != other:
            ranks[at] = openings + (2 * edition + here - free) * block
        else:
            red = 1 - (here - free)
            ranks[at] = openings + (2 * edition + red) * block + 1 + min(there, free)
    return 0


@STATISTICS.entry(f"{_STATE}, rank, words, state: i64[words]")
def unrank_deal(free: int, landing: int, slots: Any, rank: int, state: Any) -> int:
    """Fill in who is where in the position of a rank; returns the number of its edition."""
    openings = openings_of(free, landing)
    number, moved = divmod(max(rank - openings, 0), 1 + free + landing)
    red, blue = free + number % 2, free + 1 - number % 2
    if rank < openings:
        up, mover, opponent = unranked(rank, free)
    elif moved:
        up, mover, opponent = (1 << free) - 1 | 1 << blue, blue, blue if moved > free else moved - 1
    else:
        up, mover, opponent = (1 << free + 2) - 1, red, blue
    state[0], down, here, there = 0, 0, 0, 0
    for cell in range(slots.size):
        slot = np.int64(slots[cell])
        state[0] |= (up >> slot & 1) << cell
        down += 1 - (up >> slot & 1)
        here += cell if slot == mover else 0
        there += cell if slot == opponent else 0
    first = down % 2
    word = with_byte(with_byte(-1, first, here), 1 - first, there)
    state[1] = with_byte(with_byte(word, 4, first), 5, 1 - first)
    return int(number // 2)


@STATISTICS.entry(
    """
    free, landing, bits,
    codes: u8[(free * (free - 1) + landing * free * 2 << free - 2) * bits // 8],
    counts: i32[2 * (free + 2) - 1 if landing else free + 1, 256]
    """
)
def count_deal(free: int, landing: int, bits: int, codes: Any, counts: Any) -> int:
    """Count the positions without a joker face up by layer and code: shape ``(layers, 256)``."""
    sets = 1 << free - 2
    pairs = free * (free - 1)
    for rank in range(pairs * sets + landing * free * 2 * sets):
        here = codes[rank] if bits == 8 else codes[rank >> 1] >> (rank & 1) * 4 & 15
        shared = rank >= pairs * sets
        mask = (rank - pairs * sets) % (2 * sets) if shared else rank % sets
        up = 0
        while mask:
            mask &= mask - 1
            up += 1
        layer = 2 * (1 + up - shared) + shared if landing else up
        counts[layer, here] += 1
    return len(counts)


FIRST.forward(
    "find_image", find_image,
    """
    cells, neighbours: u64[cells], cards: u8[cells], players, starts: u8[players], wanted,
    image: u8[cells], found: i64[2]
    """,
)  # fmt: skip

KERNELS = Kernels(tuple(NEARS.values()))
WALK = walking(helper()(adjacent))
WALKS = KERNELS.walk

_POSITION = "n_context, context: i64[n_context], words, state: i64[words]"
FIRST.forward(
    "list_moves", KERNELS.list_moves,
    f"{_POSITION}, paths: u8[64, {LINE}], most, moves: u8[most, 2], after: i64[most, 2, words]",
)  # fmt: skip


@LATER.entry(f"{_POSITION}, n_editions, joker_steps: i64[n_editions], replies: u8[256], codes: *u8")
def solve_turn(
    context: Any, state: Any, n_editions: int, joker_steps: Any, replies: Any, codes: Any
) -> int:
    """Solve a deal, given its start, by the moves of its turn, a byte a code; see `solve_nibbles`.

    A move lets at most the card under its pawn collapse. Where pawns share a card that it leaves,
    none does, so these positions follow the others of as many cards.
    """
    share = np.int64(context[FLAGS] & SHARE != 0)
    free, paths = context[CELLS] - 2, np.empty((64, LINE), np.uint8)
    slots, cells = np.empty(free + 2, np.int64), np.empty(free + 2, np.int64)
    slot, joker = 0, free
    for cell in range(free + 2):
        if card_on(state, cell) == JOKER:
            slots[cell], cells[joker], joker = joker, cell, joker + 1
        else:
            slots[cell], cells[slot], slot = slot, cell, slot + 1
    everything, block = (1 << free) - 1, 1 + free + share
    openings = openings_of(free, share)
    found = carray(codes, (openings + n_editions * 2 * block,))
    for mask in range(1, 1 << free):
        up = 0
        for slot in range(free):
            up |= (mask >> slot & 1) << cells[slot]
        for both in range(1 + share):
            for mover in range(free):
                for other in range(free):
                    if not mask >> mover & mask >> other & 1 or (mover == other) != both:
                        continue
                    ends = walk_from(context, state, paths, up, cells[mover], cells[other])
                    left, least = mask if both else mask ^ 1 << mover, 255
                    while ends:
                        end = slots[np.int64(lowest(np.uint64(ends)))]
                        ends &= ends - 1
                        least = min(least, found[ranked(left, other, end, free)])
                    found[ranked(mask, mover, other, free)] = replies[least]
    for number in range(2 * n_editions):
        begin, red, blue = openings + number * block, free + number % 2, free + 1 - number % 2
        context[STEPS] = joker_steps[number // 2]
        # Blue moves with red on a slot or on blue's joker, and red from the start.
        for after in range(1, 1 + block):
            at = after % block
            here, there = (blue, at - 1) if at else (red, blue)
            if at > free:
                there = blue
            up = 1 << cells[blue] | (0 if at else 1 << cells[red])
            for slot in range(free):
                up |= 1 << cells[slot]
            ends = walk_from(context, state, paths, up, cells[here], cells[there])
            least = 255
            while ends:
                end = slots[np.int64(lowest(np.uint64(ends)))]
                ends &= ends - 1
                rank = begin + 1 + min(end, free)
                if at and at <= free:
                    rank = ranked(everything, there, end, free)
                least = min(least, found[rank])
            found[begin + at] = replies[least]
    return len(found)


@helper()
def walk_from(context: Any, state: Any, paths: Any, up: int, mover: int, other: int) -> Any:
    """Where the first of two pawns can go, given the face-up cells."""
    state[0] = up
    state[1] = with_byte(with_byte(state[1], 0, mover), 1, other)
    return WALKS(context, state, paths)


for called in (count, first, with_players_out):
    helper()(called)
FAULT = helper()(fault)


@LEGALITY.entry(f"{_POSITION}, shown, ply, found: i64[4]")
def find_fault(context: Any, state: Any, shown: int, ply: int, found: Any) -> int:
    """Fill in what is wrong with a position, as `legality.fault` returns it."""
    flags, players = context[FLAGS], context[PLAYERS]
    turn = (flags & SHARE, flags & REMOVED, flags & ONE_ENDS)
    cells = context[CELLS]
    down, unknown, jokers = cells - context[ABSENT], 0, 0
    counts: Any = np.zeros(HIDDEN + 1, np.int64)
    pawns: Any = np.empty(players, np.int64)
    order: Any = np.empty(players_in(state), np.int64)
    for cell in range(cells):
        card, up = card_on(state, cell), state[0] >> cell & 1
        counts[card] += 1
        down -= up
        unknown |= up << cell if card == HIDDEN else 0
        jokers |= up << cell if card == JOKER else 0
    for player in range(players):
        cell = byte(state[1], player)
        pawns[player] = GONE if cell == NONE else cell
    for place in range(order.size):
        order[place] = byte(state[1], 4 + place)
    deck, masks = context[DECK:], (state[0], unknown, jokers)
    found[0], found[1], found[2], found[3] = FAULT(
        players, context[ABSENT], turn, (down, shown, ply), deck, counts, masks, pawns, order
    )
    return 0


@helper()
def find_paths(
    n_cells: int, neighbours: Any, face_up: Any, start: Any, allowed: int, found: Any
) -> None:
    """Find one path to each cell that the only pawn of a board can end on, for other rooms.

    Bit ``s - 1`` of `allowed` stands for ``s`` steps. Fills `found`, shape ``(n_cells, LINE)``, as
    `kernels.play` fills paths.
    """
    context, state = np.zeros(WORDS, np.int64), np.zeros(2 + (n_cells + 15 >> 4), np.int64)
    context[CELLS], context[STEPS], context[FLAGS] = n_cells, allowed, SHARE
    context[NEIGHBOURS : NEIGHBOURS + n_cells] = neighbours
    state[0], state[1] = face_up, start
    found[:] = NONE
    WALK(context, state, found)


@SPREAD.entry(
    f"n_context, context: u64[n_context], words, state: u64[words], allowed, paths: u8[16, {LINE}]"
)
def list_paths(context: Any, state: Any, allowed: int, paths: Any) -> int:
    """Fill in a path to each cell on which a move may end, given the steps that its card allows."""
    lines = np.empty((7, 16), np.uint64)
    pushed.ends_of(state, context, lines)
    up, mover = np.int64(state[0]) & 0xFFFF, np.int64(state[0]) >> 16 & 255
    find_paths(16, lines[4], up, mover, allowed, paths)
    return 0


add_search(SPREAD, pushed.moves, pushed.replies)

PATH = Scratch("u64", "2, n_cells")

LATER.forward(
    "search_begin", ordered.begin,
    """
    n_cells, plies, neighbours: u64[n_cells], steps: u64[n_cells], face_up: u64,
    nodes: u64[5, plies], state: i64[6], mover, opponent
    """,
    table=None, path=PATH,
)  # fmt: skip
LATER.forward(
    "search_run", ordered.run,
    """
    n_cells, plies, neighbours: u64[n_cells], steps: u64[n_cells], nodes: u64[5, plies],
    state: i64[6], scores: i64[6, plies], moves: u64[plies, n_cells],
    futures: u64[plies, n_cells], places, known: u64[places, 4], generation, limit
    """,
    table=None, path=PATH, result_only=False,
)  # fmt: skip
LATER.forward(
    "search_follow", ordered.follow,
    """
    n_cells, plies, neighbours: u64[n_cells], steps: u64[n_cells], nodes: u64[5, plies],
    places, known: u64[places, 4], generation, score, left, line: u64[plies]
    """,
    table=None, path=PATH,
)  # fmt: skip
_BOARD = "board: i64[5], kinds, families: i64[kinds, 7]"
_PLACEMENTS = (
    "placements, free, players, places: u8[placements, players], starts: i64[placements], "
    "sets: i64[placements], held: i64[placements], after: i32[placements, free], "
    "out: i64[placements]"
)
_WALKED = "neighbours: u64[free + players], steps: u64[free + players], size"
_REACHED = "reached: bool[size], ends: u32[size]"

LATER.forward("list_families", index_kernels.list_families, _BOARD)
LATER.forward(
    "fill_placements", index_kernels.fill_placements, f"{_BOARD}, {_PLACEMENTS}, heroes",
    on=Placements,
)  # fmt: skip
LATER.forward(
    "find_duel", index_kernels.find, f"{_BOARD}, {_PLACEMENTS}, k, edition, row: u8[players], up",
    on=Placements,
)  # fmt: skip
LATER.forward(
    "solve_duels", duel_kernels.solve_sets,
    f"first, last, k, from_set, to_set, {_PLACEMENTS}, {_WALKED}, entries: u8[size]",
    on=Placements,
)  # fmt: skip
LATER.forward(
    "reach_placings", placing_kernels.reach_family,
    f"first, last, from_set, to_set, {_PLACEMENTS}, {_WALKED}, {_REACHED}",
    on=Placements,
)  # fmt: skip
LATER.forward(
    "solve_placings", placing_kernels.solve_family,  # with one way to break ties
    f"""
    first, last, from_set, to_set, {_PLACEMENTS}, size, {_REACHED},
    k, n_outcomes, n_after_out, total, lowest, end,
    points: i64[n_outcomes, k], turned: i64[n_outcomes], after_out: i64[n_after_out],
    mine: i64[n_outcomes], at_least: i64[players + 1], ranks: i64[1, n_outcomes],
    coalition: i64[(1 << k - 1) - 1, 2], coalition_out: i64[(1 << k - 1) - 1, 2],
    at_end: i64[(1 << k - 1) - 1],
    gained: u8[size, (1 << players - 1) - 1], possible: u32[size], chosen: u8[size, 1]
    """,
    on=Placements, outcomes=Outcomes,
)  # fmt: skip
LATER.forward(
    "fill_reach", fill_reach,
    """
    n_cells, near: u64[n_cells], steps, n_editions, jokers: u64[n_editions],
    table: u16[1 << n_cells, (n_cells + 1) * (steps + n_editions)]
    """,
)  # fmt: skip


@LATER.entry(
    """
    n_cells, kinds, reach: u16[1 << n_cells, (n_cells + 1) * kinds], columns: u64[n_cells],
    cards: i64[n_cells], near: u64[n_cells], far: i64[n_cells, n_cells], ends: i64[n_cells],
    face_up, they, count, features: i64[count], found: i64[n_cells, count]
    """
)
def find_features(
    kinds: int,
    reach: Any,
    columns: Any,
    cards: Any,
    near: Any,
    far: Any,
    ends: Any,
    face_up: int,
    they: int,
    features: Any,
    found: Any,
) -> int:
    """Fill in the values of features for each cell that you may stand on."""
    view = View(reach, columns, cards, near, far, ends, np.zeros(kinds, np.uint64))
    lay(view)
    feature_values(view, face_up, they, features, found)
    return 0


MODULES = (FIRST, LATER, STATISTICS, LEGALITY, SPREAD)
