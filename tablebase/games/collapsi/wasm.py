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
    layer,
    ranked,
    unranked,
)
from tablebase.games.collapsi.deck import GONE, JOKER
from tablebase.games.collapsi.duels import kernels as duel_kernels
from tablebase.games.collapsi.duels.index import LATER as LATEST
from tablebase.games.collapsi.duels.index import Placements
from tablebase.games.collapsi.kernels import duels as index
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
    LETTERS,
    LINE,
    NONE,
    ONE_ENDS,
    REMOVED,
    SHARE,
    Kernels,
    byte,
    card_on,
    make,
    may_follow,
    mover_of,
    players_in,
    walking,
    with_byte,
)
from tablebase.games.collapsi.legality import count, fault, first, with_players_out
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.collapsi.placings import kernels as placing_kernels
from tablebase.games.collapsi.placings.outcomes import Outcomes
from tablebase.games.collapsi.search import ordered, pushed
from tablebase.games.collapsi.strategy.feature_kernels import View, lay
from tablebase.games.collapsi.strategy.kernels import feature_values, fill_reach
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.rules import add_search
from tablebase.web.wasm.signature import Scratch

FIRST, LATER = Module("engine/kernels.wasm"), Module("engine/later.wasm")
"""The module that every page loads at once, and the one that few questions need."""

LEGALITY = Module("engine/legality.wasm")
"""What no start of a game needs."""

SPREAD = Module("engine/spread.wasm")
"""Moves and search where lines stick out."""

TURNS = Module("engine/turns.wasm")
"""Search by the step of any turn of two players."""

KERNELS = Kernels(tuple(NEARS.values()))
WALK = walking(helper()(adjacent))
WALKS = KERNELS.walk


@helper()
def openings_of(free: Any, landing: Any) -> Any:
    """The rank of the first position with a joker face up, as `DealIndex` has it."""
    return free * (free - 1 + 2 * landing) << free - 2


@helper()
def size_of(deal: Any) -> Any:
    """How many positions a deal has, given its `slotted` context."""
    free, landing = np.int64(deal[FREE]), np.int64(deal[LANDING])
    editions = deal.size - HEAD - 3 * (free + 2)
    return np.int64(deal[OPENINGS]) + editions * 2 * (1 + free + landing)


@helper()
def slotted(context: Any, state: Any, joker_steps: Any) -> Any:
    """Get the `context` of `rank_kernels` for a deal, given its start, and its free cells."""
    cells, joker = np.int64(context[CELLS]), 0
    for cell in range(cells):
        joker += card_on(state, cell) != JOKER
    free, landing, slot = joker, np.int64(context[FLAGS] & SHARE != 0), 0
    found = np.zeros(HEAD + 3 * cells + joker_steps.size, np.uint64)
    found[FREE], found[LANDING], found[OPENINGS] = free, landing, openings_of(free, landing)
    slots = found[HEAD + 2 * cells :]
    for cell in range(cells):
        if card_on(state, cell) == JOKER:
            slots[cell], joker = joker, joker + 1
        else:
            found[HEAD + cells + slot] = context[STEPS + card_on(state, cell)]
            slots[cell], slot = slot, slot + 1
    for cell in range(cells):
        for near in range(cells):
            if context[NEIGHBOURS + cell] >> near & 1:
                found[HEAD + np.int64(slots[cell])] |= ONE << slots[near]
    for edition in range(joker_steps.size):
        found[HEAD + 3 * cells + edition] = joker_steps[edition]
    return found, free


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


_POSITION = "n_context, context: i64[n_context], words, state: i64[words]"
_DEAL = f"{_POSITION}, n_editions, joker_steps: i64[n_editions]"
_SOLVED = f"{_DEAL}, n_replies, replies: u8[n_replies], codes: *u8"


