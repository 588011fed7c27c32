"""A deal of a small board for three players, for `tablebase.engine.tables.selftest`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebase.engine.tables.selftest import Sample
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.duels.game import from_attributes, game_of
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.symmetry import automorphisms

RULES = Rules("sample", Board(2, 4), (0, 0, 0, 1, 1, 2, 2, 3), players=3)
DEAL = "JA2J/A3J2"
AUTOMORPHISMS = automorphisms(RULES.board)[::12]
"""Four of the 48: enough, and quick."""


def sample() -> Sample[Any]:
    """A deal of a 2x4 torus with some of its images."""
    game = game_of(Deal.parse(DEAL, RULES).cards, RULES)
    return Sample(game, _reread, from_attributes, _images)


def _reread(duel: Duel) -> Duel:
    return Duel.parse(str(duel), duel.position.edition, RULES)


def _images(duel: Duel) -> Iterator[Duel]:
    for image in AUTOMORPHISMS:
        yield Duel.of(duel.position.image(image), duel.hero)
