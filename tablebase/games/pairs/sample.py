"""A short stack for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator

from tablebase.engine.tables.selftest import Sample
from tablebase.games.pairs.game import from_attributes, of_position
from tablebase.games.pairs.position import Position

STACK = Position.parse("2H 9C 2S KD 2C 9H 5S KH 5D 2D")


def sample() -> Sample[Position]:
    """A stack of ten cards."""
    return Sample(of_position(STACK), _reread, from_attributes, _images)


def _reread(position: Position) -> Position:
    return Position.parse(str(position))


def _images(position: Position) -> Iterator[Position]:
    """Empty: the stack turned upside down has its own table."""
    return iter(())