@FIRST.entry(_SOLVED)
def solve_nibbles(context: Any, state: Any, joker_steps: Any, replies: Any, codes: Any) -> int:
    """Solve a deal of up to 16 cells, given its start, two codes a byte; returns how many bytes.

    They are in the order of the rank, the first plies last. A pair of slots needs room for a word.
    """
    deal, free = slotted(context, state, joker_steps)
    slot_steps = deal[HEAD + free + 2 : HEAD + 2 * free + 2].astype(np.uint16)
    blocks, pairs = 1 << max(free - 6, 0), free * (free - 1)
    half, n_words = (1 << free - 2) // 2, max(1, (1 << free - 2) // 16)
    longest, most = longest_of(slot_steps)
    reach = np.empty((most, blocks, free, 16), np.uint64)
    values = np.empty((blocks, free, 64), np.uint64)
    nibble_kernels.destination_planes(deal[HEAD : HEAD + free].astype(np.uint16), slot_steps, reach)
    length = int(pairs * half + joker_steps.size * (1 + free))
    found = carray(codes, (8 * (pairs * n_words + joker_steps.size * (1 + free)),))
    words = found[: 8 * pairs * n_words].view(np.uint64).reshape((pairs, n_words))
    nibble_kernels.solve_blocks(reach, longest, 0, blocks, values, words)
    if half < 8 * n_words:
        for pair in range(pairs):
            for at in range(half):
                found[pair * half + at] = found[pair * 8 + at]
    solve_openings(deal, 4, replies, found[:length])
    return length


@LATER.entry(_SOLVED)
def solve_bytes(context: Any, state: Any, joker_steps: Any, replies: Any, codes: Any) -> int:
    """Solve a deal, given its start, a byte a code; returns how many, as `solve_nibbles`."""
    deal, free = slotted(context, state, joker_steps)
    adjacent, landing = deal[HEAD : HEAD + free], np.int64(deal[LANDING])
    slot_steps = deal[HEAD + free + 2 : HEAD + 2 * free + 2].astype(np.uint16)
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
    found = carray(codes, (size_of(deal),))
    byte_kernels.pack_sets(rows, row, free, 0, sets, landing != 0, found)
    solve_openings(deal, 8, replies, found)
    return len(found)


@LATER.entry(_SOLVED)
def solve_turn(context: Any, state: Any, joker_steps: Any, replies: Any, codes: Any) -> int:
    """Solve a deal by the moves of its turn, whatever they are; as `solve_bytes`."""
    deal, free = slotted(context, state, joker_steps)
    found = carray(codes, (size_of(deal),))
    slots = deal[HEAD + 2 * (free + 2) : HEAD + 3 * (free + 2)].astype(np.uint8)
    end: Any
    here, after, paths = state.copy(), state.copy(), np.empty((64, LINE), np.uint8)
    layers = np.empty(found.size, np.uint8)
    for rank in range(found.size):
        layers[rank] = layer(rank, deal)
    for number in range(int(layers.max()) + 1):
        for rank in range(found.size):
            if layers[rank] != number:
                continue
            edition, least = place(free, deal[LANDING], slots, rank, here), replies.size - 1
            context[STEPS + JOKER] = joker_steps[edition]
            ends = WALKS(context, here, paths)
            while ends:
                end = np.int64(lowest(np.uint64(ends)))
                make(context, here, end, 0, after)
                ends &= ends - 1
                least = min(least, found[rank_of(free, deal[LANDING], slots, edition, after)])
            found[rank] = replies[least]
    return len(found)


_STATE = "free, landing, cells, slots: u8[cells]"


@helper()
def rank_of(free: Any, landing: Any, slots: Any, edition: int, state: Any) -> Any:
    """Get the rank of a position; `slots` by cell, the jokers' come last."""
    openings, block, up, cards = openings_of(free, landing), 1 + free + landing, 0, state[0]
    for cell in range(slots.size):
        up |= (cards >> cell & 1) << slots[cell]
    mover, other = mover_of(state), byte(state[1], byte(state[1], 5))
    here, there = np.int64(slots[mover]), np.int64(slots[other])
    if here < free:
        return ranked(up & (1 << free) - 1, here, there, free)
    if there >= free and mover != other:
        return openings + (2 * edition + here - free) * block
    red = 1 - (here - free)
    return openings + (2 * edition + red) * block + 1 + min(there, free)


