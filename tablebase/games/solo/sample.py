"""A small board for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.solo.game import from_attributes, of_position
from tablebase.games.solo.position import Position
from tablebase.games.solo.rules import Rules

START = Position.parse("A2Jr/AA3/J2A", Rules(Board(3, 3)))


def sample() -> Sample[Position]:
    """A board of seven cards."""
    return Sample(of_position(START), _reread, from_attributes, _images)


def _reread(position: Position) -> Position:
    return Position.parse(str(position), position.rules)


def _images(position: Position) -> Iterator[Position]:
    """Empty: a board turned round has its own table."""
    return iter(())
