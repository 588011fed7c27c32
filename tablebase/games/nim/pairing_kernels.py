"""The kernels of `pairing`: what pairing moves and small parts say of a set of stones.

Here a cell is the number of its bit in a mask, and its row and column are those of a board of so
many columns. So the board is seen from its last cell, which changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U8, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, lowest
from tablebase.games.nim.parts_kernels import fill_values, is_fickle

WON, LOST, UNKNOWN = range(3)
"""What is known of the side to move."""

MOST_CELLS = 64


@kernel()
def judge(
    stones: Any, takes: U64, columns: int, take: int, misere: int, small: int, found: U8
) -> int:
    """Fill what is known of a set of stones, then of what each legal take leaves, in their order.

    `takes` are masks, and `take` the most stones of one. Parts of more than `small` stones are not
    computed. Returns how many entries there are.
    """
    found[0] = known_of(np.uint64(stones), columns, take, misere, small)
    count = 1
    for taken in takes:
        if stones & taken == taken:
            found[count] = WON  # if the position is lost
            if found[0] != LOST:
                found[count] = known_of(stones ^ taken, columns, take, misere, small)
            count += 1
    return count


@helper()
def known_of(stones: Any, columns: int, take: int, misere: int, small: int) -> int:
    """What is known of a set of stones."""
    cells = np.empty(MOST_CELLS, np.int64)
    shapes = np.empty((MOST_CELLS, 2), np.uint64)
    value, fickle, n_shapes = 0, True, 0
    while stones:
        count, part = part_of(stones, columns, cells)
        stones ^= part
        if count <= small:
            own, own_misere, tame = heap_of(cells[:count], columns, take)
            if misere and not tame:
                return UNKNOWN
            value ^= own
            fickle &= is_fickle(own, own_misere)
        elif misere:
            return UNKNOWN
        elif not pairs_up(part, cells[:count], columns, take):
            width, shape = shape_of(cells[:count], columns)
            n_shapes = toggled(shapes, n_shapes, width, shape)
    if n_shapes:
        return UNKNOWN
    return LOST if value == (1 if misere and fickle else 0) else WON


@helper()
def part_of(stones: Any, columns: int, cells: I64) -> tuple[int, Any]:
    """Write the cells connected with the lowest stone; returns their number and their mask."""
    cells[0] = np.int64(lowest(stones))
    part, count, at = ONE << np.uint64(cells[0]), 1, 0
    while at < count:
        cell = cells[at]
        column = cell % columns
        for near, is_there in (
            (cell - columns, cell >= columns),
            (cell + columns, cell + columns < MOST_CELLS),
            (cell - 1, column > 0),
            (cell + 1, column < columns - 1),
        ):
            if is_there and (stones & ~part) >> np.uint64(near) & ONE:
                part |= ONE << np.uint64(near)
                cells[count] = near
                count += 1
        at += 1
    return count, part


@helper()
def heap_of(cells: I64, columns: int, take: int) -> tuple[Any, Any, Any]:
    """The nim-values of some cells under normal and misère play, and whether they are tame."""
    places = np.full(MOST_CELLS, -1, np.int64)
    for at in range(cells.size):
        places[cells[at]] = at
    masks, number = np.empty(2 * cells.size * cells.size, np.int64), 0
    for at in range(cells.size):
        masks[number] = 1 << at
        number += 1
        for down in range(2 if columns > 1 else 1):
            mask, cell = 1 << at, cells[at]
            for _ in range(1, take):
                across = columns > 1 and not down
                last = cell % columns == columns - 1 if across else cell + columns >= MOST_CELLS
                cell += 1 if across else columns
                if last or places[cell] < 0:
                    break
                mask |= 1 << places[cell]
                masks[number] = mask
                number += 1
    size = 1 << cells.size
    values, miseres = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    tame = np.zeros(size, np.bool_)
    fill_values(masks[:number], values, miseres, tame)
    return np.int64(values[-1]), np.int64(miseres[-1]), tame[-1]


@helper()
def pairs_up(part: Any, cells: I64, columns: int, take: int) -> bool:
    """Whether a half-turn or a reflection lets every move be answered by its image."""
    rows, places = cells // columns, cells % columns
    height, width = rows.max() + rows.min(), places.max() + places.min()
    square = rows.max() - rows.min() == places.max() - places.min()
    across = places.min() - rows.min()
    for image in range(5 if square else 3):
        pairs = True
        for at in range(cells.size):
            row, column = rows[at], places[at]
            if image < 3:
                row = height - row if image < 2 else row
                column = width - column if image != 1 else column
            elif image == 3:
                row, column = column - across, row + across
            else:
                row, column = height - (column - across), width - (row + across)
            other = row * columns + column
            pairs &= np.int64(part >> np.uint64(other) & ONE) == 1
            pairs &= not one_move(part, cells[at], other, columns, take)
        if pairs:
            return True
    return False


@helper()
def one_move(part: Any, cell: int, other: int, columns: int, take: int) -> Any:
    """Whether one move can take both stones, or the stone if they are the same."""
    first, last = min(cell, other), max(cell, other)
    step = 1 if first // columns == last // columns else columns
    if (last - first) % step or (last - first) // step >= take:
        return False
    there = ONE
    for between in range(first, last + 1, step):
        there &= part >> np.uint64(between)
    return there == ONE


@helper()
def shape_of(cells: I64, columns: int) -> tuple[int, Any]:
    """The same for all images of some cells under turns, reflections and shifts.

    It is the smaller side of the cells' frame, and the least mask of an image with that width.
    """
    rows, places = cells // columns, cells % columns
    rows, places = rows - rows.min(), places - places.min()
    bottom, right = rows.max(), places.max()
    width, least = min(bottom, right) + 1, ~np.uint64(0)
    for turn in range(8):
        if (bottom if turn & 4 else right) + 1 != width:
            continue
        mask = np.uint64(0)
        for at in range(cells.size):
            row = bottom - rows[at] if turn & 1 else rows[at]
            column = right - places[at] if turn & 2 else places[at]
            place = column * width + row if turn & 4 else row * width + column
            mask |= ONE << np.uint64(place)
        least = min(least, mask)
    return width, least


@helper()
def toggled(shapes: U64, count: int, width: int, shape: Any) -> int:
    """Add a shape, or remove it if it is there: twins cancel. Returns how many there are."""
    for at in range(count):
        if shapes[at, 0] == np.uint64(width) and shapes[at, 1] == shape:
            shapes[at, 0], shapes[at, 1] = shapes[count - 1, 0], shapes[count - 1, 1]
            return count - 1
    shapes[count, 0], shapes[count, 1] = width, shape
    return count + 1
