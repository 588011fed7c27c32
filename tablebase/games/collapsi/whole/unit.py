"""Units: how positions are put together for storage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.whole.geometry import Geometry, Shape


@dataclass(frozen=True)
class Unit:
    """All positions of one (set, mover, opponent), for every word: a unit of storage.

    Words are ranked lexicographically with `cells` in this order: the opponent's, the mover's, then
    the shape's last to first, that is, those with the fewest face-down cells around first. It
    compresses best of those tried (0.69 bits a position on layer 10, against 0.93 by distance from
    the opponent): the letters that matter least vary fastest.
    """

    shape: Shape
    mover: int  # one of the shape's movers
    opponent: int  # one cell of each orbit under the automorphisms that fix the set and the mover
    cells: tuple[int, ...]


def unit_of(
    geometry: Geometry, face_up: int, mover: int, opponent: int
) -> tuple[Unit, npt.NDArray[np.uint8]]:
    """The unit that holds a position, and an automorphism that brings the position there.

    `face_up` is a mask. The position's cell c is the unit's cell ``automorphism[c]``.
    """
    shape = geometry.shape_of(face_up)
    images = geometry.automorphisms[geometry.images_of(face_up) == shape.mask]
    pawns = images[:, mover].astype(np.int64) * geometry.size + images[:, opponent]
    image = images[pawns.argmin()]
    return unit_at(shape, int(image[mover]), int(image[opponent])), image


def opponents_of(geometry: Geometry, shape: Shape, mover: int) -> tuple[int, ...]:
    """One cell of each orbit under the automorphisms that fix a shape and its mover, ascending."""
    images = geometry.automorphisms[list(shape.fixing)]
    fixing = images[images[:, mover] == mover]
    return tuple(sorted({int(fixing[:, cell].min()) for cell in shape.cells if cell != mover}))


def units(geometry: Geometry, layer: int) -> Iterator[Unit]:
    """The units of a layer: every position of it is the image of a position of one unit."""
    for shape in geometry.shapes[layer]:
        for mover in shape.movers:
            for opponent in opponents_of(geometry, shape, mover):
                yield unit_at(shape, mover, opponent)


def unit_at(shape: Shape, mover: int, opponent: int) -> Unit:
    """The unit of a shape's mover and one of the opponents that stand for their orbits."""
    rest = (cell for cell in reversed(shape.cells) if cell not in (mover, opponent))
    return Unit(shape, mover, opponent, (opponent, mover, *rest))
