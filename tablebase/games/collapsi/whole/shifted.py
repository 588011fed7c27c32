"""Positions where lines are shifted, looked up in the whole game, which has no tables of deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from tablebase.engine.game import Codes, Ranks
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.shifts import refuse_table
from tablebase.games.collapsi.whole.deals import WholeGame


class ShiftedCodes:
    """The codes of the positions of all deals. The first two plies follow from the third."""

    nbytes = 0

    def __init__(self, whole: WholeGame) -> None:
        self.origin = whole.origin
        self.in_memory = whole.in_memory
        self._whole = whole

    def codes_of(self, positions: Sequence[Position]) -> Codes:
        """The codes of positions, shape ``(len(positions),)``."""
        codes = np.empty(len(positions), np.uint8)
        later = [at for at, position in enumerate(positions) if not position.is_opening]
        codes[later] = self._later([positions[at] for at in later])
        for at, position in enumerate(positions):
            if position.is_opening:
                after = self.codes_of([position.play(move) for move in position.legal_moves()])
                codes[at] = CODING.replies[after].max(initial=CODING.at_end(position.layer))
        return codes

    def _later(self, positions: Sequence[Position]) -> Codes:
        cards = np.array([position.cards for position in positions], np.int16).astype(np.uint8)
        cards = cards.reshape(len(positions), self._whole.geometry.size)
        return self._whole.codes(
            np.array([position.face_up for position in positions], np.uint16),
            np.array([position.mover for position in positions], np.uint8),
            np.array([position.opponent for position in positions], np.uint8),
            self._whole.geometry.letters_of(cards),
        )

    def at(self, ranks: Ranks) -> Codes:
        """Raises `MissingTableError`: positions have no ranks."""
        self._refuse()

    def packed(self) -> Codes:
        """Raises `MissingTableError`: positions have no ranks."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        refuse_table(f"{self.origin}: its rules")
