"""Kayles with its rules compiled: the game of adding-a-game.md."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import kayles
from tablebase.engine.kernels import game_kernel
from tablebase.engine.position import CompiledRules


@game_kernel
def successors(rank, context, out):
    """Fill `out` with the rows after all moves, in the order of `legal_moves`."""
    row, count = np.uint64(rank), 0
    for pins in context:  # masks: one pin, or two neighbours
        if row & pins == pins:
            out[count] = row ^ pins
            count += 1
    return count


@game_kernel
def layer(rank, context):
    """The number of pins left."""
    count = 0
    while rank:
        rank &= rank - 1
        count += 1
    return count


@dataclass(frozen=True)
class Kayles(kayles.Kayles):
    """All rows of a given length, solved by kernels."""

    @property
    def compiled(self) -> CompiledRules:
        single = [1 << at for at in reversed(range(self.pins))]
        masks = single + [pin | pin >> 1 for pin in single[:-1]]
        return CompiledRules(successors, layer, max_moves=len(masks), context=masks)
