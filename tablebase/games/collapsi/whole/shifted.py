"""Positions where lines are shifted, looked up in the whole game, which has no tables of deals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NoReturn

import numpy as np

from tablebase.engine.game import Codes
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

    def codes_of(self, game: Any, positions: Sequence[Position]) -> Codes:
        """The codes of positions, shape ``(len(positions),)``."""
        codes = np.empty(len(positions), np.uint8)
        first = [at for at, position in enumerate(positions) if position.is_opening]
        later = [at for at, position in enumerate(positions) if not position.is_opening]
        codes[later] = self._later([positions[at] for at in later])
        if first:  # the positions after all their moves are looked up together
            openings = [positions[at] for at in first]
            after = [[one.play(move) for move in one.legal_moves()] for one in openings]
            found = CODING.replies[self.codes_of(game, list(chain(*after)))]
            parts = np.split(found, np.cumsum([len(part) for part in after])[:-1])
            for at, part in zip(first, parts, strict=True):
                codes[at] = part.max(initial=CODING.at_end(positions[at].layer))
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

    def codes_of_rows(self, game: Any, rows: Any) -> Codes:
        """Raises `MissingTableError`: positions have no ranks."""
        self._refuse()

    def packed(self) -> Codes:
        """Raises `MissingTableError`: positions have no ranks."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        refuse_table(f"rules {self._whole.rules.name!r}")
