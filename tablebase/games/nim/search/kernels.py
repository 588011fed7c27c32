"""The search: depth first, with a transposition table, the mirror image of the last move first.

If the stones without an image under a half-turn, together with those in the centre of the board,
are a line, they are taken first. What is left is its own mirror image. Under normal play that wins,
and under misère play nearly always.

The search stops after a number of positions, and resumes from its `stack`. This has shape
``(cells + 1, 3)``: for each ply the mask, its canonical image, and what comes next. If the root is
won, the position after the winning move remains at ply 1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.nim.search.plan import Plan

Int: TypeAlias = Any
"""An int or a numpy integer."""

_0 = np.uint64(0)
_1 = np.uint64(1)
_2 = np.uint64(2)

ENTER, MIRROR, FIRST = np.uint64(0), np.uint64(1), np.uint64(2)
"""What comes next at a ply: look it up, try the mirror image, try the first move."""

UNKNOWN, LOST, WON = 0, 1, 2


@kernel()
def run(stack: U64, depth: int, table: U64, plan: Plan, budget: int) -> tuple[int, int, int]:
    """Continue a search; returns its depth, the root's result, and the positions visited."""
    visited, result = 0, UNKNOWN
    while True:
        stones, step = stack[depth, 0], stack[depth, 2]
        if step == ENTER:
            if visited == budget:
                return depth, UNKNOWN, visited
            visited += 1
            stack[depth, 1] = canonical(stones, plan)
            result = known(stones, stack[depth, 1], table, plan.misere)
            stack[depth, 2] = MIRROR
        elif result == LOST:  # the position after a move
            result = WON
            keep(stack[depth, 1], result, table)
        else:
            child = next_child(stack, depth, plan)
            if child < stones:
                depth += 1
                stack[depth, 0], stack[depth, 2] = child, ENTER
                result = UNKNOWN
                continue
            result = LOST
            keep(stack[depth, 1], result, table)
        if result != UNKNOWN:
            if depth == 0:
                return depth, result, visited
            depth -= 1


@helper()
def next_child(stack: U64, depth: int, plan: Plan) -> Int:
    """The position after the next move at a ply; the same position if no move is left."""
    stones = stack[depth, 0]
    if stack[depth, 2] == MIRROR:
        stack[depth, 2] = FIRST
        lone = stones & (~half_turned(stones, plan) | np.uint64(plan.centre))
        if lone != _0 and is_line(lone, plan):
            return stones ^ lone
    number = stack[depth, 2] - FIRST
    while number < np.uint64(plan.takes.size):
        taken = plan.takes[number]
        number += _1
        if stones & taken == taken:
            stack[depth, 2] = number + FIRST
            return stones ^ taken
    stack[depth, 2] = number + FIRST
    return stones


@helper()
def is_line(stones: Int, plan: Plan) -> bool:
    """Whether stones are a line that may be taken."""
    for taken in plan.takes:  # noqa: SIM110  # in compiled code, `any` is slower
        if taken == stones:
            return True
    return False


@helper()
def half_turned(stones: Int, plan: Plan) -> Int:
    """The mask after a half-turn."""
    columns, row = np.uint64(plan.columns), (_1 << np.uint64(plan.columns)) - _1
    image = _0
    for _ in range(plan.rows):
        image = image << columns | plan.flipped[stones & row]
        stones >>= columns
    return image


@helper()
def canonical(stones: Int, plan: Plan) -> Int:
    """The least of a mask's images under the symmetries of the board."""
    least = least_image(stones, plan)
    if plan.spread.size:
        columns, row = np.uint64(plan.columns), (_1 << np.uint64(plan.columns)) - _1
        across = _0
        for number in range(plan.rows):
            across |= plan.spread[stones & row] << np.uint64(number)
            stones >>= columns
        least = min(least, least_image(across, plan))
    return least


@helper()
def least_image(stones: Int, plan: Plan) -> Int:
    """The least of a mask, its reflections and its half-turn."""
    columns, row = np.uint64(plan.columns), (_1 << np.uint64(plan.columns)) - _1
    rest, aside, over, both = stones, _0, _0, _0
    for number in range(plan.rows):
        here = rest & row
        rest >>= columns
        aside |= plan.flipped[here] << np.uint64(number) * columns
        over = over << columns | here
        both = both << columns | plan.flipped[here]
    return min(min(stones, aside), min(over, both))


@helper()
def known(stones: Int, image: Int, table: U64, misere: bool) -> int:
    """The result of a position if the game is over, or the table has it."""
    if stones == _0:
        return WON if misere else LOST
    entry = table[slot(image, table)]
    if entry >> _2 == image:
        return int(entry & np.uint64(3))
    return UNKNOWN


@helper()
def keep(image: Int, result: int, table: U64) -> None:
    """Keep a result, in place of any other in its slot."""
    table[slot(image, table)] = image << _2 | np.uint64(result)


@helper()
def slot(image: Int, table: U64) -> Int:
    """The slot of a position in the table, whose size is a power of two."""
    mixed = image * np.uint64(0x9E3779B97F4A7C15)  # Fibonacci hashing (Knuth, volume 3, 6.4)
    return (mixed ^ mixed >> np.uint64(32)) & np.uint64(table.size - 1)
