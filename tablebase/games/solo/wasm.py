"""The kernels of Solo for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.games.collapsi.path_kernels import ONE, lowest, spread, squeeze
from tablebase.games.collapsi.rules import MAX_STEPS
from tablebase.games.collapsi.wasm import find_paths
from tablebase.games.solo import kernels
from tablebase.games.solo.kernels import DOOR, EXIT, START, TAIL, TWO
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.rules import add_solver

KERNELS = Module("engine/kernels.wasm")
add_solver(KERNELS, kernels.successors, kernels.layer)

BOARD = "n_context, context: u64[n_context], max_moves"
CELL_BITS = 5


@KERNELS.entry(f"{BOARD}, cell, face_up")
def rank_of(context: Any, cell: int, face_up: int) -> int:
    """The rank of a pawn in a cell, by the mask of the cells that are face up."""
    size = np.uint64(context.size - TAIL) >> ONE
    way_out, start = context[2 * size + EXIT], context[2 * size + START]
    pawn, slots = np.uint64(cell), size - TWO
    mask = squeeze(squeeze(np.uint64(face_up), max(way_out, start)), min(way_out, start))
    on_exit = slots << slots - ONE
    if pawn == start:
        return int(on_exit + (ONE << slots))
    if pawn == way_out:
        return int(on_exit + mask)
    slot = pawn - np.uint64(pawn > way_out) - np.uint64(pawn > start)
    return int((slot << slots - ONE) + squeeze(mask, slot))


@KERNELS.entry(f"{BOARD}, rank")
def place_of(context: Any, rank: int) -> int:
    """The pawn's cell in the lowest bits, above it the mask of the cells that are face up."""
    size = np.uint64(context.size - TAIL) >> ONE
    way_out, start = context[2 * size + EXIT], context[2 * size + START]
    slots, place = size - TWO, np.uint64(rank)
    on_exit, pawn = slots << slots - ONE, way_out
    mask = place - on_exit
    if place < on_exit:
        slot = place >> slots - ONE
        mask = spread(place & (ONE << slots - ONE) - ONE, slot) | ONE << slot
        pawn = lowest(spread(spread(ONE << slot, min(way_out, start)), max(way_out, start)))
    elif mask == ONE << slots:
        mask, pawn = mask - ONE, start
    up = spread(spread(mask, min(way_out, start)), max(way_out, start)) | ONE << way_out
    return int((up | ONE << pawn) << np.uint64(CELL_BITS) | pawn)


@KERNELS.entry(f"{BOARD}, pawn, face_up, end, path: u8[{MAX_STEPS + 1}]")
def find_path(context: Any, pawn: int, face_up: int, end: int, path: Any) -> int:
    """Find a path of a move that ends in a cell, the pawn's first; returns its length."""
    size = (context.size - TAIL) >> 1
    way_out, allowed = context[2 * size + EXIT], np.int64(context[size + pawn])
    up = np.uint64(face_up)
    if context[2 * size + DOOR]:
        if end == way_out:  # any number of steps up to the largest that is allowed
            for _ in range(MAX_STEPS):
                allowed |= allowed >> 1
        else:
            up &= ~(ONE << way_out)
    found = np.empty((size, MAX_STEPS + 1), np.uint8)
    find_paths(size, context[:size], up, pawn, int(allowed), found)
    length = 0
    while length <= MAX_STEPS and found[end, length] < size:
        path[length] = found[end, length]
        length += 1
    return length


MODULES = (KERNELS,)
