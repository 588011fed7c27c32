"""Units: how positions are grouped for storage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.whole.geometry import Geometry, Shape
from tablebase.games.collapsi.whole.words import Turns


@dataclass(frozen=True)
class Unit:
    """The positions of one (set, mover, opponent): a unit of storage.

    Automorphisms that fix all three turn a word into others with the same code: `turns`. The unit
    holds the words that `Words.without` leaves of these.

    The letters are in the order of `cells`: the opponent's, the mover's, then those that turns move
    (so that words that are left out lie together), then the others. Both groups are in the shape's
    order.
    """

    shape: Shape
    mover: int  # one of the shape's movers
    opponent: int  # one cell of each orbit under the automorphisms that fix the set and the mover
    cells: tuple[int, ...]
    turns: Turns = ()


def units(geometry: Geometry, layer: int) -> Iterator[Unit]:
    """The units of a layer: every position of it is the image of a position of one unit."""
    for shape in geometry.shapes[layer]:
        for mover in shape.movers:
            yield from units_of(geometry, shape, mover)


def units_of(geometry: Geometry, shape: Shape, mover: int) -> list[Unit]:
    """The units of a shape and one of its movers, by ascending opponent."""
    fixing = _fixing(geometry, shape, mover)
    return [_unit(shape, mover, cell, fixing) for cell in _opponents(shape, mover, fixing)]


def place_of(
    geometry: Geometry, face_up: int, mover: int, opponent: int
) -> tuple[Shape, npt.NDArray[np.uint8]]:
    """The shape of the unit that holds a position, and the automorphisms that bring it there.

    `face_up` is a mask. The position's cell c is the unit's cell ``automorphisms[i, c]``. The
    smallest of the words that they make of its cards is in the unit.
    """
    shape = geometry.shape_of(face_up)
    images = geometry.automorphisms[geometry.images_of(face_up) == shape.mask]
    return shape, to_unit(images, mover, opponent)


def to_unit(images: npt.NDArray[np.uint8], mover: int, opponent: int) -> npt.NDArray[np.uint8]:
    """Of automorphisms that bring a set to its shape, those that bring the pawns to their unit."""
    pawns = images[:, mover].astype(np.int64) * images.shape[1] + images[:, opponent]
    found: npt.NDArray[np.uint8] = images[pawns == pawns.min()]
    return found


def _fixing(geometry: Geometry, shape: Shape, mover: int) -> list[list[int]]:
    """The automorphisms that fix a shape and its mover."""
    images = geometry.automorphisms[list(shape.fixing)]
    fixing: list[list[int]] = images[images[:, mover] == mover].tolist()
    return fixing


def _opponents(shape: Shape, mover: int, fixing: list[list[int]]) -> list[int]:
    """One cell of each orbit, ascending."""
    return sorted({min(image[cell] for image in fixing) for cell in shape.cells if cell != mover})


def _unit(shape: Shape, mover: int, opponent: int, fixing: list[list[int]]) -> Unit:
    rest = _rest(shape, mover, opponent)
    fixing = [image for image in fixing if image[opponent] == opponent]
    if len(fixing) > 1:
        orbits = {cell: {image[cell] for image in fixing} for cell in rest}
        first = {cell: min(map(rest.index, orbits[cell])) for cell in rest}
        rest.sort(key=lambda cell: (len(orbits[cell]) == 1, first[cell]))
    cells = (opponent, mover, *rest)
    if len(fixing) == 1:  # the identity
        return Unit(shape, mover, opponent, cells)
    turns = {tuple(cells.index(image[cell]) for cell in cells) for image in fixing}
    return Unit(shape, mover, opponent, cells, tuple(sorted(turns - {tuple(range(len(cells)))})))


def _rest(shape: Shape, mover: int, opponent: int) -> list[int]:
    return [cell for cell in shape.cells if cell not in (mover, opponent)]
