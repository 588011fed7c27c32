"""A deal of a small board for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.game import from_attributes, of_deal
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.symmetry import automorphisms

RULES = Rules("sample", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3))
DEAL = "JA2/A3J/2A2"
AUTOMORPHISMS = automorphisms(RULES.board)[::9]
"""Eight of the 72: enough, and quick."""


def sample() -> Sample[Any]:
    """A deal of a 3x3 torus with some of its images."""
    return Sample(of_deal(Deal.parse(DEAL, RULES)), _reread, from_attributes, _images)


def _reread(position: Position) -> Position:
    return Position.parse(str(position), position.edition, RULES)


def _images(position: Position) -> Iterator[Position]:
    return map(position.image, AUTOMORPHISMS)
