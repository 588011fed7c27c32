"""The kernels of Collapsi for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from tablebase.engine.kernels import helper
from tablebase.games.collapsi.deals import byte_kernels, nibble_kernels
from tablebase.games.collapsi.deals.opening_kernels import solve_openings
from tablebase.games.collapsi.duels import kernels as duel_kernels
from tablebase.games.collapsi.path_kernels import ONE, lowest
from tablebase.games.collapsi.placings import kernels as placing_kernels
from tablebase.games.collapsi.placings.outcomes import Outcomes
from tablebase.games.collapsi.rules import BYTE_CODING, CODING, MAX_STEPS
from tablebase.games.collapsi.search import ordered, reach, shifting
from tablebase.games.collapsi.strategy import kernels as strategy_kernels
from tablebase.web.wasm.module import (
    BOOLS,
    BYTES,
    INT,
    INTS,
    LONGS,
    RANKS,
    SETS,
    WORDS,
    Module,
)

FIRST, LATER = Module("engine/kernels.wasm"), Module("engine/later.wasm")
"""The module that every page loads at once, and the one that few questions need."""

REPLIES, BYTE_REPLIES = CODING.replies, BYTE_CODING.replies
NO_CELL = np.uint8(255)


@helper()
def slots_of(neighbours: Any, steps: Any) -> Any:
    """Get the cells of the slots and of the jokers, and two masks of each slot.

    They are of what is adjacent, and of the numbers of steps that the card allows, from `steps`,
    shape ``(cells,)``, where a joker has none.
    """
    free = 0
    for allowed in steps:
        free += allowed != 0
    cells, jokers = np.empty(free, np.int64), np.empty(steps.size - free, np.int64)
    slots = np.zeros(steps.size, np.int64)
    slot = joker = 0
    for cell in range(steps.size):
        if steps[cell]:
            cells[slot] = cell
            slots[cell] = slot
            slot += 1
        else:
            jokers[joker] = cell
            joker += 1
    adjacent, slot_steps = np.zeros(free, np.uint32), np.empty(free, np.uint16)
    for slot in range(free):
        slot_steps[slot] = steps[cells[slot]]
        for near in range(steps.size):
            if steps[near] and neighbours[cells[slot]] >> np.uint64(near) & ONE:
                adjacent[slot] |= np.uint32(1 << slots[near])
    return cells, jokers, adjacent, slot_steps


@helper()
def longest_of(steps: Any) -> Any:
    """Get the longest move of each mask of steps, and of all."""
    longest, most = np.zeros(steps.size, np.uint8), 0
    for slot in range(steps.size):
        while steps[slot] >> longest[slot]:
            longest[slot] += 1
        most = max(most, int(longest[slot]))
    return longest, most


@FIRST.entry(INT, WORDS, SETS, INT, WORDS, WORDS)
def solve_nibbles(
    n_cells: int, neighbours: Any, steps: Any, n_editions: int, joker_steps: Any, packed: Any
) -> int:
    """Solve a deal of up to 16 cells, two codes a byte; returns the number of bytes in `packed`.

    They are in the order of the rank, the first plies last. A pair of slots needs room for a word.
    """
    around, allowed = carray(neighbours, (n_cells,)), carray(steps, (n_cells,))
    cells, jokers, adjacent, slot_steps = slots_of(around, allowed)
    free, blocks = cells.size, 1 << max(cells.size - 6, 0)
    pairs, half, n_words = free * (free - 1), (1 << free - 2) // 2, max(1, (1 << free - 2) // 16)
    longest, most = longest_of(slot_steps)
    reach = np.empty((most, blocks, free, 16), np.uint64)
    values = np.empty((blocks, free, 64), np.uint64)
    nibble_kernels.destination_planes(adjacent.astype(np.uint16), slot_steps, reach)
    words = carray(packed, (pairs, n_words))
    nibble_kernels.solve_blocks(reach, longest, 0, blocks, values, words)
    codes = carray(packed, (pairs * n_words + n_editions * (1 + free),)).view(np.uint8)
    if half < 8 * n_words:
        for pair in range(pairs):
            for at in range(half):
                codes[pair * half + at] = codes[pair * 8 + at]
    third = np.full((free, free), 15, np.uint8)
    for pair in range(pairs):
        mover, opponent = pair // (free - 1), pair % (free - 1)
        third[mover, opponent + (opponent >= mover)] = codes[pair * half + half - 1] >> 4
    openings = np.empty((n_editions, 2, 1 + free), np.uint8)
    how_far = carray(joker_steps, (n_editions,))
    solve_openings(around, cells, jokers, how_far, third, REPLIES, openings)
    first = pairs * half
    for number in range(n_editions):
        for at in range(1 + free):
            low, high = (2 * at) // (1 + free), (2 * at + 1) // (1 + free)
            code = openings[number, low, 2 * at - low * (1 + free)]
            code |= openings[number, high, 2 * at + 1 - high * (1 + free)] << 4
            codes[first + number * (1 + free) + at] = code
    return int(first + n_editions * (1 + free))


@LATER.entry(INT, WORDS, SETS, INT, WORDS, INT, BYTES)
def solve_bytes(
    n_cells: int,
    neighbours: Any,
    steps: Any,
    n_editions: int,
    joker_steps: Any,
    landing: int,
    codes: Any,
) -> int:
    """Solve a deal, a byte a code; returns how many of `codes` it filled, as `solve_nibbles`."""
    around, allowed = carray(neighbours, (n_cells,)), carray(steps, (n_cells,))
    cells, jokers, adjacent, slot_steps = slots_of(around, allowed)
    free = cells.size
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
    first = free * (free - 1) * (half // 2) + landing * free * half
    block = 1 + free + landing
    found = carray(codes, (first + n_editions * 2 * block,))
    byte_kernels.pack_sets(rows, row, free, 0, sets, landing != 0, found)
    third = np.empty((free, free), np.uint8)
    for opponent in range(free):
        for mover in range(free):
            third[mover, opponent] = rows[(opponent * half + half - 1) * row + mover]
    openings = np.empty((n_editions, 2, block), np.uint8)
    how_far = carray(joker_steps, (n_editions,))
    solve_openings(around, cells, jokers, how_far, third, BYTE_REPLIES, openings)
    for number in range(n_editions):
        for red in range(2):
            for at in range(block):
                found[first + (number * 2 + red) * block + at] = openings[number, red, at]
    return int(found.size)


@FIRST.entry(INT, BYTES, INT, INT, RANKS, BYTES, BYTES, RANKS)
def rank_deal(
    free: int,
    cells: Any,
    landing: int,
    count: int,
    face_up: Any,
    mover: Any,
    opponent: Any,
    ranks: Any,
) -> int:
    """Fill in the ranks of positions of a deal without a joker face up."""
    shared = free * (free - 1) << free - 2 if landing else -1
    return nibble_kernels.rank_positions(
        carray(face_up, (count,)),
        carray(mover, (count,)),
        carray(opponent, (count,)),
        carray(cells, (free,)),
        shared,
        carray(ranks, (count,)),
    )


@helper()
def opened(mask: int, slot: int) -> int:
    """Open a gap in a mask, and fill it."""
    below = (1 << slot) - 1
    return (mask & below) | 1 << slot | (mask & ~below) << 1


@FIRST.entry(INT, INT, INTS)
def unrank_deal(free: int, rank: int, found: Any) -> int:
    """Fill in the face-up slots, and those of the mover and the opponent, of a rank as above."""
    position = carray(found, (3,))
    sets = 1 << free - 2
    pair, rest = rank // sets, rank % sets
    mover, opponent = pair // (free - 1), pair % (free - 1)
    if pair < free * (free - 1):
        opponent += opponent >= mover
        face_up = opened(opened(rest, min(mover, opponent)), max(mover, opponent))
    else:
        rest = rank - free * (free - 1) * sets
        mover = opponent = rest // (2 * sets)
        face_up = opened(rest % (2 * sets), mover)
    position[0], position[1], position[2] = face_up, mover, opponent
    return 0


@FIRST.entry(INT, INT, INT, BYTES, INTS)
def count_deal(free: int, landing: int, bits: int, codes: Any, counts: Any) -> int:
    """Count the positions without a joker face up by layer and code: shape ``(layers, 256)``."""
    sets = 1 << free - 2
    pairs = free * (free - 1)
    layers = 2 * (free + 2) - 1 if landing else free + 1
    found = carray(counts, (layers, 256))
    half = carray(codes, ((pairs * sets + landing * free * 2 * sets) * bits // 8,))
    for rank in range(pairs * sets + landing * free * 2 * sets):
        here = half[rank] if bits == 8 else half[rank >> 1] >> (rank & 1) * 4 & 15
        shared = rank >= pairs * sets
        mask = (rank - pairs * sets) % (2 * sets) if shared else rank % sets
        up = 0
        while mask:
            mask &= mask - 1
            up += 1
        layer = 2 * (1 + up - shared) + shared if landing else up
        found[layer, here] += 1
    return layers


@FIRST.entry(INT, WORDS, WORDS, INT, INT, BYTES)
def find_paths(
    n_cells: int, neighbours: Any, face_up: Any, start: int, allowed: int, found: Any
) -> int:
    """Find one shortest path to each cell that a pawn on `start` can end on; returns their number.

    Bit ``s - 1`` of `allowed` stands for ``s`` steps. Fills `found`, shape ``(n_cells, 10)``: the
    cells of the path, the start first, then `NO_CELL`. Of equally long paths it takes the first in
    the order of their cells, as `moves.paths`.
    """
    around, up = carray(neighbours, (n_cells,)), carray(face_up, (1,))[0]
    paths = carray(found, (n_cells, MAX_STEPS + 1))
    for cell in range(n_cells):
        for at in range(MAX_STEPS + 1):
            paths[cell, at] = NO_CELL
    path = np.empty(MAX_STEPS + 1, np.int64)
    waiting = np.empty(MAX_STEPS + 1, np.uint64)
    number = 0
    for length in range(1, MAX_STEPS + 1):
        if not allowed >> length - 1 & 1:
            continue
        depth, path[0] = 0, start
        free = up & ~(ONE << np.uint64(start))
        waiting[0] = around[start] & free
        while depth >= 0:
            if not waiting[depth]:
                if depth:
                    free |= ONE << np.uint64(path[depth])
                depth -= 1
                continue
            bit = waiting[depth] & (~waiting[depth] + ONE)
            waiting[depth] ^= bit
            end = lowest(bit)
            if depth + 1 < length:
                depth += 1
                path[depth] = end
                free &= ~bit
                waiting[depth] = around[end] & free
            elif paths[end, 0] == NO_CELL:
                number += 1
                for at in range(length):
                    paths[end, at] = path[at]
                paths[end, length] = end
    return number


SEARCH = (INT, INT, WORDS, WORDS, WORDS, WORDS, LONGS)


@LATER.entry(*SEARCH, INT, INT)
def search_begin(
    n_cells: int,
    plies: int,
    neighbours: Any,
    steps: Any,
    position: Any,
    nodes: Any,
    state: Any,
    mover: int,
    opponent: int,
) -> int:
    """Set a search of a position up; `position` is the mask of its face-up cells."""
    path = np.empty((2, n_cells), np.uint64)
    ordered.begin(
        None,
        carray(neighbours, (n_cells,)),
        carray(steps, (n_cells,)),
        path,
        carray(nodes, (5, plies)),
        carray(state, (6,)),
        int(carray(position, (1,))[0]),
        mover,
        opponent,
    )
    return 0


@LATER.entry(INT, INT, WORDS, WORDS, WORDS, LONGS, LONGS, WORDS, WORDS, INT, WORDS, INT, INT)
def search_run(
    n_cells: int,
    plies: int,
    neighbours: Any,
    steps: Any,
    nodes: Any,
    state: Any,
    scores: Any,
    moves: Any,
    futures: Any,
    places: int,
    known: Any,
    generation: int,
    limit: int,
) -> int:
    """Continue the search, up to this many nodes; returns whether the score is known."""
    path = np.empty((2, n_cells), np.uint64)
    return ordered.run(
        None,
        carray(neighbours, (n_cells,)),
        carray(steps, (n_cells,)),
        path,
        carray(nodes, (5, plies)),
        carray(scores, (6, plies)),
        carray(moves, (plies, n_cells)),
        carray(futures, (plies, n_cells)),
        carray(known, (places, 4)),
        generation,
        carray(state, (6,)),
        False,
        limit,
    )


@LATER.entry(INT, INT, WORDS, WORDS, WORDS, INT, WORDS, INT, INT, INT, WORDS)
def search_follow(
    n_cells: int,
    plies: int,
    neighbours: Any,
    steps: Any,
    nodes: Any,
    places: int,
    known: Any,
    generation: int,
    score: int,
    left: int,
    line: Any,
) -> int:
    """Follow the best line as far as it is known; returns how many cells of `line` it filled."""
    path = np.empty((2, n_cells), np.uint64)
    return ordered.follow(
        None,
        carray(neighbours, (n_cells,)),
        carray(steps, (n_cells,)),
        path,
        carray(nodes, (5, plies)),
        carray(known, (places, 4)),
        generation,
        score,
        left,
        carray(line, (plies,)),
    )


@LATER.entry(INT, SETS, INT, INT, SETS)
def fill_kinds(n_cells: int, neighbours: Any, steps: int, joker: int, table: Any) -> int:
    """Fill the table of where a card of each kind leads, see `shifting.run`; the joker comes last.

    Bit ``s - 1`` of `joker` stands for ``s`` steps.
    """
    found = carray(table, (steps + 1, n_cells, 1 << n_cells))
    paths = reach.destination_table(carray(neighbours, (n_cells,)), steps)
    for cell in range(n_cells):
        for mask in range(1 << n_cells):
            from_joker = np.uint16(0)
            for step in range(steps):
                ends = paths[step, cell, mask]
                found[step, cell, mask] = ends
                if joker >> step & 1:
                    from_joker |= ends
            found[steps, cell, mask] = from_joker
    return 0


@LATER.entry(INT, INT, INT, SETS, WORDS, WORDS, LONGS, INT, INT)
def shift_begin(
    n_cells: int,
    kinds: int,
    plies: int,
    table: Any,
    laid: Any,
    nodes: Any,
    state: Any,
    mover: int,
    opponent: int,
) -> int:
    """Set a search up where lines are shifted; `laid` is the word of the face-up cards."""
    shifting.begin(
        carray(table, (kinds * n_cells << n_cells,)),
        carray(nodes, (5, plies)),
        carray(state, (6,)),
        n_cells,
        carray(laid, (1,)),
        mover,
        opponent,
    )
    return 0


@LATER.entry(INT, INT, INT, SETS, INT, WORDS, WORDS, LONGS, LONGS, WORDS, INT, WORDS, INT, INT)
def shift_run(
    n_cells: int,
    kinds: int,
    plies: int,
    table: Any,
    ways: int,
    shifts: Any,
    nodes: Any,
    state: Any,
    scores: Any,
    moves: Any,
    places: int,
    known: Any,
    generation: int,
    limit: int,
) -> int:
    """Continue the search where lines are shifted, as `search_run`."""
    return shifting.run(
        carray(table, (kinds * n_cells << n_cells,)),
        carray(shifts, (n_cells, ways, 6)),
        n_cells,
        carray(nodes, (5, plies)),
        carray(scores, (6, plies)),
        carray(moves, (plies, n_cells * ways)),
        carray(known, (places, 4)),
        generation,
        carray(state, (6,)),
        False,
        limit,
    )


@LATER.entry(INT, INT, INT, SETS, INT, WORDS, WORDS, INT, WORDS, INT, INT, INT, WORDS)
def shift_follow(
    n_cells: int,
    kinds: int,
    plies: int,
    table: Any,
    ways: int,
    shifts: Any,
    nodes: Any,
    places: int,
    known: Any,
    generation: int,
    score: int,
    left: int,
    line: Any,
) -> int:
    """Follow the best line where lines are shifted, as `search_follow`; fills `line` with moves."""
    return shifting.follow(
        carray(table, (kinds * n_cells << n_cells,)),
        carray(shifts, (n_cells, ways, 6)),
        n_cells,
        carray(nodes, (5, plies)),
        carray(known, (places, 4)),
        generation,
        score,
        left,
        carray(line, (plies,)),
    )


@LATER.entry(INT, INT, INT, INT, INT, INT, INT, INT, BYTES, LONGS, LONGS, LONGS, INTS, LONGS,
             WORDS, WORDS, INT, BYTES)  # fmt: skip
def solve_duels(
    first: int,
    last: int,
    k: int,
    from_set: int,
    to_set: int,
    placements: int,
    free: int,
    players: int,
    places: Any,
    starts: Any,
    sets: Any,
    held: Any,
    after: Any,
    out: Any,
    neighbours: Any,
    steps: Any,
    size: int,
    entries: Any,
) -> int:
    """Solve a range of face-up sets of a family of duels."""
    duel_kernels.solve_sets(
        first,
        last,
        k,
        from_set,
        to_set,
        carray(places, (placements, players)),
        carray(starts, (placements,)),
        carray(sets, (placements,)),
        carray(held, (placements,)),
        carray(after, (placements, free)),
        carray(out, (placements,)),
        carray(neighbours, (free + players,)),
        carray(steps, (free + players,)),
        carray(entries, (size,)),
    )
    return 0


@LATER.entry(INT, INT, INT, INT, INT, INT, INT, BYTES, LONGS, LONGS, LONGS, INTS, LONGS, WORDS,
             WORDS, INT, BOOLS, RANKS)  # fmt: skip
def reach_placings(
    first: int,
    last: int,
    from_set: int,
    to_set: int,
    placements: int,
    free: int,
    players: int,
    places: Any,
    starts: Any,
    sets: Any,
    held: Any,
    after: Any,
    out: Any,
    neighbours: Any,
    steps: Any,
    size: int,
    reached: Any,
    ends: Any,
) -> int:
    """Mark what can be reached from a range of face-up sets of a family of placements."""
    placing_kernels.reach_family(
        placing_kernels.Placements(
            carray(places, (placements, players)),
            carray(starts, (placements,)),
            carray(sets, (placements,)),
            carray(held, (placements,)),
            carray(after, (placements, free)),
            carray(out, (placements,)),
        ),
        first,
        last,
        from_set,
        to_set,
        carray(neighbours, (free + players,)),
        carray(steps, (free + players,)),
        carray(reached, (size,)),
        carray(ends, (size,)),
    )
    return 0


@LATER.entry(INT, INT, INT, INT, INT, INT, INT, BYTES, LONGS, LONGS, LONGS, INTS, LONGS, INT,
             BOOLS, RANKS, INT, INT, INT, INT, INT, INT, LONGS, LONGS, LONGS, LONGS, LONGS, LONGS,
             LONGS, LONGS, LONGS, BYTES, RANKS, BYTES)  # fmt: skip
def solve_placings(
    first: int,
    last: int,
    from_set: int,
    to_set: int,
    placements: int,
    free: int,
    players: int,
    places: Any,
    starts: Any,
    sets: Any,
    held: Any,
    after: Any,
    out: Any,
    size: int,
    reached: Any,
    ends: Any,
    k: int,
    n_outcomes: int,
    n_after_out: int,
    total: int,
    lowest_out: int,
    end: int,
    points: Any,
    turned: Any,
    after_out: Any,
    mine: Any,
    at_least: Any,
    ranks: Any,
    coalition: Any,
    coalition_out: Any,
    at_end: Any,
    gained: Any,
    possible: Any,
    chosen: Any,
) -> int:
    """Solve a range of face-up sets of a family of placements, with one way to break ties."""
    n_coalitions = (1 << (k - 1)) - 1
    placing_kernels.solve_family(
        placing_kernels.Placements(
            carray(places, (placements, players)),
            carray(starts, (placements,)),
            carray(sets, (placements,)),
            carray(held, (placements,)),
            carray(after, (placements, free)),
            carray(out, (placements,)),
        ),
        first,
        last,
        from_set,
        to_set,
        carray(reached, (size,)),
        carray(ends, (size,)),
        Outcomes(
            carray(points, (n_outcomes, k)),
            carray(turned, (n_outcomes,)),
            carray(after_out, (n_after_out,)),
            carray(mine, (n_outcomes,)),
            carray(at_least, (players + 1,)),
            carray(ranks, (1, n_outcomes)),
            carray(coalition, (n_coalitions, 2)),
            carray(coalition_out, (n_coalitions, 2)),
            total,
            lowest_out,
            end,
            carray(at_end, (n_coalitions,)),
        ),
        carray(gained, (size, (1 << (players - 1)) - 1)),
        carray(possible, (size,)),
        carray(chosen, (size, 1)),
    )
    return 0


@LATER.entry(INT, WORDS, INT, INT, WORDS, SETS)
def fill_reach(
    n_cells: int, neighbours: Any, steps: int, n_editions: int, jokers: Any, table: Any
) -> int:
    """Fill the table of where pawns can go on a board of up to 16 cells, see `strategy.reach`."""
    shape = 1 << n_cells, (n_cells + 1) * (steps + n_editions)
    strategy_kernels.fill_reach(
        carray(neighbours, (n_cells,)), steps, carray(jokers, (n_editions,)), carray(table, shape)
    )
    return 0


@LATER.entry(INT, INT, SETS, WORDS, LONGS, WORDS, LONGS, LONGS, INT, INT, INT, LONGS, LONGS)
def find_features(
    n_cells: int,
    kinds: int,
    table: Any,
    columns: Any,
    cards: Any,
    neighbours: Any,
    far: Any,
    ends: Any,
    face_up: int,
    they: int,
    count: int,
    features: Any,
    found: Any,
) -> int:
    """Fill `found`, shape ``(n_cells, count)``, with features wherever you may have come to."""
    strategy_kernels.feature_values(
        carray(table, (1 << n_cells, (n_cells + 1) * kinds)),
        carray(columns, (n_cells,)),
        carray(cards, (n_cells,)),
        carray(neighbours, (n_cells,)),
        carray(far, (n_cells, n_cells)),
        carray(ends, (n_cells,)),
        face_up,
        they,
        carray(features, (count,)),
        carray(found, (n_cells, count)),
    )
    return 0


MODULES = (FIRST, LATER)
