"""One deal's table, looked up in the whole game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Game, Ranks
from tablebase.engine.induction import solve
from tablebase.engine.lazy import cached_property
from tablebase.engine.packed import pack
from tablebase.engine.tables.table import Ranked
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.deals.layout import masks_of
from tablebase.games.collapsi.deals.openings import opening_codes
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.whole.geometry import Geometry

RANKS_A_TIME = 1 << 16


class LooksUp(Protocol):
    """Looks up positions after both first moves."""

    def codes(
        self,
        face_up: npt.NDArray[np.uint16],
        mover: npt.NDArray[np.uint8],
        opponent: npt.NDArray[np.uint8],
        letters: npt.NDArray[np.uint32],
    ) -> Codes:
        """The codes of some positions, see `solver.Whole.codes`."""


class WholeGame(LooksUp, Protocol):
    """The solution of every deal, in a file or in memory."""

    rules: Rules
    geometry: Geometry
    in_memory: bool  # if so, looking up every position of a deal is as fast as solving it

    @property
    def origin(self) -> str:
        """The source of the solution, for people."""

    def close(self) -> None:
        """Close what is open."""


class DealCodes(Ranked):
    """The codes of one deal, looked up in the whole game."""

    def __init__(self, whole: WholeGame, game: DealGame) -> None:
        self.origin = whole.origin
        self.in_memory = whole.in_memory
        self._whole, self._game = whole, game
        cards = np.array([game.layout.canonical_cards], np.uint8)
        self._letters = int(whole.geometry.letters_of(cards)[0])

    @property
    def nbytes(self) -> int:
        """Bytes of memory that it takes besides the whole game's."""
        return sum(array.nbytes for array in self._cells)

    def codes_of(self, game: Game[Position], positions: Sequence[Position]) -> Codes:
        """The codes of positions; only those of the first two plies need their ranks."""
        if any(position.is_opening for position in positions):
            return super().codes_of(game, positions)
        letters = self._whole.geometry.letters_of_deal(positions[0].cards) if positions else 0
        return self._whole.codes(
            np.array([position.face_up for position in positions], np.uint16),
            np.array([position.mover for position in positions], np.uint8),
            np.array([position.opponent for position in positions], np.uint8),
            np.full(len(positions), letters, np.uint32),
        )

    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte, shape ``ranks.shape``."""
        flat = ranks.reshape(-1)
        later = flat < self._game.index.openings
        if later.all():
            return self._later(flat).reshape(ranks.shape)
        codes = np.empty(flat.size, np.uint8)
        codes[later] = self._later(flat[later])
        codes[~later] = self._openings[flat[~later] - self._game.index.openings]
        return codes.reshape(ranks.shape)

    def packed(self) -> Codes:
        """All codes, packed.

        Solving a deal again takes milliseconds. Looking up all of it in a file would take
        seconds, because its positions are scattered all over the file.
        """
        if not self._whole.in_memory:
            return solve(self._game)
        codes = np.empty(self._game.size, np.uint8)
        for first in range(0, codes.size, RANKS_A_TIME):
            last = min(first + RANKS_A_TIME, codes.size)
            codes[first:last] = self.at(np.arange(first, last, dtype=np.uint32))
        return pack(codes, CODING.bits)

    @cached_property
    def _cells(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
        """The canonical deal's cells by slot, and masks of cells by mask of slots."""
        cells = self._game.layout.free_cells
        return np.array(cells, np.uint8), masks_of(cells, np.uint16)

    def _later(self, ranks: Ranks) -> Codes:
        cells, masks = self._cells
        face_up, mover, opponent = self._game.index.unrank_many(ranks.astype(np.uint32))
        letters = np.full(ranks.size, self._letters, np.uint32)
        return self._whole.codes(masks[face_up], cells[mover], cells[opponent], letters)

    @cached_property
    def _openings(self) -> Codes:
        """The codes of the first two plies, in rank order."""
        game = self._game
        third = third_plies(self._whole, game.layout.free_cells, self._letters)
        return opening_codes(game.rules, game.layout.canonical_cards, third, CODING).reshape(-1)


def third_plies(source: LooksUp, free_cells: Sequence[int], letters: int) -> Codes:
    """The codes of a deal's positions with all free cards face up, shape (f, f).

    `free_cells` are the deal's f cells that are not jokers, ascending; `letters` are the cards, as
    `source` takes them. Codes are at ``[mover, opponent]``, as `deals.openings.opening_codes` takes
    them, with no entry where both are the same.
    """
    slots = np.array(list(permutations(range(len(free_cells)), 2)))
    mover, opponent = np.ascontiguousarray(np.array(free_cells, np.uint8)[slots].T)
    face_up = np.full(len(slots), sum(1 << cell for cell in free_cells), np.uint16)
    codes = np.full((len(free_cells),) * 2, CODING.no_entry, np.uint8)
    codes[tuple(slots.T)] = source.codes(
        face_up, mover, opponent, np.full(len(slots), letters, np.uint32)
    )
    return codes
