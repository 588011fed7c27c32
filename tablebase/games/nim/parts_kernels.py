"""The kernels of parts: nim-values of all positions, their connected parts, and the parts' shapes.

A position is a mask as in `Rules`, on a square board. A *shape* is a connected set of stones up to
turns, reflections and shifts: the least mask of its images in the corner of the last cell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import I32, I64, U8, Bools
from tablebase.engine.kernels import helper, kernel

MOST_PARTS = 32
"""More parts than a position can have; on a 5x5 board there are at most 13."""


@kernel()
def fill_values(takes: I64, values: U8, misere: U8, tame: Bools) -> None:
    """Fill the nim-values under normal and misère play, and whether a position is tame.

    It is tame if its own values are those of Nim, and all its moves lead to tame positions.
    """
    values[0], misere[0], tame[0] = 0, 1, True
    for stones in range(1, values.size):
        normal_seen = misere_seen = 0
        all_tame = True
        for take in takes:
            if stones & take == take:
                after = stones ^ take
                normal_seen |= 1 << values[after]
                misere_seen |= 1 << misere[after]
                all_tame &= tame[after]
        values[stones], misere[stones] = mex(normal_seen), mex(misere_seen)
        one, other = values[stones], misere[stones]
        tame[stones] = all_tame and (one == other or is_fickle(one, other))


@helper(forceinline=True)
def mex(seen: int) -> int:
    """The least number that is not in a set."""
    number = 0
    while seen >> number & 1:
        number += 1
    return number


@helper(forceinline=True)
def is_fickle(value: Any, misere: Any) -> Any:
    """Whether a position is like heaps of one stone, so that misère play changes the winner."""
    return value <= 1 and misere == 1 - value


@helper()
def part_of(stones: int, side: int, left: int) -> int:
    """The stones connected with the lowest; `left` masks all columns but the last."""
    found = 0
    grown = stones & -stones
    while grown != found:
        found = grown
        across = (found & left) >> 1 | found << 1 & left
        grown = (found | across | found >> side | found << side) & stones
    return found


@kernel()
def fill_shapes(side: int, left: int, take: int, shapes: I32, mirrored: Bools) -> None:
    """Fill the shape of connected positions, and whether a half-turn pairs their stones.

    For all other positions the shape is 0.
    """
    rows, columns = np.empty(side * side, np.int64), np.empty(side * side, np.int64)
    for stones in range(1, shapes.size):
        if part_of(stones, side, left) != stones:
            continue
        number = 0
        for cell in range(side * side):
            if stones >> cell & 1:
                rows[number], columns[number] = cell // side, cell % side
                number += 1
        r, c = rows[:number] - rows[:number].min(), columns[:number] - columns[:number].min()
        shapes[stones] = shape_of(r, c, side)
        mirrored[stones] = is_mirrored(r, c, side, take)


@helper()
def shape_of(rows: I64, columns: I64, side: int) -> int:
    """The least mask of the images of some cells in the corner."""
    height, width = rows.max(), columns.max()
    least = 1 << side * side
    for turn in range(8):
        mask = 0
        for at in range(rows.size):
            r = height - rows[at] if turn & 1 else rows[at]
            c = width - columns[at] if turn & 2 else columns[at]
            mask |= 1 << (c * side + r if turn & 4 else r * side + c)
        least = min(least, mask)
    return least


@helper()
def is_mirrored(rows: I64, columns: I64, side: int, take: int) -> bool:
    """Whether a half-turn maps cells to themselves, and no take holds a cell and its image.

    A take that does crosses the middle, so it includes the one or two cells in the middle.
    """
    height, width = rows.max(), columns.max()
    mask = image = 0
    for at in range(rows.size):
        mask |= 1 << rows[at] * side + columns[at]
        image |= 1 << (height - rows[at]) * side + width - columns[at]
    if mask != image:
        return False
    if (height % 2 and width % 2) or (take == 1 and (height % 2 or width % 2)):
        return True
    return not mask >> (height // 2) * side + width // 2 & 1


@kernel()
def fill_parts(
    side: int,
    left: int,
    shapes: I32,
    mirrored: Bools,
    values: U8,
    misere: U8,
    largest: U8,  # output: stones of the largest part
    paired: Bools,  # output: whether each part is mirrored, or has another part of its shape
    fickle: Bools,  # output: whether all parts are fickle
) -> None:
    """Fill what the parts of each position say."""
    found = np.empty(MOST_PARTS, np.int64)
    for stones in range(shapes.size):
        waiting, number, most = stones, 0, 0
        fickle[stones] = True
        while waiting:
            part = part_of(waiting, side, left)
            waiting ^= part
            most = max(most, size_of(part))
            fickle[stones] &= is_fickle(values[part], misere[part])
            if mirrored[part]:
                continue
            # A second part of the same shape cancels the first.
            place = 0
            while place < number and found[place] != shapes[part]:
                place += 1
            if place == number:
                found[number] = shapes[part]
                number += 1
            else:
                number -= 1
                found[place] = found[number]
        largest[stones], paired[stones] = most, number == 0


@helper()
def size_of(stones: int) -> int:
    """The number of stones."""
    number = 0
    while stones:
        stones &= stones - 1
        number += 1
    return number


@kernel()
def fill_leads(takes: I64, goals: Bools, leads: Bools) -> None:
    """Fill whether some move of a position leads to one of the goals."""
    for stones in range(goals.size):
        for take in takes:
            if stones & take == take and goals[stones ^ take]:
                leads[stones] = True
                break
