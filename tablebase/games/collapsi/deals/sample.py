"""A deal of a small board for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deal import Deal
from tablebase.games.collapsi.deals.game import CollapsiGame, from_attributes
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.symmetry import automorphisms

RULES = Rules("sample", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3))
DEAL = "JA2/A3J/2A2"
AUTOMORPHISMS = automorphisms(RULES.board)[::9]
"""Eight of the 72: all would take long and say no more."""


def sample() -> Sample[Any]:
    """A deal of a 3x3 torus with some of its images."""
    game: CollapsiGame = Deal.parse(DEAL, RULES).game
    return Sample(game, _reread, from_attributes, _images)


def _reread(position: Position) -> Position:
    return Position.parse(str(position), position.edition, RULES)


def _images(position: Position) -> Iterator[Position]:
    for image in AUTOMORPHISMS:
        cards = [0] * len(image)
        face_up = 0
        for cell, target in enumerate(image):
            cards[target] = position.cards[cell]
            face_up |= (position.face_up >> cell & 1) << target
        pawns = image[position.red], image[position.blue]
        yield Position(tuple(cards), face_up, *pawns, position.edition, RULES)
