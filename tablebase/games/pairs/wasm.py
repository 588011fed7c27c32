"""The kernels of Pair Solitaire for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

from numba import carray

from tablebase.games.pairs import kernels as pairs_kernels
from tablebase.web.wasm.module import INT, WORDS, Module

KERNELS = Module("engine/kernels.wasm")


@KERNELS.entry(INT, WORDS, WORDS, INT, WORDS)
def next_level(count: int, layer: Any, matches: Any, width: int, found: Any) -> int:
    """Find the positions after those of a layer; returns twice their number, plus 1 if cut."""
    masks, cut = pairs_kernels.next_level(carray(layer, (count,)), carray(matches, (64,)), width)
    for at in range(masks.size):
        carray(found, (masks.size,))[at] = masks[at]
    return masks.size * 2 + cut


@KERNELS.entry(INT, WORDS, WORDS, WORDS)
def parent_of(count: int, layer: Any, matches: Any, mask: Any) -> int:
    """Replace a mask by the first of a layer from which a removal leads there."""
    child = carray(mask, (1,))
    child[0] = pairs_kernels.parent_of(carray(layer, (count,)), carray(matches, (64,)), child[0])
    return 0


MODULES = (KERNELS,)
