"""A small board for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.solo.game import of_position
from tablebase.games.solo.position import Position
from tablebase.games.solo.rules import Rules


def sample() -> Sample[Position]:
    """A board of seven cards."""
    return Sample(of_position(Position.parse("A2Jr/AA3/J2A", Rules(Board(3, 3)))))
