"""A short stack for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from tablebase.engine.tables.selftest import Sample
from tablebase.games.pairs.game import of_position
from tablebase.games.pairs.position import Position


def sample() -> Sample[Position]:
    """A stack of ten cards."""
    return Sample(of_position(Position.parse("2H 9C 2S KD 2C 9H 5S KH 5D 2D")))
