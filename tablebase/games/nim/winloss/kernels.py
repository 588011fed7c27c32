"""Kernels of the win/loss table: compiled loops over plain arrays that know nothing of the driver.

A table is an array of 64-bit words, one bit a position, set if the side to move loses. The stones
of a position's lowest row are the *lane*, the bit's place in its word; the 64 words that differ in
the second row are a *unit*; the stones of the rows above are the unit's number.

All indices are unsigned: signed ones may wrap around, which keeps LLVM from vectorising.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.nim.winloss.plan import Plan

Int: TypeAlias = Any
"""An int or a numpy integer."""

_0 = np.uint64(0)
_1 = np.uint64(1)
_6 = np.uint64(6)
_8 = np.uint64(8)
_255 = np.uint64(255)


@kernel()
def solve_units(lost: U64, first: Int, count: Int, plan: Plan) -> None:
    """Solve `count` units of a table; other units that moves lead to must have been solved.

    `lost` has shape ``(64 * units,)`` and is written where solved.
    """
    wins = np.empty(64, np.uint64)
    for number in range(count):
        unit = np.uint64(first) + np.uint64(number)
        wins[:] = _0
        if unit == _0 and plan.misere:
            wins[0] = _1  # no stone is left: the opponent has taken the last one
        take_above(lost, unit, plan, wins)
        take_columns(lost, unit, plan, wins)
        close_unit(lost, unit, plan, wins)


@helper()
def take_above(lost: U64, unit: Int, plan: Plan, wins: U64) -> None:
    """Add the wins by moves above the lowest two rows, which lead to another unit as a whole."""
    for line in range(plan.lengths.size):
        starts, stones = plan.starts[line], _0
        for n in range(plan.lengths[line]):
            starts &= unit >> np.uint64(n) * plan.steps[line]
            stones |= _1 << np.uint64(n) * plan.steps[line]
        while starts:
            start = starts & (~starts + _1)
            after = (unit ^ stones * start) << _6
            for j in range(64):
                wins[j] |= lost[after + np.uint64(j)]
            starts ^= start


@helper()
def take_columns(lost: U64, unit: Int, plan: Plan, wins: U64) -> None:
    """Add the wins by moves along a column from the lowest two rows into those above."""
    for column in range(6):
        stone = _1 << np.uint64(column)
        highest = taken = stone
        length = 2  # of the line that begins in the second row
        while length <= plan.take and unit & highest:
            after = (unit ^ taken) << _6
            lanes = plan.without[column] if length < plan.take else _0
            for j in range(64):
                if np.uint64(j) & stone:
                    there = lost[after + (np.uint64(j) ^ stone)]
                    wins[j] |= there | (there & lanes) << stone
            highest <<= _6
            taken |= highest
            length += 1


@helper()
def close_unit(lost: U64, unit: Int, plan: Plan, wins: U64) -> None:
    """Add the moves within the lowest two rows, and write the unit.

    The lower bytes of a word are settled first: a position there without a winning move is lost,
    and the lanes above that lead to it win.
    """
    base = unit << _6
    for j in range(64):
        word = wins[j]
        for n in range(plan.ends[j], plan.ends[j + 1]):
            word |= lost[base + plan.sources[n]]
        if plan.take > 1:
            for column in range(6):
                stone = _1 << np.uint64(column)
                if np.uint64(j) & stone:
                    there = lost[base + (np.uint64(j) ^ stone)]
                    word |= (there & plan.without[column]) << stone
        for byte in range(8):
            word |= plan.closed[byte, word >> _8 * np.uint64(byte) & _255]
        lost[base + np.uint64(j)] = ~word
