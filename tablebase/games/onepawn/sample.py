"""A small board for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.onepawn.game import of_position
from tablebase.games.onepawn.position import Position
from tablebase.games.onepawn.rules import Rules


def sample() -> Sample[Position]:
    """A board of eight cards."""
    return Sample(of_position(Position.parse("A2J/A3A/22A", Rules(Board(3, 3)))))
