"""A small board for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.onepawn.game import from_attributes, of_position
from tablebase.games.onepawn.position import Position
from tablebase.games.onepawn.rules import Rules

START = Position.parse("A2J/A3A/22A", Rules(Board(3, 3)))


def sample() -> Sample[Position]:
    """A board of eight cards."""
    return Sample(of_position(START), _reread, from_attributes, _images)


def _reread(position: Position) -> Position:
    return Position.parse(str(position), position.rules)


def _images(position: Position) -> Iterator[Position]:
    """Empty: a board turned round has its own table."""
    return iter(())
