"""Units: how positions are grouped for storage."""

from __future__ import annotations

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


def units_of(geometry: Geometry, shape: Shape, mover: int) -> list[Unit]:
    """The units of a shape and one of its movers, by ascending opponent."""
    images = geometry.automorphisms[list(shape.fixing)]
    fixing = images[images[:, mover] == mover].tolist()
    opponents = {min(image[cell] for image in fixing) for cell in shape.cells if cell != mover}
    return [_unit(shape, mover, cell, fixing) for cell in sorted(opponents)]


def to_unit(images: npt.NDArray[np.uint8], mover: int, opponent: int) -> npt.NDArray[np.uint8]:
    """Of automorphisms that bring a set to its shape, those that bring the pawns to their unit."""
    pawns = images[:, mover].astype(np.int64) * images.shape[1] + images[:, opponent]
    found: npt.NDArray[np.uint8] = images[pawns == pawns.min()]
    return found


def _unit(shape: Shape, mover: int, opponent: int, fixing: list[list[int]]) -> Unit:
    rest = [cell for cell in shape.cells if cell not in (mover, opponent)]
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
