"""A small board for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator

from tablebase.engine.tables.selftest import Sample
from tablebase.games.nim.game import game_of
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules


def sample() -> Sample[Position]:
    """A board of 3x4 stones with its two mirror images."""
    return Sample(game_of(Rules(3, 4)), images=_mirrored)


def _mirrored(position: Position) -> Iterator[Position]:
    """The board upside down, and left to right."""
    rows = str(position).split("/")
    yield Position.parse("/".join(reversed(rows)))
    yield Position.parse("/".join(row[::-1] for row in rows))