@FIRST.entry(f"{_STATE}, edition, count, words, states: i64[count, words], ranks: u32[count]")
def rank_deal(free: Any, landing: int, slots: Any, edition: int, states: Any, ranks: Any) -> int:
    """Fill in the ranks of positions, from their words; see `rank_of`."""
    for at in range(ranks.size):
        ranks[at] = rank_of(free, landing, slots, edition, states[at])
    return 0


@helper()
def place(free: Any, landing: Any, slots: Any, rank: int, state: Any) -> int:
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


FIRST.forward(
    "find_image", find_image,
    """
    cells, neighbours: u64[cells], cards: u8[cells], players, starts: u8[players], wanted,
    image: u8[cells]
    """,
)  # fmt: skip

FIRST.forward(
    "list_moves", KERNELS.list_moves,
    f"{_POSITION}, paths: u8[64, {LINE}], most, moves: u8[most, 2], after: i64[most, 2, words]",
)  # fmt: skip


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


@helper()
def moves_of(state: Any, context: Any, out: Any) -> Any:
    """`KERNELS.list_moves` for the engine's loops, without the cards that are face down.

    Positions that differ in these alone are then one.
    """
    board, words = context.view(np.int64), state.view(np.int64)
    ends, here, left = ends_of(state, context, out), words.copy(), mover_of(words)
    if not board[FLAGS] & SHARE:
        here[np.uint64(2 + (left >> 4))] |= HIDDEN << 4 * (left & 15)
    count = 0
    while ends:
        cell: Any = np.int64(lowest(np.uint64(ends)))
        ends &= ends - 1
        for shift in range(len(LETTERS)):
            if may_follow(board, shift):
                make(board, here, cell, shift, out[count].view(np.int64))
                count += 1
    return np.int64(count)


@helper()
def ends_of(state: Any, context: Any, out: Any) -> Any:
    """Find the cells on which a move may end."""
    paths = np.empty((64, LINE), np.uint8)
    return WALKS(context.view(np.int64), state.view(np.int64), paths)


@helper()
def replies_of(state: Any, context: Any, out: Any) -> Any:
    """Count the cells on which a move may end."""
    return np.int64(count_bits(np.uint64(ends_of(state, context, out))))


