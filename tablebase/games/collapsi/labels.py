"""The labels of a deal: its cells, as slots of the canonical deal whose table it shares.

All images of a deal under the board's automorphisms share one table. A game speaks the labels of
its own deal and translates cells to the slots of the canonical one, so whoever asks never notices.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablebase.engine.lazy import cached_property
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.notation import Cell
from tablebase.games.collapsi.rules import JOKER, Rules
from tablebase.games.collapsi.symmetry import Automorphism, canonical


@dataclass(frozen=True)
class Labels:
    """The cells of a deal and the slots of its canonical deal.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell, shape ``(board.size,)``.
    rules : Rules
        Board, deck and editions.
    """

    cards: tuple[int, ...]
    rules: Rules

    @property
    def name(self) -> str:
        """The rules' name for their tables."""
        return self.rules.table_name

    @property
    def key(self) -> str:
        """The canonical deal, rows separated by dots."""
        cells = [Cell(card) for card in self.canonical_cards]
        return notation.write(cells, self.rules.board, separator=".")

    @cached_property
    def _canonical(self) -> tuple[tuple[int, ...], Automorphism]:
        cards, automorphisms = canonical(self.rules.board, self.cards)
        return cards, automorphisms[0]

    @property
    def notation(self) -> str:
        """The deal, jokers alike."""
        return notation.write([Cell(card) for card in self.cards], self.rules.board)

    @property
    def canonical_cards(self) -> tuple[int, ...]:
        """The cards of the canonical deal, whose table this is."""
        return self._canonical[0]

    @cached_property
    def free_cells(self) -> tuple[int, ...]:
        """The canonical deal's cell of each slot."""
        return tuple(cell for cell, card in enumerate(self.canonical_cards) if card != JOKER)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The slot of each of this deal's cells; -1 for a joker's cell."""
        slot_of = {cell: slot for slot, cell in enumerate(self.free_cells)}
        return tuple(slot_of.get(cell, -1) for cell in self._canonical[1])

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The deal's own cell of each slot; the inverse of `slots`."""
        return tuple(self.slots.index(slot) for slot in range(len(self.free_cells)))

    @cached_property
    def jokers(self) -> tuple[int, ...]:
        """The deal's own joker cells, by the order of their cells in the canonical deal."""
        image = self._canonical[1]
        mine = (cell for cell, card in enumerate(self.cards) if card == JOKER)
        return tuple(sorted(mine, key=lambda cell: image[cell]))
