"""The kernels of Pair Solitaire for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from tablebase.games.collapsi.path_kernels import ONE
from tablebase.games.pairs import kernels as pairs_kernels
from tablebase.games.pairs import notation
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.rules import add_moves

KERNELS = Module("engine/kernels.wasm")
RANKS = len(notation.RANKS)
add_moves(KERNELS, pairs_kernels.successors)


@KERNELS.entry("count, cards: u8[count], matches: u64[64]")
def fill_matches(cards: Any, matches: Any) -> int:
    """Fill the array that the kernels take for a stack, as `solver.match_masks`.

    `cards` are their places in `notation.DECK`.
    """
    matches[:] = 0
    for at, card in enumerate(cards):
        for other, against in enumerate(cards):
            if card % RANKS == against % RANKS or card // RANKS == against // RANKS:
                matches[at] |= ONE << np.uint64(other)
    return 0


@KERNELS.entry("count, layer: u64[count], matches: u64[64], width, found: *u64")
def next_level(layer: Any, matches: Any, width: int, found: Any) -> int:
    """Find the positions after those of a layer; returns twice their number, plus 1 if cut."""
    masks, cut = pairs_kernels.next_level(layer, matches, width)
    for at in range(masks.size):
        carray(found, (masks.size,))[at] = masks[at]
    return masks.size * 2 + cut


@KERNELS.entry("count, layer: u64[count], matches: u64[64], mask: u64[1]")
def parent_of(layer: Any, matches: Any, mask: Any) -> int:
    """Replace a mask by the first of a layer from which a removal leads there."""
    mask[0] = pairs_kernels.parent_of(layer, matches, mask[0])
    return 0


MODULES = (KERNELS,)