add_search(TURNS, moves_of, replies_of)

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
    futures: u64[plies, n_cells], places, known: u64[places, 4], limit
    """,
    table=None, path=PATH, result_only=False, generation=1,
)  # fmt: skip
PIECES = 8
"""In how many pieces a family is solved: between them others may work."""

_KIND = "n_context, context: i64[n_context], n_editions, heroes"
_PLACED = f"{_POSITION}, cells, slots: u8[cells], edition, block: *i64"
_NUMBERS = "n_numbers, numbers: i64[n_numbers]"
KINDS, BEHIND, SIZE, FAMILIES = 5, 6, 7, 8
"""At the head of a block, behind its board, are the number of rows of its families, where what lies
behind the placements begins, and the end, in words. Then the families begin."""


@helper()
def families_of(context: Any, n_editions: int) -> Any:
    """Get the board and the families of a deal, see `kernels.duels`."""
    board, families = np.empty(5, np.int64), np.empty((7 + 9 * n_editions, 7), np.int64)
    board[index.FREE] = context[CELLS] - context[PLAYERS]
    board[index.PLAYERS], board[index.EDITIONS] = context[PLAYERS], n_editions
    board[index.REMOVES], board[index.ENDS] = context[FLAGS] & REMOVED, context[FLAGS] & ONE_ENDS
    return board, families[: index.list_families(board, families) + 1]


@helper()
def count_in(families: Any, heroes: int) -> Any:
    """Count the positions of families, of each hero on its own or not."""
    found = 0
    for kind in range(families.shape[0] - 1):
        placements = families[kind + 1, index.FIRST] - families[kind, index.FIRST]
        found += (
            placements * families[kind, index.SETS] * (families[kind, index.K] if heroes else 1)
        )
    return found


@LATER.entry(_KIND)
def count_duels(context: Any, n_editions: int, heroes: int) -> int:
    """Count the positions of a deal."""
    return int(count_in(families_of(context, n_editions)[1], heroes))


@LATER.entry(f"{_KIND}, block: *i64")
def begin_duels(context: Any, n_editions: int, heroes: int, block: Any) -> int:
    """Fill in the placements of a deal, for duels with heroes or for placings; none is reached.

    Returns the bytes of the block. At the address 0 there is none.
    """
    board, families = families_of(context, n_editions)
    count, each = families[-1, index.FIRST], 1 if heroes else 9 + (1 << context[PLAYERS] - 1)
    places = (count * (4 * board[index.FREE] + board[index.PLAYERS]) + 7) // 8
    behind = FAMILIES + families.size + 4 * count + places
    size = behind + (count_in(families, heroes) * each + 7) // 8
    words = carray(block, (size,))
    if words.ctypes.data:
        words[KINDS], words[BEHIND], words[SIZE] = families.shape[0], behind, size
        for at in range(5):
            words[at] = board[at]
        for at in range(families.size):
            words[FAMILIES + at] = families[at // 7, at % 7]
        _, _, on, rest = duels_in(block)
        index.fill_placements(board, families, on, heroes != 0)
        if not heroes:
            found_in(rest, context[PLAYERS])[0][:] = 0
    return int(8 * size)


@helper()
def duels_in(block: Any) -> Any:
    """Find the board, the families and the placements of a deal in its block, and other bytes."""
    head = carray(block, (FAMILIES,))
    words, first = carray(block, (head[SIZE],)), FAMILIES + 7 * head[KINDS]
    families, words = words[FAMILIES:first].reshape((head[KINDS], 7)), words[first:]
    free, players, count = head[index.FREE], head[index.PLAYERS], families[-1, index.FIRST]
    more = words[4 * count :]
    on = Placements(
        more.view(np.uint8)[4 * free * count :][: players * count].reshape((count, players)),
        words[:count],
        words[count : 2 * count],
        words[2 * count : 3 * count],
        more.view(np.int32)[: free * count].reshape((count, free)),
        words[3 * count : 4 * count],
    )
    return head[:5], families, on, words[head[BEHIND] - first :].view(np.uint8)


@helper()
def piece_of(families: Any, piece: int) -> Any:
    """The family and the part of a piece of work, and how many pieces there are."""
    of = kind = part = 0
    for number in range(families.shape[0] - 1):
        parts = 1 if families[number, index.WAITING] else PIECES
        if of <= piece < of + parts:
            kind, part = number, piece - of
        of += parts
    return kind, part, of


@helper()
def walked(context: Any, state: Any, joker_steps: Any, edition: Any) -> Any:
    """The neighbours of slots, and the steps that their cards allow under an edition."""
    deal, free = slotted(context, state, joker_steps)
    steps = deal[HEAD + context[CELLS] :][: context[CELLS]]
    steps[free:] = joker_steps[max(edition, 0)]
    return deal[HEAD:][: context[CELLS]], steps


@helper()
def placed(board: Any, families: Any, on: Placements, state: Any, slots: Any, edition: int) -> Any:
    """Find the placement of a position, and where the position lies, for the first hero."""
    free, players, k = board[index.FREE], board[index.PLAYERS], players_in(state)
    row: Any = np.full(players, free + players, np.uint8)
    held: Any = 0
    gone: Any = 0
    up: Any = 0
    for at in range(k):
        row[at] = slots[byte(state[1], byte(state[1], 4 + at))]
        held |= 1 << np.int64(row[at])
    for player in range(players):
        cell = byte(state[1], player)
        gone |= 0 if cell == NONE else 1 << np.int64(slots[cell])
    for cell in range(slots.size):
        up |= (state[0] >> cell & 1) << np.int64(slots[cell])
    if board[index.REMOVES] and k < players:
        gone |= up >> free << free  # a joker that a removed pawn left has that pawn's place
    gone &= ~held
    for at in range(k, players):
        if gone:
            row[at] = lowest(np.uint64(gone))
            gone &= gone - 1
    when = edition if held >> free else LATEST
    order = np.empty(4, np.uint8)
    number = index.number_of(board, families, on.places, k, when, row, order)
    return number, duel_kernels.position(on, number, up & (1 << free) - 1)


@helper()
def found_in(rest: Any, players: Any) -> Any:
    """The arrays of placings: reached, ends, gained, possible, chosen; see `placings.kernels`."""
    coalitions = (1 << players - 1) - 1
    size = rest.size // (10 + coalitions)
    longs, gained = rest[: 8 * size].view(np.uint32), rest[10 * size :][: coalitions * size]
    reached, chosen = rest[8 * size : 9 * size], rest[9 * size : 10 * size].reshape((size, 1))
    return reached, longs[:size], gained.reshape((size, coalitions)), longs[size:], chosen


@helper()
def outcomes_in(numbers: Any, k: Any, players: Any) -> Outcomes:
    """Find the outcomes with `k` players in among the numbers of `placings.json`."""
    rows = numbers.reshape((players - 1, 10, 96))[k - 2]
    n, others = rows[9, 0], (1 << k - 1) - 1
    return Outcomes(
        rows[0, : n * k].reshape((n, k)), rows[1, :n], rows[2, : rows[9, 1]], rows[3, :n],
        rows[4, : players + 1], rows[5, :n].reshape((1, n)),
        rows[6, : 2 * others].reshape((others, 2)), rows[7, : 2 * others].reshape((others, 2)),
        rows[9, 2], rows[9, 3], rows[9, 4], rows[8, :others],
    )  # fmt: skip


@LATER.entry(f"{_DEAL}, {_NUMBERS}, piece, block: *i64")
def solve_players(
    context: Any, state: Any, joker_steps: Any, numbers: Any, piece: int, block: Any
) -> int:
    """Do a piece of work on a deal, given its start; returns how many pieces there are.

    With numbers of outcomes it is solved in placings, with one way to break ties: what can be
    reached from some positions is found in the first half of the pieces, and solved in the second.
    Without numbers duels are solved.
    """
    board, families, on, rest = duels_in(block)
    of, full = piece_of(families, 0)[2], 1 << board[index.FREE]
    reaches = numbers.size > 0 and piece < of
    kind, part, _ = piece_of(families, of - 1 - piece if reaches else piece % of)
    first, last = families[kind, index.FIRST], families[kind + 1, index.FIRST]
    from_set, to_set = full * part // PIECES, full * (part + 1) // PIECES
    if families[kind, index.WAITING]:
        from_set, to_set = full - 1, full
    near, steps = walked(context, state, joker_steps, families[kind, index.EDITION])
    k = families[kind, index.K]
    if numbers.size == 0:
        duel_kernels.solve_sets(on, first, last, k, from_set, to_set, near, steps, rest)
        return int(of)
    reached, ends, gained, possible, chosen = found_in(rest, context[PLAYERS])
    if reaches:
        placing_kernels.reach_family(on, first, last, from_set, to_set, near, steps, reached, ends)
    else:
        outcomes = outcomes_in(numbers, k, context[PLAYERS])
        placing_kernels.solve_family(
            on, first, last, from_set, to_set, reached, ends, outcomes, gained, possible, chosen
        )
    return int(2 * of)


@LATER.entry(f"{_PLACED}, {_NUMBERS}, team, answer: i64[5]")
def find_players(
    state: Any, slots: Any, edition: int, block: Any, numbers: Any, team: int, answer: Any
) -> int:
    """Fill in what is known of a position, see `solve_players`, for each player still in.

    For duels: what they can force, as twice the distance, and 1 more if it is a win. For placings:
    what they get if all play for themselves, and last what the players of the mask `team` can
    force together; some of these may be out. From now on the position counts as reached; returns
    whether it did before.
    """
    board, families, on, rest = duels_in(block)
    number, place = placed(board, families, on, state, slots, edition)
    k, mask = players_in(state), 0
    if numbers.size == 0:
        for hero in range(k):
            entry = rest[place + hero * on.sets[number]] & duel_kernels.WON
            wins = entry >= duel_kernels.FIRST_WIN
            dte = duel_kernels.WON - entry if wins else entry
            answer[byte(state[1], 4 + hero)] = 2 * dte + wins
        return 1
    reached, _, gained, _, chosen = found_in(rest, board[index.PLAYERS])
    before, reached[place] = reached[place], 1
    outcomes, everybody = outcomes_in(numbers, k, board[index.PLAYERS]), (1 << k) - 1
    for at in range(k):
        player = byte(state[1], 4 + at)
        answer[player] = outcomes.points[np.int64(chosen[place, 0]), at]
        mask |= (team >> player & 1) << at
    if mask == everybody:
        answer[4] = outcomes.total
    elif mask & 1:
        answer[4] = gained[place, mask >> 1]
    else:
        answer[4] = outcomes.total - gained[place, (everybody ^ mask) >> 1]
    return int(before)


@helper()
def kinds_of(context: Any) -> int:
    """How many kinds of cards features tell apart: each number of steps, and a joker."""
    steps = 0
    for card in range(LINE):
        while context[DECK + card] and context[STEPS + card] >> steps:
            steps += 1
    return steps + 1


@LATER.entry("n_context, context: i64[n_context], table: *u16")
def fill_features(context: Any, table: Any) -> int:
    """Fill the table of `strategy.reach` for a board, a deck and an edition; returns its bytes.

    At the address 0 there is no table.
    """
    cells, kinds = np.int64(context[CELLS]), kinds_of(context)
    reach = carray(table, (1 << cells, (cells + 1) * kinds))
    if reach.ctypes.data:
        near = context[NEIGHBOURS : NEIGHBOURS + cells].view(np.uint64)
        fill_reach(near, kinds - 1, context[STEPS : STEPS + 1].view(np.uint64), reach)
    return int(2 * reach.size)


@LATER.entry(
    f"{_POSITION}, table: *u16, cells, ends: i64[cells], count, features: i64[count],"
    "found: i64[cells, count]"
)
def find_features(
    context: Any, state: Any, table: Any, ends: Any, features: Any, found: Any
) -> int:
    """Fill in the values of features for each cell that the mover may stand on after a move."""
    cells, kinds = ends.size, kinds_of(context)
    reach = carray(table, (1 << cells, (cells + 1) * kinds))
    columns, cards = np.empty(cells, np.uint64), np.ones(cells, np.int64)
    near, far = context[NEIGHBOURS : NEIGHBOURS + cells], np.zeros((cells, cells), np.int64)
    for cell in range(cells):
        if state[0] >> cell & 1:  # others may be unknown, and do not matter
            cards[cell] = card_on(state, cell)
        columns[cell] = cell * kinds + (kinds if cards[cell] == JOKER else cards[cell]) - 1
        seen, steps = 1 << cell, 0
        wave = seen
        while wave:
            after, steps = 0, steps + 1
            for here in range(cells):
                after |= near[here] if wave >> here & 1 else 0
            wave = after & ~seen
            seen |= wave
            for here in range(cells):
                far[cell, here] += steps if wave >> here & 1 else 0
    lying = np.zeros(kinds, np.uint64)
    view = View(reach, columns, cards, near.view(np.uint64), far, ends, lying)
    lay(view)
    others, they = state[0] & ~(1 << mover_of(state)), byte(state[1], byte(state[1], 5))
    feature_values(view, others, they, features, found)
    return 0


MODULES = (FIRST, LATER, LEGALITY, SPREAD, TURNS)
