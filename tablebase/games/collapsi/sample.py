"""Small deals for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.game import from_attributes, of_deal
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.symmetry import automorphisms

TWO = Rules("sample", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3))
THREE = Rules("sample", Board(2, 4), (0, 0, 0, 1, 1, 2, 2, 3), players=3)


def sample() -> Sample[Any]:
    """A deal of a 3x3 torus with eight of its 72 images: enough, and quick."""

    def reread(position: Position) -> Position:
        return Position.parse(str(position), position.edition, TWO)

    def images(position: Position) -> Iterator[Position]:
        return map(position.image, automorphisms(TWO.board)[::9])

    return Sample(of_deal(Deal.parse("JA2/A3J/2A2", TWO)), reread, from_attributes, images)


def duels() -> Sample[Any]:
    """A deal of a 2x4 torus for three players with four of its 48 images."""

    def reread(duel: Duel) -> Duel:
        return Duel.parse(str(duel), duel.position.edition, THREE)

    def images(duel: Duel) -> Iterator[Duel]:
        for image in automorphisms(THREE.board)[::12]:
            yield Duel.of(duel.position.image(image), duel.hero)

    return Sample(of_deal(Deal.parse("JA2J/A3J2", THREE)), reread, from_attributes, images)
